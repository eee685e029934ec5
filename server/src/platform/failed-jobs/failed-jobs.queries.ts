import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely';
import type { DB } from '../database/index.ts';
import { REPLACEABLE } from '../jobs/index.ts';

/*
 * graphile-worker keeps a job without attempts left in its table and never runs it again. Its view
 * `graphile_worker.jobs` and its functions are its documented interface; `failed_job` is the vault's own record of the
 * jobs in that state.
 */

/** A job of the queue that has failed and has no attempts left. */
export interface FailedJob {
  id: number;
  /** the kind of the job */
  name: string;
  attempts: number;
  /** the error of the last attempt; null when the server stopped during that attempt */
  reason: string | null;
  createdAt: Date;
  /** the time at which the vault recorded the failure */
  failedAt: Date;
}

/** A locked job is in its last attempt. */
const hasEnded = sql`job.attempts >= job.max_attempts and job.locked_at is null`;

/** A newer job has the key and does the work (`REPLACEABLE`). A job that was recorded as failed before stays one. */
const isReplaced = sql`job.key is null and job.flags ? ${REPLACEABLE}
  and not exists (select from failed_job record where record.id = job.id)`;

const hasFailed = sql`${hasEnded} and (${isReplaced}) is not true`;

const failedJobs = sql<FailedJob>`
  select job.id, job.task_identifier as name, job.attempts, job.last_error as reason, job.created_at,
    coalesce(note.noticed_at, least(job.run_at, now())) as failed_at
  from graphile_worker.jobs job left join failed_job note on note.id = job.id
  where ${hasFailed}`;

/** @returns the failed jobs, the newest first, at most `limit` */
export async function listFailedJobs(db: Kysely<DB>, limit: number): Promise<FailedJob[]> {
  const { rows } =
    await sql<FailedJob>`${failedJobs} order by failed_at desc, job.id desc limit ${limit}`.execute(db);
  return rows;
}

/** @returns the number of recorded failed jobs, counted up to `most` */
export async function countFailedJobs(db: Kysely<DB>, most: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from (select from failed_job limit ${most}) as counted`.execute(db);
  return rows[0]?.count ?? 0;
}

/**
 * Records the failed jobs, and removes the records of those that are deleted or run again. Deletes the
 * replaced jobs that did not complete: they are no failures.
 * @param at the current time
 * @returns the jobs that this call has recorded, at most 1,000
 */
export async function noteFailedJobs(tx: Transaction<DB>, at: Date): Promise<FailedJob[]> {
  await sql`
    select graphile_worker.complete_jobs(array_agg(job.id)) from graphile_worker.jobs job
    where ${hasEnded} and ${isReplaced}`.execute(tx);
  await sql`
    delete from failed_job note
    where not exists (select from graphile_worker.jobs job where job.id = note.id and job.attempts >= job.max_attempts)
  `.execute(tx);
  const { rows } = await sql<{ id: number }>`
    insert into failed_job (id, noticed_at)
    select job.id, ${at} from graphile_worker.jobs job
    where ${hasFailed} and not exists (select from failed_job note where note.id = job.id)
    order by job.id limit 1000
    on conflict do nothing returning id`.execute(tx);
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => id);
  const noted =
    await sql<FailedJob>`${failedJobs} and job.id = any(${ids}::bigint[]) order by job.id`.execute(tx);
  return noted.rows;
}

/** A selection of failed jobs: by their ids, those recorded before a time, or all. */
export type JobFilter = { ids: readonly number[] } | { before: Date } | 'all';

const conditionOf = (filter: JobFilter): RawBuilder<unknown> => {
  if (filter === 'all') return sql`true`;
  return 'ids' in filter
    ? sql`job.id = any(${[...filter.ids]}::bigint[])`
    : sql`note.noticed_at < ${filter.before}`;
};

async function findFailed(db: Kysely<DB>, filter: JobFilter): Promise<FailedJob[]> {
  const { rows } = await sql<FailedJob>`${failedJobs} and ${conditionOf(filter)} order by job.id`.execute(db);
  return rows;
}

/**
 * Resets the attempts of failed jobs; the first attempt starts now.
 * @returns the jobs
 */
export async function retryFailedJobs(tx: Transaction<DB>, filter: JobFilter): Promise<FailedJob[]> {
  const jobs = await findFailed(tx, filter);
  const ids = jobs.map(({ id }) => id);
  await sql`select from graphile_worker.reschedule_jobs(${ids}::bigint[], run_at => now(), attempts => 0)`.execute(
    tx,
  );
  await sql`delete from failed_job where id = any(${ids}::bigint[])`.execute(tx);
  return jobs;
}

/** Removes failed jobs; their work is not done. @returns the jobs */
export async function dropFailedJobs(tx: Transaction<DB>, filter: JobFilter): Promise<FailedJob[]> {
  const jobs = await findFailed(tx, filter);
  const ids = jobs.map(({ id }) => id);
  await sql`select from graphile_worker.complete_jobs(${ids}::bigint[])`.execute(tx);
  await sql`delete from failed_job where id = any(${ids}::bigint[])`.execute(tx);
  return jobs;
}
