import { CloseOutlined } from '@ant-design/icons';
import { Button, Progress } from 'antd';
import { Docked } from '../../kit/index.ts';
import { hasActive, type UploadCounts } from '../../upload-queue/index.ts';
import { useUploadManager, useUploadState } from '../use-upload.ts';

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
    <Docked label="Uploads in the background">
      {isRunning && counts.paused < counts.running && <Ring counts={counts} />}
      <span role="status">{textOf(counts)}</span>
      <Button size="small" type="link" onClick={manager.reopen}>
        Show
      </Button>
      {!isRunning && (
        <Button
          size="small"
          type="text"
          aria-label="Dismiss"
          icon={<CloseOutlined />}
          onClick={manager.dismiss}
        />
      )}
    </Docked>
  );
}

function textOf({ running, paused, failed }: UploadCounts): string {
  const items = (count: number) => (count === 1 ? '1 item' : `${count} items`);
  if (running === 0) return `${items(failed)} failed to upload`;
  const work = paused < running ? `Uploading ${items(running)}` : `${items(running)} waiting for the vault`;
  return failed === 0 ? work : `${work}, ${failed} failed`;
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
        aria-label="Sent so far"
      />
      <span>{percent} %</span>
    </>
  );
}
