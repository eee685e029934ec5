import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/database/index.ts';
import { deleteAttemptsBefore } from './attempts.queries.ts';
import { ATTEMPT_WINDOW_MS } from './throttle.ts';

/** Removes attempts that no longer count; for a job that runs now and then. */
export async function tidyAttempts({ database, clock }: { database: Database; clock: Clock }): Promise<void> {
  await deleteAttemptsBefore(database.kysely, new Date(clock.now().getTime() - ATTEMPT_WINDOW_MS));
}
