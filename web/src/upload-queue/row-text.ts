import { formatBytes, Messages } from '@vault/contract';
import { waitingText } from '../availability/index.ts';
import { transferTexts } from '../kit/transfer-texts.ts';
import { timeLeft } from '../kit/transfer-rate.ts';
import type { Activity, Part, UploadItem } from './queue/item.ts';
import { isFailure, isInfected, type PartState } from './queue/state.ts';
import { uploadRowTexts } from './texts.ts';

const SEPARATOR = ' · ';

function sizeText(item: UploadItem): string {
  const size = formatBytes(item.sizeBytes);
  return item.kind === 'folder' ? `${uploadRowTexts.fileCount(item.parts.length)}${SEPARATOR}${size}` : size;
}

/** Returns the text of an ended item: that it was submitted before (USE-07), or its size. */
function endText(item: UploadItem): string {
  const [only] = item.kind === 'file' ? item.parts : [];
  return (only && repeatText(only.state)) ?? sizeText(item);
}

function activityText(activity: Activity, item: UploadItem): string | null {
  switch (activity.step) {
    case 'prepare':
    case 'scan':
      return null;
    case 'pack':
      return uploadRowTexts.reading(formatBytes(activity.doneBytes), formatBytes(activity.totalBytes));
    case 'send': {
      const { sentBytes, totalBytes, bytesPerSecond, secondsLeft } = activity;
      const parts = [uploadRowTexts.sent(formatBytes(sentBytes), formatBytes(totalBytes))];
      if (bytesPerSecond !== null) parts.push(transferTexts.rate(formatBytes(bytesPerSecond)));
      if (secondsLeft !== null) parts.push(timeLeft(secondsLeft));
      return parts.join(SEPARATOR);
    }
    case 'transfer':
      return activity.totalParts > 1 ? uploadRowTexts.stored(activity.doneParts, activity.totalParts) : null;
    case 'wait':
      return `${waitingText(activity.outage)}${SEPARATOR}${sizeText(item)}`;
  }
}

/** Returns why a file failed, as a sentence; null when it did not fail. */
function reasonOf(state: PartState): string | null {
  if (isInfected(state)) return Messages.fileInfected;
  return 'reason' in state ? state.reason : null;
}

function failureText(item: UploadItem): string {
  const failed = item.parts.filter((part) => isFailure(part.state.status));
  const reasons = new Set(failed.map((part) => reasonOf(part.state)));
  const reason = reasons.size === 1 ? [...reasons][0] : null;
  if (item.kind === 'file') return reason ?? '';
  const counted = uploadRowTexts.failed(failed.length, item.parts.length);
  return reason ? `${counted}${SEPARATOR}${reason}` : counted;
}

/**
 * Returns the second line of an item's row: size, progress with speed and time left, or the reason of a failure.
 * @param elsewhere the displayed path of the target folder, when it is not the folder of the modal
 */
export function itemText(item: UploadItem, elsewhere: string | null): string {
  const text = isFailure(item.status)
    ? failureText(item)
    : ((item.activity && activityText(item.activity, item)) ?? endText(item));
  return elsewhere === null ? text : `${text}${SEPARATOR}${uploadRowTexts.toElsewhere(elsewhere)}`;
}

/** Returns the second line of a file's row inside a folder. */
export const partText = (part: Part): string =>
  reasonOf(part.state) ?? repeatText(part.state) ?? formatBytes(part.file.size);

/** USE-07: the text for bytes that were submitted before; null when they are new. */
const repeatText = (state: PartState): string | null =>
  state.status === 'Completed' && state.sameAs !== undefined ? uploadRowTexts.sameAs(state.sameAs) : null;

/**
 * The share of reading in the progress of a folder. It is small, because reading files is much faster than sending
 * them.
 */
const PACK_SHARE = 0.1;

/**
 * Returns the progress of an item while its bytes are sent, 0 … 1.
 * @returns null when there is no progress to measure: before sending, and while the item is scanned and stored
 */
export function progressOf({ kind, activity }: UploadItem): number | null {
  if (activity?.step === 'pack') {
    return activity.totalBytes === 0 ? 0 : (PACK_SHARE * activity.doneBytes) / activity.totalBytes;
  }
  if (activity?.step !== 'send') return null;
  const sent = activity.totalBytes === 0 ? 1 : activity.sentBytes / activity.totalBytes;
  return kind === 'folder' ? PACK_SHARE + (1 - PACK_SHARE) * sent : sent;
}
