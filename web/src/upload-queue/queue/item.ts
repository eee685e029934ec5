import type { Outage } from '../../availability/index.ts';
import type { TransferRate } from '../../kit/transfer-rate.ts';
import type { PartState, UploadStatus } from './state.ts';
import { isInfected, resumeOf, statusOfParts } from './state.ts';

/** The folder of the vault that receives an item. */
export interface UploadTarget {
  recordId: string;
  folderSfid: string;
  /** path of the folder (D-06); '' for the root */
  path: string;
}

/** One file to upload: a file of the list, or a file inside a folder of the list (DATA-07). */
export interface Part {
  /** the name of a file; for a file of a folder the path below that folder, with '/' */
  path: string;
  file: File;
  state: PartState;
}

/** The current step of a running item, for its row. */
export type Activity =
  | { step: 'prepare' }
  /** a folder is being read and packed into one ZIP */
  | { step: 'pack'; doneBytes: number; totalBytes: number }
  | ({ step: 'send'; sentBytes: number; totalBytes: number } & TransferRate)
  | { step: 'scan' }
  | { step: 'transfer'; doneParts: number; totalParts: number }
  /** the vault is unavailable; the step is repeated when the vault is back (SAFE-06) */
  | { step: 'wait'; outage: Outage };

/** A row of the upload list (DATA-05). Immutable: a change creates a new object. */
export interface UploadItem {
  /** id of the row in this list; the calls use a uid, which is different and may change */
  id: string;
  kind: 'file' | 'folder';
  name: string;
  sizeBytes: number;
  target: UploadTarget;
  /** the same for all items that were chosen together */
  batch: string;
  parts: readonly Part[];
  activity: Activity | null;
  /** derived from the parts by {@link withParts} */
  status: UploadStatus;
  infected: boolean;
}

/** The input for a new item of the list. */
export type NewItem = Pick<UploadItem, 'kind' | 'name' | 'target'> & {
  files: readonly { path: string; file: File }[];
};

/** Creates a row that waits for its first stage. */
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

/** Returns the item with other parts and the status that follows from them. */
export function withParts(item: UploadItem, parts: readonly Part[]): UploadItem {
  return {
    ...item,
    parts,
    status: statusOfParts(parts.map((part) => part.state)),
    infected: parts.some((part) => isInfected(part.state)),
  };
}

/**
 * Returns the item with the state of each part replaced by the result of `next`; a state for which `next` returns null
 * is kept.
 */
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

/** UPLOAD-19 … UPLOAD-21: returns whether any part of the item can be restarted; false while the item runs. */
export function isRestartable(item: UploadItem): boolean {
  return canStart(item) && item.parts.some((part) => resumeOf(part.state) !== null);
}

const canStart = (item: UploadItem) =>
  item.status !== 'Waiting' && item.status !== 'Uploading' && item.status !== 'Scanning';

/** Returns whether an item in progress waits until the vault is back. */
export const isPaused = ({ activity }: Pick<UploadItem, 'activity'>): boolean => activity?.step === 'wait';

/** UPLOAD-18: returns whether the item can be cancelled individually, which only a waiting item can. */
export const isCancellable = (item: UploadItem): boolean => item.status === 'Waiting';

/** UPLOAD-21: returns the item with every restartable part waiting again, or only the part at `partIndex`. */
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

/** UPLOAD-18, UPLOAD-41: returns the item with its waiting parts cancelled. */
export function cancelled(item: UploadItem): UploadItem {
  return withStates(item, (state) => (state.status === 'Waiting' ? { status: 'Cancelled' } : null));
}
