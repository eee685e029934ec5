import { randomUUID } from 'node:crypto';
import type { Readable } from 'node:stream';
import { MIB } from '@vault/contract';
import { orRelease } from '../blobs/index.ts';
import { Errors, type VaultError } from '../http/index.ts';
import type { StoredBlob } from '../platform/blobs/index.ts';
import { BodyChunks } from './body-chunks.ts';
import { mustBeOpen, offsetOf } from './open-upload.ts';
import type { UploadKey, UploadDeps } from './deps.ts';
import { expiryAfter } from './expiry.ts';
import { blobOfRow } from './queries.ts';
import { Reservation } from './reservation.ts';
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
 * @throws 403 and 409 as `receive`, 409 for a wrong offset, 413 over the limit, 400 for more bytes than announced, 507
 * over a quota: the bytes that arrived before are kept
 */
export async function append(deps: UploadDeps, call: Append): Promise<number> {
  const upload = await findOpenUpload(deps.database.kysely, call, deps.clock.now());
  mustFollow(upload, call.offset);
  const { maxBytes, announced, refusal } = mustFit(deps, upload, call);
  const { minimumFree: leaveFree } = deps.settings;
  const reservation = new Reservation(deps, call);
  const body = new BodyChunks(call.body);
  let { offset } = call;
  try {
    const isOpenEnded = announced === null && call.contentLength === null;
    if (!isOpenEnded) await reservation.hold((announced ?? endOf(call)) - countedBytes(upload));
    // An empty PATCH is valid: it completes an empty file.
    if (!(await body.hasMore()) && !body.wasAborted)
      offset = await storeChunk(deps, call, { blob: null, reservation });
    while (await body.hasMore()) {
      if (offset >= maxBytes) throw refusal();
      const wanted = Math.min(STEP_BYTES, maxBytes - offset);
      const stepBytes = isOpenEnded ? await reservation.holdUpTo(wanted) : wanted;
      const blob = await deps.blobs.write(body.take(stepBytes), {
        maxBytes: stepBytes,
        leaveFree,
        ownsPieces: true,
      });
      offset = await storeChunk(deps, { ...call, offset }, { blob, reservation });
    }
  } finally {
    body.release();
    await reservation.release();
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

const endOf = ({ offset, contentLength }: Append) => offset + (contentLength ?? 0);

/** The bytes with which an upload counts for its quotas, without reserved ones (GUARD-24). */
const countedBytes = (upload: OpenUpload) => Math.max(offsetOf(upload), upload.lengthBytes ?? 0);

/**
 * @returns the maximum size of the complete upload, its announced length, and the error for a larger one
 * @throws 413, 400
 */
function mustFit(
  { settings }: UploadDeps,
  { lengthBytes }: OpenUpload,
  call: Append,
): { maxBytes: number; announced: number | null; refusal: () => VaultError } {
  const { totalBytes } = call;
  const endBytes = endOf(call);
  const maxBytes = settings.maxUploadBytes;
  const tooLarge = () => Errors.uploadTooLarge(maxBytes);
  if (Math.max(endBytes, totalBytes ?? 0) > maxBytes) throw tooLarge();
  const announced = lengthBytes ?? totalBytes;
  if (announced === null) return { maxBytes, announced, refusal: tooLarge };
  if (totalBytes !== null && totalBytes !== announced) throw Errors.invalidRequest();
  if (endBytes > announced) throw Errors.invalidRequest();
  return { maxBytes: announced, announced, refusal: Errors.invalidRequest };
}

/** A chunk to store; null for an empty PATCH, which adds none. */
interface NextChunk {
  blob: StoredBlob | null;
  reservation: Reservation;
}

/** Stores a blob as the next chunk. @returns the size of the upload in bytes after the call */
async function storeChunk(
  deps: UploadDeps,
  { ownerId, key, offset, totalBytes }: Append,
  { blob, reservation }: NextChunk,
): Promise<number> {
  const { database, clock } = deps;
  // The row counts an announced length from now on, else the bytes of the chunk.
  const { heldBytes } = reservation;
  const reservedBytes = totalBytes === null ? Math.min(heldBytes, blob?.sizeBytes ?? 0) : heldBytes;
  const stored = await orRelease(deps, blob === null ? [] : [blob.key], () =>
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
        reservedBytes,
        // An empty blob is not a chunk.
        released: whole === null ? upload.storageKey : null,
        expiresAt: expiryAfter(now, ownerId),
      });
      return chunkSetBytes;
    }),
  );
  reservation.settled(reservedBytes);
  return stored;
}

/** Returns the complete bytes of an upload as its first chunk; null when it has no bytes. */
function wholeOf(upload: OpenUpload): UploadChunk | null {
  const blob = blobOfRow(upload);
  return blob === null || blob.sizeBytes === 0 ? null : { ...blob, position: 0 };
}
