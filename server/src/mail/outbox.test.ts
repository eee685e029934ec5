import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import pino from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Jobs, startJobs } from '../platform/jobs/index.ts';
import { createMailer } from '../platform/mail/index.ts';
import { createSealer } from '../platform/tokens/index.ts';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { type SmtpProxy, startSmtpProxy } from '../testing/smtp-proxy.ts';
import { startSmtp, type TestSmtp } from '../testing/smtp.ts';
import {
  deliverNow,
  type MailDeps,
  mailTasks,
  type OutgoingMail,
  queueMails,
  withdrawMails,
  withdrawUnsent,
} from './index.ts';

// Uses real PostgreSQL, the job queue and an SMTP server in this process.

const DAY_MS = 86_400_000;
const BOB = 'bob@example.test';
const BOB_UNCONFIRMED = { state: 'waiting', unconfirmed: [BOB] };
const log = pino({ level: 'silent' });
const sealer = createSealer(randomBytes(32));
const RECORD = 'recAcme00000000001';
const LINK = 'lnkAcme00000000001';

let database: TestDatabase;
let folder: string;
let smtp: TestSmtp;
/** between the vault and the mail server: it can drop replies */
let proxy: SmtpProxy;
let deps: MailDeps;
let jobs: Jobs[] = [];
let time: Date;
/** a delivery waits for this before the mail server accepts it */
let gate: Promise<void>;
let onConnection: () => void;

beforeAll(async () => {
  database = await createTestDatabase();
  folder = await mkdtemp(join(tmpdir(), 'vault-outbox-'));
});
beforeEach(async () => {
  time = new Date();
  gate = Promise.resolve();
  onConnection = () => undefined;
  smtp = await startSmtp({
    beforeAccepting: () => {
      onConnection();
      return gate;
    },
  });
  proxy = await startSmtpProxy(smtp.url);
  const mailer = createMailer({ smtpUrl: proxy.url, from: 'vault@example.test', dataDir: folder, log });
  deps = { database, mailer, log, sealer, clock: { now: () => time } };
});
afterEach(async () => {
  await Promise.all(jobs.map((each) => each.stop()));
  jobs = [];
  await proxy.close();
  await smtp.close();
  await database.pool.query('truncate mail; truncate graphile_worker._private_jobs');
});
afterAll(async () => {
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});

const mailOf = (change: Partial<OutgoingMail> = {}): OutgoingMail => ({
  recordId: RECORD,
  linkId: LINK,
  senderName: 'Ada Byron',
  recipients: ['bob@example.test'],
  subject: 'plan.pdf',
  text: 'Look: https://vault.example.test/s/secret\n',
  html: '<p>Look: https://vault.example.test/s/secret</p>',
  expiresAt: new Date(Date.now() + DAY_MS),
  ...change,
});

const queue = (...mails: OutgoingMail[]) =>
  database.transaction((tx) => queueMails(deps, tx, { mails, at: time }));
const LATER = () => new Date(Date.now() + DAY_MS);
/** Queues mails whose job does not start during the test: only `deliverNow` sends them. */
const queueForLater = (...mails: OutgoingMail[]) =>
  database.transaction((tx) => queueMails(deps, tx, { mails, at: time, runAt: LATER() }));

async function startWorker(): Promise<Jobs> {
  const started = await startJobs({ database, log, tasks: mailTasks(deps).tasks });
  jobs.push(started);
  return started;
}

const rows = () => database.kysely.selectFrom('mail').selectAll().orderBy('id').execute();
const state = async () => (await rows()).map((row) => row.state);
const jobsLeft = async () => {
  const { rows: left } = await sql`select 1 from graphile_worker._private_jobs`.execute(database.kysely);
  return left.length;
};
/** Lets all jobs start their next attempt immediately. */
const skipPause = async (jobRunner: Jobs) => {
  await sql`update graphile_worker._private_jobs set run_at = now() where locked_at is null`.execute(
    database.kysely,
  );
  // Makes the workers look for jobs.
  const [first] = mailTasks(deps).tasks;
  if (first) await jobRunner.add(first.kind, { id: 'mai000000000000000' });
};
/** Runs `work`; after the mail server has the mail, every statement on the table `mail` fails. */
const withoutDatabaseAfterSending = async <T>(work: () => Promise<T>): Promise<T> => {
  const [asked, broken] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  onConnection = asked.resolve;
  gate = broken.promise;
  const rename = (from: string, to: string) =>
    sql`alter table ${sql.table(from)} rename to ${sql.table(to)}`.execute(database.kysely);
  void asked.promise.then(() => rename('mail', 'mail_away')).then(() => broken.resolve(), broken.reject);
  try {
    return await work();
  } finally {
    gate = Promise.resolve();
    await rename('mail_away', 'mail');
  }
};
const failedAttempts = async () => {
  const { rows: found } = await sql<{ attempts: number }>`
    select attempts from graphile_worker._private_jobs where last_error is not null
  `.execute(database.kysely);
  return found.length;
};

describe('the outbox', () => {
  test('the outbox sends a mail once when its transaction commits and keeps none of its contents', async () => {
    await startWorker();
    await queue(mailOf());
    await expect.poll(state).toEqual(['sent']);
    expect(smtp.mails).toMatchObject([
      {
        recipients: ['bob@example.test'],
        from: { name: 'Ada Byron', address: 'vault@example.test' },
        subject: 'plan.pdf',
        text: mailOf().text,
      },
    ]);
    const [row] = await rows();
    expect(row).toMatchObject({
      attempts: 1,
      recipients: [],
      sentAt: time,
      claimedUntil: null,
      lastError: null,
    });
    expect(row).toMatchObject({ bodySealed: null, plainBody: null });
    await expect.poll(jobsLeft).toBe(0);
  });

  test('the outbox sends no mail of a transaction that was rolled back', async () => {
    const undone = database.transaction(async (tx) => {
      await queueMails(deps, tx, { mails: [mailOf()], at: time });
      throw new Error('undone');
    });
    await expect(undone).rejects.toThrow('undone');
    expect([await rows(), await jobsLeft()]).toEqual([[], 0]);
  });

  test('the outbox sends one mail to several visible recipients, or one to each', async () => {
    await startWorker();
    await queue(
      mailOf({ recipients: ['bob@example.test', 'amy@example.test'] }),
      mailOf({ recipients: ['cyd@example.test'] }),
    );
    await expect
      .poll(() => smtp.mails.map(({ to, recipients }) => ({ to, recipients })))
      .toEqual([
        {
          to: ['bob@example.test', 'amy@example.test'],
          recipients: ['bob@example.test', 'amy@example.test'],
        },
        { to: ['cyd@example.test'], recipients: ['cyd@example.test'] },
      ]);
  });

  test('the outbox retries after an outage of the mail server, even after a restart of the vault', async () => {
    await smtp.stop();
    const first = await startWorker();
    await queue(mailOf());
    await expect.poll(failedAttempts).toBe(1);
    expect(await rows()).toMatchObject([
      { state: 'waiting', recipients: ['bob@example.test'], claimedUntil: null },
    ]);
    expect((await rows())[0]?.lastError).toContain('closed');
    await first.stop();
    await smtp.restart();
    await skipPause(await startWorker());
    await expect.poll(state).toEqual(['sent']);
    expect(smtp.mails).toHaveLength(1);
  });

  test('a recipient who is permanently refused is dropped, the others get the mail', async () => {
    smtp.refuse('bob@example.test');
    await startWorker();
    await queue(mailOf({ recipients: ['bob@example.test', 'amy@example.test'] }));
    await expect.poll(state).toEqual(['sent']);
    expect(smtp.mails.map(({ recipients }) => recipients)).toEqual([['amy@example.test']]);
    expect((await rows())[0]?.lastError).toContain('no such mailbox');
  });

  test('a recipient who is temporarily refused gets the mail later, no one gets it twice', async () => {
    smtp.refuse('bob@example.test', 450);
    const worker = await startWorker();
    await queue(mailOf({ recipients: ['amy@example.test', 'bob@example.test'] }));
    await expect.poll(failedAttempts).toBe(1);
    expect(await rows()).toMatchObject([
      { state: 'waiting', recipients: ['bob@example.test'], sentAt: time },
    ]);
    smtp.refuse('bob@example.test', 250);
    await skipPause(worker);
    await expect.poll(state).toEqual(['sent']);
    expect(smtp.mails.map(({ recipients }) => recipients)).toEqual([
      ['amy@example.test'],
      ['bob@example.test'],
    ]);
  });

  test('a mail that is permanently refused for all recipients has failed', async () => {
    smtp.refuse('bob@example.test');
    await startWorker();
    await queue(mailOf());
    await expect.poll(state).toEqual(['failed']);
    expect(await rows()).toMatchObject([{ bodySealed: null, plainBody: null }]);
    await expect.poll(jobsLeft).toBe(0);
  });

  test('a withdrawn mail is not sent', async () => {
    await queue(mailOf(), mailOf({ linkId: 'lnkOther0000000001' }), mailOf({ linkId: null }));
    await database.transaction((tx) => withdrawMails(tx, { recordId: RECORD, linkId: LINK }));
    expect(await state()).toEqual(expect.arrayContaining(['withdrawn', 'waiting', 'waiting']));
    await startWorker();
    await expect.poll(jobsLeft, { timeout: 30_000 }).toBe(0);
    expect((await state()).toSorted()).toEqual(['sent', 'sent', 'withdrawn']);
    expect(smtp.mails).toHaveLength(2);
  });

  test('an expired mail is not sent', async () => {
    await queue(mailOf({ expiresAt: time }));
    await startWorker();
    await expect.poll(state).toEqual(['failed']);
    await expect.poll(jobsLeft).toBe(0);
    expect(smtp.mails).toEqual([]);
  });

  test('after the last attempt a mail gets its final state', async () => {
    await smtp.stop();
    const [id] = await queueForLater(mailOf());
    const [sending] = mailTasks(deps).tasks;
    const run = (attempt: number) => sending?.run({ id }, { attempt, signal: new AbortController().signal });
    await expect(run(13)).rejects.toThrow(/not sent yet/);
    expect(await state()).toEqual(['waiting']);
    await run(14);
    expect(await state()).toEqual(['failed']);
  });

  test('several workers send each mail once', async () => {
    await Promise.all([startWorker(), startWorker()]);
    const mails = Array.from({ length: 20 }, (_, index) => mailOf({ subject: `mail ${index}` }));
    const ids = await queue(...mails);
    await deliverNow(deps, ids, 30_000);
    await expect.poll(async () => new Set(await state())).toEqual(new Set(['sent']));
    expect(smtp.mails.map(({ subject }) => subject).toSorted()).toEqual(
      mails.map(({ subject }) => subject).toSorted(),
    );
  });

  test('a mail with a short validity is sent before mails that are stuck', async () => {
    const [hold, begun] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    gate = hold.promise;
    onConnection = begun.resolve;
    await startWorker();
    await queue(mailOf(), mailOf(), mailOf(), mailOf(), mailOf());
    await begun.promise;
    gate = Promise.resolve();
    await queue(mailOf({ subject: 'code', expiresAt: new Date(time.getTime() + 600_000) }));
    await expect.poll(() => smtp.mails.map(({ subject }) => subject)).toContain('code');
    hold.resolve();
    await expect.poll(async () => new Set(await state()), { timeout: 30_000 }).toEqual(new Set(['sent']));
  });

  test('mails are deleted after 30 days', async () => {
    await queueForLater(mailOf());
    const tidy = mailTasks(deps).tasks.find(({ kind }) => kind.name === 'tidy-mails');
    const context = { attempt: 1, signal: new AbortController().signal };
    time = new Date(time.getTime() + 30 * DAY_MS);
    await tidy?.run({}, context);
    expect(await rows()).toHaveLength(1);
    time = new Date(time.getTime() + 1);
    await tidy?.run({}, context);
    expect(await rows()).toEqual([]);
  });

  test('SAFE-29 a mail without a job is settled when it expires', async () => {
    await queueForLater(mailOf(), mailOf({ expiresAt: time }));
    await sql`truncate graphile_worker._private_jobs`.execute(database.kysely);
    const tidy = mailTasks(deps).tasks.find(({ kind }) => kind.name === 'tidy-mails');
    await tidy?.run({}, { attempt: 1, signal: new AbortController().signal });
    expect((await state()).toSorted()).toEqual(['failed', 'waiting']);
  });

  test('mails with texts of any kind can be stored', async () => {
    await queueForLater(mailOf({ subject: 'a\0b\u{D800}', text: '\0', senderName: '\0' }));
    expect(await state()).toEqual(['waiting']);
  });
});

describe('the first delivery', () => {
  test('the delivery returns how many mails reached a recipient; the job sends the rest', async () => {
    smtp.refuse('cyd@example.test', 450);
    smtp.refuse('eve@example.test');
    const ids = await queueForLater(
      mailOf(),
      mailOf({ recipients: ['cyd@example.test', 'amy@example.test'] }),
      mailOf({ recipients: ['cyd@example.test'] }),
      mailOf({ recipients: ['eve@example.test'] }),
    );
    expect(await deliverNow(deps, ids, 30_000)).toEqual({ sent: 2, unconfirmed: 0, failed: 2 });
    expect((await state()).toSorted()).toEqual(['failed', 'sent', 'waiting', 'waiting']);
  });

  test('the delivery returns no sent mails when the mail server is not available', async () => {
    await smtp.stop();
    const ids = await queueForLater(mailOf(), mailOf());
    expect(await deliverNow(deps, ids, 30_000)).toEqual({ sent: 0, unconfirmed: 0, failed: 2 });
    expect(await state()).toEqual(['waiting', 'waiting']);
  });

  test('the delivery without mails returns immediately', async () => {
    expect(await deliverNow(deps, [], 30_000)).toEqual({ sent: 0, unconfirmed: 0, failed: 0 });
  });

  test('the delivery is aborted when the mail server takes too long', async () => {
    const hold = Promise.withResolvers<void>();
    gate = hold.promise;
    const ids = await queueForLater(mailOf(), ...Array.from({ length: 6 }, () => mailOf()));
    const { sent, unconfirmed, failed } = await deliverNow(deps, ids, 500);
    // Four mails are sent at a time; on a busy machine some of them have not reached the mail server yet.
    expect([sent, unconfirmed + failed]).toEqual([0, 7]);
    expect(new Set(await state())).toEqual(new Set(['waiting']));
    expect((await rows()).every(({ claimedUntil }) => claimedUntil === null)).toBe(true);
    hold.resolve();
  });

  test('the delivery waits for a worker that already has the mail and counts its result', async () => {
    const [hold, begun] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    gate = hold.promise;
    onConnection = begun.resolve;
    const ids = await queue(mailOf());
    await startWorker();
    await begun.promise;
    const delivery = deliverNow(deps, ids, 30_000);
    hold.resolve();
    expect(await delivery).toEqual({ sent: 1, unconfirmed: 0, failed: 0 });
    expect(smtp.mails).toHaveLength(1);
  });

  test('a link can be deleted while its mail is sent; the mail stays withdrawn', async () => {
    const [hold, begun] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    gate = hold.promise;
    onConnection = begun.resolve;
    const ids = await queueForLater(mailOf());
    const delivery = deliverNow(deps, ids, 30_000);
    await begun.promise;
    await database.transaction((tx) => withdrawMails(tx, { recordId: RECORD, linkId: LINK }));
    hold.resolve();
    await delivery;
    expect(await state()).toEqual(['withdrawn']);
    expect(await rows()).toMatchObject([{ bodySealed: null, plainBody: null }]);
  });

  test('the delivery takes over a mail of a killed worker', async () => {
    const ids = await queueForLater(mailOf());
    const takeFor = (span: string) =>
      sql`update mail set claimed_until = now() + ${span}::interval`.execute(database.kysely);
    await takeFor('1 hour');
    expect(await deliverNow(deps, ids, 100)).toEqual({ sent: 0, unconfirmed: 1, failed: 0 });
    const delivery = deliverNow(deps, ids, 30_000);
    await takeFor('0 seconds');
    expect(await delivery).toEqual({ sent: 1, unconfirmed: 0, failed: 0 });
  });

  test('SAFE-29 the delivery counts mails with a lost reply separately', async () => {
    proxy.breakAt('message', 'hang up');
    const ids = await queueForLater(mailOf(), mailOf());
    expect(await deliverNow(deps, ids, 30_000)).toEqual({ sent: 0, unconfirmed: 2, failed: 0 });
    expect(smtp.mails).toHaveLength(2);
    expect(await rows()).toMatchObject([BOB_UNCONFIRMED, BOB_UNCONFIRMED]);
  });

  test('SAFE-29 the delivery returns what it sent when the database fails afterwards', async () => {
    const ids = await queueForLater(mailOf());
    const deliver = () => withoutDatabaseAfterSending(() => deliverNow(deps, ids, 30_000));
    expect(await deliver()).toEqual({ sent: 1, unconfirmed: 0, failed: 0 });
    proxy.breakAt('message', 'hang up');
    await sql`update mail set claimed_until = null, unconfirmed = '{}'`.execute(database.kysely);
    expect(await deliver()).toEqual({ sent: 0, unconfirmed: 1, failed: 0 });
    expect(smtp.mails).toHaveLength(2);
  });
});

describe('SAFE-29 a mail with a lost reply', () => {
  const sending = () => mailTasks(deps).tasks[0];
  const run = async (id: string | undefined, attempt = 1) =>
    sending()?.run({ id }, { attempt, signal: new AbortController().signal });

  test('SAFE-29 the mail stays unconfirmed until it is sent again with the same id', async () => {
    proxy.breakAt('message', 'hang up');
    const [id] = await queueForLater(mailOf());
    await expect(run(id)).rejects.toThrow(/not sent yet/);
    expect(await rows()).toMatchObject([{ ...BOB_UNCONFIRMED, recipients: [BOB], claimedUntil: null }]);
    proxy.repair();
    await run(id);
    expect(await rows()).toMatchObject([{ state: 'sent', unconfirmed: [], recipients: [] }]);
    expect(new Set(smtp.mails.map(({ headers }) => headers['message-id'])).size).toBe(1);
    expect(smtp.mails).toHaveLength(2);
  });

  test('SAFE-29 the mail is settled as unconfirmed, never as failed, after the last attempt', async () => {
    proxy.breakAt('message', 'hang up');
    const [id] = await queueForLater(mailOf());
    await run(id, 14);
    expect(await rows()).toMatchObject([{ state: 'unconfirmed', unconfirmed: [BOB], bodySealed: null }]);
  });

  test.each([
    ['is refused permanently at the next attempt', () => smtp.refuse(BOB)],
    ['expires', () => void (time = new Date(time.getTime() + 2 * DAY_MS))],
  ])('SAFE-29 the mail is settled as unconfirmed when it %s', async (_, happens) => {
    proxy.breakAt('message', 'hang up');
    const [id] = await queueForLater(mailOf());
    await expect(run(id)).rejects.toThrow(/not sent yet/);
    proxy.repair();
    happens();
    await run(id, 2);
    expect(await rows()).toMatchObject([{ state: 'unconfirmed', unconfirmed: [BOB] }]);
  });

  test('SAFE-29 only recipients without a confirmed mail stay unconfirmed', async () => {
    smtp.refuse(BOB, 450);
    const [id] = await queueForLater(mailOf({ recipients: [BOB, 'amy@example.test'] }));
    await expect(run(id)).rejects.toThrow(/not sent yet/);
    smtp.refuse(BOB, 250);
    proxy.breakAt('message', 'hang up');
    await run(id, 14);
    expect(await rows()).toMatchObject([{ state: 'unconfirmed', unconfirmed: [BOB], sentAt: time }]);
  });

  test('SAFE-29 the next attempt marks the mail of a killed worker as unconfirmed', async () => {
    const [id] = await queueForLater(mailOf());
    await sql`update mail set claimed_until = now() - interval '1 second'`.execute(database.kysely);
    await smtp.stop();
    await expect(run(id)).rejects.toThrow(/not sent yet/);
    expect(await rows()).toMatchObject([BOB_UNCONFIRMED]);
    await run(id, 14);
    expect(await state()).toEqual(['unconfirmed']);
  });

  test('SAFE-29 the mail of a killed worker is settled as unconfirmed when it expires', async () => {
    const [id] = await queueForLater(mailOf({ expiresAt: time }));
    await sql`update mail set claimed_until = now() - interval '1 second'`.execute(database.kysely);
    await run(id);
    expect(await rows()).toMatchObject([{ state: 'unconfirmed', unconfirmed: [BOB] }]);
  });

  test('SAFE-29 the mails of a link are not withdrawn while one is unconfirmed or being sent', async () => {
    const [unsent = '', taken = '', unconfirmed = ''] = await queueForLater(mailOf(), mailOf(), mailOf());
    const set = (id: string, change: string) =>
      sql`update mail set ${sql.raw(change)} where id = ${id}`.execute(database.kysely);
    await set(taken, "claimed_until = now() + interval '1 minute'");
    await set(unconfirmed, "unconfirmed = '{bob@example.test}'");
    const withdraw = (...ids: string[]) =>
      database.transaction((tx) => withdrawUnsent(tx, { recordId: RECORD, linkId: LINK }, ids));
    expect(await withdraw(unsent, taken)).toBe(false);
    expect(await withdraw(unsent, unconfirmed)).toBe(false);
    expect(new Set(await state())).toEqual(new Set(['waiting']));
    expect(await withdraw(unsent)).toBe(true);
    expect(await deliverNow(deps, [unsent], 30_000)).toEqual({ sent: 0, unconfirmed: 0, failed: 1 });
  });

  test('SAFE-29 the mail stays in the queue when the database fails after it was sent', async () => {
    const [id] = await queueForLater(mailOf());
    const work = withoutDatabaseAfterSending(() => run(id));
    await expect(work).rejects.toThrow(/could not be stored/);
    expect(await rows()).toMatchObject([{ state: 'waiting', claimedUntil: expect.any(Date) as Date }]);
  });
});
