import { contract } from '@vault/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { USERS } from '../testing/accounts.ts';
import { createTestApp, type TestApp } from '../testing/app.ts';
import { raiseAttempts } from './fixtures/attempts.ts';
import { withFullDisk } from '../testing/faults/full-disk.ts';
import { ACME } from '../testing/seeded-items.ts';
import { waitingMails } from '../testing/waiting-mails.ts';
import { sendAndScan } from './fixtures/submissions.ts';
import { makeLink, type MadeLink, open, type OpenedLink, put } from './fixtures/visitors.ts';
import { Throttle } from '../throttle/index.ts';
import { sendSubmissionNotice } from './notices.ts';

const { recipient } = contract;

let vault: TestApp;
beforeAll(async () => {
  vault = await createTestApp();
});
afterAll(() => vault.close());
beforeEach(async () => {
  await sql`delete from mail`.execute(vault.database.kysely);
});

async function request(name: string): Promise<MadeLink> {
  await put(vault, { folder: name, name: 'there.txt', bytes: 'was there' });
  return makeLink(vault, { kind: 'REQUEST', path: name, notify: true });
}

/** Submits a file and returns the status of the call. */
async function submit(visitor: OpenedLink, name: string): Promise<number> {
  const { keys } = await sendAndScan(visitor, name, name);
  const reply = await visitor.ask(recipient.transferUpload, { body: { fileKeys: keys } });
  return reply.status;
}

async function visitOf(link: MadeLink): Promise<string> {
  const { rows } = await sql<{ id: string }>`select id from visit where link_id = ${link.id}`.execute(
    vault.database.kysely,
  );
  return rows[0]?.id ?? '';
}

const notifyOf = (visitId: string) =>
  sendSubmissionNotice({ ...vault.deps, throttle: new Throttle(vault.deps) }, visitId);

const subjects = async () => (await waitingMails(vault)).map(({ subject }) => subject);

it('RECIP-10 the sharer gets one notice for each batch', async () => {
  const link = await request('Told');
  const visitor = await open(vault, link);
  await submit(visitor, 'one.txt');
  await submit(visitor, 'two.txt');
  const visitId = await visitOf(link);
  const notify = () => notifyOf(visitId);
  await Promise.all([notify(), notify()]);
  expect(await subjects()).toEqual(['2 files received for Told - Portal Vault']);
  expect((await waitingMails(vault))[0]?.text).toContain('two.txt');
  await submit(visitor, 'three.txt');
  await notify();
  expect(await subjects()).toEqual([
    '2 files received for Told - Portal Vault',
    '1 file received for Told - Portal Vault',
  ]);
});

it('RECIP-10 files are stored only together with the job that sends the notice', async () => {
  const { pool } = vault.database;
  const visitor = await open(vault, await request('All or nothing'));
  const stored = async () =>
    (await pool.query(`select stored_name from submission where stored_name = 'kept.txt'`)).rowCount;
  const jobs = {
    table: 'graphile_worker._private_jobs',
    event: 'insert',
    when: `new.key like 'send-submission-notice %'`,
  } as const;
  await withFullDisk(pool, jobs, async () => {
    expect(await submit(visitor, 'kept.txt')).toBe(507);
    expect(await stored()).toBe(0);
  });
  expect(await submit(visitor, 'kept.txt')).toBe(200);
  expect(await stored()).toBe(1);
});

it('GUARD-30 a notice depends on the right of the sharer to read the record', async () => {
  const link = await request('Untold');
  await submit(await open(vault, link), 'late.txt');
  await notifyOf(await visitOf(link));
  const mails = await sql`select record_id, reader_id from mail`.execute(vault.database.kysely);
  expect(mails.rows).toEqual([{ recordId: ACME, readerId: USERS.everything.sfid }]);
});

it('GUARD-23 after 60 mails in an hour the notice of files waits until the next one is allowed', async () => {
  const link = await request('Flooded');
  const visitor = await open(vault, link);
  const visitId = await visitOf(link);
  await submit(visitor, 'first.txt');
  await notifyOf(visitId);
  await raiseAttempts(vault, link, { kind: 'link-notice', to: 60 });
  await submit(visitor, 'next.txt');
  await notifyOf(visitId);
  expect(await subjects()).toEqual(['1 file received for Flooded - Portal Vault']);
  const jobs = await sql<{ isLater: boolean }>`
    select run_at > now() + interval '59 minutes' as is_later from graphile_worker._private_jobs
    where key = ${`send-submission-notice ${visitId}`}`.execute(vault.database.kysely);
  expect(jobs.rows).toEqual([{ isLater: true }]);
  await sql`delete from attempt where kind = 'link-notice'`.execute(vault.database.kysely);
  await notifyOf(visitId);
  expect(await subjects()).toHaveLength(2);
});

it('GUARD-23 RECIP-10 more than 60 openings of a share in an hour send no more mails, and are counted', async () => {
  await put(vault, { folder: 'Popular', name: 'a.txt', bytes: 'a' });
  const link = await makeLink(vault, { paths: ['Popular'], notify: true });
  await open(vault, link);
  await raiseAttempts(vault, link, { kind: 'link-notice', to: 59 });
  await open(vault, link);
  await open(vault, link);
  expect(await subjects()).toHaveLength(2);
  const { rows } = await sql`select access_times from link where id = ${link.id}`.execute(
    vault.database.kysely,
  );
  expect(rows).toEqual([{ accessTimes: 3 }]);
});
