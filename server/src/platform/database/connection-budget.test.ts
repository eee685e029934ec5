import pino from 'pino';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts';
import { poolSize } from './connection-budget.ts';
import { type Database, DatabaseStartError, openDatabase } from './index.ts';

const log = pino({ level: 'silent' });
const need = { processes: 1, besidesPool: 10, wanted: 20, least: 4 };

describe('NODES-07 the size of the request pool', () => {
  it.each([
    { allowed: 97, claimed: 0, processes: 0, of: 1, size: 20 },
    { allowed: 97, claimed: 0, processes: 0, of: 4, size: 14 },
    { allowed: 97, claimed: 72, processes: 3, of: 4, size: 14 },
    { allowed: 97, claimed: 60, processes: 2, of: 2, size: 20 },
    { allowed: 97, claimed: 83, processes: 3, of: 1, size: 4 },
  ])('NODES-07 $allowed allowed, $claimed claimed by $processes, PROCESSES=$of: $size', (row) => {
    expect(poolSize(row, { ...need, processes: row.of })).toBe(row.size);
  });

  it('NODES-07 fewer than 4 stop the start with a sentence', () => {
    expect(() => poolSize({ allowed: 97, claimed: 84, processes: 3 }, need)).toThrow(
      'PostgreSQL allows 97 connections to the servers of the vault. 3 other server processes use up to 84 of them, and ' +
        'each of the 1 of this machine (PROCESSES) needs at least 14. Raise max_connections',
    );
  });

  it('NODES-07 a process whose requests go through a pooler needs only the other connections', () => {
    expect(poolSize({ allowed: 10, claimed: 0, processes: 0 }, { ...need, wanted: 0 })).toBe(0);
  });
});

describe('NODES-07 server processes of one database', () => {
  let database: TestDatabase;
  const opened: Database[] = [];
  beforeEach(async () => {
    database = await createTestDatabase();
  });
  afterEach(async () => {
    await Promise.all(opened.splice(0).map((each) => each.close()));
    await database.drop();
  });

  async function open(): Promise<number> {
    const options = { databaseUrl: database.url, dataDir: '/nowhere', log };
    const each = await openDatabase({ ...options, budget: { processes: 1, besidesPool: 10 } });
    opened.push(each);
    return each.pool.options.max ?? 0;
  }
  const claims = async () => {
    const { rows } = await sql<{ pid: number; claimed: number }>`
      select l.pid, l.objid::int as claimed from pg_locks l join pg_database d on d.oid = l.database
      where l.classid::bigint = ${0x76617563} and d.datname = current_database()`.execute(database.kysely);
    return rows;
  };

  it('NODES-07 they never get more connections together than are allowed', async () => {
    // `database` has one connection itself, and its pool counts as that of a server process.
    await sql.raw(`alter database ${database.databaseName} connection limit 50`).execute(database.kysely);
    expect(await open()).toBe(20);
    expect(await open()).toBe(10);
    const error = await open().catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(DatabaseStartError);
    await opened.shift()?.close();
    expect(await open()).toBe(15);
  });

  it('NODES-07 a claim whose connection is lost is made again', async () => {
    await open();
    const [before] = await claims();
    expect(before?.claimed).toBe(30);
    await sql`select pg_terminate_backend(${before?.pid})`.execute(database.kysely);
    const isNew = async () =>
      (await claims()).some(({ pid, claimed }) => pid !== before?.pid && claimed === 30);
    await expect.poll(isNew).toBe(true);
  });
});
