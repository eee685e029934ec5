import type { Kysely } from 'kysely';
import * as z from 'zod';
import type { Database, DB } from '../platform/database/index.ts';
import { addJob, jobKind, task, type Task } from '../platform/jobs/index.ts';
import { refreshStatistics } from './statistics.queries.ts';

const REFRESH = jobKind('refresh-statistics', z.looseObject({}));

/** PostgreSQL itself reads statistics up to a minute later. Fewer rows do not change a plan. */
const MANY_ROWS = 1000;

/**
 * After a change of many items PostgreSQL reads the statistics of their tables, so that plans fit them within a second
 * (SPEED-03). Several changes share one job.
 * @param db the transaction of the change, or the database after several
 * @param count the number of added or deleted items
 */
export async function refreshAfterMany(db: Kysely<DB>, count: number): Promise<void> {
  if (count >= MANY_ROWS) await addJob(db, REFRESH, {}, { jobKey: REFRESH.name });
}

/** The jobs of the tree. */
export function treeTasks({ database }: { database: Database }): { tasks: Task[]; crontab: string[] } {
  return { tasks: [task(REFRESH, () => refreshStatistics(database.kysely))], crontab: [] };
}
