import pino from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { createProxiedDatabase, type ProxiedDatabase } from '../../testing/faults/proxied-database.ts';
import { addJob, jobKind, startJobs, task, type Jobs } from './index.ts';

// Uses real graphile-worker on PostgreSQL behind a proxy that freezes and drops data.

const noteKind = jobKind('note', z.object({ text: z.string() }));

let proxied: ProxiedDatabase;
let jobs: Jobs;
let notes: string[];

beforeEach(async () => {
  notes = [];
  proxied = await createProxiedDatabase();
  const tasks = [task(noteKind, async ({ text }) => void notes.push(text))];
  jobs = await startJobs({
    database: proxied.database,
    log: pino({ level: process.env['TEST_LOG'] ?? 'silent' }),
    tasks,
  });
});
afterEach(async () => {
  await jobs.stop();
  await proxied.database.drop();
});

/** Adds jobs until one is done, because an earlier one can be lost with its worker. */
async function addUntilDone(text: string): Promise<void> {
  let count = 0;
  const addOne = async () => {
    count += 1;
    await addJob(proxied.direct.kysely, noteKind, { text: `${text} ${count}` });
    return notes.some((note) => note.startsWith(text));
  };
  await expect.poll(addOne, { timeout: 30_000, interval: 500 }).toBe(true);
}

describe('SAFE-23 jobs after an outage of the database', () => {
  it('jobs continue after the database was frozen', async () => {
    await addUntilDone('before');
    proxied.proxy.freezeAll();
    const reason = () =>
      proxied.database.ping().then(
        () => 'answers',
        (error: unknown) => (error as Error).message,
      );
    await expect.poll(reason).toBe('The database does not answer');
    proxied.proxy.thaw();
    await addUntilDone('after');
  });

  it.each(['swallow', 'cutAfter'] as const)(
    'jobs continue when a worker gets no reply: %s',
    async (fault) => {
      await proxied.proxy.arm(fault, { from: 'portal-vault-jobs', text: /_private_jobs/ });
      await addUntilDone('after');
    },
  );
});
