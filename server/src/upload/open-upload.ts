import { Errors } from '../http/index.ts';
import type { OpenUpload } from './resume.queries.ts';

/**
 * Checks that an upload accepts bytes: it is not stored, and no file of a folder (these bytes are in the ZIP).
 * @throws 403 when it is unknown or expired, 409 after the transfer
 */
export function mustBeOpen(upload: OpenUpload | null): asserts upload is OpenUpload {
  if (upload === null) throw Errors.uploadAddressInvalid();
  if (upload.state === 'stored' || upload.archiveKey !== null) throw Errors.uploadAlreadyStored();
}

/** Size of the received bytes, which is the position of the next byte (C53). */
export function offsetOf({ chunkSetId, chunkSetBytes, storageKey, sizeBytes }: OpenUpload): number {
  const has = chunkSetId === null ? storageKey !== null && sizeBytes : chunkSetBytes;
  return has === false || has === null ? 0 : has;
}

/** Length of the complete upload in bytes; null when it was not announced. */
export function lengthOf({ chunkSetId, lengthBytes, storageKey, sizeBytes }: OpenUpload): number | null {
  if (chunkSetId !== null) return lengthBytes;
  return storageKey === null ? null : sizeBytes;
}
