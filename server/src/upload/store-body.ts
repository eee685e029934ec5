import { Readable } from 'node:stream';
import { Errors, VaultError } from '../http/index.ts';
import {
  type BlobBody,
  BlobLengthWrong,
  BlobTooLarge,
  type MinimumFree,
  type StoredBlob,
} from '../platform/blobs/index.ts';
import { DependencyUnavailable } from '../platform/unavailable.ts';
import type { UploadDeps } from './deps.ts';

interface StoreBodyDeps {
  blobs: UploadDeps['blobs'];
  settings: Pick<UploadDeps['settings'], 'maxUploadBytes'>;
}

export interface BodyOptions {
  /** announced length in bytes; null when not announced */
  contentLength: number | null;
  /**
   * GUARD-24: the space that the bytes leave free; absent: none, so that a person can save while the disk is almost
   * full
   */
  leaveFree?: MinimumFree;
}

/**
 * Stores a body; it is durable when the promise resolves. The caller then references the blob in a row or releases it.
 * After a failure nothing remains. The caller ends the body.
 * @throws 413 for more bytes than an upload may have, 400 when the body is aborted, DependencyUnavailable when the
 * store fails or has not enough space
 */
export async function storeBody(
  { blobs, settings }: StoreBodyDeps,
  body: BlobBody,
  { contentLength, leaveFree }: BodyOptions,
): Promise<StoredBlob> {
  if (contentLength !== null && contentLength > settings.maxUploadBytes)
    throw Errors.uploadTooLarge(settings.maxUploadBytes);
  try {
    return await blobs.write(body, {
      maxBytes: settings.maxUploadBytes,
      ...(contentLength !== null && { expectedBytes: contentLength }),
      ...(leaveFree !== undefined && { leaveFree }),
      ownsPieces: true,
    });
  } catch (error) {
    if (error instanceof BlobTooLarge) throw Errors.uploadTooLarge(settings.maxUploadBytes);
    // A disk failure is not reported as an aborted body, even if the client has disconnected by then (SAFE-24).
    if (error instanceof DependencyUnavailable || error instanceof VaultError) throw error;
    if (error instanceof BlobLengthWrong || (body instanceof Readable && body.destroyed))
      throw Errors.uploadIncomplete();
    throw error;
  }
}
