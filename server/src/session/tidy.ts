import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/database/index.ts';
import { deleteExpiredSessions } from './session.queries.ts';

/** Removes sessions that have ended; for a job that runs now and then. */
export async function tidySessions({ database, clock }: { database: Database; clock: Clock }): Promise<void> {
  await deleteExpiredSessions(database.kysely, clock.now());
}
