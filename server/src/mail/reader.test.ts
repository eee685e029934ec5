import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import pino from 'pino';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createMailer } from '../platform/mail/index.ts';
import { createSealer } from '../platform/tokens/index.ts';
import { RECORDS, USERS } from '../testing/accounts.ts';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { loadTestAccounts } from '../testing/load-test-accounts.ts';
import { startSmtp, type TestSmtp } from '../testing/smtp.ts';
import { deliverNow, type MailDeps, queueMails } from './index.ts';

// GUARD-30 for mails in the queue: the right of the reader is checked when they are sent.

const { reader, noVault } = USERS;
const LATER = () => new Date(Date.now() + 86_400_000);

let database: TestDatabase;
let smtp: TestSmtp;
let deps: MailDeps;
beforeAll(async () => {
  [database, smtp] = await Promise.all([createTestDatabase(), startSmtp()]);
  const log = pino({ level: 'silent' });
  const mailer = createMailer({ smtpUrl: smtp.url, from: 'vault@example.test', dataDir: '', log });
  deps = { database, mailer, log, sealer: createSealer(randomBytes(32)), clock: { now: () => new Date() } };
});
afterAll(async () => {
  await smtp.close();
  await database.drop();
});
beforeEach(async () => {
  smtp.mails.length = 0;
  await database.pool.query('truncate mail; truncate account cascade');
  await loadTestAccounts({ database });
});

/** Queues a mail, runs `change`, and sends it. @returns the state of the mail, and the mails that were received */
async function sendAfter(change: string | null, readerId: string | null = reader.sfid) {
  const mail = {
    recordId: RECORDS.acme,
    linkId: null,
    readerId,
    senderName: null,
    recipients: [reader.email],
    subject: '2 files received',
    text: 'salaries.pdf',
    html: '<p>salaries.pdf</p>',
    expiresAt: LATER(),
  };
  const ids = await database.transaction((tx) =>
    queueMails(deps, tx, { mails: [mail], at: new Date(), runAt: LATER() }),
  );
  if (change !== null) await database.pool.query(change);
  await deliverNow(deps, ids, 30_000);
  const { rows } = await sql<{ state: string; bodySealed: Buffer | null }>`
    select state, body_sealed from mail`.execute(database.kysely);
  return { states: rows, received: smtp.mails.length };
}

const WITHDRAWN = { states: [{ state: 'withdrawn', bodySealed: null }], received: 0 };
const SENT = { states: [{ state: 'sent', bodySealed: null }], received: 1 };

test.each([
  ['the record was taken away', `delete from membership where account_id = '${reader.sfid}'`],
  ['the permission was taken away', `update account set permissions = '[]' where id = '${reader.sfid}'`],
  ['the account was disabled', `update account set disabled_at = now() where id = '${reader.sfid}'`],
  ['the account was deleted', `delete from account where id = '${reader.sfid}'`],
])('GUARD-30 a waiting mail about a record is withdrawn after %s', async (_what, change) => {
  expect(await sendAfter(change)).toEqual(WITHDRAWN);
});

test('GUARD-30 a waiting mail is sent to a reader who still has the right, and if it needs none', async () => {
  expect(await sendAfter(null)).toEqual(SENT);
  await database.pool.query('truncate mail');
  smtp.mails.length = 0;
  expect(await sendAfter(`update account set disabled_at = now()`, null)).toEqual(SENT);
});

test('GUARD-30 a person without the permission to read gets no mail about the record', async () => {
  expect(await sendAfter(null, noVault.sfid)).toEqual(WITHDRAWN);
});
