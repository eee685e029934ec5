import { hasActive, isRestartable, type UploadCounts, type UploadItem } from '../../upload-queue/index.ts';
import { outcomeTexts } from './texts.ts';

/** Returns the number of uploaded files that are stored; every file of a folder counts. */
export const receivedFiles = (items: readonly UploadItem[]): number =>
  filesOf(items).filter(({ state }) => state.status === 'Completed').length - repeatedFiles(items);

/**
 * Returns the number of uploaded files that are not stored again, because they were given before with the same name and
 * bytes (USE-07).
 */
const repeatedFiles = (items: readonly UploadItem[]): number =>
  filesOf(items).filter(({ path, state }) => state.status === 'Completed' && state.sameAs === path).length;

const filesOf = (items: readonly UploadItem[]) =>
  items.flatMap(({ kind, name, parts }) =>
    parts.map(({ path, state }) => ({ path: kind === 'folder' ? `${name}/${path}` : path, state })),
  );

export type Outcome =
  | { step: 'none' }
  | { step: 'busy' }
  /** no upload is active any more */
  | { step: 'ended'; received: number; failed: number; repeated: number; canRetry: boolean };
type Ended = Extract<Outcome, { step: 'ended' }>;

/**
 * Returns the result of all uploads of the list together.
 * @param misnamed files that were not added because of their names
 */
export function outcomeOf(items: readonly UploadItem[], counts: UploadCounts, misnamed = 0): Outcome {
  if (items.length === 0) return { step: 'none' };
  if (hasActive(counts)) return { step: 'busy' };
  const files = items.reduce(
    (sum, { status, parts }) => sum + (status === 'Cancelled' ? 0 : parts.length),
    0,
  );
  if (files === 0) return { step: 'none' };
  const received = receivedFiles(items);
  const repeated = repeatedFiles(items);
  const failed = files - received - repeated + misnamed;
  return { step: 'ended', received, failed, repeated, canRetry: items.some(isLeft) };
}

const isFailed = ({ status }: UploadItem) => status.endsWith('Failed');
const isLeft = (item: UploadItem) => isFailed(item) && isRestartable(item);

/** Sorts failed items first, because they would be hard to find among many others. */
export const failedFirst = (items: readonly UploadItem[]): UploadItem[] => [
  ...items.filter(isFailed),
  ...items.filter((item) => !isFailed(item)),
];

/** Returns the text of the result: 'Thank you, 12 files received'. */
export function outcomeText({ received, failed, repeated }: Omit<Ended, 'step' | 'canRetry'>): string {
  if (failed === 0 && received === 0) return outcomeTexts.repeated(repeated);
  if (failed === 0) return outcomeTexts.received(received);
  if (received === 0) return outcomeTexts.failed(failed);
  return outcomeTexts.receivedAndFailed(received, failed);
}
