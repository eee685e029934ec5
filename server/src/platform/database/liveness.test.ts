import { Writable } from 'node:stream';
import { sql } from 'kysely';
import pino from 'pino';
import { Registry } from 'prom-client';
import { afterEach, describe, expect, it } from 'vitest';
import { createProxiedDatabase, type ProxiedDatabase } from '../../testing/faults/proxied-database.ts';
import { DependencyUnavailable } from '../unavailable.ts';
import { databaseFailureOf } from './index.ts';

// Uses real PostgreSQL and a proxy that freezes, cuts and drops data.

let proxied: ProxiedDatabase;
afterEach(() => proxied.database.drop());

const failureOf = (query: Promise<unknown>) =>
  query.then(
    () => null,
    (error: unknown) => error,
  );

const ping = () => proxied.database.ping();
const asked = () =>
  proxied.proxy.statements.filter(({ application }) => application.startsWith('portal-vault-liveness'));

describe('SAFE-23 a statement without a reply', () => {
  it('the statement is awaited while PostgreSQL works on it', async () => {
    proxied = await createProxiedDatabase();
    const { rows } = await proxied.database.pool.query<{ done: number }>(
      'select 1 as done from pg_sleep(1.5)',
    );
    expect(rows).toEqual([{ done: 1 }]);
    expect(asked().length).toBeGreaterThan(0);
  });

  it('the statement is awaited behind a pooler that changes the names of connections', async () => {
    proxied = await createProxiedDatabase({ hidesNames: true });
    const { rows } = await proxied.database.pool.query<{ done: number }>(
      'select 1 as done from pg_sleep(1.5)',
    );
    expect(rows).toEqual([{ done: 1 }]);
    expect(asked().length).toBeGreaterThan(0);
  });

  it('the statement is awaited while this process is blocked and has not read the reply', async () => {
    proxied = await createProxiedDatabase();
    await ping();
    const answer = proxied.database.pool.query('select pg_sleep(0.1)');
    const until = performance.now() + 1500;
    while (performance.now() < until);
    await answer;
    expect(asked()).toEqual([]);
  });

  it('a statement that PostgreSQL is not executing fails; other connections continue', async () => {
    proxied = await createProxiedDatabase();
    const other = proxied.database.pool.query('select pg_sleep(2)');
    void proxied.proxy.arm('swallow', { text: /swallowed/ });
    const error = await failureOf(proxied.database.pool.query(`select 'swallowed'`));
    expect(error).toBeInstanceOf(DependencyUnavailable);
    await ping();
    await other;
  });

  it('a transaction fails immediately: its ROLLBACK does not wait on the dead connection', async () => {
    proxied = await createProxiedDatabase();
    void proxied.proxy.arm('swallow', { text: /swallowed/ });
    const work = proxied.database.transaction((tx) => sql`select 'swallowed'`.execute(tx));
    const error = await failureOf(work);
    expect(error).toMatchObject({ message: 'The connection to the database is dead' });
    expect(proxied.proxy.statements.map(({ text }) => text)).not.toContain('rollback');
  });
});

describe('SAFE-23 a database that does not reply', () => {
  it('calls are refused until PostgreSQL replies; a log line and the gauge show each change', async () => {
    const lines: { msg: string }[] = [];
    const stream = new Writable({
      write: (line: Buffer, _, done) => {
        lines.push(JSON.parse(line.toString()) as { msg: string });
        done();
      },
    });
    const metrics = new Registry();
    proxied = await createProxiedDatabase({ metrics }, pino({ level: 'info' }, stream));
    const available = async () =>
      (await metrics.getSingleMetric('vault_database_available')?.get())?.values[0]?.value;
    await Promise.all([ping(), ping(), ping()]);
    expect(await available()).toBe(1);
    proxied.proxy.freezeAll();
    const failures = await Promise.all([failureOf(ping()), failureOf(ping()), failureOf(ping())]);
    for (const failure of failures) expect(databaseFailureOf(failure)).toBe('unreachable');
    expect(await available()).toBe(0);
    const sent = proxied.proxy.statements.length;
    for (let time = 0; time < 20; time += 1) {
      expect(await failureOf(ping())).toMatchObject({ message: 'The database does not answer' });
    }
    expect(proxied.proxy.statements.length).toBe(sent);
    proxied.proxy.thaw();
    await expect.poll(() => failureOf(ping()), { interval: 20 }).toBeNull();
    expect(await available()).toBe(1);
    expect(lines.map(({ msg }) => msg)).toEqual([
      'Database does not answer; calls are refused with 503 until it does',
      'Database answers again',
    ]);
  });

  it('the database stays unavailable when it is stopped after the freeze', async () => {
    proxied = await createProxiedDatabase();
    await ping();
    proxied.proxy.freezeAll();
    await failureOf(ping());
    await proxied.proxy.close();
    await expect.poll(async () => databaseFailureOf(await failureOf(ping()))).toBe('unreachable');
  });

  it('a LISTEN connection ends and restarts by itself', async () => {
    proxied = await createProxiedDatabase();
    const events: string[] = [];
    const listening = proxied.database.listen({
      channel: 'noticeboard',
      onMessage: (payload) => events.push(payload),
      onBegin: () => events.push('begin'),
      onLost: () => events.push('lost'),
    });
    await expect.poll(() => events).toEqual(['begin']);
    proxied.proxy.freezeAll();
    await failureOf(ping());
    await expect.poll(() => events).toEqual(['begin', 'lost']);
    proxied.proxy.thaw();
    await expect.poll(() => events).toEqual(['begin', 'lost', 'begin']);
    await proxied.direct.pool.query(`select pg_notify('noticeboard', 'heard')`);
    await expect.poll(() => events.at(-1)).toBe('heard');
    await listening.close();
  });

  it('a server ends without delay: LISTEN and pool close while the database is frozen', async () => {
    proxied = await createProxiedDatabase();
    const listening = proxied.database.listen({
      channel: 'noticeboard',
      onMessage: () => undefined,
      onBegin: () => undefined,
      onLost: () => undefined,
    });
    await ping();
    proxied.proxy.freezeAll();
    await listening.close();
    await proxied.database.close();
    proxied.proxy.thaw();
  });
});

describe('SAFE-23 a pool without a free connection', () => {
  it('the pool limits the waiting time of a call', async () => {
    proxied = await createProxiedDatabase({ maxConnections: 2 });
    const [release, first, second] = [
      Promise.withResolvers<void>(),
      Promise.withResolvers<void>(),
      Promise.withResolvers<void>(),
    ];
    const holders = [first, second].map((begun) =>
      proxied.database.transaction(() => {
        begun.resolve();
        return release.promise;
      }),
    );
    await Promise.all([first.promise, second.promise]);
    const error = await failureOf(ping());
    expect(databaseFailureOf(error)).toBe('over limits');
    release.resolve();
    await Promise.all(holders);
    await ping();
  });
});

describe('SAFE-23 a COMMIT without a reply', () => {
  it.each(['swallow', 'cutBefore', 'cutAfter'] as const)(
    'a COMMIT without a reply has an unknown outcome and is not repeated: %s',
    async (fault) => {
      proxied = await createProxiedDatabase();
      await proxied.direct.pool.query('create table note (id int)');
      void proxied.proxy.arm(fault, { commit: 1 });
      let runs = 0;
      const work = proxied.database.transaction(async (tx) => {
        runs += 1;
        await sql`insert into note values (1)`.execute(tx);
      });
      expect(await failureOf(work)).toMatchObject({
        dependency: 'database',
        message: 'The answer to COMMIT was lost; the transaction may be stored or not',
      });
      const { rows } = await proxied.direct.pool.query('select id from note');
      expect(rows).toHaveLength(fault === 'cutAfter' ? 1 : 0);
      expect(runs).toBe(1);
    },
  );

  it('a COMMIT that PostgreSQL refuses is known to be rolled back', async () => {
    proxied = await createProxiedDatabase();
    await proxied.direct.pool.query('create table note (id int unique deferrable initially deferred)');
    const work = proxied.database.transaction((tx) => sql`insert into note values (1), (1)`.execute(tx));
    expect(await failureOf(work)).toMatchObject({ code: '23505' });
  });
});

describe('a ROLLBACK that fails', () => {
  it('a failed ROLLBACK does not hide the original error', async () => {
    proxied = await createProxiedDatabase();
    void proxied.proxy.arm('cutBefore', { text: /^rollback/ });
    const work = proxied.database.transaction(() => Promise.reject(new Error('the first error')));
    expect(await failureOf(work)).toMatchObject({ message: 'the first error' });
    await ping();
  });
});
