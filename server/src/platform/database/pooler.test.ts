import pino from 'pino';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts';
import { hasPgBouncer, type PgBouncer, startPgBouncer } from '../../testing/pgbouncer.ts';
import { type Database, DatabaseStartError, openDatabase } from './index.ts';

const log = pino({ level: 'silent' });

describe.runIf(hasPgBouncer())('NODES-07 requests through PgBouncer in transaction mode', () => {
  let direct: TestDatabase;
  let pgBouncer: PgBouncer;
  let database: Database;
  const open = (databaseUrl: string) =>
    openDatabase({ databaseUrl, databaseDirectUrl: direct.url, dataDir: '/nowhere', log });
  beforeAll(async () => {
    direct = await createTestDatabase();
    pgBouncer = await startPgBouncer(direct.target);
    database = await open(pgBouncer.urlOf(direct.databaseName));
  });
  afterAll(async () => {
    await database?.close();
    await pgBouncer?.stop();
    await direct?.drop();
  });

  it('NODES-07 statements of many connections share two sessions, and none is prepared by name', async () => {
    const select = async (n: number) => {
      const { rows } = await sql<{ pid: number; value: number; prepared: number }>`
        select pg_backend_pid() as pid, ${n}::int as value,
          (select count(*)::int from pg_prepared_statements) as prepared`.execute(database.kysely);
      return rows[0];
    };
    const rows = await Promise.all(Array.from({ length: 200 }, (_, n) => select(n)));
    expect(rows.map((row) => row?.value)).toEqual(Array.from({ length: 200 }, (_, n) => n));
    expect(new Set(rows.map((row) => row?.pid)).size).toBeLessThanOrEqual(2);
    expect(rows.every((row) => row?.prepared === 0)).toBe(true);
  });

  it('NODES-07 transactions keep their locks and their order through the pooler', async () => {
    const name = 'pooled';
    await sql`insert into setting (name, value) values (${name}, '0')`.execute(database.kysely);
    const add = () =>
      database.transaction(async (tx) => {
        const { rows } = await sql<{ value: number }>`
          select value from setting where name = ${name} for update`.execute(tx);
        await sql`update setting set value = ${String(Number(rows[0]?.value) + 1)}::jsonb
          where name = ${name}`.execute(tx);
      });
    await Promise.all(Array.from({ length: 40 }, add));
    const { rows } = await sql<{ value: number }>`
      select value from setting where name = ${name}`.execute(direct.kysely);
    expect(rows[0]?.value).toBe(40);
  });

  it('NODES-07 LISTEN uses a separate session', async () => {
    const began = Promise.withResolvers<void>();
    const heard = Promise.withResolvers<string>();
    const listening = database.listen({
      channel: 'pooled',
      onMessage: heard.resolve,
      onBegin: began.resolve,
      onLost: () => undefined,
    });
    await began.promise;
    await sql`select pg_notify('pooled', 'heard')`.execute(database.kysely);
    expect(await heard.promise).toBe('heard');
    await listening.close();
  });

  it('NODES-07 a pooler without the limits of the vault stops the start with the statements to run', async () => {
    const unlimited = await startPgBouncer(direct.target, { connectQuery: 'select 1' });
    const error = await open(unlimited.urlOf(direct.databaseName)).catch((reason: unknown) => reason);
    await unlimited.stop();
    expect(error).toBeInstanceOf(DatabaseStartError);
    expect((error as Error).message).toMatch(
      /alter role \S+ set statement_timeout = '30000ms'; alter role \S+ set lock_timeout = '8000ms'; alter role/,
    );
  });

  it('NODES-07 a pooler without the address of PostgreSQL itself stops the start with a sentence', async () => {
    const databaseUrl = pgBouncer.urlOf(direct.databaseName);
    await expect(openDatabase({ databaseUrl, dataDir: '/nowhere', log })).rejects.toThrow(
      /^The database that DATABASE_URL names cannot be used: .*DATABASE_DIRECT_URL must name PostgreSQL itself\.$/,
    );
  });

  it('NODES-07 two addresses of different databases stop the start', async () => {
    await expect(open(pgBouncer.urlOf('postgres'))).rejects.toThrow(
      /^DATABASE_URL and DATABASE_DIRECT_URL name different servers, databases, roles or schemas\.$/,
    );
  });
});
