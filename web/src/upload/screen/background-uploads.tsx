import { CloseOutlined } from '@ant-design/icons';
import { Button, Progress } from 'antd';
import { Docked } from '../../kit/index.ts';
import { hasActive, type UploadCounts } from '../../upload-queue/index.ts';
import { useUploadManager, useUploadState } from '../use-upload.ts';
import { backgroundUploadsTexts } from '../texts.ts';
import { dialogTexts } from '../../kit/list-texts.ts';

/** Running and failed uploads while the modal is closed (UPLOAD-42); a button shows the list again. */
export function BackgroundUploads() {
  const manager = useUploadManager();
  const isShown = useUploadState(
    ({ target, counts }) => target === null && (hasActive(counts) || counts.failed > 0),
  );
  const counts = useUploadState((state) => state.counts);
  if (!isShown) return null;
  const isRunning = hasActive(counts);
  return (
    <Docked label={backgroundUploadsTexts.label}>
      {isRunning && counts.paused < counts.running && <Ring counts={counts} />}
      <span role="status">{textOf(counts)}</span>
      <Button size="small" type="link" onClick={manager.reopen}>
        {backgroundUploadsTexts.show}
      </Button>
      {!isRunning && (
        <Button
          size="small"
          type="text"
          aria-label={dialogTexts.dismiss}
          icon={<CloseOutlined />}
          onClick={manager.dismiss}
        />
      )}
    </Docked>
  );
}

function textOf({ running, paused, failed }: UploadCounts): string {
  if (running === 0) return backgroundUploadsTexts.failedItems(failed);
  const work =
    paused < running ? backgroundUploadsTexts.uploading(running) : backgroundUploadsTexts.waiting(running);
  return failed === 0 ? work : backgroundUploadsTexts.workAndFailed(work, failed);
}

function Ring({ counts: { sentBytes, totalBytes } }: { counts: UploadCounts }) {
  const percent = totalBytes === 0 ? 0 : Math.round((100 * sentBytes) / totalBytes);
  return (
    <>
      <Progress
        type="circle"
        size={20}
        strokeWidth={14}
        strokeColor="var(--pv-primary)"
        percent={percent}
        showInfo={false}
        aria-label={backgroundUploadsTexts.progress}
      />
      <span>{percent} %</span>
    </>
  );
}
