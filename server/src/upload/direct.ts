import type { DirectParts } from '@vault/contract';
import { orRelease, releaseBytes } from '../blobs/index.ts';
import { Errors } from '../http/index.ts';
import {
  BlobDamaged,
  BlobLengthWrong,
  type DirectUpload,
  type DirectUploads,
  type StoredBlob,
} from '../platform/blobs/index.ts';
import type { UploadDeps, UploadKey } from './deps.ts';
import { endDirectUpload, storeDirectUpload } from './direct.queries.ts';
import { storeScanned } from './early-scans.ts';
import { expiryAfter } from './expiry.ts';
import type { IntakeDeps } from './intake.ts';
import { mustBeOpen, offsetOf } from './open-upload.ts';
import { receiveUploads } from './queries.ts';
import { mustAllow } from './reservation.ts';
import { findOpenUpload, lockUpload, type OpenUpload } from './resume.queries.ts';

/*
 * Direct uploads (C138, C139, NODES-01): the bytes of a large file go from the browser to S3, without the server. The
 * server begins and completes them, and reads the bytes once for their checksums before they can be scanned. Other
 * bytes of the same upload end its direct upload.
 */

/** Attempts to begin before the call fails because other calls begin one at the same time. */
const MAX_ATTEMPTS = 3;

/** An upload, and the length that its caller announces. */
export interface DirectCall extends UploadKey {
  /** length of the complete upload in bytes */
  sizeBytes: number;
}

/**
 * C138: begins a direct upload, or continues the one of the same length.
 * @returns the next parts to send, and the bytes that the store has
 * @throws 404 when clients cannot send bytes to the store, 403 for an unknown upload, 409 after the transfer, 413 over
 * the limit, 400 for an empty file, 507 over a quota
 */
export async function beginDirect(
  deps: UploadDeps,
  { sizeBytes, ...uploadKey }: DirectCall,
): Promise<DirectParts> {
  const store = storeOf(deps);
  if (sizeBytes > store.maxBytes) throw Errors.notFound();
  if (sizeBytes === 0) throw Errors.invalidRequest();
  if (sizeBytes > deps.settings.maxUploadBytes) throw Errors.uploadTooLarge(deps.settings.maxUploadBytes);
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
    const upload = await findOpenUpload(deps.database.kysely, uploadKey, deps.clock.now());
    mustBeOpen(upload);
    const { direct } = upload;
    const progress = direct?.sizeBytes === sizeBytes ? await store.progress(direct) : null;
    if (progress !== null) return { receivedBytes: progress.receivedBytes, parts: progress.missing };
    await replaceDirect(deps, store, { ...uploadKey, sizeBytes, earlier: direct });
  }
  throw Errors.uploadIncomplete();
}

/** Begins a new direct upload, unless another call has begun one. */
async function replaceDirect(
  deps: UploadDeps,
  store: DirectUploads,
  { ownerId, key, sizeBytes, earlier }: DirectCall & { earlier: DirectUpload | null },
): Promise<void> {
  const uploadKey = { ownerId, key };
  const begun = await store.begin(sizeBytes);
  // A failure changes nothing for the caller: the sweep ends old uploads.
  const end = (direct: DirectUpload) => store.abort(direct).catch(() => {});
  try {
    const isStored = await deps.database.transaction(async (tx) => {
      const allowed = await mustAllow(tx, deps, uploadKey, { bytes: sizeBytes, files: 0 });
      if (allowed === null) throw Errors.uploadAddressInvalid();
      await lockUpload(tx, uploadKey);
      const now = deps.clock.now();
      const upload = await findOpenUpload(tx, uploadKey, now);
      mustBeOpen(upload);
      if (upload.direct?.key !== earlier?.key) return false;
      await storeDirectUpload(tx, uploadKey, { direct: begun, expiresAt: expiryAfter(now, ownerId) });
      return true;
    });
    if (!isStored) await end(begun);
    else if (earlier !== null) await end(earlier);
  } catch (error) {
    await end(begun);
    throw error;
  }
}

/**
 * C139: completes a direct upload; its bytes are then those of the upload, as after C18. Can be repeated.
 * @param sizeBytes length of the complete upload in bytes
 * @throws 404 as `beginDirect`, 403 for an unknown upload, 409 after the transfer, 400 while parts are missing or when
 * the direct upload has ended
 */
export async function completeDirect(
  deps: IntakeDeps,
  { sizeBytes, ...uploadKey }: DirectCall,
): Promise<void> {
  const store = storeOf(deps);
  const upload = await findOpenUpload(deps.database.kysely, uploadKey, deps.clock.now());
  mustBeOpen(upload);
  const { direct } = upload;
  if (direct === null) return mustHaveBytes(upload, sizeBytes);
  if (direct.sizeBytes !== sizeBytes) throw Errors.uploadIncomplete();
  const { completions } = deps.intake;
  const completion = completions.get(direct.key) ?? complete(deps, store, { ...uploadKey, direct });
  completions.set(direct.key, completion);
  await completion.finally(() => completions.delete(direct.key));
}

async function complete(
  deps: IntakeDeps,
  store: DirectUploads,
  { direct, ...uploadKey }: UploadKey & { direct: DirectUpload },
): Promise<void> {
  const blob = await storedBytesOf(deps, store, direct);
  const keys = blob.key === direct.key ? [blob.key] : [blob.key, direct.key];
  const isKept = await orRelease(deps, keys, () => receiveDirect(deps, uploadKey, { direct, blob }));
  await releaseBytes(deps, isKept ? keys.slice(1) : keys);
  if (isKept) return;
  const upload = await findOpenUpload(deps.database.kysely, uploadKey, deps.clock.now());
  mustBeOpen(upload);
  mustHaveBytes(upload, direct.sizeBytes);
}

/** @throws 400 unless the upload has exactly the announced bytes: the answer to an earlier call was lost */
function mustHaveBytes(upload: OpenUpload, sizeBytes: number): void {
  if (upload.storageKey === null || offsetOf(upload) !== sizeBytes) throw Errors.uploadIncomplete();
}

async function storedBytesOf(
  { intake }: IntakeDeps,
  store: DirectUploads,
  direct: DirectUpload,
): Promise<StoredBlob> {
  const earlyScan = intake.earlyScans.begin(direct.sizeBytes);
  try {
    return await storeScanned(earlyScan, () => store.complete(direct, (piece) => earlyScan?.add(piece)));
  } catch (error) {
    if (error instanceof BlobLengthWrong || error instanceof BlobDamaged) throw Errors.uploadIncomplete();
    throw error;
  }
}

/**
 * Makes the bytes of a completed direct upload those of its upload.
 * @returns false when other bytes have arrived, or another call has completed it
 */
function receiveDirect(
  { database, clock }: UploadDeps,
  uploadKey: UploadKey,
  { direct, blob }: { direct: DirectUpload; blob: StoredBlob },
): Promise<boolean> {
  return database.transaction(async (tx) => {
    await lockUpload(tx, uploadKey);
    const now = clock.now();
    const upload = await findOpenUpload(tx, uploadKey, now);
    mustBeOpen(upload);
    if (upload.direct?.key !== direct.key) return false;
    await endDirectUpload(tx, uploadKey);
    const times = { now, expiresAt: expiryAfter(now, uploadKey.ownerId) };
    await receiveUploads(tx, [{ ...uploadKey, blob, reservedBytes: 0 }], times);
    return true;
  });
}

/** @throws 404 when clients cannot send bytes to the store */
function storeOf({ blobs }: UploadDeps): DirectUploads {
  if (blobs.directUploads === null) throw Errors.notFound();
  return blobs.directUploads;
}
