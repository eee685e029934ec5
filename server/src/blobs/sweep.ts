import { isBackupRunning } from './backup-lease.queries.ts';
import type { BlobStore } from '../platform/blobs/index.ts';
import type { Clock } from '../platform/clock.ts';
import type { Database, Log } from '../platform/database/index.ts';
import { releaseKeptVersions } from './kept-versions.queries.ts';
import {
  deleteReleasedBlobs,
  deleteUnusedBlobs,
  deleteGarbageRows,
  type Garbage,
  garbageAmong,
  oldestGarbage,
  postponeGarbage,
  unknownKeys,
} from './sweep.queries.ts';

/** Dependencies of the only code of the server that deletes bytes (SAFE-20). */
export interface SweepDeps {
  database: Database;
  blobStore: BlobStore;
  clock: Clock;
  log: Log;
  settings: {
    /** the days for which deleted versions keep their bytes (SAFE-05) */
    keepDays: number;
  };
}

const BATCH = 500;
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
/**
 * Garbage waits until every transaction that can still reference it has ended: the database ends statements after 30 s
 * and idle transactions earlier, even when the process of the session no longer runs.
 */
const GARBAGE_GRACE_MS = 10 * MINUTE_MS;
/** A download or another reader can still use a blob that no version uses any more. */
const UNUSED_GRACE_MS = HOUR_MS;
/**
 * Bytes without a row can belong to an upload, or to a folder that is being unpacked. The grace period is longer than
 * an upload or an unpacking can take.
 */
const UNKNOWN_GRACE_MS = 48 * HOUR_MS;

/**
 * Deletes garbage and released blobs after their grace period, and releases the blobs of versions that were deleted
 * `keepDays` ago.
 * @returns the number of deleted blobs
 */
export async function sweepReleased(deps: SweepDeps): Promise<number> {
  const { database, clock, log } = deps;
  const now = clock.now();
  await releaseExpired(deps);
  const before = new Date(now.getTime() - UNUSED_GRACE_MS);
  await inBatches(() => deleteReleasedBlobs(database.kysely, { before, now, limit: BATCH }));
  const deleted = await deleteGarbage(deps);
  if (deleted > 0) log.info({ deleted }, 'Deleted released bytes');
  return deleted;
}

/** Releases the blobs of versions that were deleted `keepDays` ago (SAFE-05). */
async function releaseExpired({ database, clock, settings }: SweepDeps): Promise<void> {
  const now = clock.now();
  const before = new Date(now.getTime() - settings.keepDays * DAY_MS);
  await inBatches(() => releaseKeptVersions(database.kysely, { before, now, limit: BATCH }));
}

/** What the sweep of all blobs has deleted. */
export interface Swept {
  /** contents that no version used */
  unused: number;
  /** bytes without a row */
  unknown: number;
  /** unfinished files */
  unfinished: number;
}

/** Checks all blobs: deletes bytes that no version uses and bytes that a crash left without a row. */
export async function sweepAllBlobs(deps: SweepDeps): Promise<Swept> {
  const { database, blobStore, clock, log } = deps;
  const now = clock.now().getTime();
  await releaseExpired(deps);
  const unusedSince = new Date(now - UNUSED_GRACE_MS);
  const unused = await inBatches(() => deleteUnusedBlobs(database.kysely, unusedSince, BATCH));
  await deleteGarbage(deps);
  const unknownSince = new Date(now - UNKNOWN_GRACE_MS);
  let unknown = 0;
  for await (const keys of batches(keysStoredBefore(blobStore, unknownSince))) {
    if (await isBackupRunning(database.kysely)) break;
    for (const key of await unknownKeys(database.kysely, keys)) {
      await blobStore.delete(key);
      unknown += 1;
    }
  }
  const unfinished = await blobStore.deleteUnfinished(unknownSince);
  if (unused + unknown + unfinished > 0) log.info({ unused, unknown, unfinished }, 'Deleted unused bytes');
  return { unused, unknown, unfinished };
}

/**
 * Deletes infected bytes without the grace period. The transaction that released them has committed, and the database
 * is checked for rows that reference them.
 */
export async function deleteGarbageNow(deps: SweepDeps, keys: readonly string[]): Promise<void> {
  await deleteUnreferenced(deps, await garbageAmong(deps.database.kysely, keys));
}

async function deleteGarbage(deps: SweepDeps): Promise<number> {
  const before = new Date(deps.clock.now().getTime() - GARBAGE_GRACE_MS);
  return inBatches(async () => {
    if (await isBackupRunning(deps.database.kysely)) return 0;
    const garbage = await oldestGarbage(deps.database.kysely, { before, limit: BATCH });
    await deleteUnreferenced(deps, garbage);
    return garbage.length;
  });
}

/** A key that cannot be deleted stays garbage and is retried later; it does not block the others. */
async function deleteUnreferenced(
  { database: { kysely }, blobStore, clock }: SweepDeps,
  garbage: readonly Garbage[],
): Promise<void> {
  const failed: string[] = [];
  for (const { key, isReferenced } of garbage) {
    if (!isReferenced) await blobStore.delete(key).catch(() => failed.push(key));
  }
  const done = garbage.map(({ key }) => key).filter((key) => !failed.includes(key));
  await deleteGarbageRows(kysely, done);
  if (failed.length > 0) await postponeGarbage(kysely, failed, clock.now());
}

async function* keysStoredBefore(blobStore: BlobStore, time: Date): AsyncGenerator<string> {
  for await (const { key, storedAt } of blobStore.list()) if (storedAt < time) yield key;
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

/** Repeats `work` until a batch is not full. @returns the total */
async function inBatches(work: () => Promise<number>): Promise<number> {
  let total = 0;
  for (;;) {
    const count = await work();
    total += count;
    if (count < BATCH) return total;
  }
}
