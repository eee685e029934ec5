import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import pino from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import * as z from 'zod';
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts';
import { addJob, jobKind, startJobs, task, type Jobs, type Task } from './index.ts';
import { startWorkerLiveness, releaseAbandoned } from './worker-liveness.ts';

// Uses real graphile-worker on PostgreSQL. The tasks exist only in the tests.

const log = pino({ level: 'silent' });
const noteKind = jobKind('note', z.object({ text: z.string() }));

let database: TestDatabase;
let jobs: Jobs[] = [];
let notes: string[] = [];
const noteTask = task(noteKind, async ({ text }) => void notes.push(text));

async function start(tasks: Task[] = [noteTask], crontab?: string): Promise<Jobs> {
  const started = await startJobs({ database, log, tasks, ...(crontab === undefined ? {} : { crontab }) });
  jobs.push(started);
  return started;
}

async function waiting(): Promise<{ payload: unknown; lastError: string | null }[]> {
  const { rows } = await sql<{ payload: unknown; lastError: string | null }>`
    select payload, last_error from graphile_worker._private_jobs order by id
  `.execute(database.kysely);
  return rows;
}

beforeAll(async () => {
  database = await createTestDatabase();
});
beforeEach(() => {
  notes = [];
});
afterEach(async () => {
  await Promise.all(jobs.map((each) => each.stop()));
  jobs = [];
  await database.pool.query('truncate graphile_worker._private_jobs');
});
afterAll(() => database.drop());

describe('a job', () => {
  test('a job that was added in a transaction exists when it commits', async () => {
    await database.transaction((transaction) => addJob(transaction, noteKind, { text: 'kept' }));
    await start();
    await expect.poll(() => notes).toEqual(['kept']);
    await expect.poll(waiting).toEqual([]);
  });

  test('a job of a transaction that was rolled back does not exist', async () => {
    const undone = database.transaction(async (transaction) => {
      await addJob(transaction, noteKind, { text: 'lost' });
      throw new Error('undone');
    });
    await expect(undone).rejects.toThrow('undone');
    expect(await waiting()).toEqual([]);
  });

  test('a job with the key of a waiting job replaces it', async () => {
    await addJob(database.kysely, noteKind, { text: 'first' }, { jobKey: 'one' });
    await addJob(database.kysely, noteKind, { text: 'second' }, { jobKey: 'one' });
    expect(await waiting()).toEqual([{ payload: { text: 'second' }, lastError: null }]);
    await start();
    await expect.poll(() => notes).toEqual(['second']);
  });

  test('a job is picked up while the server runs, and not before its time', async () => {
    const running = await start();
    await running.add(noteKind, { text: 'later' }, { runAt: new Date(Date.now() + 3_600_000) });
    await running.add(noteKind, { text: 'now' });
    // A completed job is removed from the queue a moment later.
    await expect.poll(waiting).toEqual([{ payload: { text: 'later' }, lastError: null }]);
    expect(notes).toEqual(['now']);
  });

  test('a job with an invalid payload is not added', async () => {
    const wrong = { text: 7 } as unknown as { text: string };
    await expect(addJob(database.kysely, noteKind, wrong)).rejects.toThrow(z.ZodError);
    expect(await waiting()).toEqual([]);
  });

  test('a job that fails stores its error and is retried', async () => {
    const failing = task(noteKind, async ({ text }, { attempt }) => {
      notes.push(`${text} ${attempt}`);
      if (attempt === 1) throw new Error('not yet');
    });
    const running = await start([failing]);
    await running.add(noteKind, { text: 'x' });
    await expect.poll(async () => (await waiting())[0]?.lastError).toContain('not yet');
    await sql`update graphile_worker._private_jobs set run_at = now()`.execute(database.kysely);
    // Adding a job makes the workers look for jobs. This second job also fails at its first attempt.
    await running.add(noteKind, { text: 'y' });
    await expect.poll(() => notes.filter((note) => note.startsWith('x'))).toEqual(['x 1', 'x 2']);
  });

  test('a kind needs a name that is valid in a crontab', () => {
    expect(() => jobKind('two words', z.object({}))).toThrow(/cannot be the name/);
  });
});

describe('jobs of the server', () => {
  test('running jobs are aborted and awaited when the server stops', async () => {
    const [begun, told] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const waitingTask = task(noteKind, async ({ text }, { signal }) => {
      signal.addEventListener('abort', () => told.resolve());
      begun.resolve();
      await told.promise;
      notes.push(text);
    });
    const running = await start([waitingTask]);
    await running.add(noteKind, { text: 'finished' });
    await begun.promise;
    await running.stop();
    expect(notes).toEqual(['finished']);
    expect(await waiting()).toEqual([]);
  });

  test('a job that a stop aborts is retried later and is no error in the log', async () => {
    const lines: string[] = [];
    const heard = pino({ level: 'info' }, { write: (line: string) => void lines.push(line) });
    const begun = Promise.withResolvers<void>();
    const endless = task(noteKind, async (_, { signal }) => {
      begun.resolve();
      await sleep(60_000, undefined, { signal });
    });
    const running = await startJobs({ database, log: heard, tasks: [endless] });
    await running.add(noteKind, { text: 'aborted' });
    await begun.promise;
    await running.stop();
    expect(await waiting()).toHaveLength(1);
    const levels = lines.map((line) => (JSON.parse(line) as { level: number }).level);
    expect(Math.max(...levels)).toBe(pino.levels.values['info']);
  });

  test('an aborted call of a job is an error in the log while the server runs', async () => {
    const lines: string[] = [];
    const heard = pino({ level: 'error' }, { write: (line: string) => void lines.push(line) });
    const failing = task(noteKind, async () => {
      throw new DOMException('This operation was aborted', 'AbortError');
    });
    const running = await startJobs({ database, log: heard, tasks: [failing] });
    jobs.push(running);
    await running.add(noteKind, { text: 'failed' });
    await expect.poll(() => lines.join('')).toContain('Job queue reports an error');
  });

  test('jobs are shared by several servers, each done once', async () => {
    await Promise.all([start(), start()]);
    const texts = Array.from({ length: 50 }, (_, index) => `job ${String(index).padStart(2, '0')}`);
    await Promise.all(texts.map((text) => addJob(database.kysely, noteKind, { text })));
    await expect.poll(() => notes.toSorted()).toEqual(texts);
    await expect.poll(waiting).toEqual([]);
    expect(notes).toHaveLength(50);
  });

  test('jobs continue after the database was unavailable', async () => {
    const running = await start();
    await database.pool.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and application_name like 'portal-vault-jobs-%'`,
    );
    // Adds a job more than once, because a job can be lost while its worker's connection is cut.
    let count = 0;
    const addAndLook = async () => {
      count += 1;
      await running.add(noteKind, { text: `after ${count}` });
      return notes.length;
    };
    await expect.poll(addAndLook, { timeout: 25_000, interval: 500 }).toBeGreaterThan(0);
  });

  test("jobs of the crontab accept the crontab's payload", async () => {
    const sweep = jobKind('sweep', z.object({}));
    const running = await start([task(sweep, async () => void notes.push('swept'))], '0 4 * * * sweep');
    await sql`
      select graphile_worker.add_job('sweep', '{"_cron": {"ts": "2026-11-20T04:00:00Z"}}'::json)
    `.execute(database.kysely);
    await expect.poll(() => notes).toEqual(['swept']);
    await running.stop();
  });
});

describe('a stop of the server', () => {
  test('SAFE-26 a job that does not end is abandoned, and a later start repeats it', async () => {
    const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
    const endless = task(noteKind, () => {
      begin();
      return new Promise<void>(() => {});
    });
    const running = await startJobs({ database, log, tasks: [endless], abandonAfterMs: 50 });
    await running.add(noteKind, { text: 'repeated' });
    await begun;
    await running.stop();
    await database.pool.query(
      `update graphile_worker._private_jobs set locked_at = locked_at - interval '6 seconds'`,
    );
    await start();
    await expect.poll(() => notes).toEqual(['repeated']);
  });
});

describe('the jobs of a killed server', () => {
  const hold = (worker: string) =>
    sql`update graphile_worker._private_jobs set locked_by = ${worker}, locked_at = now() - interval '6 seconds'`.execute(
      database.kysely,
    );

  test('jobs of a killed server return to the queue; new jobs and those of running servers do not', async () => {
    await addJob(database.kysely, noteKind, { text: 'abandoned' });
    await hold('worker-1');
    const living = database.createPool({ name: 'living', max: 2, statementTimeoutMs: 0, style: 'plain' });
    const presence = await startWorkerLiveness(living, log);
    presence.announce('worker-1');
    const held = async () => {
      const { rows } = await database.pool.query<{ held: number }>(
        // Counts the locks of this worker only, because servers of former tests can still be stopping.
        `select count(*) as held from pg_locks where locktype = 'advisory' and mode = 'ShareLock' and granted
           and database = (select oid from pg_database where datname = current_database())
           and objid::bigint = hashtext('worker-1')::bigint & 4294967295`,
      );
      return rows[0]?.held;
    };
    await expect.poll(held).toBeGreaterThan(0);
    expect(await releaseAbandoned(living)).toBe(0);
    presence.end();
    await expect.poll(held).toBe(0);
    expect(await releaseAbandoned(living, '1 hour')).toBe(0);
    expect(await releaseAbandoned(living)).toBe(1);
    await living.end();
    await start();
    await expect.poll(() => notes).toEqual(['abandoned']);
  });
});
