import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/database/index.ts';
import { deleteAttemptsBefore } from './attempts.queries.ts';
import { LONGEST_WINDOWS } from './throttle.ts';

/** Deletes attempts that no longer count; run by a job. */
export async function tidyAttempts({ database, clock }: { database: Database; clock: Clock }): Promise<void> {
  const now = clock.now().getTime();
  for (const [kind, windowMs] of LONGEST_WINDOWS) {
    // oxlint-disable-next-line no-await-in-loop -- few kinds, one connection
    await deleteAttemptsBefore(database.kysely, kind, new Date(now - windowMs));
  }
}
