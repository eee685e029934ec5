import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import pg from 'pg';
import pino from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import * as z from 'zod';
import { type ClusterTemplate, createClusterTemplate } from '../../testing/cluster-template.ts';
import { createEmptyDatabase } from '../../testing/database.ts';
import { runOnServer } from '../../testing/run-on-server.ts';
import { addJob, jobKind, startJobs, task } from '../jobs/index.ts';
import { type DataFolder, makeDataFolder } from './fixtures/start-server.ts';
import { type Database, DatabaseStartError, openDatabase } from './index.ts';
import type { Target } from './target.ts';

const log = pino({ level: 'silent' });

/** Statements of an injection that would outlast the fault that let it in. */
const DEFINITIONS = [
  'create table evil (id int)',
  'create temporary table evil (id int)',
  'create schema evil',
  'create role evil superuser',
  'create extension file_fdw',
  `create function evil() returns int language sql as 'select 1'`,
  'alter table link add column evil text',
  'alter table link disable trigger all',
  'drop table link',
  'truncate setting',
  'alter table audit_entry disable trigger audit_entry_append_only',
  'update audit_entry set details = details',
  'delete from audit_seal',
  'delete from audit_chain',
  'update graphile_worker.migrations set breaking = false',
  'select * from kysely_migration',
  'create policy evil on graphile_worker._private_jobs using (true)',
  `copy (select 1) to program 'id'`,
  `alter system set listen_addresses = '*'`,
];

/** The rows that a server writes: tables of the vault, and jobs. */
async function mustWork(database: Database): Promise<void> {
  await database.pool.query(`insert into setting (name, value) values ('role test', '1')`);
  await database.pool.query(`update setting set value = '2' where name = 'role test'`);
  await database.transaction(async (tx) => void (await sql`lock table link in exclusive mode`.execute(tx)));
  await database.pool.query(`delete from setting where name = 'role test'`);
  const kind = jobKind('role-test', z.object({ text: z.string() }));
  const texts: string[] = [];
  const jobs = await startJobs({
    database,
    log,
    tasks: [task(kind, async ({ text }) => void texts.push(text))],
  });
  await addJob(database.kysely, kind, { text: 'done' });
  await expect.poll(() => texts, { timeout: 20_000 }).toEqual(['done']);
  await jobs.stop();
}

const codeOf = (statement: string, { pool }: Database) =>
  pool.query(statement).then(
    () => 'allowed',
    (error: unknown) => (error as { code?: string }).code,
  );

describe('GUARD-07 the embedded database', () => {
  let template: ClusterTemplate;
  let folder: DataFolder;
  let database: Database;
  beforeAll(async () => {
    // As version 0.2.0 left it: everything belongs to the superuser.
    template = await createClusterTemplate();
    folder = await makeDataFolder(template);
    database = await openDatabase({ databaseUrl: null, dataDir: folder.path, log });
  });
  afterAll(async () => {
    await database.close();
    await folder.remove();
    await template.remove();
  });

  test.each([...DEFINITIONS, 'set role vault_owner', 'set session authorization vault'])(
    'GUARD-07 the server is not allowed: %s',
    async (statement) => {
      expect(await codeOf(statement, database)).toBe('42501');
    },
  );

  test('GUARD-07 the server can do its work', () => mustWork(database));

  test.each(['select tidy_name_index()', 'select refresh_statistics()'])(
    'GUARD-07 the server can do with tables of the owner: %s',
    async (statement) => {
      expect(await codeOf(statement, database)).toBe('allowed');
    },
  );

  test('GUARD-07 the server owns nothing, and the owner owns the schema and is no superuser', async () => {
    const { rows } = await database.pool.query(`
      select rolname as role, rolsuper or rolcreaterole or rolcreatedb or rolbypassrls as "isPowerful",
        exists (select from pg_class where relowner = pg_roles.oid) as owns
      from pg_roles where rolname in ('vault_owner', 'vault_server') order by rolname`);
    expect(rows).toEqual([
      { role: 'vault_owner', isPowerful: false, owns: true },
      { role: 'vault_server', isPowerful: false, owns: false },
    ]);
    const { rows: others } = await database.pool.query(`
      select c.oid::regclass::text as name from pg_class c
      where c.relnamespace in ('public'::regnamespace, 'graphile_worker'::regnamespace)
        and c.relowner <> 'vault_owner'::regrole`);
    expect(others).toEqual([]);
  });

  test('GUARD-07 a second start changes no rights', async () => {
    const rights = async () =>
      (await database.pool.query(`select oid, relacl, xmin::text from pg_class where relacl is not null`))
        .rows;
    const before = await rights();
    const second = await openDatabase({ databaseUrl: null, dataDir: folder.path, log });
    await second.close();
    expect(await rights()).toEqual(before);
  });
});

test('GUARD-07 several first starts at once prepare the roles of an empty folder', async () => {
  const folder = await makeDataFolder();
  const open = () => openDatabase({ databaseUrl: null, dataDir: folder.path, log });
  const databases = await Promise.all([open(), open()]);
  expect(await codeOf('create table evil (id int)', databases[0])).toBe('42501');
  await mustWork(databases[1]);
  await Promise.all(databases.map((database) => database.close()));
  await folder.remove();
});

describe('GUARD-07 an external database with DATABASE_MIGRATION_URL', () => {
  let target: Target;
  let drop: () => Promise<void>;
  let owner: string;
  let server: string;
  beforeEach(async () => {
    ({ target, drop } = await createEmptyDatabase());
    const suffix = randomBytes(4).toString('hex');
    owner = `owner_${suffix}`;
    server = `server_${suffix}`;
    const { database } = parametersOf(target);
    for (const statement of [
      `create role ${owner} login`,
      `create role ${server} login`,
      `alter database ${database} owner to ${owner}`,
      `revoke temporary on database ${database} from public`,
    ]) {
      await runOnServer(target, statement);
    }
  });
  afterEach(async () => {
    await drop();
    await runOnServer(maintenanceOf(target), `drop role ${server}`);
    await runOnServer(maintenanceOf(target), `drop role ${owner}`);
  });

  const urlOf = (role: string) => {
    const { host, port, database } = parametersOf(target);
    return `postgres://${role}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`;
  };

  test('GUARD-07 the owner migrates, and the server has no rights to define', async () => {
    const options = {
      databaseUrl: urlOf(server),
      databaseMigrationUrl: urlOf(owner),
      dataDir: '/nowhere',
      log,
    };
    const database = await openDatabase(options);
    const codes = await Promise.all(DEFINITIONS.map((statement) => codeOf(statement, database)));
    expect(codes).toEqual(DEFINITIONS.map(() => '42501'));
    await mustWork(database);
    await database.close();
    const again = await openDatabase(options);
    await again.close();
  });

  test('GUARD-07 tables of the server role are refused with the statement that moves them', async () => {
    await runOnServer(target, `grant all on schema public to ${server}`);
    await runOnServer(target, `grant create on database ${parametersOf(target).database} to ${server}`);
    const warnings: string[] = [];
    const warning = {
      ...log,
      info: vi.fn(),
      debug: vi.fn(),
      error: vi.fn(),
      warn: (_: object, text: string) => void warnings.push(text),
    };
    const one = await openDatabase({
      databaseUrl: urlOf(server),
      dataDir: '/nowhere',
      log: warning as never,
    });
    await one.close();
    expect(warnings).toContain('Database role of the server can change tables; set DATABASE_MIGRATION_URL');

    const both = { databaseUrl: urlOf(server), databaseMigrationUrl: urlOf(owner), dataDir: '/nowhere', log };
    const error = await openDatabase(both).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(DatabaseStartError);
    expect((error as Error).message).toContain(
      `run: reassign owned by "${server}" to the role of DATABASE_MIGRATION_URL`,
    );
    await runOnServer(target, `reassign owned by ${server} to ${owner}`);
    await runOnServer(target, `revoke all on schema public from ${server}`);
    await runOnServer(target, `revoke create on database ${parametersOf(target).database} from ${server}`);
    const database = await openDatabase(both);
    expect(await codeOf('alter table link add column evil text', database)).toBe('42501');
    await mustWork(database);
    await database.close();
    await runOnServer(target, `drop owned by ${server}`);
  });
});

function parametersOf(target: Target) {
  const { host, port, database = '' } = new pg.Client(target);
  return { host, port, database };
}

const maintenanceOf = (target: Target): Target =>
  'connectionString' in target ? target : { ...target, database: 'postgres' };
