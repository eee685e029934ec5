import * as z from 'zod';
import type { Clock } from '../platform/clock.ts';
import type { Database, Log } from '../platform/database/index.ts';
import { dropFailedJobs, noteFailedJobs } from '../platform/failed-jobs/index.ts';
import { jobKind, type Task, task } from '../platform/jobs/index.ts';

export interface FailedJobsDeps {
  database: Database;
  clock: Clock;
  log: Log;
}

const RETENTION_MS = 30 * 86_400_000;

const REPORTING = jobKind('report-failed-jobs', z.looseObject({}));
const TIDYING = jobKind('tidy-failed-jobs', z.looseObject({}));

/**
 * Logs each permanently failed job once, on any server. It polls the queue, because a job whose server was killed in
 * its last attempt fails without an event.
 */
async function reportFailedJobs({ database, clock, log }: FailedJobsDeps): Promise<void> {
  const noted = await database.transaction((tx) => noteFailedJobs(tx, clock.now()));
  for (const { id, name, attempts, reason } of noted) {
    const fields = { job: id, name, attempts, reason: reason ?? NO_REASON };
    log.error(fields, 'Job failed permanently; not retried, deleted after 30 days');
  }
}

/** Shown instead of the error when the server was killed during the last attempt. */
export const NO_REASON = 'the server ended during the last attempt';

async function tidyFailedJobs({ database, clock, log }: FailedJobsDeps): Promise<void> {
  const before = new Date(clock.now().getTime() - RETENTION_MS);
  const dropped = await database.transaction((tx) => dropFailedJobs(tx, { before }));
  for (const { id, name, reason, failedAt } of dropped) {
    log.warn({ job: id, name, reason, failedAt }, 'Failed job deleted after 30 days; its work was not done');
  }
}

/** SAFE-29: failed jobs are logged within a minute and removed after 30 days. */
export function failedJobTasks(deps: FailedJobsDeps): { tasks: Task[]; crontab: string[] } {
  return {
    tasks: [task(REPORTING, () => reportFailedJobs(deps)), task(TIDYING, () => tidyFailedJobs(deps))],
    crontab: [
      // The job key limits the queue to one waiting run, even after a long outage of the database.
      `* * * * * ${REPORTING.name} ?jobKey=${REPORTING.name}&max=1`,
      `23 4 * * * ${TIDYING.name}`,
    ],
  };
}
