import { contract, Messages } from '@vault/contract';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { RECORDS } from '../../testing/accounts.ts';
import { createTestApp, type TestApp } from '../../testing/app.ts';
import type { Client } from '../../testing/client.ts';
import {
  createProxiedDatabase,
  type ProxiedDatabase,
  SHORT_LIMITS,
} from '../../testing/faults/proxied-database.ts';
import { timedCall } from '../../testing/faults/timed-call.ts';
import { newUid } from '../../testing/upload-pipeline.ts';

// Uses real HTTP, PostgreSQL and a proxy that freezes, cuts and drops data.

const params = { recordId: RECORDS.acme };
const UNAVAILABLE = { status: 503, errorMessage: Messages.vaultUnavailable, retryAfter: '5' };

let proxied: ProxiedDatabase;
let vault: TestApp;
let client: Client;

async function open(limits = {}): Promise<void> {
  proxied = await createProxiedDatabase({ limits });
  vault = await createTestApp({ database: proxied.database });
  client = await vault.as('creator');
}

async function close(): Promise<void> {
  proxied.proxy.thaw();
  await vault.close();
  await proxied.database.drop();
}

const list = () =>
  timedCall(client, contract.files.list, { params, query: { parentFolder: '', size: 100, page: 0 } });
const prepare = () =>
  timedCall(client, contract.upload.prepare, {
    query: { fileName: newUid() },
    body: { RelFileName: 'a.txt' },
  });
const createFolder = (name: string) =>
  timedCall(client, contract.organise.createFolder, { params, query: { name } });

async function folders(name: string): Promise<number> {
  const { rows } = await proxied.direct.pool.query<{ count: number }>(
    `select count(*) from item where kind = 'folder' and name = $1`,
    [name],
  );
  return rows[0]?.count ?? -1;
}

/** After the end of an outage (SAFE-06). */
const RECOVERY = { interval: 20, timeout: 10_000 };

describe('SAFE-23 a frozen database, with the real limits', () => {
  beforeAll(() => open());
  afterAll(close);

  it('calls get 503 within 10 s, and succeed within 10 s of the end of the freeze', async () => {
    // Opens some of the pool's connections; the calls below need more of them.
    await Promise.all([list(), list(), list(), prepare()]);
    proxied.proxy.freezeAll();
    const calls = Array.from({ length: 8 }, () => [list(), prepare()]).flat();
    for (const answer of await Promise.all(calls)) {
      expect(answer).toMatchObject(UNAVAILABLE);
      expect(answer.elapsedMs).toBeLessThan(10_000);
    }
    proxied.proxy.thaw();
    await expect.poll(async () => (await list()).status, RECOVERY).toBe(200);
    expect((await prepare()).status).toBe(200);
  });
});

describe('SAFE-23 a stopped database, with the real limits', () => {
  beforeAll(() => open());
  afterAll(close);

  it('calls get 503 while the database is stopped, and succeed within 10 s after its start', async () => {
    await Promise.all([list(), prepare()]);
    await proxied.proxy.close();
    for (const answer of await Promise.all([list(), prepare(), list()])) {
      expect(answer).toMatchObject(UNAVAILABLE);
      expect(answer.elapsedMs).toBeLessThan(10_000);
    }
    await proxied.proxy.reopen();
    await expect.poll(async () => (await list()).status, RECOVERY).toBe(200);
    expect((await prepare()).status).toBe(200);
  });

  it('a database that has cut all connections, as at a failover, serves the next calls', async () => {
    await Promise.all([list(), prepare()]);
    proxied.proxy.cutAll();
    await expect.poll(async () => (await list()).status, { interval: 20 }).toBe(200);
  });
});

/** A swallowed statement is noticed by a limit; a cut is noticed at once, also on a busy machine. */
const LIMITS_OF_FAULTS = [
  { fault: 'swallow', limits: { ...SHORT_LIMITS, leaseMs: 500 } },
  { fault: 'cutBefore', limits: {} },
  { fault: 'cutAfter', limits: {} },
] as const;

describe.each(LIMITS_OF_FAULTS)(
  'SAFE-23 one fault at each statement of a call: $fault',
  ({ fault, limits }) => {
    beforeAll(() => open(limits));
    afterEach(() => proxied.proxy.disarm());
    afterAll(close);

    /** Makes the call with a fault at its first statement, then at its second … until it has no more. */
    async function atEachStatement(call: (n: number) => Promise<void>): Promise<number> {
      for (let statement = 1; ; statement += 1) {
        const before = proxied.proxy.faults.length;
        void proxied.proxy.arm(fault, { statement, except: /pg_notify/ });
        await call(statement);
        proxied.proxy.disarm();
        if (proxied.proxy.faults.length === before) return statement - 1;
      }
    }

    it('a list call gets 503 at the fault, and 200 when it is repeated', async () => {
      const statements = await atEachStatement(async () => {
        const before = proxied.proxy.faults.length;
        const answer = await list();
        if (proxied.proxy.faults.length === before) return;
        expect(answer).toMatchObject(UNAVAILABLE);
        expect((await list()).status).toBe(200);
      });
      expect(statements).toBeGreaterThan(1);
    });

    it('a folder is created once, also by a retry', async () => {
      const statements = await atEachStatement(async (n) => {
        const before = proxied.proxy.faults.length;
        const name = `${fault} ${n}`;
        const answer = await createFolder(name);
        if (proxied.proxy.faults.length > before) {
          expect(answer).toMatchObject(UNAVAILABLE);
          expect((await createFolder(name)).status).toBeOneOf([200, 409]);
        }
        expect(await folders(name)).toBe(1);
      });
      expect(statements).toBeGreaterThan(4);
    });
  },
);

describe('SAFE-23 a lost reply of COMMIT', () => {
  beforeAll(() => open());
  afterAll(close);

  it('a lost reply of COMMIT gives 503; the folder exists, and a retry reports it', async () => {
    const happened = proxied.proxy.arm('cutAfter', { commit: 1 });
    expect(await createFolder('committed')).toMatchObject(UNAVAILABLE);
    await happened;
    expect(await folders('committed')).toBe(1);
    expect(await createFolder('committed')).toMatchObject({
      status: 409,
      errorMessage: Messages.folderExists,
    });
    expect(await folders('committed')).toBe(1);
  });
});
