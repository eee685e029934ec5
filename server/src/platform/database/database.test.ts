import { once } from 'node:events';
import { sql } from 'kysely';
import { Writable } from 'node:stream';
import pino from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts';
import { databaseFailureOf, isForeignKeyViolation, isUniqueViolation, openDatabase } from './index.ts';
import { DependencyUnavailable } from '../unavailable.ts';
import { createPool, watchDatabase } from './pool.ts';
import { mustBeSupported } from './version.ts';

// Uses real PostgreSQL, with a table for these tests.

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  await database.pool.query(`create table counter (
    id int constraint counter_key primary key,
    hit_count int8 not null default 0 constraint counter_positive check (hit_count >= 0),
    parent int constraint counter_parent references counter
  )`);
});
beforeEach(async () => {
  await database.pool.query(`truncate counter; insert into counter (id) values (1), (2)`);
});
afterAll(() => database.drop());

async function hits(): Promise<number[]> {
  const { rows } = await database.pool.query<{ hits: number }>(
    'select hit_count as hits from counter order by id',
  );
  return rows.map((row) => row.hits);
}

describe('query results', () => {
  test('names are camelCase, int8 and sums are numbers, times are Date in UTC, dates are text', async () => {
    const { rows } = await sql`
      select 9007199254740991::int8 as size_bytes, sum(x) as all_bytes, avg(x) as mean_size,
        '2026-11-20 23:57:00.123+00'::timestamptz as created_at, date '2026-11-20' as as_of_date
      from (values (1::int8), (2)) v (x)
    `.execute(database.kysely);
    expect(rows).toEqual([
      {
        sizeBytes: 9007199254740991,
        allBytes: 3,
        meanSize: 1.5,
        createdAt: new Date('2026-11-20T23:57:00.123Z'),
        asOfDate: '2026-11-20',
      },
    ]);
  });

  test('distant times and times in other time zones are read correctly', async () => {
    const times = [
      '0001-01-01 00:00:00 BC',
      '12026-05-06 07:08:09.5+00',
      'infinity',
      '2026-11-20 23:57:00.123456+00',
    ];
    const client = await database.pool.connect();
    try {
      await client.query(`set timezone to 'Asia/Kathmandu'`);
      const { rows } = await client.query<{ time: Date }>(`select '2026-11-20 12:00Z'::timestamptz as time`);
      expect(rows[0]?.time.toISOString()).toBe('2026-11-20T12:00:00.000Z');
    } finally {
      client.release(true);
    }
    const { rows } = await database.pool.query<{ time: Date | number }>(
      'select unnest($1::timestamptz[]) as time',
      [times],
    );
    expect(rows.map(({ time }) => (time instanceof Date ? time.toISOString() : time))).toEqual([
      '0000-01-01T00:00:00.000Z',
      '+012026-05-06T07:08:09.500Z',
      Infinity,
      '2026-11-20T23:57:00.123Z',
    ]);
  });

  test('a number that JavaScript would round is refused', async () => {
    await expect(database.pool.query('select 9007199254740993::int8')).rejects.toThrow(/does not fit/);
  });
});

describe('a transaction', () => {
  test('a transaction commits all changes or none', async () => {
    const failing = database.transaction(async (transaction) => {
      await sql`update counter set hit_count = 5`.execute(transaction);
      throw new Error('changed my mind');
    });
    await expect(failing).rejects.toThrow('changed my mind');
    expect(await hits()).toEqual([0, 0]);
  });

  test('a transaction that is rolled back for a deadlock is retried, and both succeed', async () => {
    const [first, second] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    let tries = 0;
    const crossing = (one: number, two: number, mine: PromiseWithResolvers<void>, other: Promise<void>) =>
      database.transaction(async (transaction) => {
        tries += 1;
        await sql`update counter set hit_count = hit_count + 1 where id = ${one}`.execute(transaction);
        mine.resolve();
        await other;
        await sql`update counter set hit_count = hit_count + 1 where id = ${two}`.execute(transaction);
      });
    await Promise.all([crossing(1, 2, first, second.promise), crossing(2, 1, second, first.promise)]);
    expect(await hits()).toEqual([2, 2]);
    expect(tries).toBeGreaterThan(2);
  });

  test('a serializable transaction that conflicts with a concurrent one is retried', async () => {
    const both = Promise.withResolvers<void>();
    let readers = 0;
    const increment = () =>
      database.transaction(
        async (transaction) => {
          const { rows } = await sql<{
            hits: number;
          }>`select hit_count as hits from counter where id = 1`.execute(transaction);
          readers += 1;
          if (readers === 2) both.resolve();
          await both.promise;
          await sql`update counter set hit_count = ${(rows[0]?.hits ?? 0) + 1} where id = 1`.execute(
            transaction,
          );
        },
        { isolation: 'serializable' },
      );
    await Promise.all([increment(), increment()]);
    expect(await hits()).toEqual([2, 0]);
    expect(readers).toBe(3);
  });
});

describe('constraint violations are identified by the constraint name', () => {
  const failure = (statement: string) => database.pool.query(statement).catch((error: unknown) => error);

  test('unique and foreign key violations are recognised by the name of their constraint', async () => {
    const twice = await failure('insert into counter (id) values (1)');
    expect(isUniqueViolation(twice, 'counter_key')).toBe(true);
    expect(isUniqueViolation(twice)).toBe(true);
    expect(isUniqueViolation(twice, 'another')).toBe(false);
    expect(isForeignKeyViolation(twice)).toBe(false);
    const orphan = await failure('insert into counter (id, parent) values (3, 99)');
    expect(isForeignKeyViolation(orphan, 'counter_parent')).toBe(true);
    expect(isUniqueViolation(null)).toBe(false);
  });

  test('a statement that takes too long is cancelled, and its error is a time-out', async () => {
    const pool = database.createPool({ name: 'short-timeout', max: 1, statementTimeoutMs: 20 });
    const error = await pool.query('select pg_sleep(20)').catch((reason: unknown) => reason);
    expect(databaseFailureOf(error)).toBe('timed out');
    await pool.end();
  });

  test('SAFE-28 PostgreSQL limits: 30 s a statement, 8 s a lock, 6 s idle in a transaction', async () => {
    const { rows } = await database.pool.query(
      `select current_setting('statement_timeout') as statement, current_setting('lock_timeout') as lock,
         current_setting('idle_in_transaction_session_timeout') as idle`,
    );
    expect(rows).toEqual([{ statement: '30s', lock: '8s', idle: '6s' }]);
  });
});

describe('repeated statements', () => {
  test('each statement is planned once per connection, and is correct after the table changes', async () => {
    const pool = database.createPool({ name: 'one', max: 1, statementTimeoutMs: 0 });
    const read = async () => (await pool.query('select * from counter where id = $1', [1])).rows;
    for (let time = 0; time < 5; time += 1)
      expect(await read()).toEqual([{ id: 1, hit_count: 0, parent: null }]);
    const prepared = await pool.query<{ name: string }>('select name from pg_prepared_statements');
    expect(prepared.rows).toHaveLength(1);
    await database.pool.query('alter table counter add column extra int');
    try {
      await expect(read()).rejects.toThrow(/cached plan/);
      expect(await read()).toEqual([{ id: 1, hit_count: 0, parent: null, extra: null }]);
    } finally {
      await database.pool.query('alter table counter drop column extra');
      await pool.end();
    }
  });

  test('the number of prepared statements is limited for any number of texts', async () => {
    const pool = database.createPool({ name: 'one', max: 1, statementTimeoutMs: 0 });
    for (let text = 0; text < 300; text += 1) {
      for (let time = 0; time < 3; time += 1) await pool.query(`select $1::int as c${text}`, [1]);
    }
    const { rows } = await pool.query<{ count: number }>('select count(*) from pg_prepared_statements');
    expect(rows[0]?.count).toBe(256);
    await pool.end();
  });
});

const silent = pino({ level: 'silent' });

describe('a lost connection', () => {
  test('a connection lost idle or in a transaction never ends the process; the next query works', async () => {
    const lines: string[] = [];
    const stream = new Writable({
      write: (line: Buffer, _, done) => {
        lines.push(line.toString());
        done();
      },
    });
    const own = await createTestDatabase(pino({ level: 'warn' }, stream));
    const cut = () =>
      database.pool.query(`select pg_terminate_backend(pid) from pg_stat_activity where datname = $1`, [
        own.databaseName,
      ]);
    await own.pool.query('select 1');
    const lost = once(own.pool, 'error');
    await cut();
    await lost;
    expect(lines.join('')).toContain('Idle database connection lost; the pool opens another');
    expect(lines.join('').length).toBeLessThan(1000);

    const cutWithin = own.transaction(async (transaction) => {
      await sql`select 1`.execute(transaction);
      await cut();
      await sql`select 1`.execute(transaction);
    });
    const error = await cutWithin.catch((reason: unknown) => reason);
    expect(databaseFailureOf(error)).toBe('unreachable');
    await own.ping();
    await own.drop();
  });

  test.each([
    ['25P03', 'unreachable'],
    ['25P04', 'unreachable'],
    ['57P01', 'unreachable'],
    ['57P05', 'unreachable'],
    ['08006', 'unreachable'],
    ['58030', 'unreachable'],
    ['ECONNRESET', 'unreachable'],
    ['ENETUNREACH', 'unreachable'],
    ['53000', 'over limits'],
    ['53100', 'out of space'],
    ['53200', 'over limits'],
    ['22021', null],
    ['23505', null],
    ['ENOENT', null],
    ['XX001', null],
  ])('SAFE-28 the error code %s is a failure of the kind %s', (code, kind) => {
    expect(databaseFailureOf(Object.assign(new Error('ended'), { code }))).toBe(kind);
  });

  test('an error of another dependency is never a database failure, even with the same code', () => {
    const failed = Object.assign(new DependencyUnavailable('blobs', 'slow'), { code: 'ETIMEDOUT' });
    expect(databaseFailureOf(failed)).toBe(null);
  });

  test.each([
    ['host', (url: URL) => url.searchParams.set('host', '/nowhere')],
    ['database', (url: URL) => void (url.pathname = '/nowhere')],
    ['user', (url: URL) => void (url.username = 'nowhere')],
  ])('a connection to a missing %s fails as unreachable, with the reason', async (_, change) => {
    const url = new URL(database.url);
    change(url);
    const { liveness, ...deps } = watchDatabase({ connectionString: url.href }, silent);
    const pool = createPool({ ...deps, liveness }, { name: 'tests', max: 1, statementTimeoutMs: 0 });
    const error = await pool.query('select 1').catch((reason: unknown) => reason);
    expect(databaseFailureOf(error)).toBe('unreachable');
    expect((error as Error).message).toMatch(/nowhere/);
    await pool.end();
    liveness.close();
  });
});

describe('an external database', () => {
  const log = pino({ level: 'silent' });

  test('PostgreSQL 15 or newer is accepted, an older one is refused with setting and reason', () => {
    expect(() => mustBeSupported(150_000)).not.toThrow();
    expect(() => mustBeSupported(180_004)).not.toThrow();
    expect(() => mustBeSupported(140_011)).toThrow(
      /DATABASE_URL names a PostgreSQL 14\.11.*needs PostgreSQL 15/,
    );
    expect(() => mustBeSupported(90_624)).toThrow(/PostgreSQL 9\.6,/);
  });

  test('an external database that cannot be reached is reported with the setting and the reason', async () => {
    const databaseUrl = 'postgres://vault@127.0.0.1:1/vault';
    await expect(openDatabase({ databaseUrl, dataDir: '/nowhere', log })).rejects.toThrow(
      /DATABASE_URL names cannot be used.*ECONNREFUSED/,
    );
  });

  test('an external database is opened, migrated and left running', async () => {
    const opened = await openDatabase({ databaseUrl: database.url, dataDir: '/nowhere', log });
    const { rows } = await sql`select count(*) as files from item`.execute(opened.kysely);
    expect(rows).toEqual([{ files: 0 }]);
    await opened.close();
    await database.ping();
  });
});
