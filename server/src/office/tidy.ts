import * as z from 'zod';
import type { Database } from '../platform/database/index.ts';
import { jobKind, task, type Task } from '../platform/jobs/index.ts';
import { deleteExpiredGrants } from './grants.queries.ts';
import { deleteExpiredLocks } from './locks.queries.ts';

const TIDY_GRANTS = jobKind('tidy-office', z.looseObject({}));

/** The jobs of the office area: they delete expired grants and locks. */
export function officeTasks({ database: { kysely } }: { database: Database }): {
  tasks: Task[];
  crontab: string[];
} {
  return {
    tasks: [
      task(TIDY_GRANTS, async () => {
        await deleteExpiredGrants(kysely);
        await deleteExpiredLocks(kysely);
      }),
    ],
    crontab: [`23 * * * * ${TIDY_GRANTS.name}`],
  };
}
