import { randomUUID } from 'node:crypto';
import type { Readable } from 'node:stream';
import { MIB } from '@vault/contract';
import { orRelease } from '../blobs/index.ts';
import { Errors, type VaultError } from '../http/index.ts';
import type { StoredBlob } from '../platform/blobs/index.ts';
import { BodyChunks } from './body-chunks.ts';
import { mustBeOpen, offsetOf } from './open-upload.ts';
import type { UploadKey, UploadDeps } from './deps.ts';
import { expiryAfter } from './prepare.ts';
import { blobOfRow } from './queries.ts';
import {
  addChunks,
  findOpenUpload,
  lockUpload,
  type OpenUpload,
  type UploadChunk,
} from './resume.queries.ts';

/** A long body is made durable after each step of this size, so a server that stops loses at most one step. */
const STEP_BYTES = 64 * MIB;
/**
 * Each chunk needs a row and a blob; the limit stops a client that sends single bytes from creating millions of them.
 */
const MAX_CHUNKS = 10_000;

export interface Append extends UploadKey {
  body: Readable;
  /** position of the first byte of the body */
  offset: number;
  /** length of the body in bytes; null when it is not announced */
  contentLength: number | null;
  /** length of the complete upload in bytes; null when it is not announced */
  totalBytes: number | null;
}

/**
 * C53: appends bytes to an upload. Acknowledged bytes are durable. When two calls run concurrently, one gets 409. An
 * earlier scan verdict is discarded (contract 10.13). When the body is aborted, all bytes that arrived are kept. The
 * caller ends the body.
 * @returns the size of the upload in bytes after the call
 * @throws 403 and 409 as `receive`, 409 for a wrong offset, 413 over the limit, 400 for more bytes than announced
 */
export async function append(deps: UploadDeps, call: Append): Promise<number> {
  const upload = await findOpenUpload(deps.database.kysely, call, deps.clock.now());
  mustFollow(upload, call.offset);
  const { maxBytes, refusal } = mustFit(deps, upload, call);
  const { minimumFree: leaveFree } = deps.settings;
  const body = new BodyChunks(call.body);
  let { offset } = call;
  try {
    // An empty PATCH is valid: it completes an empty file.
    if (!(await body.hasMore()) && !body.wasAborted) offset = await storeChunk(deps, call, null);
    while (await body.hasMore()) {
      if (offset >= maxBytes) throw refusal();
      const stepBytes = Math.min(STEP_BYTES, maxBytes - offset);
      const blob = await deps.blobs.write(body.take(stepBytes), { maxBytes: stepBytes, leaveFree });
      offset = await storeChunk(deps, { ...call, offset }, blob);
    }
  } finally {
    body.release();
  }
  if (body.wasAborted) throw Errors.uploadIncomplete();
  return offset;
}

/** @throws 403, 409 */
function mustFollow(upload: OpenUpload | null, offset: number): asserts upload is OpenUpload {
  mustBeOpen(upload);
  if (offsetOf(upload) !== offset) throw Errors.uploadOffsetWrong();
  if (upload.chunkCount >= MAX_CHUNKS) throw Errors.uploadInTooManyChunks();
}

/** @returns the maximum size of the complete upload and the error for a larger one. @throws 413, 400 */
function mustFit(
  { settings }: UploadDeps,
  { lengthBytes }: OpenUpload,
  { offset, contentLength, totalBytes }: Append,
): { maxBytes: number; refusal: () => VaultError } {
  const endBytes = offset + (contentLength ?? 0);
  const maxBytes = settings.maxUploadBytes;
  const tooLarge = () => Errors.uploadTooLarge(maxBytes);
  if (Math.max(endBytes, totalBytes ?? 0) > maxBytes) throw tooLarge();
  const announced = lengthBytes ?? totalBytes;
  if (announced === null) return { maxBytes, refusal: tooLarge };
  if (totalBytes !== null && totalBytes !== announced) throw Errors.invalidRequest();
  if (endBytes > announced) throw Errors.invalidRequest();
  return { maxBytes: announced, refusal: Errors.invalidRequest };
}

/** Stores a blob as the next chunk; null adds no chunk. @returns the size of the upload in bytes after the call */
async function storeChunk(
  deps: UploadDeps,
  { ownerId, key, offset, totalBytes }: Append,
  blob: StoredBlob | null,
): Promise<number> {
  const { database, clock } = deps;
  return orRelease(deps, blob === null ? [] : [blob.key], () =>
    database.transaction(async (tx) => {
      await lockUpload(tx, { ownerId, key });
      const now = clock.now();
      const upload = await findOpenUpload(tx, { ownerId, key }, now);
      mustFollow(upload, offset);
      const whole = wholeOf(upload);
      const chunkSetBytes = offset + (blob?.sizeBytes ?? 0);
      await addChunks(tx, {
        ownerId,
        key,
        chunkSetId: upload.chunkSetId ?? randomUUID(),
        chunks: [
          ...(whole === null ? [] : [whole]),
          ...(blob === null ? [] : [{ ...blob, position: offset }]),
        ],
        chunkSetBytes,
        lengthBytes: totalBytes,
        // An empty blob is not a chunk.
        released: whole === null ? upload.storageKey : null,
        expiresAt: expiryAfter(now),
      });
      return chunkSetBytes;
    }),
  );
}

/** Returns the complete bytes of an upload as its first chunk; null when it has no bytes. */
function wholeOf(upload: OpenUpload): UploadChunk | null {
  const blob = blobOfRow(upload);
  return blob === null || blob.sizeBytes === 0 ? null : { ...blob, position: 0 };
}
