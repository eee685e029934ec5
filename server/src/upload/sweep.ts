import { deleteFreedBlobs } from './freed-blobs.queries.ts';
import type { UploadParts } from './parts.ts';
import { forgetGarbage } from './queries.ts';
import {
  deleteExpiredUploads,
  deleteUnusedBlobs,
  deleteUnusedParts,
  someGarbage,
  unknownKeys,
} from './sweep.queries.ts';

export type SweepParts = Pick<UploadParts, 'database' | 'blobs' | 'clock' | 'log'>;

const BATCH = 500;
const HOUR_MS = 60 * 60 * 1000;
/** A blob that nobody uses may be chosen by a transfer that is under way, or be on its way to somebody. */
const UNUSED_GRACE_MS = HOUR_MS;
/**
 * Bytes without a row may belong to an upload that is still coming, or a folder that is still being unpacked: longer
 * than any of these takes.
 */
const UNKNOWN_GRACE_MS = 48 * HOUR_MS;

/**
 * Removes uploads that were not transferred in time (D-21), and the bytes that rows let go of: those of versions that
 * were deleted for ever once their time of grace is over. Looks at no blob that nobody let go of.
 */
export async function sweepUploads(parts: SweepParts): Promise<void> {
  const { database, clock, log } = parts;
  const now = clock.now();
  const uploads = await inBatches(() => deleteExpiredUploads(database.kysely, now, BATCH));
  await inBatches(() => deleteUnusedParts(database.kysely, BATCH));
  const before = new Date(now.getTime() - UNUSED_GRACE_MS);
  await inBatches(() => deleteFreedBlobs(database.kysely, { before, now, limit: BATCH }));
  const removed = await removeGarbage(parts);
  if (uploads + removed > 0) log.info({ uploads, removed }, 'swept uploads');
}

/** Removes bytes that no version uses, and bytes that a crash left without any row. Looks at every blob. */
export async function sweepUnusedBytes(parts: SweepParts): Promise<void> {
  const { database, blobs, clock, log } = parts;
  const now = clock.now().getTime();
  const unused = await inBatches(() =>
    deleteUnusedBlobs(database.kysely, new Date(now - UNUSED_GRACE_MS), BATCH),
  );
  await removeGarbage(parts);
  const unknownSince = new Date(now - UNKNOWN_GRACE_MS);
  let unknown = 0;
  for await (const keys of batches(blobs.storedBefore(unknownSince))) {
    for (const key of await unknownKeys(database.kysely, keys)) {
      await blobs.remove(key);
      unknown += 1;
    }
  }
  const unfinished = await blobs.sweepUnfinished(unknownSince);
  if (unused + unknown + unfinished > 0) log.info({ unused, unknown, unfinished }, 'swept unused bytes');
}

async function removeGarbage({ database: { kysely }, blobs }: SweepParts): Promise<number> {
  let removed = 0;
  for (
    let keys = await someGarbage(kysely, BATCH);
    keys.length > 0;
    keys = await someGarbage(kysely, BATCH)
  ) {
    for (const key of keys) await blobs.remove(key);
    await forgetGarbage(kysely, keys);
    removed += keys.length;
  }
  return removed;
}

async function* batches(keys: AsyncIterable<string>): AsyncGenerator<string[]> {
  let batch: string[] = [];
  for await (const key of keys) {
    batch.push(key);
    if (batch.length < BATCH) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

async function inBatches(work: () => Promise<number>): Promise<number> {
  let total = 0;
  for (;;) {
    const count = await work();
    total += count;
    if (count < BATCH) return total;
  }
}
