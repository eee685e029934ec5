import { readVaultId } from '../blobs/index.ts';
import {
  BackupError,
  type BackupPlace,
  contentsFile,
  contentsOf,
  isIntactFile,
  type Snapshot,
  takenAtOf,
} from '../platform/backup-place/index.ts';
import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/database/index.ts';
import { inParallel } from '../platform/in-parallel.ts';
import { whileLeased } from './hold-lease.ts';
import { withoutListed } from './without-listed.ts';

export interface PruneDeps {
  database: Database;
  clock: Clock;
}

export interface PruneOptions {
  /** older snapshots are removed */
  keepDays: number;
  /** ends the work; the next run continues */
  signal: AbortSignal;
  /** @param done 0 to 1 */
  onProgress: (what: string, done: number) => void;
}

export interface PruneReport {
  /** names of the snapshots that were removed, the oldest first */
  removed: string[];
  /** names of the others */
  kept: string[];
  /** removed contents, which no snapshot has any longer */
  contents: number;
  bytes: number;
}

const DAY_MS = 24 * 60 * 60_000;
const AT_ONCE = 8;

/**
 * SAFE-04: removes the old snapshots of a backup, but never the newest, and the contents that no other snapshot has. It
 * excludes backups of the vault at the same time. When the list of a kept snapshot is damaged, nothing is removed,
 * because it is unknown which contents the snapshot needs.
 * @throws BackupError with a sentence for the operator, the reason of the signal, StorageFailed
 */
export async function pruneBackup(
  { database, clock }: PruneDeps,
  place: BackupPlace,
  { keepDays, ...options }: PruneOptions,
): Promise<PruneReport> {
  const vaultId = await readVaultId(database.kysely);
  return whileLeased(database, async (lease) => {
    const signal = AbortSignal.any([options.signal, lease.signal]);
    const names = await place.snapshots(vaultId);
    const since = clock.now().getTime() - keepDays * DAY_MS;
    const removed = names.slice(0, -1).filter((name) => takenAtOf(name).getTime() < since);
    const kept = names.filter((name) => !removed.includes(name));
    const lists = await intactLists(place, kept);
    await lease.mustHold();
    for (const name of removed) {
      signal.throwIfAborted();
      // oxlint-disable-next-line no-await-in-loop -- an interruption leaves at most one snapshot half removed
      await place.removeSnapshot(name);
    }
    return { removed, kept, ...(await removeUnlisted(place, lists, { ...options, signal })) };
  });
}

/** @returns the file with the contents of each snapshot @throws BackupError when one is not right */
async function intactLists(place: BackupPlace, names: readonly string[]): Promise<string[]> {
  const snapshots = await place.openLists(names);
  await Promise.all(snapshots.map(mustBeIntact));
  return snapshots.map(({ path }) => contentsFile(path));
}

async function mustBeIntact({ name, path, label, manifest }: Snapshot): Promise<void> {
  if (await isIntactFile(contentsFile(path), manifest.blobs.file)) return;
  throw new BackupError(
    `The list of contents of the snapshot ${name} is missing, cut or altered, so nothing was removed. Delete ${label}, and run the command again.`,
  );
}

async function removeUnlisted(
  place: BackupPlace,
  lists: readonly string[],
  { signal, onProgress }: Omit<PruneOptions, 'keepDays'>,
): Promise<Pick<PruneReport, 'contents' | 'bytes'>> {
  const removed = { contents: 0, bytes: 0 };
  // A backup that was never finished has no snapshot: the next one uses its contents.
  if (lists.length === 0) return removed;
  const copies = await place.copies();
  const unlisted = withoutListed(copies.list(), lists.map(contentsOf));
  await inParallel(unlisted, AT_ONCE, async ({ key, sizeBytes }) => {
    signal.throwIfAborted();
    onProgress('contents', Number.parseInt(key.slice(0, 2), 16) / 256);
    await copies.delete(key);
    removed.contents += 1;
    removed.bytes += sizeBytes;
  });
  return removed;
}
