import type { Readable } from 'node:stream';
import { Errors } from '../http/index.ts';
import { BlobLengthWrong, BlobTooLarge, type StoredBlob } from '../platform/blobs/index.ts';
import { PartUnavailable } from '../platform/unavailable.ts';
import type { UploadParts } from './parts.ts';

/**
 * Stores a body; when this resolves it is durable, and the caller's to give a row or to release. On any failure nothing
 * remains. The body is left where it is, for the caller to end.
 * @param contentLength the announced length in bytes; null when there is none
 * @throws 413 for more than an upload may have, 400 when the body is cut, PartUnavailable when the store fails
 */
export async function storeBody(
  { blobs, settings }: Pick<UploadParts, 'blobs' | 'settings'>,
  body: Readable,
  contentLength: number | null,
): Promise<StoredBlob> {
  if (contentLength !== null && contentLength > settings.maxUploadBytes)
    throw Errors.uploadTooLarge(settings.maxUploadBytes);
  try {
    return await blobs.write(body, {
      maxBytes: settings.maxUploadBytes,
      ...(contentLength !== null && { expectedBytes: contentLength }),
    });
  } catch (error) {
    if (error instanceof BlobTooLarge) throw Errors.uploadTooLarge(settings.maxUploadBytes);
    // A failure of the disk is never the sender's, also when the sender has hung up by then (SAFE-24).
    if (error instanceof PartUnavailable) throw error;
    if (error instanceof BlobLengthWrong || body.destroyed) throw Errors.uploadIncomplete();
    throw error;
  }
}
