import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/database/index.ts';
import { deleteEndedTokens } from './person.queries.ts';
import { deleteExpiredSessions } from './session.queries.ts';

/**
 * Ended tokens are kept this long after their expiry. The check of a token has a tolerance, and work that was started
 * with a token, such as an open document, can continue for ten hours unless the token was ended (`currentRights`).
 */
const TOLERANCE_MS = 11 * 60 * 60_000;

/** Deletes expired sessions, and ended tokens that have expired; called by a scheduled job. */
export async function tidySessions({ database, clock }: { database: Database; clock: Clock }): Promise<void> {
  const now = clock.now();
  await deleteExpiredSessions(database.kysely, now);
  await deleteEndedTokens(database.kysely, new Date(now.getTime() - TOLERANCE_MS));
}
