import type { Outage } from '../../availability/index.ts';
import type { TransferRate } from '../../kit/transfer-rate.ts';
import type { PartState, UploadStatus } from './state.ts';
import { isInfected, resumeOf, statusOfParts } from './state.ts';

/** The folder of the vault into which an item goes. */
export interface UploadTarget {
  recordId: string;
  folderSfid: string;
  /** D-06 path, '' for the root */
  path: string;
}

/** One file that goes into the vault: a file of the list, or a file inside a folder of the list (DATA-07). */
export interface Part {
  /** a file's name; inside a folder its path below that folder, with '/' */
  path: string;
  file: File;
  state: PartState;
}

/** What a running item does at this moment, for its row. */
export type Activity =
  | { step: 'prepare' }
  /** a folder is read and put into one ZIP */
  | { step: 'pack'; doneBytes: number; totalBytes: number }
  | ({ step: 'send'; sentBytes: number; totalBytes: number } & TransferRate)
  | { step: 'scan' }
  | { step: 'transfer'; doneParts: number; totalParts: number }
  /** the vault is away: the step is repeated when it is back (SAFE-06) */
  | { step: 'wait'; outage: Outage };

/** A row of the upload list (DATA-05). Never changed in place: a change makes a new object. */
export interface UploadItem {
  /** names the row for as long as the list lives; the uid of the calls is another thing and may change */
  id: string;
  kind: 'file' | 'folder';
  name: string;
  sizeBytes: number;
  target: UploadTarget;
  /** the same for items that were chosen together */
  batch: string;
  parts: readonly Part[];
  activity: Activity | null;
  /** derived from the parts by {@link withParts} */
  status: UploadStatus;
  infected: boolean;
}

/** What is needed to put an item into the list. */
export type NewItem = Pick<UploadItem, 'kind' | 'name' | 'target'> & {
  files: readonly { path: string; file: File }[];
};

/** A new row, waiting for its first stage. */
export function createItem(
  id: string,
  { kind, name, target, files }: NewItem,
  batch: string = id,
): UploadItem {
  const parts = files.map(({ path, file }): Part => ({
    path,
    file,
    state: { status: 'Waiting', resume: { stage: 'upload_getUrl', uid: null } },
  }));
  const sizeBytes = files.reduce((sum, { file }) => sum + file.size, 0);
  const activity = null;
  return { id, kind, name, sizeBytes, target, batch, parts, activity, status: 'Waiting', infected: false };
}

/** The item with other parts, its status following them. */
export function withParts(item: UploadItem, parts: readonly Part[]): UploadItem {
  return {
    ...item,
    parts,
    status: statusOfParts(parts.map((part) => part.state)),
    infected: parts.some((part) => isInfected(part.state)),
  };
}

/** The item with each part's state replaced by what `next` gives, or kept where it gives null. */
export function withStates(
  item: UploadItem,
  next: (state: PartState, part: Part) => PartState | null,
): UploadItem {
  return withParts(
    item,
    item.parts.map((part) => {
      const state = next(part.state, part);
      return state === null ? part : { ...part, state };
    }),
  );
}

/** UPLOAD-19 … UPLOAD-21: whether anything of the item can be restarted; never while it still runs. */
export function isRestartable(item: UploadItem): boolean {
  return canStart(item) && item.parts.some((part) => resumeOf(part.state) !== null);
}

const canStart = (item: UploadItem) =>
  item.status !== 'Waiting' && item.status !== 'Uploading' && item.status !== 'Scanning';

/** Whether an item in progress waits until the vault is back. */
export const isPaused = ({ activity }: Pick<UploadItem, 'activity'>): boolean => activity?.step === 'wait';

/** UPLOAD-18: only an item that waits can be cancelled singly. */
export const isCancellable = (item: UploadItem): boolean => item.status === 'Waiting';

/**
 * UPLOAD-21: the item with every part that may be restarted waiting again, or the one at `partIndex` alone.
 */
export function restarted(item: UploadItem, partIndex?: number): UploadItem {
  return withParts(
    item,
    item.parts.map((part, index) => {
      if (partIndex !== undefined && index !== partIndex) return part;
      const resume = resumeOf(part.state);
      return resume === null ? part : { ...part, state: { status: 'Waiting', resume } };
    }),
  );
}

/** UPLOAD-18, UPLOAD-41: the item with its waiting parts cancelled. */
export function cancelled(item: UploadItem): UploadItem {
  return withStates(item, (state) => (state.status === 'Waiting' ? { status: 'Cancelled' } : null));
}
