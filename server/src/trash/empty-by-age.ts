import { lockRecord } from '../tree/index.ts';
import { discardEntries, wantPurge } from './delete-for-ever.ts';
import type { TrashJobParts } from './parts.ts';
import { entriesBefore, recordsToPurge } from './purge.queries.ts';

const BATCH = 500;
const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * TRASH-23: deletes for ever what has lain in the trash for longer than the setting allows; nothing without the
 * setting. Some entries at a time, so that nobody waits for long behind it.
 */
export async function emptyByAge(parts: TrashJobParts): Promise<void> {
  const { database, clock, log, settings } = parts;
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
        // What somebody restored and deleted again before the lock was had is not old any more.
        return discardEntries(tx, recordId, { ids, at: now, deletedBefore: before });
      });
    }
  }
  if (entries > 0) log.info({ entries, days }, 'emptied the trash by age');
}

/** Takes up what a job left undone that was given up. */
export async function resumePurges({ database }: Pick<TrashJobParts, 'database'>): Promise<void> {
  for (const recordId of await recordsToPurge(database.kysely)) {
    await database.transaction((tx) => wantPurge(tx, recordId));
  }
}
