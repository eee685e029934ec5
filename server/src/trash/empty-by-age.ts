import type { Database } from '../platform/database/index.ts';
import { protectedItems } from '../holds/index.ts';
import { lockRecord } from '../tree/index.ts';
import { discardEntries, addPurge } from './delete-for-ever.ts';
import type { TrashJobDeps } from './deps.ts';
import { entriesBefore, type OldEntry, recordsToPurge, recordsWithEntriesBefore } from './purge.queries.ts';

const BATCH = 500;
const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * TRASH-23: permanently deletes entries that are in the trash for longer than the setting; without the setting it
 * deletes nothing. It works in batches, so that other writers wait only for one batch. Entries that a hold protects
 * stay (SAFE-12).
 */
export async function emptyByAge(deps: TrashJobDeps): Promise<void> {
  const { database, clock, log, settings } = deps;
  const days = settings.trashRetentionDays;
  if (days === null) return;
  const now = clock.now();
  const before = new Date(now.getTime() - days * DAY_MS);
  let entries = 0;
  for (const recordId of await recordsWithEntriesBefore(database.kysely, before)) {
    entries += await emptyRecord(database, recordId, { now, before });
  }
  if (entries > 0) log.info({ entries, days }, 'Trash entries deleted after their retention time');
}

/** @returns the number of deleted entries */
async function emptyRecord(
  database: Database,
  recordId: string,
  { now, before }: { now: Date; before: Date },
): Promise<number> {
  let deleted = 0;
  let after: OldEntry | null = null;
  for (;;) {
    const old: OldEntry[] = await entriesBefore(database.kysely, recordId, {
      time: before,
      after,
      limit: BATCH,
    });
    after = old.at(-1) ?? null;
    if (after === null) return deleted;
    deleted += await database.transaction(async (tx) => {
      await lockRecord(tx, recordId);
      const ids = old.map(({ id }) => id);
      const kept = new Set((await protectedItems(tx, recordId, { ids, now })).map(({ id }) => id));
      const free = ids.filter((id) => !kept.has(id));
      // An item that was restored and trashed again before the lock was acquired is not old any more.
      return discardEntries(tx, recordId, { ids: free, at: now, deletedBefore: before });
    });
  }
}

/** Adds purge jobs for records with waiting items, after a job failed permanently. */
export async function resumePurges({ database }: Pick<TrashJobDeps, 'database'>): Promise<void> {
  for (const recordId of await recordsToPurge(database.kysely)) {
    await database.transaction((tx) => addPurge(tx, recordId));
  }
}
