import { fork } from 'node:child_process';
import { on, once } from 'node:events';
import { join } from 'node:path';
import { contract, Messages } from '@vault/contract';
import { sql } from 'kysely';
import pino from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { RECORDS } from '../../testing/accounts.ts';
import { createTestApp, type TestApp } from '../../testing/app.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts';
import { whileFrozen } from '../../testing/faults/freeze.ts';
import { createProxiedDatabase, type ProxiedDatabase } from '../../testing/faults/proxied-database.ts';
import { timedCall } from '../../testing/faults/timed-call.ts';
import { openCopy } from '../../testing/test-server.ts';
import type { HolderReport } from './fixtures/lock-holder.ts';
import { databaseFailureOf } from './index.ts';

// Uses real servers on one PostgreSQL, a process that is stopped by SIGSTOP, and a proxy that freezes.

const silent = pino({ level: 'silent' });
const params = { recordId: RECORDS.acme };
const UNAVAILABLE = { status: 503, errorMessage: Messages.vaultUnavailable, retryAfter: '5' };

describe('SAFE-28 a frozen node that holds the lock of a record', () => {
  let proxied: ProxiedDatabase;
  let frozen: TestApp;
  let other: TestApp;

  beforeEach(async () => {
    proxied = await createProxiedDatabase({ limits: {} });
    frozen = await createTestApp({ database: proxied.database });
    other = await createTestApp({ database: proxied.direct });
  });
  afterEach(async () => {
    proxied.proxy.thaw();
    await Promise.all([frozen.close(), other.close()]);
    await proxied.database.drop();
  });

  const create = async (vault: TestApp, name: string) =>
    timedCall(await vault.as('creator'), contract.organise.createFolder, { params, query: { name } });

  async function folders(name: string): Promise<number> {
    const { rows } = await proxied.direct.pool.query<{ count: number }>(
      'select count(*) from item where name = $1',
      [name],
    );
    return rows[0]?.count ?? -1;
  }

  it('a frozen node delays writers on another node for less than 10 s, then stores nothing', async () => {
    await Promise.all([frozen.as('creator'), other.as('creator')]);
    const happened = proxied.proxy.arm('freezeAll', { text: /insert into item\b/i });
    const lost = create(frozen, 'lost');
    await happened;
    const answer = await create(other, 'goes on');
    expect(answer.status).toBe(200);
    expect(answer.elapsedMs).toBeLessThan(10_000);
    proxied.proxy.thaw();
    expect(await lost).toMatchObject(UNAVAILABLE);
    expect(await folders('lost')).toBe(0);
    await expect.poll(async () => (await create(frozen, 'lost')).status).toBe(200);
    expect(await folders('lost')).toBe(1);
  });
});

describe('SAFE-28 a lock that is not released', () => {
  let database: TestDatabase;
  beforeEach(async () => {
    database = await createTestDatabase();
    await database.pool.query(`create table note (text text); insert into note values ('row')`);
  });
  afterEach(() => database.drop());

  const failureOf = (query: Promise<unknown>) =>
    query.then(
      () => null,
      (error: unknown) => error,
    );

  it('a writer waits for the lock up to the limit, then the reply is 503', async () => {
    const locked = Promise.withResolvers<void>();
    const holder = database.transaction(async (tx) => {
      await sql`select from note for update`.execute(tx);
      locked.resolve();
      await sql`select pg_sleep(3)`.execute(tx);
    });
    await locked.promise;
    const withShortLimit = openCopy(database.target, silent, { limits: { lockMs: 100 } });
    const error = await failureOf(withShortLimit.pool.query('update note set text = $1', ['changed']));
    expect(databaseFailureOf(error)).toBe('timed out');
    await withShortLimit.close();
    await holder;
  });

  it('a transaction ends with its lease: it fails as unavailable, and nothing is stored', async () => {
    const holder = openCopy(database.target, silent, { limits: { leaseMs: 200 } });
    const locked = Promise.withResolvers<void>();
    const released = Promise.withResolvers<void>();
    const work = holder.transaction(async (tx) => {
      await sql`update note set text = text || ' holder'`.execute(tx);
      locked.resolve();
      await released.promise;
      await sql`update note set text = text || ' again'`.execute(tx);
    });
    const outcome = failureOf(work);
    await locked.promise;
    await database.pool.query(`update note set text = text || ' other'`);
    released.resolve();
    expect(databaseFailureOf(await outcome)).toBe('unreachable');
    expect(await text()).toBe('row other');
    await holder.close();
  });

  it('a transaction whose lease expires while the process is blocked fails at its next statement', async () => {
    const holder = openCopy(database.target, silent, { limits: { leaseMs: 100 } });
    const work = holder.transaction(async (tx) => {
      await sql`update note set text = text || ' holder'`.execute(tx);
      const until = performance.now() + 500;
      while (performance.now() < until);
      await sql`update note set text = text || ' again'`.execute(tx);
    });
    expect(databaseFailureOf(await failureOf(work))).toBe('unreachable');
    expect(await text()).toBe('row');
    await holder.close();
  });

  it('a transaction of a stopped process ends with its lease; the process then stores nothing', async () => {
    const child = fork(join(import.meta.dirname, 'fixtures/lock-holder.ts'), [database.url, '500']);
    const reports = on(child, 'message');
    const next = async () => ((await reports.next()).value as [HolderReport])[0];
    expect(await next()).toEqual({ kind: 'locked' });
    const ended = once(child, 'exit');
    await whileFrozen(child.pid ?? 0, () => database.pool.query(`update note set text = text || ' other'`));
    child.send('go on');
    const report = await next();
    expect(report).toMatchObject({ kind: 'ended', error: expect.stringMatching(/./) });
    await ended;
    expect(await text()).toBe('row other');
  });

  async function text(): Promise<string> {
    const { rows } = await database.pool.query<{ text: string }>('select text from note');
    return rows.map((row) => row.text).join();
  }
});
