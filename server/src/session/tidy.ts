import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/database/index.ts';
import { deleteEndedTokens } from './person.queries.ts';
import { deleteExpiredSessions } from './session.queries.ts';

/**
 * A token that has run out may be taken for good a little longer, by the tolerance of its check and by clocks; and what
 * was begun with it, such as an open document, may go on for ten hours, unless it was ended (`presentRights`).
 */
const TOLERANCE_MS = 11 * 60 * 60_000;

/** Removes sessions that have ended, and the memory of tokens that are worthless by now; for a job that runs now and then. */
export async function tidySessions({ database, clock }: { database: Database; clock: Clock }): Promise<void> {
  const now = clock.now();
  await deleteExpiredSessions(database.kysely, now);
  await deleteEndedTokens(database.kysely, new Date(now.getTime() - TOLERANCE_MS));
}
