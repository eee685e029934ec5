import { sql } from 'kysely';
import pino from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import * as z from 'zod';
import { dropFailedJobs, retryFailedJobs } from '../platform/failed-jobs/index.ts';
import { addJob, type Jobs, jobKind, startJobs, type Task, task } from '../platform/jobs/index.ts';
import { createTestApp, type TestApp } from '../testing/app.ts';
import { failedJobTasks, readStatus } from './index.ts';

// Uses the real app, PostgreSQL and the job queue.

const DAY_MS = 86_400_000;
const fragile = jobKind('fragile', z.object({ what: z.string() }), { maxAttempts: 1 });

let vault: TestApp;
let jobs: Jobs | null = null;
let lines: { level: number; msg: string; job?: number; name?: string; reason?: string }[];
let time = new Date();
/** the work of a job of the kind `fragile` */
let work: () => Promise<void>;
const log = pino({}, { write: (line: string) => void lines.push(JSON.parse(line) as (typeof lines)[0]) });

beforeAll(async () => {
  vault = await createTestApp({ clock: { now: () => time } });
});
beforeEach(() => {
  lines = [];
  time = new Date();
  work = async () => {
    throw new Error('no room for bob@example.test');
  };
});
afterEach(async () => {
  await jobs?.stop();
  jobs = null;
  await vault.database.pool.query('truncate mail, failed_job; truncate graphile_worker._private_jobs');
});
afterAll(() => vault.close());

const tasks = (): Task[] =>
  failedJobTasks({ database: vault.database, clock: { now: () => time }, log }).tasks;
const run = async (name: string) => {
  const context = { attempt: 1, signal: new AbortController().signal };
  await tasks()
    .find(({ kind }) => kind.name === name)
    ?.run({}, context);
};
/** Creates a permanently failed job. @returns its id */
const failJob = async () => {
  const quiet = pino({ level: 'silent' });
  jobs ??= await startJobs({ database: vault.database, log: quiet, tasks: [task(fragile, () => work())] });
  await jobs.add(fragile, { what: 'x' });
  await expect.poll(async () => (await status()).failedJobs.length).toBeGreaterThan(0);
  return (await status()).failedJobs[0]?.id ?? 0;
};
const status = () => readStatus(vault.database, 100);
const jobsLeft = async () => {
  const { rows } = await sql`select from graphile_worker._private_jobs`.execute(vault.database.kysely);
  return rows.length;
};
const metric = async (name: string) => {
  const text = await (await vault.anonymous.fetch('/metrics')).text();
  return new RegExp(`^${name} (.*)$`, 'm').exec(text)?.[1];
};

describe('SAFE-29 a permanently failed job', () => {
  test('SAFE-29 a failed job is logged once, with its reason and what happens next', async () => {
    const id = await failJob();
    await run('report-failed-jobs');
    await run('report-failed-jobs');
    expect(lines).toMatchObject([
      { level: 50, job: id, name: 'fragile', reason: 'no room for bob@example.test' },
    ]);
    expect(lines[0]?.msg).toBe('Job failed permanently; not retried, deleted after 30 days');
    expect(await metric('vault_jobs_failed')).toBe('1');
  });

  test('SAFE-29 a failed job is listed with its reason, without e-mail addresses', async () => {
    const id = await failJob();
    expect((await status()).failedJobs).toMatchObject([
      { id, name: 'fragile', attempts: 1, reason: 'no room for …@example.test' },
    ]);
  });

  test('SAFE-29 a failed job is detected when its server was killed in the last attempt', async () => {
    await sql`select graphile_worker.add_job('fragile', '{"what":"x"}', max_attempts => 1)`.execute(
      vault.database.kysely,
    );
    await sql`update graphile_worker._private_jobs set attempts = 1, locked_at = now(), locked_by = 'dead'`.execute(
      vault.database.kysely,
    );
    await run('report-failed-jobs');
    expect(lines).toEqual([]);
    await sql`select graphile_worker.force_unlock_workers(array['dead'])`.execute(vault.database.kysely);
    await run('report-failed-jobs');
    expect(lines).toMatchObject([{ name: 'fragile', reason: 'the server ended during the last attempt' }]);
  });

  test('SAFE-29 a running job that a newer one replaced is no failure when its server is killed', async () => {
    const add = () => addJob(vault.database.kysely, fragile, { what: 'x' }, { jobKey: 'one at a time' });
    await add();
    await sql`update graphile_worker._private_jobs set attempts = 1, locked_at = now(), locked_by = 'dead'`.execute(
      vault.database.kysely,
    );
    await add();
    await sql`select graphile_worker.force_unlock_workers(array['dead'])`.execute(vault.database.kysely);
    expect((await status()).failedJobs).toEqual([]);
    await run('report-failed-jobs');
    expect([lines, await jobsLeft()]).toEqual([[], 1]);
  });

  test('SAFE-29 a job that was recorded as failed stays in the list when a newer one has its key', async () => {
    const add = () => addJob(vault.database.kysely, fragile, { what: 'x' }, { jobKey: 'one at a time' });
    await add();
    await sql`update graphile_worker._private_jobs set attempts = 1`.execute(vault.database.kysely);
    await run('report-failed-jobs');
    await add();
    await run('report-failed-jobs');
    expect([lines.length, (await status()).failedJobs.length, await jobsLeft()]).toEqual([1, 1, 2]);
  });

  test('SAFE-29 a failed job can be retried and is logged again when it fails again', async () => {
    const id = await failJob();
    await run('report-failed-jobs');
    expect(await vault.database.transaction((tx) => retryFailedJobs(tx, { ids: [id] }))).toMatchObject([
      { id },
    ]);
    await expect.poll(async () => (await status()).failedJobs).toMatchObject([{ id }]);
    await run('report-failed-jobs');
    expect(lines.map(({ job }) => job)).toEqual([id, id]);
    work = async () => undefined;
    await vault.database.transaction((tx) => retryFailedJobs(tx, 'all'));
    await expect.poll(jobsLeft).toBe(0);
    await run('report-failed-jobs');
    expect([await metric('vault_jobs_failed'), (await status()).failedJobs]).toEqual(['0', []]);
  });

  test('SAFE-29 a failed job can be dropped; a waiting job is not changed', async () => {
    const id = await failJob();
    await jobs?.add(fragile, { what: 'later' }, { runAt: new Date(Date.now() + DAY_MS) });
    expect(await vault.database.transaction((tx) => dropFailedJobs(tx, 'all'))).toMatchObject([{ id }]);
    expect([(await status()).failedJobs, await jobsLeft()]).toEqual([[], 1]);
    expect(await vault.database.transaction((tx) => retryFailedJobs(tx, 'all'))).toEqual([]);
  });

  test('SAFE-29 a failed job is deleted after 30 days with a log line', async () => {
    const id = await failJob();
    await run('report-failed-jobs');
    time = new Date(time.getTime() + 30 * DAY_MS);
    await run('tidy-failed-jobs');
    expect(await jobsLeft()).toBe(1);
    time = new Date(time.getTime() + 1);
    await run('tidy-failed-jobs');
    expect(await jobsLeft()).toBe(0);
    expect(lines.at(-1)).toMatchObject({ job: id, name: 'fragile' });
    expect(lines.at(-1)?.msg).toBe('Failed job deleted after 30 days; its work was not done');
  });

  test('SAFE-29 the server checks for failed jobs each minute', async () => {
    const { crontab } = failedJobTasks({ database: vault.database, clock: { now: () => time }, log });
    jobs = await startJobs({
      database: vault.database,
      log: pino({ level: 'silent' }),
      tasks: tasks(),
      crontab: crontab.join('\n'),
    });
    expect(crontab[0]).toMatch(/^\* \* \* \* \* report-failed-jobs /);
  });
});

describe('SAFE-29 /metrics and the state of mails', () => {
  const insert = (id: string, change: string, createdAt: Date) =>
    sql`insert into mail (id, recipients, subject, state, unconfirmed, last_error, created_at,
        expires_at)
      select ${`mai${id}`.padEnd(18, '0')}, '{bob@example.test,amy@Example.TEST,cyd@other.test}', 's',
        ${sql.raw(change)}, ${createdAt}, ${new Date(createdAt.getTime() + DAY_MS)}`.execute(
      vault.database.kysely,
    );
  beforeEach(async () => {
    await insert('A', `'sent', '{}', null`, time);
    await insert('B', `'waiting', '{}', null`, new Date(time.getTime() - 60_000));
    await insert('C', `'waiting', '{bob@example.test}', 'Timeout'`, new Date(time.getTime() - 90_000));
    await insert('D', `'unconfirmed', '{bob@example.test}', 'Timeout'`, time);
    await insert('E', `'failed', '{}', '550 <bob@example.test> unknown'`, time);
    await insert('F', `'withdrawn', '{}', null`, time);
  });

  test('SAFE-29 mails are counted by state', async () => {
    const names = ['mails_failed', 'mails_unconfirmed', 'mails_waiting', 'mail_oldest_waiting_seconds'];
    const values = await Promise.all(names.map((name) => metric(`vault_${name}`)));
    expect(values).toEqual(['1', '2', '2', '90']);
    expect(await metric('vault_scanner_available')).toBe('1');
  });

  test('SAFE-29 mails are listed without contents and with only the domains of their recipients', async () => {
    const { mails, mailCounts } = await status();
    expect(mailCounts).toMatchObject({ waiting: 2, unconfirmed: 2, failed: 1 });
    expect(mails.map(({ state, isUnconfirmed }) => [state, isUnconfirmed])).toEqual([
      ['unconfirmed', true],
      ['failed', false],
      ['waiting', false],
      ['waiting', true],
    ]);
    expect(mails[1]).toMatchObject({
      recipients: 3,
      domains: ['example.test', 'other.test'],
      reason: '550 <…@example.test> unknown',
    });
    expect(JSON.stringify(mails)).not.toMatch(/bob|amy|cyd/);
  });

  test('SAFE-29 during an outage of the database the numbers are NaN, and /metrics answers', async () => {
    await sql`alter table mail rename to mail_away`.execute(vault.database.kysely);
    try {
      await expect.poll(() => metric('vault_mails_failed')).toBe('Nan');
      expect(await metric('vault_scanner_available')).toBe('1');
    } finally {
      await sql`alter table mail_away rename to mail`.execute(vault.database.kysely);
    }
    await expect.poll(() => metric('vault_mails_failed')).toBe('1');
  });
});
