import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/database/index.ts';
import { deleteExpiredChallenges } from './challenge.queries.ts';

/** Deletes expired challenges; called by a scheduled job. */
export const tidyChallenges = ({ database, clock }: { database: Database; clock: Clock }): Promise<void> =>
  deleteExpiredChallenges(database.kysely, clock.now());
