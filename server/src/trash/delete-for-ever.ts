import type { Transaction } from 'kysely';
import * as z from 'zod';
import { recordAudit } from '../audit/index.ts';
import { announce } from '../events/index.ts';
import { mustNotBeProtected } from '../holds/index.ts';
import type { Caller } from '../http/index.ts';
import { currentContext } from '../platform/actor/index.ts';
import type { DB } from '../platform/database/index.ts';
import { addJob, jobKind } from '../platform/jobs/index.ts';
import { lockEntries } from './entries.ts';
import type { TrashDeps } from './deps.ts';
import { type EntriesToDelete, moveToPurge } from './purge.queries.ts';

/**
 * Deletes the rows of permanently deleted items of a record. The jobs run one after the other, so that other workers
 * stay free for short jobs.
 */
export const PURGE = jobKind('purge', z.looseObject({ recordId: z.string() }), { queue: 'purge' });

/**
 * C36: deletes items permanently (D-27). After the call they can no longer be reached; a job deletes their rows, the
 * rows below them and the bytes, so that the cost of the call does not depend on the number of items below. Items of a
 * deleted folder that were trashed before it keep their entries (contract 10.7). Ids that are not in the trash are
 * skipped.
 * @throws E11 when an id belongs to a record that is closed to the caller, E4 when none of them is in the trash, 409
 * when a hold protects one of them (SAFE-12): then nothing is deleted
 */
export async function deleteForEver(
  { database, clock }: TrashDeps,
  caller: Pick<Caller, 'records'>,
  ids: readonly string[],
): Promise<void> {
  await database.transaction(async (tx) => {
    for (const [recordId, items] of await lockEntries(tx, caller, ids)) {
      const itemIds = items.map(({ id }) => id);
      const now = clock.now();
      await mustNotBeProtected(tx, recordId, { ids: itemIds, now });
      await discardEntries(tx, recordId, { ids: itemIds, at: now, deletedBefore: null });
    }
  });
}

/**
 * Deletes entries of the trash permanently. The caller holds the record lock (`lockRecord`) and has checked that no
 * hold protects them (SAFE-12).
 * @returns the number of deleted entries
 */
export async function discardEntries(
  tx: Transaction<DB>,
  recordId: string,
  entries: Omit<EntriesToDelete, 'by'>,
): Promise<number> {
  const ended = await moveToPurge(tx, recordId, { ...entries, by: currentContext() });
  if (ended.length === 0) return 0;
  await recordAudit(
    tx,
    ended.map(({ sizeBytes, ...object }) => ({
      action: 'item.purge',
      recordId,
      object,
      ...(object.kind === 'file' && { details: { sizeBytes } }),
    })),
  );
  await addPurge(tx, recordId);
  announce(tx, { recordId, type: 'trash' });
  return ended.length;
}

/** Adds the purge job of a record in the transaction; one job processes everything that waits in the record. */
export const addPurge = (tx: Transaction<DB>, recordId: string): Promise<void> =>
  addJob(tx, PURGE, { recordId }, { jobKey: `${PURGE.name} ${recordId}` });
