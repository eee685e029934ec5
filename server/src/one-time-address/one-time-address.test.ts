import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import {
  endOneTimeAddresses,
  findOneTimeAddress,
  makeOneTimeAddress,
  type OneTimeUse,
  takeOneTimeAddress,
  tidyOneTimeAddresses,
} from './index.ts';

const ORIGIN = 'https://vault.example.com';
const PERSON = 'usrZoe000000000001';
const OTHER = 'usrYan000000000001';
const RESET = { purpose: 'password-reset', accountId: PERSON } as const;
const INVITATION = { purpose: 'invitation', accountId: PERSON } as const;
const FIRST = { purpose: 'first-administrator', accountId: null } as const;
const MINUTE_MS = 60_000;

let database: TestDatabase;
let now = new Date();
const clock = { now: () => now };
const pass = (minutes: number) => {
  now = new Date(now.getTime() + minutes * MINUTE_MS);
};

beforeAll(async () => {
  database = await createTestDatabase();
  await sql`
    insert into account (id, name, email, permissions)
    values (${PERSON}, 'Zoe', 'zoe@example.com', '[]'), (${OTHER}, 'Yan', 'yan@example.com', '[]')`.execute(
    database.kysely,
  );
});
afterAll(() => database.drop());
beforeEach(async () => {
  now = new Date('2026-11-23T08:00:00Z');
  await sql`delete from one_time_address`.execute(database.kysely);
});

const make = (use: OneTimeUse) =>
  database.transaction((tx) => makeOneTimeAddress(tx, { ...use, origin: ORIGIN, at: now }));
const makeToken = async (use: OneTimeUse) => new URL((await make(use)).url).hash.slice(1);
const find = (token: string) => findOneTimeAddress({ database, clock }, token);
const take = (token: string, use: OneTimeUse) =>
  database.transaction((tx) => takeOneTimeAddress(tx, token, { ...use, at: now }));

it.each([
  [FIRST, `${ORIGIN}/setup#`, 60],
  [RESET, `${ORIGIN}/set-password#`, 30],
  [INVITATION, `${ORIGIN}/set-password#`, 7 * 24 * 60],
])('GUARD-03 GUARD-34 DESK-02 an address of %o works until it expires', async (use, start, minutes) => {
  const { url, expiresAt } = await make(use);
  expect(url.startsWith(start)).toBe(true);
  const token = url.slice(start.length);
  expect(token).toMatch(/^[\w-]{43}$/);
  expect(expiresAt).toEqual(new Date(now.getTime() + minutes * MINUTE_MS));
  expect(await find(token)).toEqual(use);
  pass(minutes);
  expect(await find(token)).toBe(null);
  expect(await take(token, use)).toBe(false);
});

it('GUARD-34 of twenty concurrent uses of an address one succeeds', async () => {
  const token = await makeToken(RESET);
  const uses = await Promise.all(Array.from({ length: 20 }, () => take(token, RESET)));
  expect(uses.filter(Boolean)).toHaveLength(1);
  expect(await find(token)).toBe(null);
});

it('GUARD-34 a use in a transaction that fails leaves the address unused', async () => {
  const token = await makeToken(RESET);
  const failing = database.transaction(async (tx) => {
    expect(await takeOneTimeAddress(tx, token, { ...RESET, at: now })).toBe(true);
    throw new Error('not saved');
  });
  await expect(failing).rejects.toThrow('not saved');
  expect(await take(token, RESET)).toBe(true);
});

it('GUARD-34 an unknown token, another purpose and another account are refused alike', async () => {
  const token = await makeToken(RESET);
  expect(await find('A'.repeat(43))).toBe(null);
  expect(await find('')).toBe(null);
  expect(await take('A'.repeat(43), RESET)).toBe(false);
  expect(await take(token, INVITATION)).toBe(false);
  expect(await take(token, FIRST)).toBe(false);
  expect(await take(token, { ...RESET, accountId: OTHER })).toBe(false);
  expect(await take(token, RESET)).toBe(true);
});

it('GUARD-03 a new address ends the former one of the same purpose and account', async () => {
  const former = await makeToken(FIRST);
  const invitation = await makeToken(INVITATION);
  const newest = await makeToken(FIRST);
  expect(await find(former)).toBe(null);
  expect(await find(newest)).toEqual(FIRST);
  expect(await find(invitation)).toEqual(INVITATION);
});

it('GUARD-03 of the addresses that several servers make at once one works', async () => {
  const tokens = await Promise.all(Array.from({ length: 8 }, () => makeToken(FIRST)));
  const found = await Promise.all(tokens.map(find));
  expect(found.filter((use) => use !== null)).toEqual([FIRST]);
});

it('GUARD-34 the database contains no token', async () => {
  const token = await makeToken(RESET);
  const { rows } = await sql<{ text: string }>`
    select row_to_json(one_time_address)::text as text from one_time_address`.execute(database.kysely);
  expect(rows).toHaveLength(1);
  expect(rows[0]?.text).not.toContain(token);
  expect(rows[0]?.text).not.toContain(Buffer.from(token, 'base64url').toString('hex'));
});

it('GUARD-34 the addresses of an account can be ended, all of them or those of a purpose', async () => {
  const [reset, invitation] = [await makeToken(RESET), await makeToken(INVITATION)];
  const other = await makeToken({ ...RESET, accountId: OTHER });
  await database.transaction((tx) => endOneTimeAddresses(tx, [PERSON], ['password-reset']));
  expect([await find(reset), await find(invitation)]).toEqual([null, INVITATION]);
  await database.transaction((tx) => endOneTimeAddresses(tx, [PERSON]));
  expect(await find(invitation)).toBe(null);
  expect(await find(other)).not.toBe(null);
});

it('GUARD-34 a job deletes expired addresses, used and unused ones', async () => {
  const used = await makeToken(RESET);
  await take(used, RESET);
  await makeToken({ ...RESET, accountId: OTHER });
  const invitation = await makeToken(INVITATION);
  pass(31);
  await tidyOneTimeAddresses({ database, clock });
  const { rows } = await sql<{ purpose: string }>`select purpose from one_time_address`.execute(
    database.kysely,
  );
  expect(rows).toEqual([{ purpose: 'invitation' }]);
  expect(await find(invitation)).toEqual(INVITATION);
});
