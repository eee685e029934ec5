import { Errors } from '../http/index.ts';
import type { Blobs, StoredBlob } from '../platform/blobs/index.ts';
import { discard } from './discard.ts';
import type { UploadKey, UploadParts } from './parts.ts';
import { keptUntil } from './prepare.ts';
import { findUpload, type Upload } from './queries.ts';
import { findOpenUpload, type OpenUpload, type Piece, piecesOf, replacePieces } from './resume.queries.ts';

/** How often new bytes may come in the middle before it is given up. */
const MAX_ATTEMPTS = 3;

/**
 * An upload with its bytes in one: those that came in pieces are joined now (C53). Only the scan asks for them, so the
 * sender of the last piece need not wait, and whoever is interrupted here just asks again.
 * @returns null when it is unknown or expired. @throws 400 while bytes are missing
 */
export async function findWhole(parts: UploadParts, uploadKey: UploadKey): Promise<Upload | null> {
  const find = () => findUpload(parts.database.kysely, uploadKey, parts.clock.now());
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
    const upload = await find();
    if (upload?.state !== 'prepared') return upload;
    // Without pieces nothing has come yet, or somebody else has joined them since.
    if (!(await joinPieces(parts, uploadKey))) return find();
  }
  throw Errors.uploadIncomplete();
}

/** @returns false when there are no pieces */
async function joinPieces(parts: UploadParts, uploadKey: UploadKey): Promise<boolean> {
  const { database, blobs, clock } = parts;
  const upload = await findOpenUpload(database.kysely, uploadKey, clock.now());
  if (upload === null || upload.partsId === null || upload.partsBytes === null) return false;
  const { partsId, partsBytes } = upload;
  if (upload.lengthBytes !== null && partsBytes < upload.lengthBytes) throw Errors.uploadIncomplete();
  const pieces = await piecesOf(database.kysely, partsId);
  // More have come since, or they were let go of: to be looked at again.
  if (pieces.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0) !== partsBytes) return true;
  const blob = await joined(parts, uploadKey, { upload, pieces, sizeBytes: partsBytes });
  if (blob === null) return true;
  const expiresAt = keptUntil(clock.now());
  const discarded = await replacePieces(database.kysely, {
    ...uploadKey,
    partsId,
    partsBytes,
    blob,
    expiresAt,
  });
  if (discarded !== null) await discard(parts, discarded);
  else if (pieces.length !== 1) await blobs.remove(blob.key);
  return true;
}

/** @returns null when the upload no longer has these pieces */
async function joined(
  { database, blobs, clock }: UploadParts,
  uploadKey: UploadKey,
  { upload, pieces, sizeBytes }: { upload: OpenUpload; pieces: readonly Piece[]; sizeBytes: number },
): Promise<StoredBlob | null> {
  const [first] = pieces;
  if (first !== undefined && pieces.length === 1) return first;
  try {
    return await blobs.write(bytesOf(blobs, pieces), { maxBytes: sizeBytes, expectedBytes: sizeBytes });
  } catch (error) {
    const now = await findOpenUpload(database.kysely, uploadKey, clock.now());
    if (now?.partsId === upload.partsId) throw error;
    return null;
  }
}

async function* bytesOf(blobs: Blobs, pieces: readonly Piece[]): AsyncGenerator<Uint8Array> {
  for (const { key } of pieces) yield* blobs.read(key) as AsyncIterable<Uint8Array>;
}
