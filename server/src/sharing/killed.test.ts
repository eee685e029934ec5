import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { contract } from '@vault/contract';
import { sql } from 'kysely';
import pino from 'pino';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { mailTasks } from '../mail/index.ts';
import { createMailer } from '../platform/mail/index.ts';
import { createSecretKey } from '../platform/secrets/index.ts';
import { createSealer } from '../platform/tokens/index.ts';
import { signIn } from '../testing/client.ts';
import { ACME } from '../testing/seeded-items.ts';
import { startServerProcess, type TestServerProcess } from '../testing/server-process.ts';
import { startSmtp, type TestSmtp } from '../testing/smtp.ts';

// Uses a real server process that is killed, PostgreSQL, and an SMTP server in this process.

const BOB = 'bob@example.test';
const FROM = 'vault@example.test';

let smtp: TestSmtp;
let server: TestServerProcess;
/** called with each mail that the mail server has received, before it replies */
let whenTaken: () => Promise<unknown>;
beforeEach(async () => {
  whenTaken = async () => undefined;
  smtp = await startSmtp({ beforeAccepting: async () => void (await whenTaken()) });
  server = await startServerProcess({ SMTP_URL: smtp.url, MAIL_FROM: FROM, PUBLIC_URL: 'http://127.0.0.1' });
});
afterEach(async () => {
  await server.close();
  await smtp.close();
});

const mails = async () => {
  const { rows } = await sql<{ id: string; state: string; unconfirmed: string[] }>`
    select id, state, unconfirmed from mail`.execute(server.database.kysely);
  return rows;
};

/** Runs the jobs of waiting mails, as another server of the vault does. */
const runJobs = async () => {
  const log = pino({ level: 'silent' });
  const mailer = createMailer({ smtpUrl: smtp.url, from: FROM, dataDir: server.dataDir, log });
  const key = Buffer.from((await readFile(join(server.dataDir, 'secret.key'), 'utf8')).trim(), 'hex');
  const sealer = createSealer(createSecretKey(key).secretFor('sealed secrets'));
  const [sending] = mailTasks({
    database: server.database,
    mailer,
    log,
    sealer,
    clock: { now: () => new Date() },
  }).tasks;
  const context = { attempt: 1, signal: new AbortController().signal };
  for (const { id } of await mails()) await sending?.run({ id }, context);
};

it("C25 SAFE-29 a server killed after the mail server's reply keeps link and mail, unconfirmed", async () => {
  const ada = await signIn(server.origin, 'everything');
  const params = { recordId: ACME };
  await ada.data(contract.organise.createFolder, { params, query: { name: 'A', path: '' } });
  whenTaken = () => {
    server.signal('SIGKILL');
    return server.exited;
  };
  const payload = { accessType: 'SpecificRecipients', paths: ['A'], receiveByEmails: [BOB] };
  await expect(ada.call(contract.sharing.shareByEmail, { params, body: payload })).rejects.toThrow(
    'fetch failed',
  );
  await expect.poll(() => smtp.mails.length).toBe(1);
  const { rows } = await sql`select from link`.execute(server.database.kysely);
  expect(rows).toHaveLength(1);

  // Lets the killed server's reservation of the mail expire.
  await sql`update mail set claimed_until = now() - interval '1 second'`.execute(server.database.kysely);
  whenTaken = async () => undefined;
  await smtp.stop();
  await expect(runJobs()).rejects.toThrow(/not sent yet/);
  expect(await mails()).toMatchObject([{ state: 'waiting', unconfirmed: [BOB] }]);
  await smtp.restart();
  await runJobs();
  expect(await mails()).toMatchObject([{ state: 'sent', unconfirmed: [] }]);
  const ids = smtp.mails.map(({ headers }) => headers['message-id']);
  expect([ids.length, new Set(ids).size]).toEqual([2, 1]);
});
