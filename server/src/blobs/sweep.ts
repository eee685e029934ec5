import type { BlobStore } from '../platform/blobs/index.ts';
import type { Clock } from '../platform/clock.ts';
import type { Database, Log } from '../platform/database/index.ts';
import {
  deleteReleasedBlobs,
  deleteUnusedBlobs,
  forgetGarbage,
  type Garbage,
  garbageAmong,
  oldestGarbage,
  postponeGarbage,
  unknownKeys,
} from './sweep.queries.ts';

/** The only part of the server that can delete bytes (SAFE-20). */
export interface SweepDeps {
  database: Database;
  blobStore: BlobStore;
  clock: Clock;
  log: Log;
}

const BATCH = 500;
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/**
 * Garbage waits until every transaction that might still name it has ended: the database ends statements after 30 s
 * and idle transactions earlier, also those of a process that is gone.
 */
const GARBAGE_GRACE_MS = 10 * MINUTE_MS;
/** A blob that no version uses may be on its way to a reader. */
const UNUSED_GRACE_MS = HOUR_MS;
/**
 * Bytes without a row may belong to an upload that is still coming, or to a folder that is still being unpacked: longer
 * than any of these takes.
 */
const UNKNOWN_GRACE_MS = 48 * HOUR_MS;

/** Deletes garbage, and released blobs, once their time of grace is over. */
export async function sweepReleased(deps: SweepDeps): Promise<void> {
  const { database, clock, log } = deps;
  const now = clock.now();
  const before = new Date(now.getTime() - UNUSED_GRACE_MS);
  await inBatches(() => deleteReleasedBlobs(database.kysely, { before, now, limit: BATCH }));
  const deleted = await deleteGarbage(deps);
  if (deleted > 0) log.info({ deleted }, 'Deleted released bytes');
}

/** Deletes bytes that no version uses, and bytes that a crash left without any row. Looks at every blob. */
export async function sweepAllBlobs(deps: SweepDeps): Promise<void> {
  const { database, blobStore, clock, log } = deps;
  const now = clock.now().getTime();
  const unusedSince = new Date(now - UNUSED_GRACE_MS);
  const unused = await inBatches(() => deleteUnusedBlobs(database.kysely, unusedSince, BATCH));
  await deleteGarbage(deps);
  const unknownSince = new Date(now - UNKNOWN_GRACE_MS);
  let unknown = 0;
  for await (const keys of batches(blobStore.storedBefore(unknownSince))) {
    for (const key of await unknownKeys(database.kysely, keys)) {
      await blobStore.delete(key);
      unknown += 1;
    }
  }
  const unfinished = await blobStore.deleteUnfinished(unknownSince);
  if (unused + unknown + unfinished > 0) log.info({ unused, unknown, unfinished }, 'Deleted unused bytes');
}

/**
 * Deletes some garbage without its time of grace: infected bytes. The transaction that released them has committed, and
 * the database is asked whether a row refers to them.
 */
export async function deleteGarbageNow(deps: SweepDeps, keys: readonly string[]): Promise<void> {
  await deleteUnreferenced(deps, await garbageAmong(deps.database.kysely, keys));
}

async function deleteGarbage(deps: SweepDeps): Promise<number> {
  const before = new Date(deps.clock.now().getTime() - GARBAGE_GRACE_MS);
  return inBatches(async () => {
    const garbage = await oldestGarbage(deps.database.kysely, { before, limit: BATCH });
    await deleteUnreferenced(deps, garbage);
    return garbage.length;
  });
}

/** What cannot be deleted stays garbage and is tried again later; the others do not wait for it. */
async function deleteUnreferenced(
  { database: { kysely }, blobStore, clock }: SweepDeps,
  garbage: readonly Garbage[],
): Promise<void> {
  const failed: string[] = [];
  for (const { key, isReferenced } of garbage) {
    if (!isReferenced) await blobStore.delete(key).catch(() => failed.push(key));
  }
  const done = garbage.map(({ key }) => key).filter((key) => !failed.includes(key));
  await forgetGarbage(kysely, done);
  if (failed.length > 0) await postponeGarbage(kysely, failed, clock.now());
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

/** Repeats work until a batch is not full. @returns the sum */
async function inBatches(work: () => Promise<number>): Promise<number> {
  let total = 0;
  for (;;) {
    const count = await work();
    total += count;
    if (count < BATCH) return total;
  }
}
