import { BlobDamaged, type BlobStore, type StoredBytes } from '../platform/blobs/index.ts';
import type { Database } from '../platform/database/index.ts';
import { inParallel } from '../platform/in-parallel.ts';
import { sha256sOf } from './move-bytes.queries.ts';

export interface MoveDeps {
  database: Database;
  from: BlobStore;
  to: BlobStore;
}

export interface MoveOptions {
  /** ends the move between two blobs; a later run continues */
  signal: AbortSignal;
  /** @param done the part that is done, 0 to 1 */
  onProgress: (done: number) => void;
}

export interface Moved {
  blobs: number;
  bytes: number;
  /** keys of damaged bytes, which stay where they are */
  kept: string[];
  /** false when the signal ended the move */
  isComplete: boolean;
}

/** Keys that are looked up in one query. */
const BATCH = 200;
/** Blobs that move concurrently. */
const AT_ONCE = 4;

/**
 * Moves all stored bytes from one store to the other, under the same keys, so that no row changes. Bytes are deleted
 * from the first store only after they were read again from the second one with the same SHA-256, which for a content
 * is that of its row. So an interruption at any moment loses nothing, and a later run continues with what is left
 * (NODES-01).
 * @throws StorageFailed, StorageFull, the database's error
 */
export async function moveBytes(deps: MoveDeps, { signal, onProgress }: MoveOptions): Promise<Moved> {
  const moved: Moved = { blobs: 0, bytes: 0, kept: [], isComplete: true };
  for await (const batch of batches(deps.from.list())) {
    const sha256s = await sha256sOf(
      deps.database.kysely,
      batch.map(({ key }) => key),
    );
    await inParallel(batch, AT_ONCE, async (stored) => {
      if (signal.aborted) return;
      const state = await move(deps, stored, sha256s.get(stored.key));
      if (state === 'damaged') moved.kept.push(stored.key);
      if (state !== 'moved') return;
      moved.blobs += 1;
      moved.bytes += stored.sizeBytes;
    });
    if (signal.aborted) return { ...moved, isComplete: false };
    // Keys begin with a random byte, and are listed in their order.
    onProgress((Number.parseInt(batch.at(-1)?.key.slice(0, 2) ?? 'ff', 16) + 1) / 256);
  }
  return moved;
}

type MoveState = 'moved' | 'deleted' | 'damaged';

/**
 * @returns 'deleted' when the bytes were deleted before the move, 'damaged' when they differ from the SHA-256 of their
 * row
 */
async function move(
  { from, to }: MoveDeps,
  { key, sizeBytes }: StoredBytes,
  sha256: Buffer | undefined,
): Promise<MoveState> {
  const options = { maxBytes: sizeBytes, expectedBytes: sizeBytes };
  try {
    const written = await to.writeAs(key, await from.readStored(key), options);
    const isRight = sha256 === undefined || written.sha256.equals(sha256);
    const isStored = isRight && (await to.measure(key)).sha256.equals(written.sha256);
    if (!isStored) {
      await to.delete(key);
      return 'damaged';
    }
  } catch (error) {
    if (!(error instanceof BlobDamaged)) throw error;
    return error.damage === 'missing' ? 'deleted' : 'damaged';
  }
  await from.delete(key);
  return 'moved';
}

async function* batches(list: AsyncIterable<StoredBytes>): AsyncGenerator<StoredBytes[]> {
  let batch: StoredBytes[] = [];
  for await (const stored of list) {
    if (batch.push(stored) < BATCH) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}
