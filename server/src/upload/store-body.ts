import type { Readable } from 'node:stream';
import { Errors } from '../http/index.ts';
import { BlobLengthWrong, BlobTooLarge, type StoredBlob } from '../platform/blobs/index.ts';
import { DependencyUnavailable } from '../platform/unavailable.ts';
import type { UploadDeps } from './deps.ts';

/**
 * Stores a body; it is durable when the promise resolves. The caller then references the blob in a row or releases it.
 * After a failure nothing remains. The caller ends the body.
 * @param contentLength announced length in bytes; null when not announced
 * @throws 413 for more bytes than an upload may have, 400 when the body is aborted, DependencyUnavailable when the
 * store fails
 */
export async function storeBody(
  { blobs, settings }: Pick<UploadDeps, 'blobs' | 'settings'>,
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
    // A disk failure is not reported as an aborted body, even if the client has disconnected by then (SAFE-24).
    if (error instanceof DependencyUnavailable) throw error;
    if (error instanceof BlobLengthWrong || body.destroyed) throw Errors.uploadIncomplete();
    throw error;
  }
}
