import type { UploadCounts } from '../../upload-queue/index.ts';
import { backgroundUploadsTexts } from '../texts.ts';

/** @returns how many uploads run, wait or have failed */
export function backgroundText({ running, paused, failed }: UploadCounts): string {
  if (running === 0) return backgroundUploadsTexts.failedItems(failed);
  const work =
    paused < running ? backgroundUploadsTexts.uploading(running) : backgroundUploadsTexts.waiting(running);
  return failed === 0 ? work : backgroundUploadsTexts.workAndFailed(work, failed);
}
