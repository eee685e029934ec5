import { abilitiesOf, contract, type Endpoint } from '@vault/contract';
import { demoAccounts } from '@vault/demo';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addAccount, checkAccounts, loadAccounts, lockDemo } from '../session/index.ts';
import { E8 } from '../testing/answers.ts';
import { createTestApp, type TestApp } from '../testing/app.ts';
import { recordedBy } from '../testing/audit-entries.ts';
import { createClient, signedIn } from '../testing/client.ts';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { FIRM } from '../testing/load-test-accounts.ts';
import { createSetup, setupAddress, type VaultSetup } from './index.ts';

const ORIGIN = 'https://vault.example.test';
const { readAddress, setUp } = contract.oneTime;
const { signIn, records } = contract.session;
const CLOSED = {
  status: 503,
  code: 503,
  data: null,
  errorCode: 'VAULT_BEING_SET_UP',
  errorMessage: 'This vault is being set up.',
};
const ENDED = { code: 410, errorCode: 'ONE_TIME_ADDRESS_ENDED' };
const ZOE = {
  name: 'Zoe Meier',
  email: 'zoe@example.test',
  password: 'seven green bottles',
  recordName: 'Acme Ltd',
};
const CALLS: readonly Endpoint[] = Object.values(contract).flatMap((area) => Object.values(area));

let database: TestDatabase;
let vault: TestApp;
let now = new Date();
const clock = { now: () => now };

/** The state of the server of this file: each test begins with one that waits for its first administrator. */
let setup: VaultSetup;

beforeAll(async () => {
  database = await createTestDatabase();
  vault = await createTestApp({ database, clock, setup: { isPending: () => setup.isPending() } });
});
afterAll(async () => {
  await vault.close();
  await database.drop();
});
beforeEach(async () => {
  now = new Date();
  setup = createSetup(database, true);
  await sql`delete from account`.execute(database.kysely);
});

/** As a start of another server of this vault. @returns the token that it prints */
async function start(): Promise<string> {
  const url = await setupAddress({ database, clock, setup: createSetup(database, true) }, ORIGIN);
  expect(url).toMatch(/^https:\/\/vault\.example\.test\/setup#[\w-]{43}$/);
  return new URL(url ?? '').hash.slice(1);
}
const make = (token: string, given: Partial<typeof ZOE> = {}) =>
  vault.anonymous.call(setUp, { body: { ...ZOE, ...given, token } });
const enter = ({ email, password } = ZOE) => vault.anonymous.call(signIn, { body: { email, password } });
const get = (path: string, accept: string) => vault.anonymous.fetch(path, { headers: { accept } });

const OF_NAMES = 'NEW_PASSWORD_OF_KNOWN_NAMES';

describe('GUARD-03 until the first administrator exists', () => {
  const closed = CALLS.filter(({ name }) => name !== readAddress.name && name !== setUp.name);

  it.each(closed.map((endpoint) => [endpoint.name, endpoint] as const))(
    'GUARD-03 %s says that the vault is being set up',
    async (_, { method, path }) => {
      const response = await vault.anonymous.fetch(path.replaceAll(/:\w+/g, 'any'), { method });
      expect(response.headers.get('retry-after')).not.toBe(null);
      expect({ status: response.status, ...((await response.json()) as object) }).toEqual(CLOSED);
    },
  );

  it.each([
    '/',
    '/login',
    '/vault',
    '/s/abc',
    '/r/abc',
    '/set-password',
    '/office/abc',
    '/setup/',
    '/nowhere',
  ])('GUARD-03 the page %s says so, without the address', async (path) => {
    const token = await start();
    const response = await get(path, 'text/html,*/*');
    const text = await response.text();
    expect(response.status).toBe(503);
    expect(response.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(text).toContain('This vault is being set up.');
    expect(text).not.toContain(token);
    expect(text).not.toContain('/setup');
  });

  it.each(['/api/docs', '/api/v1/unknown', '/api/v1/services/file-system/previews/abc'])(
    'GUARD-03 %s is refused with the envelope',
    async (path) => {
      const response = await get(path, 'text/html');
      expect({ status: response.status, ...((await response.json()) as object) }).toEqual(CLOSED);
    },
  );

  it('GUARD-03 an office service gets 503, whose protocol has no envelope', async () => {
    expect(await get('/wopi/files/abc', '*/*')).toMatchObject({ status: 503 });
  });

  it('GUARD-03 the vault is alive and ready', async () => {
    for (const path of ['/healthz', '/readyz', '/metrics']) {
      // oxlint-disable-next-line no-await-in-loop -- three requests
      expect(await get(path, '*/*')).toMatchObject({ status: 200 });
    }
  });
});

describe('GUARD-03 the first administrator', () => {
  it('GUARD-03 is made once, with every right and a record, and opens the vault', async () => {
    const token = await start();
    const about = { purpose: 'first-administrator', account: null };
    expect(await vault.anonymous.call(readAddress, { body: { token } })).toMatchObject({ data: about });
    const entries = await recordedBy(database, () => make(token, { name: ' Zoe Meier ' }));

    const data = signedIn((await enter()).data);
    expect(Object.values(abilitiesOf(data.permissions))).not.toContain(false);
    expect(data.userInfo.profile).toMatchObject({ name: 'Zoe Meier', email: ZOE.email });
    const client = createClient(vault.origin, data.accessToken);
    const { sfid } = data.userInfo.profile;
    expect(await client.data(records)).toEqual([
      { sfid, name: 'Zoe Meier' },
      { sfid: expect.stringMatching(/^rec/), name: 'Acme Ltd' },
    ]);
    expect(entries).toMatchObject([{ action: 'person.setup', actorKind: 'person', objectId: sfid }]);

    expect(await make(token, { email: 'other@example.test' })).toMatchObject(ENDED);
    expect(await setupAddress({ database, clock, setup: createSetup(database, true) }, ORIGIN)).toBe(null);
  });

  it('GUARD-03 of four concurrent uses of the address one makes an administrator', async () => {
    const token = await start();
    const emails = ['a', 'b', 'c', 'd'].map((name) => `${name}@example.test`);
    const codes = await Promise.all(emails.map(async (email) => (await make(token, { email })).code));
    expect(codes.toSorted((a, b) => a - b)).toEqual([200, 410, 410, 410]);
    const { rows } = await sql`select 1 from account`.execute(database.kysely);
    expect(rows).toHaveLength(1);
  });

  it('GUARD-03 the address works for an hour', async () => {
    const token = await start();
    now = new Date(now.getTime() + 3_600_000);
    expect(await make(token)).toMatchObject(ENDED);
    expect(await enter()).toEqual(CLOSED);
    expect(await make(await start())).toMatchObject({ code: 200 });
  });

  it('GUARD-03 a new start ends the address of the former one; of concurrent starts one remains', async () => {
    const former = await start();
    const tokens = await Promise.all(Array.from({ length: 6 }, start));
    expect(await make(former)).toMatchObject(ENDED);
    const works = async (token: string) =>
      (await vault.anonymous.call(readAddress, { body: { token } })).code === 200;
    const found = await Promise.all(tokens.map(works));
    expect(found.filter(Boolean)).toHaveLength(1);
  });

  it('GUARD-03 an account of `npm run user` opens the vault and ends the address', async () => {
    const token = await start();
    const rights = { words: ['read'] as const, records: [], newRecords: [] };
    await addAccount({ database, clock }, { ...ZOE, rights });
    expect(await enter()).toMatchObject({ code: 200 });
    expect(await make(token, { email: 'other@example.test' })).toMatchObject(ENDED);
  });

  it('GUARD-03 locked demo accounts are no accounts; their e-mails stay taken', async () => {
    const accounts = checkAccounts(demoAccounts(), 'the demo');
    await loadAccounts({
      firm: FIRM,
      database,
      clock,
      accounts,
      location: 'the demo',
      isDemo: true,
      passwords: 'any',
    });
    expect(await createSetup(database, true).isPending()).toBe(false);
    await lockDemo(database);
    const token = await start();
    const email = accounts.users[0]?.email ?? '';
    expect(await make(token, { email })).toMatchObject({ code: 409, errorCode: 'PERSON_EXISTS' });
    expect(await make(token)).toMatchObject({ code: 200 });
  });

  it('GUARD-03 a vault with the demo, an accounts file or an issuer never waits', async () => {
    const never = createSetup(database, false);
    expect(await never.isPending()).toBe(false);
    expect(await setupAddress({ database, clock, setup: never }, ORIGIN)).toBe(null);
  });

  it.each([
    ['a malformed e-mail', { email: 'no address' }, E8.errorCode],
    ['a short password', { password: 'too short' }, 'NEW_PASSWORD_TOO_SHORT'],
    ['a much used password', { password: 'PassWord1234' }, 'NEW_PASSWORD_COMMON'],
    ['a password of the own name', { name: 'Zoe Winter', password: 'ZoeWinter2026' }, OF_NAMES],
    ['a password of the record', { recordName: 'Larkspur', password: 'larkspur-2026' }, OF_NAMES],
    ['a blank name', { name: ' ' }, 'VALIDATION_FAILED'],
    ['a long name', { name: 'x'.repeat(121) }, 'VALIDATION_FAILED'],
    ['a record of two lines', { recordName: 'a\nb' }, 'VALIDATION_FAILED'],
    ['no text', { recordName: { length: 5 } as unknown as string }, 'VALIDATION_FAILED'],
  ])('GUARD-03 %s is refused, and the address still works', async (_, given, errorCode) => {
    const token = await start();
    expect(await make(token, given)).toMatchObject({ code: 400, errorCode });
    expect(await make(token)).toMatchObject({ code: 200 });
  });

  it.each(['', 'A'.repeat(43), 'A'.repeat(400)])(
    'GUARD-03 a wrong token makes nothing (%.9s)',
    async (token) => {
      await start();
      expect(await make(token)).toMatchObject(ENDED);
      expect(await enter()).toEqual(CLOSED);
    },
  );
});
