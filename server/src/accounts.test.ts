import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { contract } from '@vault/contract';
import { DEMO_USERS, demoAccounts } from '@vault/demo';
import { sql } from 'kysely';
import pino from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { prepareAccounts } from './accounts.ts';
import { readConfig } from './config/index.ts';
import { createTestApp, type TestApp } from './testing/app.ts';
import { createClient, signedIn } from './testing/client.ts';

const { signIn, me, methods } = contract.session;
const [ada] = demoAccounts().users;
const credentials = { email: ada?.email ?? '', password: ada?.password ?? '' };
const P2 = { code: 401, errorMessage: 'Incorrect e-mail or password.', errorCode: 'WRONG_CREDENTIALS' };

let vault: TestApp;
let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vault-accounts-'));
  vault = await createTestApp();
  // The demo's documents are not needed here.
  const { records, users } = demoAccounts();
  const seeded = [...records, ...users].map(({ sfid }) => `demo.seeded.${sfid}`);
  await sql`
    insert into setting (name, value) select name, 'true'::jsonb from unnest(${seeded}::text[]) name`.execute(
    vault.database.kysely,
  );
});
afterAll(async () => {
  await vault.close();
  await rm(folder, { recursive: true });
});
beforeEach(async () => {
  await sql`delete from account`.execute(vault.database.kysely);
});

/** Prepares the accounts as a start with these settings does. @returns what the page offers, and the log */
async function start(settings: Record<string, string> = {}) {
  const lines = new PassThrough();
  const log = pino({ level: 'warn' }, lines);
  const offered = await prepareAccounts({ ...vault.deps, log, config: readConfig(settings) });
  const text = String(lines.read() ?? '');
  return {
    offered,
    log: text
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line) as object),
  };
}

const attempt = () => vault.anonymous.call(signIn, { body: credentials });
const LOCKED = 'Demo accounts are locked while the demo is off';

describe('GUARD-02 demo accounts of an earlier start', () => {
  it('with the demo they are offered and can sign in', async () => {
    const { offered, log } = await start();
    expect(offered).toHaveLength(5);
    expect(log).toEqual([]);
    expect(await attempt()).toMatchObject({ code: 200 });
  });

  it('without the demo they get P2, their sessions have ended, and the log has their number', async () => {
    await start();
    const client = createClient(vault.origin, signedIn((await attempt()).data).accessToken);
    expect(await client.call(me)).toMatchObject({ code: 200 });

    const { offered, log } = await start({ DEMO: 'false' });
    expect(offered).toEqual([]);
    expect(log).toMatchObject([{ level: 40, msg: LOCKED, count: 5, reasons: ['DEMO is false'] }]);
    expect(await attempt()).toMatchObject(P2);
    expect(await client.call(me)).toMatchObject({ code: 401, errorCode: 'SESSION_ENDED' });
    expect(await vault.anonymous.data(methods)).toMatchObject({ accounts: false });
  });

  it('they stay locked at the next start without the demo, and work again with it', async () => {
    await start();
    await start({ DEMO: 'false' });
    const second = await start({ DATABASE_URL: 'postgres://db.example.test/vault' });
    expect(second.log).toMatchObject([{ msg: LOCKED, count: 5, reasons: ['DATABASE_URL is set'] }]);
    expect(await attempt()).toMatchObject(P2);

    await start();
    expect(await attempt()).toMatchObject({ code: 200 });
  });

  it('an accounts file that has an id of the demo makes it an account of the file', async () => {
    await start();
    const file = join(folder, 'accounts.json');
    const own = {
      sfid: DEMO_USERS.ada,
      name: 'Ada',
      email: credentials.email,
      password: 'chosen by the firm',
    };
    await writeFile(file, JSON.stringify({ users: [own] }));
    const { log } = await start({ ACCOUNTS_FILE: file });

    expect(log).toMatchObject([{ msg: LOCKED, count: 4 }]);
    expect(await attempt()).toMatchObject(P2);
    const body = { email: own.email, password: own.password };
    expect(await vault.anonymous.call(signIn, { body })).toMatchObject({ code: 200 });
  });

  it('GUARD-11 a link that a locked account made gives nothing until the demo is on again', async () => {
    await start();
    const maker = createClient(vault.origin, signedIn((await attempt()).data).accessToken);
    const params = { recordId: DEMO_USERS.ada };
    await maker.data(contract.organise.createFolder, { params, query: { name: 'Plans' } });
    const body = { accessType: 'Anyone' as const, paths: ['Plans'] };
    const { accessUrl } = await maker.data(contract.sharing.shareLink, { params, body });
    const token = accessUrl.split('/').at(-1) ?? '';
    const landing = () => vault.anonymous.call(contract.recipient.landing, { params: { token } });
    expect(await landing()).toMatchObject({ code: 200 });

    await start({ DEMO: 'false' });
    expect(await landing()).toMatchObject({ code: 410, errorCode: 'LINK_EXPIRED' });

    await start();
    expect(await landing()).toMatchObject({ code: 200 });
  });

  it('without demo accounts nothing is logged', async () => {
    expect(await start({ DEMO: 'false' })).toEqual({ offered: [], log: [] });
  });
});

describe('GUARD-20 a weak password in the accounts file', () => {
  const settings = async () => {
    const file = join(folder, 'weak.json');
    const user = { sfid: DEMO_USERS.ada, name: 'Ada', email: credentials.email, password: 'short' };
    await writeFile(file, JSON.stringify({ users: [user] }));
    return { ACCOUNTS_FILE: file };
  };

  it('works with a warning while only this machine can reach the vault', async () => {
    const { log } = await start(await settings());
    expect(log).toMatchObject([
      { account: DEMO_USERS.ada, reason: expect.stringContaining('12 characters') },
    ]);
    const body = { email: credentials.email, password: 'short' };
    expect(await vault.anonymous.call(signIn, { body })).toMatchObject({ code: 200 });
  });

  it.each([
    ['HOST', { HOST: '0.0.0.0', PUBLIC_URL: 'https://vault.example.test' }],
    ['PUBLIC_URL', { PUBLIC_URL: 'https://vault.example.test' }],
    ['TRUST_PROXY', { TRUST_PROXY: '127.0.0.1', PUBLIC_URL: 'http://127.0.0.1:8080' }],
  ])('stops the start when %s opens the vault to other machines', async (_, open) => {
    await expect(start({ ...(await settings()), ...open })).rejects.toThrow('users[0].password is refused');
  });
});
