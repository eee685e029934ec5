import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { crc32 } from 'node:zlib';
import { BlobDamaged, type BlobStore } from '../platform/blobs/index.ts';
import type { Database, Log } from '../platform/database/index.ts';
import { markDamaged, unmarkDamaged } from './damage.queries.ts';
import { hasBytes, type ScrubbedBlob } from './scrub.queries.ts';

export interface VerifyDeps {
  database: Database;
  blobStore: BlobStore;
  log: Log;
}

export interface ReadLimits {
  /** the highest rate at which stored bytes are read */
  bytesPerSecond: number;
  /** ends the reading */
  signal: AbortSignal;
}

/** What a scrub finds: `gone` are bytes that were deleted or replaced since the scrub read their row. */
export type BlobState = 'intact' | 'damaged' | 'gone';

/**
 * Reads the bytes of a content and compares size, block checksums, CRC-32 and SHA-256 with its row (SAFE-02). Marks
 * damaged bytes, and removes the mark of bytes that are right, for instance because an operator restored their file.
 * @throws the reason of the signal, StorageFailed when the store cannot be read
 */
export async function verifyBlob(
  deps: VerifyDeps,
  blob: ScrubbedBlob,
  limits: ReadLimits,
): Promise<BlobState> {
  const { database, log } = deps;
  const { key } = blob;
  const sizeBytes = await deps.blobStore.sizeOf(key);
  if (sizeBytes !== blob.sizeBytes && !(await hasBytes(database.kysely, blob))) return 'gone';
  if (await isIntact(deps, blob, { ...limits, sizeBytes })) {
    if (!blob.isDamaged) return 'intact';
    await unmarkDamaged(database.kysely, key);
    log.info({ blobKey: key }, 'Marked blob matches its checksums again; its mark is removed');
    return 'intact';
  }
  if (!(await hasBytes(database.kysely, blob))) return 'gone';
  await markDamaged(database.kysely, key);
  return 'damaged';
}

async function isIntact(
  { blobStore, log }: VerifyDeps,
  blob: ScrubbedBlob,
  { sizeBytes, ...limits }: ReadLimits & { sizeBytes: number | null },
): Promise<boolean> {
  try {
    const read = await checksumsOf(blobStore, blob, limits);
    if (sizeBytes === blob.sizeBytes && read.sha256.equals(blob.sha256) && read.crc32 === blob.crc32)
      return true;
    const damage = { blobKey: blob.key, damage: 'wrong checksum' };
    log.error(damage, 'Stored blob is damaged; it is marked, and reads of it fail');
    return false;
  } catch (error) {
    // The blob store has logged the damage.
    if (error instanceof BlobDamaged) return false;
    throw error;
  }
}

async function checksumsOf(
  blobStore: BlobStore,
  blob: ScrubbedBlob,
  { bytesPerSecond, signal }: ReadLimits,
): Promise<{ sha256: Buffer; crc32: number }> {
  const hash = createHash('sha256');
  const startedAt = performance.now();
  let bytes = 0;
  let crc = 0;
  for await (const chunk of blobStore.read(blob) as AsyncIterable<Buffer>) {
    hash.update(chunk);
    crc = crc32(chunk, crc);
    bytes += chunk.length;
    const pauseMs = (bytes / bytesPerSecond) * 1000 - (performance.now() - startedAt);
    if (pauseMs > 1) await sleep(pauseMs, null, { signal });
    signal.throwIfAborted();
  }
  return { sha256: hash.digest(), crc32: crc };
}
