import { Progress } from 'antd';
import type { UploadCounts } from '../../upload-queue/index.ts';
import { backgroundUploadsTexts } from '../texts.ts';

/** How much of all running uploads is sent, as a ring and in percent. */
export function ProgressRing({ counts: { sentBytes, totalBytes } }: { counts: UploadCounts }) {
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
