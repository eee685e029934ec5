import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/database/index.ts';
import { deleteAttemptsBefore } from './attempts.queries.ts';
import { deleteExpiredSessions } from './session.queries.ts';
import { ATTEMPT_WINDOW_MS } from './throttle.ts';

/** Removes sessions that have ended and attempts that no longer count; for a job that runs now and then. */
export async function tidySessions({ database, clock }: { database: Database; clock: Clock }): Promise<void> {
  const now = clock.now();
  await deleteExpiredSessions(database.kysely, now);
  await deleteAttemptsBefore(database.kysely, new Date(now.getTime() - ATTEMPT_WINDOW_MS));
}
