import { orRelease, releaseBytes } from '../blobs/index.ts';
import { Errors } from '../http/index.ts';
import { BlobDamaged, type Blobs, type StoredBlob } from '../platform/blobs/index.ts';
import type { UploadKey } from './deps.ts';
import { type EarlyScan, storeScanned } from './early-scans.ts';
import { expiryAfter } from './expiry.ts';
import type { IntakeDeps } from './intake.ts';
import type { Upload } from './queries.ts';
import { recordRefusals } from './record-refusals.ts';
import { deleteChunks, findOpenUpload, type UploadChunk, chunksOf, replaceChunks } from './resume.queries.ts';

/** Attempts before the call fails because new bytes arrive each time. */
const MAX_ATTEMPTS = 3;

/**
 * Returns an upload with its bytes in one blob; joins its chunks first (C53). Only the scan calls this, so the client
 * that sends the last chunk does not wait for the join. An interrupted client repeats the scan.
 * @returns null when the upload is unknown or expired
 * @throws 400 while bytes are missing, 404 when stored chunks are damaged: the client must send them again
 */
export const findWhole = (deps: IntakeDeps, uploadKey: UploadKey): Promise<Upload | null> =>
  recordRefusals(deps, uploadKey, () => wholeOf(deps, uploadKey));

async function wholeOf(deps: IntakeDeps, uploadKey: UploadKey): Promise<Upload | null> {
  const find = () => deps.intake.find(uploadKey);
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
    const upload = await find();
    if (upload?.state !== 'prepared') return upload;
    // There are no chunks: no bytes have arrived, or another scan has joined the chunks.
    if (!(await joinChunks(deps, uploadKey))) return find();
  }
  throw Errors.uploadIncomplete();
}

/** @returns false when there are no chunks */
async function joinChunks(deps: IntakeDeps, uploadKey: UploadKey): Promise<boolean> {
  const { database, clock } = deps;
  const upload = await findOpenUpload(database.kysely, uploadKey, clock.now());
  if (upload === null || upload.chunkSetId === null || upload.chunkSetBytes === null) return false;
  const { chunkSetId, chunkSetBytes } = upload;
  if (upload.lengthBytes !== null && chunkSetBytes < upload.lengthBytes) throw Errors.uploadIncomplete();
  const chunks = await chunksOf(database.kysely, chunkSetId);
  // More bytes have arrived or the chunks were released: read the upload again.
  if (chunks.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0) !== chunkSetBytes) return true;
  const blob = await joined(deps, uploadKey, { chunkSetId, chunks, sizeBytes: chunkSetBytes });
  if (blob === null) return true;
  const added = chunks.some(({ key }) => key === blob.key) ? [] : [blob.key];
  const isKept = await orRelease(deps, added, () => {
    const expiresAt = expiryAfter(clock.now(), uploadKey.ownerId);
    return replaceChunks(database.kysely, { ...uploadKey, chunkSetId, chunkSetBytes, blob, expiresAt });
  });
  if (!isKept) await releaseBytes(deps, added);
  return true;
}

/**
 * @returns a single chunk unchanged; null when the upload no longer has these chunks
 * @throws 404 when a chunk is damaged, the error of the store
 */
async function joined(
  { database, blobs, clock, intake, settings }: IntakeDeps,
  uploadKey: UploadKey,
  {
    chunkSetId,
    chunks,
    sizeBytes,
  }: { chunkSetId: string; chunks: readonly UploadChunk[]; sizeBytes: number },
): Promise<StoredBlob | null> {
  const [first] = chunks;
  if (first !== undefined && chunks.length === 1) return first;
  try {
    const { minimumFree: leaveFree } = settings;
    const earlyScan = intake.earlyScans.begin(sizeBytes);
    const bytes = bytesOf(blobs, chunks, earlyScan);
    return await storeScanned(earlyScan, () =>
      blobs.write(bytes, { maxBytes: sizeBytes, expectedBytes: sizeBytes, leaveFree, ownsPieces: true }),
    );
  } catch (error) {
    const now = await findOpenUpload(database.kysely, uploadKey, clock.now());
    if (now?.chunkSetId !== chunkSetId) return null;
    if (!(error instanceof BlobDamaged)) throw error;
    await deleteChunks(database.kysely, uploadKey, chunkSetId);
    throw Errors.uploadDamaged();
  }
}

async function* bytesOf(
  blobs: Blobs,
  chunks: readonly UploadChunk[],
  earlyScan: EarlyScan | null,
): AsyncGenerator<Uint8Array> {
  for (const chunk of chunks) {
    for await (const piece of blobs.read(chunk) as AsyncIterable<Uint8Array>) {
      earlyScan?.add(piece);
      yield piece;
    }
  }
}
