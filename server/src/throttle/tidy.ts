import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/database/index.ts';
import { deleteAttemptsBefore } from './attempts.queries.ts';
import { LONGEST_WINDOWS } from './limits.ts';

/** Deletes attempts that no longer count; run by a job. */
export async function tidyAttempts({ database, clock }: { database: Database; clock: Clock }): Promise<void> {
  const now = clock.now().getTime();
  for (const [name, windowMs] of LONGEST_WINDOWS) {
    // oxlint-disable-next-line no-await-in-loop -- few rate limits, one connection
    await deleteAttemptsBefore(database.kysely, name, new Date(now - windowMs));
  }
}
