import { Button } from 'antd';
import { Notice } from '../../kit/index.ts';
import { batchResult, hasActive, isRestartable } from '../../upload-queue/index.ts';
import { useUploadManager, useUploadState } from '../use-upload.ts';
import { uploadListTexts } from '../texts.ts';
import styles from './upload.module.css';

/** UPLOAD-08: the result of the batch and a button to retry, shown when no item is active any more. */
export function BatchSummary() {
  const isOver = useUploadState(({ counts }) => counts.total > 0 && !hasActive(counts));
  return (
    // The live region exists before its text, because screen readers announce only changes.
    <div role="status" className={styles['summary']}>
      {isOver && <Result />}
    </div>
  );
}

function Result() {
  const manager = useUploadManager();
  const items = useUploadState((state) => state.items);
  const { uploaded, failed } = batchResult(items);
  const canRetry = items.some((item) => item.status !== 'Cancelled' && isRestartable(item));
  return (
    <>
      {uploaded !== null && <Notice kind="success" title={uploaded} />}
      {failed !== null && (
        <Notice kind="error" title={failed} action={canRetry && <RetryAll onRetry={manager.retryFailed} />} />
      )}
    </>
  );
}

function RetryAll({ onRetry }: { onRetry: () => void }) {
  return (
    <Button size="small" onClick={onRetry}>
      {uploadListTexts.retryAll}
    </Button>
  );
}
