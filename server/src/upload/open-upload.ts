import { Errors } from '../http/index.ts';
import type { OpenUpload } from './resume.queries.ts';

/**
 * Bytes can be sent to an upload until it is stored; to a file of a folder never, those come with its ZIP.
 * @throws 403 for one that is unknown or has expired, 409 after the transfer
 */
export function mustBeOpen(upload: OpenUpload | null): asserts upload is OpenUpload {
  if (upload === null) throw Errors.uploadAddressInvalid();
  if (upload.state === 'stored' || upload.archiveKey !== null) throw Errors.uploadAlreadyStored();
}

/** How many bytes an upload has: the next one is the one at this place (C53). */
export function offsetOf({ partsId, partsBytes, storageKey, sizeBytes }: OpenUpload): number {
  const has = partsId === null ? storageKey !== null && sizeBytes : partsBytes;
  return has === false || has === null ? 0 : has;
}

/** How many bytes an upload will have when it is whole; null when nobody has said so. */
export function lengthOf({ partsId, lengthBytes, storageKey, sizeBytes }: OpenUpload): number | null {
  if (partsId !== null) return lengthBytes;
  return storageKey === null ? null : sizeBytes;
}
