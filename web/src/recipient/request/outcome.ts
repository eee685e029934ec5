import { hasActive, isRestartable, type UploadCounts, type UploadItem } from '../../upload-queue/index.ts';
import { fileCount } from '../parts/moments.ts';

/** How many files are in the folder of the request: of folders every file counts. */
export const receivedFiles = (items: readonly UploadItem[]): number =>
  items.reduce((sum, { parts }) => sum + parts.filter(({ state }) => state.status === 'Completed').length, 0);

export type Outcome =
  | { step: 'none' }
  | { step: 'busy' }
  /** nothing moves any more */
  | { step: 'ended'; received: number; failed: number; canRetry: boolean };

/** How a list of uploads stands as a whole. */
export function outcomeOf(items: readonly UploadItem[], counts: UploadCounts): Outcome {
  if (items.length === 0) return { step: 'none' };
  if (hasActive(counts)) return { step: 'busy' };
  const files = items.reduce(
    (sum, { status, parts }) => sum + (status === 'Cancelled' ? 0 : parts.length),
    0,
  );
  const received = receivedFiles(items);
  return files === 0
    ? { step: 'none' }
    : { step: 'ended', received, failed: files - received, canRetry: items.some(isLeft) };
}

const isFailed = ({ status }: UploadItem) => status.endsWith('Failed');
const isLeft = (item: UploadItem) => isFailed(item) && isRestartable(item);

/** What failed stands first: among hundreds that arrived nobody would find it. */
export const failedFirst = (items: readonly UploadItem[]): UploadItem[] => [
  ...items.filter(isFailed),
  ...items.filter((item) => !isFailed(item)),
];

/** The clear end: 'Thank you, 12 files received'. */
export function outcomeText({ received, failed }: { received: number; failed: number }): string {
  if (failed === 0) return `Thank you, ${fileCount(received)} received`;
  if (received === 0) return `${fileCount(failed)} could not be received`;
  return `${fileCount(received)} received, ${failed} not`;
}
