import { type CallInput, contract } from '@vault/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ACCOUNTS, PASSWORD, RECORDS, USERS } from '../testing/accounts.ts';
import { createTestApp, SETTINGS, type TestApp } from '../testing/app.ts';
import { createClient, signedIn } from '../testing/client.ts';
import { loadTestAccounts } from '../testing/load-test-accounts.ts';
import { tidyAttempts } from '../throttle/index.ts';
import { tidySessions } from './index.ts';

const HOUR_MS = 3_600_000;
const START = Date.UTC(2026, 10, 20, 9);
let time = START;
const clock = { now: () => new Date(time) };
let vault: TestApp;

const { signIn, me, signOut, records, demoAccounts } = contract.session;
const ada = { email: USERS.everything.email, password: PASSWORD };

beforeAll(async () => {
  vault = await createTestApp({ clock, settings: { ...SETTINGS, sessionHours: 8, sessionIdleMinutes: 60 } });
});
afterAll(() => vault.close());
beforeEach(async () => {
  time = START;
  await sql`delete from attempt`.execute(vault.database.kysely);
});

const attempt = (body: { email: string; password: string }) => vault.anonymous.call(signIn, { body });

describe('signing in', () => {
  it('AUTH-01 PERM-19 the reply has a token, the permissions and the profile', async () => {
    const { permissions, sfid, name, email } = USERS.everything;
    const login = signedIn(await vault.anonymous.data(signIn, { body: ada }));

    expect(login).toEqual({
      accessToken: expect.stringMatching(/^[\w-]{43}$/),
      permissions,
      userInfo: { profile: { sfid, name, email } },
    });
    const state = await createClient(vault.origin, login.accessToken).data(me);
    expect(state).toEqual({ permissions: login.permissions, userInfo: login.userInfo });
  });

  it('the e-mail address is accepted in any case and with spaces around it', async () => {
    expect(await attempt({ email: ` ${ada.email.toUpperCase()} `, password: PASSWORD })).toMatchObject({
      code: 200,
    });
  });

  it.each([
    ['a wrong password', { ...ada, password: 'wrong' }],
    ['the password in another case', { ...ada, password: PASSWORD.toUpperCase() }],
    ['an empty password', { ...ada, password: '' }],
    ['an unknown user', { email: 'unknown@example.test', password: PASSWORD }],
    ['an empty address', { email: '', password: '' }],
  ])('AUTH-02 P2 the same answer is returned for %s', async (_, body) => {
    expect(await attempt(body)).toEqual({
      status: 401,
      code: 401,
      data: null,
      errorMessage: 'Incorrect e-mail or password.',
      errorCode: 'WRONG_CREDENTIALS',
    });
  });

  it.each([
    ['nothing', undefined],
    ['no password', { email: 'a@example.test' }],
    ['a number', { email: 1, password: 2 }],
    ['a list', []],
    ['text', 'text'],
    ['a password that is too long', { email: 'a', password: 'x'.repeat(401) }],
    ['text that cannot be stored', { email: 'a\0b', password: 'x' }],
  ])('P16 %s is refused', async (_, body) => {
    const response = await vault.anonymous.fetch(signIn.path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    expect(response.status).toBe(400);
    expect(await response.json()).toEqual({
      code: 400,
      data: null,
      errorMessage: 'Invalid request.',
      errorCode: 'VALIDATION_FAILED',
    });
  });

  it('the database contains neither passwords nor tokens', async () => {
    const { accessToken } = signedIn(await vault.anonymous.data(signIn, { body: ada }));
    const { rows } = await sql<{ text: string }>`
      select account::text as text from account union all select session::text from session`.execute(
      vault.database.kysely,
    );
    const everything = rows.map((row) => row.text).join('\n');
    expect(everything).not.toContain(PASSWORD);
    expect(everything).not.toContain(accessToken);
    expect(everything).toContain('$argon2id$v=19$');
  });
});

describe('P13 too many attempts', () => {
  const fail = (times: number, body = { ...ada, password: 'wrong' }) =>
    Promise.all(Array.from({ length: times }, () => attempt(body)));
  const REFUSED = { code: 429, errorMessage: 'Too many attempts. Please try again later.' };

  it('the 11th attempt after ten failures is refused, even with the right password', async () => {
    const failures = await fail(10);
    expect(failures.map((answer) => answer.code)).toEqual(Array.from({ length: 10 }, () => 401));
    expect(await attempt({ ...ada, password: 'wrong' })).toMatchObject(REFUSED);
    expect(await attempt(ada)).toMatchObject(REFUSED);
  });

  it('the lock applies to unknown users as well', async () => {
    const unknown = { email: 'unknown@example.test', password: 'x' };
    await fail(10, unknown);
    expect(await attempt(unknown)).toMatchObject(REFUSED);
  });

  it('the lock ends 15 minutes after the failures; refused attempts do not extend it', async () => {
    await fail(10);
    time += 15 * 60_000 - 1;
    expect(await attempt(ada)).toMatchObject(REFUSED);
    time += 1;
    expect(await attempt(ada)).toMatchObject({ code: 200 });
  });

  it('only failures count; successful sign-ins neither count nor reset the lock', async () => {
    await fail(9);
    for (let n = 0; n < 12; n += 1) expect(await attempt(ada)).toMatchObject({ code: 200 });
    await fail(1);
    expect(await attempt(ada)).toMatchObject(REFUSED);
  });

  it('the lock applies to one e-mail address, ignoring case', async () => {
    await fail(5);
    await fail(5, { email: ada.email.toUpperCase(), password: 'wrong' });
    expect(await attempt(ada)).toMatchObject(REFUSED);
    expect(await attempt({ ...ada, email: USERS.colleague.email })).toMatchObject({ code: 200 });
  });

  it('of concurrent sign-ins, ten wrong passwords are checked and all correct ones succeed', async () => {
    const guesses = await fail(30);
    expect(guesses.filter((answer) => answer.code === 401)).toHaveLength(10);
    expect(guesses.filter((answer) => answer.code === 429)).toHaveLength(20);

    const colleague = { ...ada, email: USERS.colleague.email };
    const right = await Promise.all(Array.from({ length: 15 }, () => attempt(colleague)));
    expect(right.map((answer) => answer.code)).toEqual(Array.from({ length: 15 }, () => 200));
  });
});

describe('a session', () => {
  const freshClient = async () =>
    createClient(vault.origin, signedIn(await vault.anonymous.data(signIn, { body: ada })).accessToken);
  const P1 = {
    status: 401,
    code: 401,
    data: null,
    errorMessage: 'Please sign in again.',
    errorCode: 'SESSION_ENDED',
  };

  it('AUTH-03 GUARD-32 a session that is used lasts eight hours', async () => {
    const client = await freshClient();
    while (time < START + 7.5 * HOUR_MS) {
      time += HOUR_MS / 2;
      expect(await client.call(me)).toMatchObject({ code: 200 });
    }
    time = START + 8 * HOUR_MS - 1;
    expect(await client.call(me)).toMatchObject({ code: 200 });
    time += 1;
    expect(await client.call(me)).toEqual(P1);
  });

  it('C60 a session ends on the server at the sign-out; other sessions continue', async () => {
    const [one, other] = [await freshClient(), await freshClient()];
    expect(await one.data(signOut)).toBe(true);
    expect(await one.call(me)).toEqual(P1);
    expect(await one.call(signOut)).toEqual(P1);
    expect(await other.call(me)).toMatchObject({ code: 200 });
  });

  it.each([
    ['no token', null],
    ['an unknown token', 'A'.repeat(43)],
    ['a token with odd characters', 'a b c'],
    ['an empty token', ''],
    ['a very long token', 'a'.repeat(10_000)],
  ])('P1 %s is refused', async (_, token) => {
    expect(await createClient(vault.origin, token).call(me)).toEqual(P1);
  });

  it('P1 an authorization scheme other than Bearer is refused', async () => {
    const { token } = await freshClient();
    const response = await vault.anonymous.fetch(me.path, { headers: { authorization: `Basic ${token}` } });
    expect(response.status).toBe(401);
  });

  it('scheduled jobs delete ended sessions and old attempts', async () => {
    const ended = await freshClient();
    await attempt({ ...ada, password: 'wrong' });
    time += 8 * HOUR_MS;
    const otherClient = await freshClient();
    await tidySessions({ database: vault.database, clock });
    await tidyAttempts({ database: vault.database, clock });

    const { rows } = await sql<{ sessions: number; attempts: number }>`
      select (select count(*) from session where expires_at <= ${clock.now()}) as sessions,
        (select count(*) from attempt) as attempts`.execute(vault.database.kysely);
    expect(rows[0]).toEqual({ sessions: 0, attempts: 0 });
    expect(await ended.call(me)).toEqual(P1);
    expect(await otherClient.call(me)).toMatchObject({ code: 200 });
  });

  it('a session has the current permissions and ends when the password changes', async () => {
    const client = await freshClient();
    const change = async (user: object) =>
      loadTestAccounts(vault.deps, { ...ACCOUNTS, users: [{ ...USERS.everything, ...user }] });
    await change({ name: 'Ada Lovelace', records: [RECORDS.birch], permissions: [] });
    expect(await client.data(me)).toMatchObject({
      permissions: [],
      userInfo: { profile: { name: 'Ada Lovelace' } },
    });
    expect((await client.data(records)).map((record) => record.sfid)).toEqual([
      USERS.everything.sfid,
      RECORDS.birch,
    ]);

    await change({ password: 'another' });
    expect(await client.call(me)).toEqual(P1);
    expect(await attempt(ada)).toMatchObject({ code: 401 });
    await change({});
    expect(await attempt(ada)).toMatchObject({ code: 200 });
  });
});

describe('the records of a caller', () => {
  it('C55 the own record of the caller is first, the others follow by name', async () => {
    const accounts = {
      records: [
        { sfid: 'recZzz000000000001', name: 'aardvark' },
        { sfid: 'recAaa000000000001', name: 'Zebra' },
        { sfid: 'recMmm000000000001', name: 'Beaver' },
      ],
      users: [
        {
          ...USERS.downloader,
          name: 'Zoe Last',
          records: ['recAaa000000000001', 'recMmm000000000001', 'recZzz000000000001'],
        },
      ],
    };
    await loadTestAccounts(vault.deps, accounts);
    expect(await (await vault.as('downloader')).data(records)).toEqual([
      { sfid: USERS.downloader.sfid, name: 'Zoe Last' },
      { sfid: 'recZzz000000000001', name: 'aardvark' },
      { sfid: 'recMmm000000000001', name: 'Beaver' },
      { sfid: 'recAaa000000000001', name: 'Zebra' },
    ]);
  });

  it('SPEED-02 C55 the list is paged, searched by name and limited to ids on the server', async () => {
    const client = await vault.as('downloader');
    const listed = async (query: NonNullable<CallInput<typeof records>['query']>) =>
      (await client.data(records, { query })).map(({ name }) => name);

    expect(await listed({ size: 2 })).toEqual(['Zoe Last', 'aardvark']);
    expect(await listed({ size: 2, page: 1 })).toEqual(['Beaver', 'Zebra']);
    expect(await listed({ size: 2, page: 2 })).toEqual([]);
    expect(await listed({ search: ' BE' })).toEqual(['Beaver']);
    expect(await listed({ search: '%' })).toEqual([]);
    expect(await listed({ ids: `recZzz000000000001,${RECORDS.birch}` })).toEqual(['aardvark']);
    expect(await client.call(records, { query: { size: 0 } })).toMatchObject({ code: 400 });
  });

  it('C55 listing the records needs no permission, only a session', async () => {
    expect(await (await vault.as('noVault')).call(records)).toMatchObject({ code: 200 });
    expect(await vault.anonymous.call(records)).toMatchObject({ code: 401 });
  });
});

describe('C61 the demo accounts', () => {
  it('no demo accounts are returned when the server uses its own accounts file', async () => {
    expect(await vault.anonymous.data(demoAccounts)).toEqual([]);
  });

  it("the demo accounts are those of the server's configuration", async () => {
    const account = { name: 'Ada', email: 'ada@example.test', password: 'demo', description: 'Everything' };
    const demo = await createTestApp({ demoAccounts: [account] });
    try {
      expect(await demo.anonymous.data(demoAccounts)).toEqual([account]);
    } finally {
      await demo.close();
    }
  });
});
