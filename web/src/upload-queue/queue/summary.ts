import { Messages, uploadedSummary, uploadFailedSummary } from '@vault/contract';
import { isPaused, type UploadItem } from './item.ts';
import type { PartState } from './state.ts';
import { isActive, isFailure, isInfected } from './state.ts';

/** The numbers of items in the list by state; a folder counts as one item. */
export interface UploadCounts {
  total: number;
  waiting: number;
  /** items that are Uploading or Scanning */
  running: number;
  /** running items that wait until the vault is back */
  paused: number;
  completed: number;
  failed: number;
  cancelled: number;
  /** bytes of all items that are not cancelled; `sentBytes` is how many of them were sent */
  totalBytes: number;
  sentBytes: number;
}

function sentBytesOf(item: UploadItem): number {
  if (item.activity?.step !== 'send') return isActive(item.status) ? 0 : item.sizeBytes;
  const { sentBytes, totalBytes } = item.activity;
  return totalBytes === 0 ? 0 : item.sizeBytes * (sentBytes / totalBytes);
}

/** Counts the items of a list. */
export function countItems(items: readonly UploadItem[]): UploadCounts {
  const counts: UploadCounts = {
    total: items.length,
    waiting: 0,
    running: 0,
    paused: 0,
    completed: 0,
    failed: 0,
    cancelled: 0,
    totalBytes: 0,
    sentBytes: 0,
  };
  for (const item of items) {
    if (item.status === 'Waiting') counts.waiting += 1;
    else if (isActive(item.status)) counts.running += 1;
    else if (item.status === 'Completed') counts.completed += 1;
    else if (isFailure(item.status)) counts.failed += 1;
    else counts.cancelled += 1;
    if (isPaused(item)) counts.paused += 1;
    if (item.status === 'Cancelled') continue;
    counts.totalBytes += item.sizeBytes;
    counts.sentBytes += item.status === 'Scanning' ? item.sizeBytes : sentBytesOf(item);
  }
  return counts;
}

/** Returns whether any item of the list has not ended. */
export const hasActive = (counts: UploadCounts): boolean => counts.waiting + counts.running > 0;

/** The two texts about the result of a finished batch (UPLOAD-08); a text without items is null. */
export interface BatchResult {
  uploaded: string | null;
  failed: string | null;
}

/**
 * UPLOAD-08, MSG-50, MSG-51: returns the result of a batch. It counts items of the list; cancelled items are in neither
 * text.
 */
export function batchResult(items: readonly UploadItem[]): BatchResult {
  const count = (kind: UploadItem['kind'], wanted: (item: UploadItem) => boolean) =>
    items.filter((item) => item.kind === kind && wanted(item)).length;
  const text = (wanted: (item: UploadItem) => boolean, say: (folders: number, files: number) => string) => {
    const folders = count('folder', wanted);
    const files = count('file', wanted);
    return folders + files === 0 ? null : say(folders, files);
  };
  return {
    uploaded: text((item) => item.status === 'Completed', uploadedSummary),
    failed: text((item) => isFailure(item.status), uploadFailedSummary),
  };
}

/** UPLOAD-47 … UPLOAD-49: returns the tooltip of a failed row; null for all others. */
export function failureTooltip(state: PartState): string | null {
  if (isInfected(state)) return Messages.fileInfected;
  if (state.status === 'Scan Failed') return Messages.scanFailed;
  return isFailure(state.status) ? Messages.uploadFailed : null;
}

/**
 * Returns the tooltip of an item's row. It is that of a file with a virus, or else of the file that determines the
 * status.
 */
export function itemTooltip({ status, parts }: UploadItem): string | null {
  const states = parts.map((part) => part.state);
  const shown = states.find(isInfected) ?? states.find((state) => state.status === status);
  return isFailure(status) && shown ? failureTooltip(shown) : null;
}
