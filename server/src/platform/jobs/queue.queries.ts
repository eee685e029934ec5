import { type Kysely, sql } from 'kysely';
import type { DB } from '../database/index.ts';

/** Jobs that could run now and wait for a worker. */
export interface WaitingJobs {
  /** counted up to a limit */
  count: number;
  /** when the oldest of them could first run; null without one */
  oldestAt: Date | null;
}

/** @param most the highest number that is counted */
export async function countWaitingJobs(db: Kysely<DB>, most: number): Promise<WaitingJobs> {
  const { rows } = await sql<WaitingJobs>`
    select count(*)::int as count, min(run_at) as oldest_at from (
      select run_at from graphile_worker.jobs
      where locked_at is null and attempts < max_attempts and run_at <= now() order by run_at limit ${most}
    ) waiting`.execute(db);
  return rows[0] ?? { count: 0, oldestAt: null };
}
