import { randomBytes } from 'node:crypto';
import { contract } from '@vault/contract';
import { sql } from 'kysely';
import pino from 'pino';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type MailDeps, mailTasks, queueMails, sealPlainMails } from './mail/index.ts';
import { passwordResetTasks } from './password-reset/index.ts';
import { createMailer } from './platform/mail/index.ts';
import { createSealer } from './platform/tokens/index.ts';
import { visitTasks } from './recipient/index.ts';
import { USERS } from './testing/accounts.ts';
import { createTestApp, SETTINGS, type TestApp } from './testing/app.ts';
import { clearLinks, makeLink } from './testing/links.ts';
import { ACME, setUpItems } from './testing/seeded-items.ts';
import { startSmtp, type TestSmtp } from './testing/smtp.ts';

// Uses the real app, PostgreSQL and an SMTP server in this process.

const BOB = 'bob@example.test';
const AMY = 'amy@example.test';
const PUBLIC_URL = 'https://vault.example.test';
const context = { attempt: 1, signal: new AbortController().signal };

let vault: TestApp;
let smtp: TestSmtp;
beforeAll(async () => {
  smtp = await startSmtp();
  const settings = { ...SETTINGS, publicUrl: PUBLIC_URL, smtpUrl: smtp.url };
  const log = pino({ level: 'silent' });
  const mailer = createMailer({ smtpUrl: smtp.url, from: 'vault@example.test', dataDir: '', log });
  vault = await createTestApp({ settings, mailer });
});
afterAll(async () => {
  await vault.close();
  await smtp.close();
});
beforeEach(async () => {
  await clearLinks(vault);
  await setUpItems(vault, [{ folder: 'A', name: 'plan.pdf' }]);
  smtp.mails.length = 0;
  for (const address of [AMY, USERS.everything.email]) smtp.refuse(address, 250);
});

/** Every row of the vault's tables, and the payloads of the jobs: what a dump contains. */
async function dump(): Promise<string> {
  const { pool } = vault.database;
  const { rows: tables } = await pool.query<{ name: string }>(`
    select format('%I', table_name) as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE'`);
  const queries = [
    ...tables.map(({ name }) => `select to_jsonb(t)::text as line from ${name} t`),
    'select payload::text as line from graphile_worker._private_jobs',
  ];
  const results = await Promise.all(queries.map((query) => pool.query<{ line: string }>(query)));
  return results.flatMap(({ rows }) => rows.map(({ line }) => line)).join('\n');
}

const mailIds = async () =>
  (await sql<{ id: string; state: string }>`select id, state from mail`.execute(vault.database.kysely)).rows;
async function sendWaiting(deps: MailDeps = vault.deps): Promise<void> {
  const [sending] = mailTasks(deps).tasks;
  for (const { id, state } of await mailIds()) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other, as the queue of the job
    if (state === 'waiting') await sending?.run({ id }, context);
  }
}

const bodies = async () =>
  (
    await sql<object>`select state, plain_body as plain, body_sealed as sealed from mail`.execute(
      vault.database.kysely,
    )
  ).rows;

const MAIL = {
  recordId: null,
  linkId: null,
  senderName: null,
  recipients: [BOB],
  subject: 'Plan',
  text: 'Hello\n',
  html: '<p>Hello</p>',
  expiresAt: new Date(Date.now() + 86_400_000),
};

/** A token of an address, or a code on its line. */
const SECRET = /(?<=[/#])[\w-]{43}$|(?<=^ {4})\d{6}$/m;

test('GUARD-06 a dump with a waiting mail of each kind contains no token, no code and no text', async () => {
  // The mails to these two wait.
  for (const address of [AMY, USERS.everything.email]) smtp.refuse(address, 450);
  const receiveByEmails = [BOB, AMY];
  const share = await makeLink(
    vault,
    { paths: ['A'], receiveByEmails, copy: true },
    { call: 'shareByEmail' },
  );
  await makeLink(vault, { path: 'A', receiveByEmails }, { call: 'requestByEmail' });
  // Jobs, which do not run in this test, send the others.
  const params = { token: share.token };
  await vault.anonymous.data(contract.recipient.sendCode, { params, body: { email: BOB } });
  const requestedAt = new Date().toISOString();
  const ofCode = { recordId: ACME, linkId: share.id, email: BOB, requestedAt };
  await visitTasks(vault.deps).tasks[0]?.run(ofCode, context);
  const person = { name: 'Zoe', email: 'zoe@example.test', permissions: ['read' as const], records: [ACME] };
  await (await vault.as('administrator')).data(contract.people.add, { body: person });
  const ofReset = { email: USERS.reader.email, origin: PUBLIC_URL, requestedAt };
  await passwordResetTasks(vault.deps).tasks[0]?.run(ofReset, context);

  const dumped = await dump();
  smtp.mails.length = 0;
  for (const address of [AMY, USERS.everything.email]) smtp.refuse(address, 250);
  await sendWaiting();
  const secrets = smtp.mails.flatMap(({ subject, text }) => {
    const secret = SECRET.exec(text)?.[0];
    return secret === undefined ? [] : [{ subject: subject.split(' - ')[0], secret }];
  });
  expect(new Set(secrets.map(({ subject }) => subject))).toEqual(
    new Set([
      'A was shared with you',
      'You are asked for files: A',
      'Your code for A',
      'Jan Kelly invites you to Portal Vault',
      'Choose a new password',
    ]),
  );
  const isIn = (secret: string) => new RegExp(String.raw`(?<![\w-])${secret}(?![\w-])`).test(dumped);
  expect(secrets.filter(({ secret }) => isIn(secret))).toEqual([]);
  expect(dumped).not.toContain('You get this mail because');
  // Sent mails keep no text either.
  expect(await bodies()).toEqual(smtp.mails.map(() => ({ state: 'sent', plain: null, sealed: null })));
});

test('GUARD-06 the start seals mails that waited during the upgrade, and they are sent as they were', async () => {
  const plain = { text: 'Look: https://vault.example.test/s/secret\n', html: '<p>Look</p>' };
  await sql`
    insert into mail (id, recipients, subject, state, plain_body, created_at, expires_at)
    values ('mai000000000000001', ${[BOB]}, 'Plan', 'waiting', ${JSON.stringify(plain)}, now(),
      now() + interval '1 day')`.execute(vault.database.kysely);
  await Promise.all([sealPlainMails(vault.deps), sealPlainMails(vault.deps)]);
  expect(await bodies()).toEqual([{ state: 'waiting', plain: null, sealed: expect.any(Buffer) as Buffer }]);
  expect(await dump()).not.toContain('/s/secret');
  await sendWaiting();
  expect(smtp.mails).toMatchObject([{ recipients: [BOB], subject: 'Plan', text: plain.text }]);
  expect(smtp.mails[0]?.html).toContain(plain.html);
});

test('GUARD-06 a mail that the key does not open waits for a server with the right one', async () => {
  await vault.database.transaction((tx) => queueMails(vault.deps, tx, { mails: [MAIL], at: new Date() }));
  const foreign = { ...vault.deps, sealer: createSealer(randomBytes(32)) };
  await expect(sendWaiting(foreign)).rejects.toThrow('its text cannot be opened with the secret key');
  expect(smtp.mails).toEqual([]);
  await sendWaiting();
  expect(smtp.mails).toMatchObject([{ recipients: [BOB], text: 'Hello\n' }]);
});
