import type { Readable } from 'node:stream';
import { Errors } from '../http/index.ts';
import { BlobLengthWrong, BlobTooLarge, type StoredBlob } from '../platform/blobs/index.ts';
import type { UploadParts } from './parts.ts';

/**
 * Takes a body straight to the blob store; when this resolves it is durable, and the caller's to name or to remove. On
 * any failure nothing stays. The body is left where it is, for the caller to end.
 * @param contentLength the announced length in bytes; null when there is none
 * @throws 413 for more than an upload may have, 400 when the body is cut
 */
export async function storeBody(
  { blobs, settings }: Pick<UploadParts, 'blobs' | 'settings'>,
  body: Readable,
  contentLength: number | null,
): Promise<StoredBlob> {
  if (contentLength !== null && contentLength > settings.maxUploadBytes) throw Errors.uploadTooLarge();
  try {
    return await blobs.write(body, {
      maxBytes: settings.maxUploadBytes,
      ...(contentLength !== null && { expectedBytes: contentLength }),
    });
  } catch (error) {
    if (error instanceof BlobTooLarge) throw Errors.uploadTooLarge();
    if (error instanceof BlobLengthWrong || body.destroyed) throw Errors.uploadIncomplete();
    throw error;
  }
}
