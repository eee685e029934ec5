import { Writable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { contract } from '@vault/contract';
import { sql } from 'kysely';
import pino from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { mailTasks } from '../mail/index.ts';
import { makeOneTimeAddress } from '../one-time-address/index.ts';
import { type Jobs, startJobs } from '../platform/jobs/index.ts';
import { createMailer } from '../platform/mail/index.ts';
import { ACCOUNTS, PASSWORD, USERS } from '../testing/accounts.ts';
import { E8, P1 } from '../testing/answers.ts';
import { recordedBy } from '../testing/audit-entries.ts';
import { createTestApp, SETTINGS, type TestApp } from '../testing/app.ts';
import { signIn as signInAs } from '../testing/client.ts';
import { loadTestAccounts } from '../testing/load-test-accounts.ts';
import { type ParsedMail, startSmtp, type TestSmtp } from '../testing/smtp.ts';
import { passwordResetTasks } from './index.ts';

// Uses real PostgreSQL, the job queue and an SMTP server in this process.

const { requestPasswordReset, readAddress, setPassword } = contract.oneTime;
const { signIn, me, methods, changePassword } = contract.session;
const PUBLIC_URL = 'https://vault.example.test';
const NEW = 'seven green bottles';
const MINUTE_MS = 60_000;
const DONE = { status: 200, code: 200, data: true, errorMessage: null };
const ENDED = {
  status: 410,
  code: 410,
  data: null,
  errorCode: 'ONE_TIME_ADDRESS_ENDED',
  errorMessage:
    'This address does not work any more: it was used, or it has expired. Please ask for a new one.',
};
const { email: EMAIL, sfid: ID } = USERS.reader;

let vault: TestApp;
let smtp: TestSmtp;
let jobs: Jobs | null = null;
let now = new Date();
const logged: string[] = [];
const log = pino(
  { level: 'trace' },
  new Writable({
    write(line, _encoding, done) {
      logged.push(String(line));
      done();
    },
  }),
);

beforeAll(async () => {
  smtp = await startSmtp();
  const settings = { ...SETTINGS, publicUrl: PUBLIC_URL, smtpUrl: smtp.url };
  const mailer = createMailer({ smtpUrl: smtp.url, from: 'vault@example.test', dataDir: '', log });
  vault = await createTestApp({ settings, mailer, log, clock: { now: () => now } });
});
afterAll(async () => {
  await vault.close();
  await smtp.close();
});
beforeEach(async () => {
  now = new Date();
  const { kysely } = vault.database;
  await sql`delete from attempt`.execute(kysely);
  await sql`delete from one_time_address`.execute(kysely);
  await sql`update account set demo_state = null`.execute(kysely);
  const load = (password: string) =>
    loadTestAccounts(vault.deps, { ...ACCOUNTS, users: [{ ...USERS.reader, password }] });
  await load('something else entirely');
  await load(PASSWORD);
});
afterEach(async () => {
  await jobs?.stop();
  jobs = null;
  smtp.mails.splice(0);
  await vault.database.pool.query('truncate mail; truncate graphile_worker._private_jobs');
});

const request = (email: string = EMAIL) => vault.anonymous.call(requestPasswordReset, { body: { email } });
const read = (token: string) => vault.anonymous.call(readAddress, { body: { token } });
const set = (token: string, newPassword = NEW) =>
  vault.anonymous.call(setPassword, { body: { token, newPassword } });
const enter = (password: string, email: string = EMAIL) =>
  vault.anonymous.call(signIn, { body: { email, password } });

/** The jobs and mails that wait. */
async function waiting(): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select (select count(*) from graphile_worker._private_jobs)::int
      + (select count(*) from mail where state = 'waiting')::int as count`.execute(vault.database.kysely);
  return rows[0]?.count ?? 0;
}

/** Runs the waiting jobs and those that they add. */
async function runJobs(): Promise<ParsedMail[]> {
  const tasks = [...passwordResetTasks(vault.deps).tasks, ...mailTasks(vault.deps).tasks];
  jobs ??= await startJobs({ database: vault.database, log, tasks });
  await expect.poll(waiting, { timeout: 10_000 }).toBe(0);
  return smtp.mails;
}

const tokenIn = ({ text }: ParsedMail) =>
  new RegExp(String.raw`${PUBLIC_URL}/set-password#([\w-]{43})\n`).exec(text)?.[1] ?? '';

async function mailedToken(): Promise<string> {
  expect(await request()).toEqual(DONE);
  return tokenIn((await runJobs()).at(-1)!);
}

async function invitationOf(accountId: string, purpose: 'invitation' | 'password-reset' = 'invitation') {
  const use = { purpose, accountId, origin: PUBLIC_URL, at: now } as const;
  const { url } = await vault.database.transaction((tx) => makeOneTimeAddress(tx, use));
  return new URL(url).hash.slice(1);
}

describe('GUARD-34 a forgotten password', () => {
  it('GUARD-34 is replaced with a mailed address, once, and all sessions end', async () => {
    const session = await signInAs(vault.origin, 'reader');
    const token = await mailedToken();
    expect(smtp.mails).toHaveLength(1);
    expect(smtp.mails[0]).toMatchObject({
      recipients: [EMAIL],
      subject: 'Choose a new password - Portal Vault',
    });
    const account = { name: USERS.reader.name, email: EMAIL };
    expect(await read(token)).toMatchObject({ data: { purpose: 'password-reset', account } });
    expect(await session.call(me)).toMatchObject({ code: 200 });

    expect(await set(token)).toEqual(DONE);
    expect(await session.call(me)).toEqual(P1);
    expect(await enter(PASSWORD)).toMatchObject({ code: 401 });
    expect(await enter(NEW)).toMatchObject({ code: 200 });
    expect(await set(token, 'another good password')).toEqual(ENDED);
    expect(await read(token)).toEqual(ENDED);

    const mails = await runJobs();
    expect(mails.map(({ subject }) => subject)).toEqual([
      'Choose a new password - Portal Vault',
      'Your password was changed - Portal Vault',
    ]);
    expect(mails[1]?.recipients).toEqual([EMAIL]);
    expect(mails[1]?.text).not.toContain('http');
  });

  it('GUARD-34 GUARD-04 the address begins with PUBLIC_URL, whatever host the request names', async () => {
    const headers = { 'content-type': 'application/json', 'x-forwarded-host': 'evil.example.test' };
    const body = JSON.stringify({ email: EMAIL });
    const path = requestPasswordReset.path;
    expect(await vault.anonymous.fetch(path, { method: 'POST', headers, body })).toMatchObject({
      status: 200,
    });
    const [mail] = await runJobs();
    expect(mail?.raw).not.toContain('evil');
    expect(tokenIn(mail!)).not.toBe('');
  });

  it('GUARD-34 the token is in no log line and not in the database', async () => {
    const token = await mailedToken();
    await set('A'.repeat(43));
    await set(token);
    await runJobs();
    await setImmediate();
    expect(logged.length).toBeGreaterThan(5);
    expect(logged.filter((line) => line.includes(token) || line.includes(NEW))).toEqual([]);
    const { rows } = await sql`
      select 1 from mail where body_sealed is not null or mail::text like ${`%${token}%`}
      union all select 1 from graphile_worker._private_jobs where payload::text like ${`%${token}%`}`.execute(
      vault.database.kysely,
    );
    expect(rows).toEqual([]);
  });

  it('GUARD-34 works for 30 minutes', async () => {
    const token = await mailedToken();
    now = new Date(now.getTime() + 30 * MINUTE_MS - 1);
    expect(await read(token)).toMatchObject({ code: 200 });
    now = new Date(now.getTime() + 1);
    expect(await read(token)).toEqual(ENDED);
    expect(await set(token)).toEqual(ENDED);
    expect(await enter(PASSWORD)).toMatchObject({ code: 200 });
  });

  it('GUARD-34 of four concurrent uses of an address one sets the password', async () => {
    const token = await mailedToken();
    const passwords = Array.from({ length: 4 }, (_, n) => `${NEW} number ${n}`);
    const codes = await Promise.all(passwords.map(async (password) => (await set(token, password)).code));
    expect(codes.toSorted((a, b) => a - b)).toEqual([200, 410, 410, 410]);
    expect(await enter(passwords[codes.indexOf(200)]!)).toMatchObject({ code: 200 });
  });

  it('GUARD-34 only the newest address works', async () => {
    const former = await mailedToken();
    const newest = await mailedToken();
    expect(newest).not.toBe(former);
    expect(await set(former)).toEqual(ENDED);
    expect(await set(newest)).toEqual(DONE);
  });

  it('AUDIT-01 GUARD-34 request and use are recorded, with the person of the address', async () => {
    const entries = await recordedBy(vault.database, async () => {
      const token = await mailedToken();
      await set('A'.repeat(43));
      await set(token);
    });
    expect(entries).toMatchObject([
      {
        action: 'session.password-reset-request',
        actorKind: 'anonymous',
        objectId: null,
        personal: { email: EMAIL },
      },
      {
        action: 'session.password-reset',
        actorKind: 'person',
        personId: ID,
        objectId: ID,
        details: { purpose: 'password-reset' },
      },
    ]);
    expect(JSON.stringify(entries)).not.toContain(NEW);
  });

  it.each([
    ['too short', 'x'.repeat(11), 'NEW_PASSWORD_TOO_SHORT'],
    ['too long', 'x'.repeat(401), 'NEW_PASSWORD_TOO_LONG'],
    ['much used', 'PassWord1234', 'NEW_PASSWORD_COMMON'],
    ['obvious', `${USERS.reader.name} 1`, 'NEW_PASSWORD_OF_KNOWN_NAMES'],
    ['firm', 'Portal-Vault2026', 'NEW_PASSWORD_OF_KNOWN_NAMES'],
  ])(
    'GUARD-34 GUARD-20 a %s password is refused, and the address still works',
    async (_, password, errorCode) => {
      const token = await invitationOf(ID, 'password-reset');
      expect(await set(token, password)).toMatchObject({ code: 400, errorCode });
      expect(await set(token)).toEqual(DONE);
    },
  );

  it('GUARD-34 another change of the password ends the address', async () => {
    const token = await mailedToken();
    const client = await signInAs(vault.origin, 'reader');
    const body = { currentPassword: PASSWORD, newPassword: 'changed in the vault' };
    expect(await client.call(changePassword, { body })).toMatchObject({ code: 200 });
    expect(await set(token)).toEqual(ENDED);
    expect(await enter(body.newPassword)).toMatchObject({ code: 200 });
  });

  it('GUARD-34 an account that was locked since the mail gets no password', async () => {
    const token = await mailedToken();
    await sql`update account set demo_state = 'locked' where id = ${ID}`.execute(vault.database.kysely);
    expect(await read(token)).toEqual(ENDED);
    expect(await set(token)).toEqual(ENDED);
  });
});

describe('GUARD-34 the reply to a request does not tell whether an account exists', () => {
  const ISSUER_PERSON = 'usrIssuer000000001';
  beforeAll(async () => {
    await sql`
      insert into account (id, name, email, permissions)
      values (${ISSUER_PERSON}, 'Ivy', 'ivy@example.test', '[]')`.execute(vault.database.kysely);
  });

  it('GUARD-34 unknown, locked and issuer addresses get the same reply and no mail', async () => {
    await sql`update account set demo_state = 'locked' where id = ${ID}`.execute(vault.database.kysely);
    for (const email of ['unknown@example.test', 'ivy@example.test', EMAIL]) {
      // oxlint-disable-next-line no-await-in-loop -- one job after the other
      expect(await request(email)).toEqual(DONE);
    }
    // The call itself does the same for all: one job each. Only the job looks the account up.
    expect(await waiting()).toBe(3);
    expect(await runJobs()).toEqual([]);
    const { rows } = await sql`select 1 from one_time_address`.execute(vault.database.kysely);
    expect(rows).toEqual([]);
  });

  it('GUARD-34 the e-mail is compared without case and blanks around it', async () => {
    expect(await request(`  ${EMAIL.toUpperCase()} `)).toEqual(DONE);
    expect((await runJobs()).map(({ recipients }) => recipients)).toEqual([[EMAIL]]);
  });

  it.each([EMAIL, 'unknown@example.test'])(
    'GUARD-34 P13 the fourth request for %s within an hour is refused',
    async (email) => {
      for (let n = 0; n < 3; n += 1) {
        // oxlint-disable-next-line no-await-in-loop -- one after the other
        expect(await request(email)).toEqual(DONE);
      }
      expect(await request(email)).toMatchObject({ code: 429, errorCode: 'RATE_LIMITED' });
      expect(await request('other@example.test')).toEqual(DONE);
    },
  );

  it('GUARD-34 P13 one network can request 20 mails an hour for all people together', async () => {
    const emails = Array.from({ length: 25 }, (_, n) => `person${n}@example.test`);
    const codes = await Promise.all(emails.map(async (email) => (await request(email)).code));
    expect(codes.filter((code) => code === 200)).toHaveLength(20);
    expect(codes.filter((code) => code === 429)).toHaveLength(5);
  });

  it.each(['', 'no address', 'a@b@c', `${'x'.repeat(390)}@example.test`, 'a\u0000b@example.test'])(
    'GUARD-34 E8 %j is refused',
    async (email) => {
      const { code, errorCode } = { errorCode: undefined, ...(await request(email)) };
      expect({ code, errorCode }).toEqual(
        email.length > 400
          ? { code: 400, errorCode: 'VALIDATION_FAILED' }
          : { code: 400, errorCode: E8.errorCode },
      );
    },
  );
});

describe('DESK-02 an invitation', () => {
  const INVITED = 'usrZoe000000000001';
  beforeEach(async () => {
    await sql`delete from account where id = ${INVITED}`.execute(vault.database.kysely);
    await sql`
      insert into account (id, name, email, permissions)
      values (${INVITED}, 'Zoe', 'zoe@example.test', '[]')`.execute(vault.database.kysely);
  });

  it('DESK-02 sets the first password within seven days, without a notice', async () => {
    const token = await invitationOf(INVITED);
    now = new Date(now.getTime() + 7 * 24 * 60 * MINUTE_MS - 1);
    const account = { name: 'Zoe', email: 'zoe@example.test' };
    expect(await read(token)).toMatchObject({ data: { purpose: 'invitation', account } });
    expect(await set(token)).toEqual(DONE);
    expect(await enter(NEW, 'zoe@example.test')).toMatchObject({ code: 200 });
    expect(await set(token)).toEqual(ENDED);
    expect(await runJobs()).toEqual([]);
  });

  it('GUARD-34 an address for another password does not give a first one', async () => {
    const token = await invitationOf(INVITED, 'password-reset');
    expect(await read(token)).toEqual(ENDED);
    expect(await set(token)).toEqual(ENDED);
  });

  it('DESK-02 ends when another account with a password has the e-mail', async () => {
    await sql`update account set email = ${EMAIL} where id = ${INVITED}`.execute(vault.database.kysely);
    expect(await set(await invitationOf(INVITED))).toEqual(ENDED);
    expect(await enter(PASSWORD)).toMatchObject({ code: 200 });
  });
});

it('GUARD-03 the address for the first administrator sets no password', async () => {
  const use = { purpose: 'first-administrator', accountId: null, origin: PUBLIC_URL, at: now } as const;
  const { url } = await vault.database.transaction((tx) => makeOneTimeAddress(tx, use));
  const token = new URL(url).hash.slice(1);
  expect(await read(token)).toMatchObject({ data: { purpose: 'first-administrator', account: null } });
  expect(await set(token)).toEqual(ENDED);
});

it('GUARD-34 C66 says whether mails for forgotten passwords are sent', async () => {
  expect(await vault.anonymous.data(methods)).toMatchObject({ accounts: true, passwordReset: true });
  const without = await createTestApp({ database: vault.database });
  try {
    expect(await without.anonymous.data(methods)).toMatchObject({ accounts: true, passwordReset: false });
    const refused = await without.anonymous.call(requestPasswordReset, { body: { email: EMAIL } });
    expect(refused).toMatchObject({ code: 404, errorCode: 'PASSWORD_RESET_OFF' });
  } finally {
    await without.close();
  }
});
