import { lockRecord } from '../tree/index.ts';
import { discardEntries, addPurge } from './delete-for-ever.ts';
import type { TrashJobDeps } from './deps.ts';
import { entriesBefore, recordsToPurge } from './purge.queries.ts';

const BATCH = 500;
const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * TRASH-23: permanently deletes entries that are in the trash for longer than the setting; without the setting it
 * deletes nothing. It works in batches, so that other writers wait only for one batch.
 */
export async function emptyByAge(deps: TrashJobDeps): Promise<void> {
  const { database, clock, log, settings } = deps;
  const days = settings.trashRetentionDays;
  if (days === null) return;
  const now = clock.now();
  const before = new Date(now.getTime() - days * DAY_MS);
  let entries = 0;
  for (;;) {
    const old = await entriesBefore(database.kysely, before, BATCH);
    if (old.length === 0) break;
    for (const [recordId, group] of Map.groupBy(old, (entry) => entry.recordId)) {
      const ids = group.map(({ id }) => id);
      entries += await database.transaction(async (tx) => {
        await lockRecord(tx, recordId);
        // An item that was restored and trashed again before the lock was acquired is not old any more.
        return discardEntries(tx, recordId, { ids, at: now, deletedBefore: before });
      });
    }
  }
  if (entries > 0) log.info({ entries, days }, 'Trash entries deleted after their retention time');
}

/** Adds purge jobs for records with waiting items, after a job failed permanently. */
export async function resumePurges({ database }: Pick<TrashJobDeps, 'database'>): Promise<void> {
  for (const recordId of await recordsToPurge(database.kysely)) {
    await database.transaction((tx) => addPurge(tx, recordId));
  }
}
