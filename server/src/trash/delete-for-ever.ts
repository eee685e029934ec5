import type { Transaction } from 'kysely';
import * as z from 'zod';
import { announce } from '../events/index.ts';
import type { Caller } from '../http/index.ts';
import type { DB } from '../platform/database/index.ts';
import { addJob, jobKind } from '../platform/jobs/index.ts';
import { lockEntries } from './entries.ts';
import type { TrashParts } from './parts.ts';
import { type EndingEntries, handOver } from './purge.queries.ts';

/** Removes what was deleted for ever from a record. One after the other, so that quick work has workers meanwhile. */
export const PURGE = jobKind('purge', z.looseObject({ recordId: z.string() }), { queue: 'purge' });

/**
 * C36: deletes items for ever (D-27). From this moment nothing leads to them any more; their rows, those below them and
 * the bytes are removed by a job, so that the call costs the same whatever hangs below. What lay in a deleted folder
 * but was trashed before it keeps its own entry (contract 10.7). What is not in the trash is skipped.
 * @throws E11 when an id belongs to a record that is closed to the caller, E4 when none of them is in the trash
 */
export async function deleteForEver(
  { database, clock }: TrashParts,
  caller: Pick<Caller, 'records'>,
  ids: readonly string[],
): Promise<void> {
  await database.transaction(async (tx) => {
    for (const [recordId, items] of await lockEntries(tx, caller, ids)) {
      const entries = { ids: items.map(({ id }) => id), at: clock.now(), deletedBefore: null };
      await discardEntries(tx, recordId, entries);
    }
  });
}

/**
 * Takes entries out of the trash for ever. The caller holds the record's lock (`lockRecord`).
 * @returns how many there were
 */
export async function discardEntries(
  tx: Transaction<DB>,
  recordId: string,
  entries: EndingEntries,
): Promise<number> {
  const ended = await handOver(tx, recordId, entries);
  if (ended === 0) return 0;
  await wantPurge(tx, recordId);
  announce(tx, { recordId, type: 'trash' });
  return ended;
}

/** Has the job run, if the transaction succeeds; it does all that waits in the record. */
export const wantPurge = (tx: Transaction<DB>, recordId: string): Promise<void> =>
  addJob(tx, PURGE, { recordId }, { jobKey: `${PURGE.name} ${recordId}` });
