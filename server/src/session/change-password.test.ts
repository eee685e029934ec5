import { contract } from '@vault/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { ACCOUNTS, PASSWORD, USERS } from '../testing/accounts.ts';
import { P1, P16 } from '../testing/answers.ts';
import { createTestApp, type TestApp } from '../testing/app.ts';
import { type Client, signIn as signInAs } from '../testing/client.ts';
import { loadTestAccounts } from '../testing/load-test-accounts.ts';
import { Throttle } from '../throttle/index.ts';
import { hashOfAccount } from './password.queries.ts';
import { insertSession } from './session.queries.ts';
import { signIn as signInWith } from './sign-in.ts';

const { signIn, me, changePassword, demoAccounts } = contract.session;
const NEW = 'seven green bottles';

let vault: TestApp;
beforeAll(async () => {
  vault = await createTestApp();
});
afterAll(() => vault.close());

const load = (user: object = {}) =>
  loadTestAccounts(vault.deps, { ...ACCOUNTS, users: [{ ...USERS.reader, ...user }] });
const enter = (password: string) =>
  vault.anonymous.call(signIn, { body: { email: USERS.reader.email, password } });

let client: Client;
const NO_SECOND_FACTOR = { begin: async () => null };
const OTHER_CLIENT = { address: '192.0.2.1', userAgent: '' };

/** Restores the account of the accounts file and signs in. */
beforeEach(async () => {
  await sql`delete from attempt`.execute(vault.database.kysely);
  await load({ password: 'something else entirely' });
  await load();
  client = await signInAs(vault.origin, 'reader');
});

/** Number of sessions that wait for a lock. */
async function waitingSessions(): Promise<number> {
  const { rows } = await sql`
    select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
      and query like '%insert into session%'`.execute(vault.database.kysely);
  return rows.length;
}

const change = (newPassword: string, currentPassword = PASSWORD) =>
  client.call(changePassword, { body: { currentPassword, newPassword } });

describe('C67 changing the password', () => {
  it('AUTH-04 only the new password works; the session that changed it continues, all others end', async () => {
    const other = await signInAs(vault.origin, 'reader');
    expect(await change(NEW)).toEqual({ status: 200, code: 200, data: true, errorMessage: null });
    expect(await enter(PASSWORD)).toMatchObject({ code: 401 });
    expect(await enter(NEW)).toMatchObject({ code: 200 });
    expect(await client.call(me)).toMatchObject({ code: 200 });
    expect(await other.call(me)).toEqual(P1);
  });

  it.each([
    ['too short', 'x'.repeat(11), 'The new password must have at least 12 characters.'],
    [
      'too short in characters, long in bytes',
      '🔑'.repeat(11),
      'The new password must have at least 12 characters.',
    ],
    ['too long', 'x'.repeat(401), 'The new password cannot exceed 400 characters.'],
    [
      'much used (GUARD-20)',
      'PassWord1234',
      'This password is one of the most used ones. Please choose another one.',
    ],
    [
      'the name of its person (GUARD-20)',
      'Chloe.Diaz.1815',
      'This password consists mainly of names that others know, such as yours or that of the firm. Please choose another one.',
    ],
    ['the current one', PASSWORD, 'The new password must differ from the current one.'],
  ])('a new password that is %s is refused', async (_, newPassword, errorMessage) => {
    expect(await change(newPassword)).toMatchObject({ code: 400, errorMessage });
    expect(await enter(PASSWORD)).toMatchObject({ code: 200 });
  });

  it.each(['twelve chars', 'x'.repeat(400), '🔑'.repeat(12), `${' '.repeat(11)}x`])(
    'a new password is accepted exactly as typed (%.20s)',
    async (newPassword) => {
      expect(await change(newPassword)).toMatchObject({ code: 200 });
      expect(await enter(newPassword)).toMatchObject({ code: 200 });
      expect(await enter(newPassword.trim())).toMatchObject({
        code: newPassword.trim() === newPassword ? 200 : 401,
      });
    },
  );

  it('a wrong current password changes nothing', async () => {
    expect(await change(NEW, 'wrong')).toMatchObject({
      code: 403,
      errorMessage: 'The current password is incorrect.',
    });
    expect(await enter(PASSWORD)).toMatchObject({ code: 200 });
  });

  it('P13 after too many wrong current passwords the right one is refused as well', async () => {
    const guesses = await Promise.all(Array.from({ length: 12 }, () => change(NEW, 'wrong')));
    expect(guesses.filter(({ code }) => code === 403)).toHaveLength(10);
    expect(await change(NEW)).toMatchObject({
      code: 429,
      errorMessage: 'Too many attempts. Please try again later.',
    });
    // Wrong passwords at the sign-in are counted separately, so that an open screen cannot lock out the account.
    expect(await enter(PASSWORD)).toMatchObject({ code: 200 });
  });

  it('a sign-in that checked the old password before a change does not start a session after it', async () => {
    const throttle = new Throttle(vault.deps);
    const attempt = throttle.attempt.bind(throttle);
    vi.spyOn(throttle, 'attempt').mockImplementationOnce(async (pair, work) => {
      const account = await attempt(pair, work);
      expect(await change(NEW)).toMatchObject({ code: 200 });
      return account;
    });
    const given = { email: USERS.reader.email, password: PASSWORD, client: OTHER_CLIENT };
    await expect(
      signInWith({ ...vault.deps, throttle, secondFactor: NO_SECOND_FACTOR }, given),
    ).rejects.toMatchObject({ code: 401 });
  });

  it('a new session waits for a concurrent change of the password', async () => {
    const { kysely } = vault.database;
    const accountId = USERS.reader.sfid;
    const passwordHash = (await hashOfAccount(kysely, accountId)) ?? '';
    const now = new Date();
    const endsAt = new Date(now.getTime() + 1000);
    const session = {
      tokenHash: Buffer.alloc(32, 7),
      accountId,
      passwordHash,
      createdAt: now,
      ...OTHER_CLIENT,
    };
    const begun = await vault.database.transaction(async (tx) => {
      await sql`update account set password_hash = 'another one' where id = ${accountId}`.execute(tx);
      const beginning = insertSession(kysely, { ...session, idleEndsAt: endsAt, endsAt });
      await expect.poll(waitingSessions).toBe(1);
      return { beginning };
    });
    expect(await begun.beginning).toBe(false);
  });

  it('one of two concurrent changes succeeds, the other is refused', async () => {
    const answers = await Promise.all([change(NEW), change('eight green bottles')]);
    expect(answers.map(({ code }) => code).toSorted((a, b) => a - b)).toEqual([200, 403]);
    const opens = await Promise.all([enter(NEW), enter('eight green bottles')]);
    expect(opens.map(({ code }) => code).toSorted((a, b) => a - b)).toEqual([200, 401]);
  });

  it.each([
    {},
    { currentPassword: PASSWORD },
    { currentPassword: 1, newPassword: NEW },
    [],
    { currentPassword: 'x'.repeat(401), newPassword: NEW },
  ])('P16 %j is refused', async (body) => {
    const response = await client.fetch(changePassword.path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    expect({ status: response.status, ...((await response.json()) as object) }).toEqual(P16);
  });
});

describe('a changed password and the accounts file', () => {
  it('AUTH-04 a restart does not restore the old password; sessions continue', async () => {
    await change(NEW);
    await load();
    await load({ name: 'Chloe Duval' });
    expect(await enter(NEW)).toMatchObject({
      code: 200,
      data: { userInfo: { profile: { name: 'Chloe Duval' } } },
    });
    expect(await enter(PASSWORD)).toMatchObject({ code: 401 });
    expect(await client.call(me)).toMatchObject({ code: 200 });
  });

  it('a new password in the file replaces the changed one and ends the sessions', async () => {
    await change(NEW);
    await load({ password: 'from the administrator' });
    expect(await enter(NEW)).toMatchObject({ code: 401 });
    expect(await enter('from the administrator')).toMatchObject({ code: 200 });
    expect(await client.call(me)).toEqual(P1);
  });

  it('several servers that start concurrently do not restore the old password', async () => {
    await change(NEW);
    await Promise.all([load(), load(), load()]);
    expect(await enter(NEW)).toMatchObject({ code: 200 });
  });

  it('C61 an account with a changed password is not offered on the sign-in page', async () => {
    const { name, email, password } = USERS.reader;
    const account = { name, email, password, description: 'Reads' };
    const demo = await createTestApp({ demoAccounts: [account], database: vault.database });
    try {
      expect(await demo.anonymous.data(demoAccounts)).toEqual([account]);
      await change(NEW);
      expect(await demo.anonymous.data(demoAccounts)).toEqual([]);
    } finally {
      await demo.close();
    }
  });
});
