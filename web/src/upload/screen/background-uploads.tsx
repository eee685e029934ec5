import { CloseOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { Docked } from '../../kit/index.ts';
import { hasActive } from '../../upload-queue/index.ts';
import { useUploadManager, useUploadState } from '../use-upload.ts';
import { backgroundUploadsTexts } from '../texts.ts';
import { dialogTexts } from '../../kit/list-texts.ts';
import { ProgressRing } from './progress-ring.tsx';
import { backgroundText } from './background-text.ts';

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
      {isRunning && counts.paused < counts.running && <ProgressRing counts={counts} />}
      <span role="status">{backgroundText(counts)}</span>
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
