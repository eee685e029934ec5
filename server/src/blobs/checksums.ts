import { setTimeout as sleep } from 'node:timers/promises';
import { BlobDamaged, type BlobStore } from '../platform/blobs/index.ts';
import type { Database, Log } from '../platform/database/index.ts';
import { blobsWithoutChecksums, storeChecksums, type OldBlob } from './checksums.queries.ts';
import { markDamaged } from './damage.queries.ts';

export interface ChecksumDeps {
  database: Database;
  blobStore: BlobStore;
  log: Log;
}

const BATCH = 100;
/** The rate limit leaves most of the disk and of the processor to requests. */
const BYTES_PER_MS = 32 * 1024;

/**
 * Computes the block checksums of blobs that were stored before block checksums existed, so that ranges of them are
 * verified (SAFE-22). Bytes that do not match their SHA-256 are marked as damaged. A repeated run continues with the
 * remaining blobs.
 * @param bytesPerMs read rate; the default is 32 MiB/s
 * @throws the reason of the signal; the next run continues
 */
export async function makeChecksums(
  deps: ChecksumDeps,
  { signal, bytesPerMs = BYTES_PER_MS }: { signal: AbortSignal; bytesPerMs?: number },
): Promise<void> {
  let after = 0;
  for (;;) {
    const batch = await blobsWithoutChecksums(deps.database.kysely, { after, limit: BATCH });
    for (const blob of batch) {
      signal.throwIfAborted();
      const start = performance.now();
      await makeChecksumsOf(deps, blob);
      await sleep(Math.max(0, blob.sizeBytes / bytesPerMs - (performance.now() - start)), null, { signal });
      after = blob.id;
    }
    if (batch.length < BATCH) return;
  }
}

async function makeChecksumsOf({ database, blobStore, log }: ChecksumDeps, blob: OldBlob): Promise<void> {
  const { key } = blob;
  const damage = { blobKey: key, damage: 'wrong checksum' };
  try {
    const measured = await blobStore.measure(key);
    if (measured.sha256.equals(blob.sha256)) {
      return await storeChecksums(database.kysely, blob, measured.blockChecksums);
    }
    log.error(damage, 'Stored blob is damaged; it is marked, and reads of it fail');
  } catch (error) {
    // The blob store has logged the damage.
    if (!(error instanceof BlobDamaged)) throw error;
  }
  await markDamaged(database.kysely, key);
}
