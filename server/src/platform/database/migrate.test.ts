import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pino from 'pino';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createEmptyDatabase } from '../../testing/database.ts';
import { migrate, MIGRATIONS_DIRECTORY } from './migrate.ts';
import { createPool, watchDatabase } from './pool.ts';
import { DatabaseStartError } from './start-error.ts';
import type pg from 'pg';

// Uses the product's real migrations on an empty PostgreSQL database, and copies of them with additional files.

const log = pino({ level: 'silent' });
let database: Awaited<ReturnType<typeof createEmptyDatabase>>;
let pools: pg.Pool[];
let folder: string;

function newPool(): pg.Pool {
  const pool = createPool(watchDatabase(database.target, log), {
    name: 'tests',
    max: 3,
    statementTimeoutMs: 0,
    style: 'plain',
  });
  pools.push(pool);
  return pool;
}

async function done(pool: pg.Pool): Promise<string[]> {
  const { rows } = await pool.query<{ name: string }>('select name from kysely_migration order by name');
  return rows.map(({ name }) => name);
}

beforeEach(async () => {
  pools = [];
  database = await createEmptyDatabase();
  folder = await mkdtemp(join(tmpdir(), 'vault-migrations-'));
  await cp(MIGRATIONS_DIRECTORY, folder, { recursive: true });
});
afterEach(async () => {
  await Promise.all(pools.map((pool) => pool.end()));
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});

describe('migrations', () => {
  test('migrations run once, in order', async () => {
    const pool = newPool();
    await migrate(pool, log);
    const first = await done(pool);
    expect(first[0]).toBe('0001_vault');
    await migrate(pool, log);
    expect(await done(pool)).toEqual(first);
  });

  test('of three concurrent processes one migrates; all continue without errors in PostgreSQL', async () => {
    await Promise.all([migrate(newPool(), log), migrate(newPool(), log), migrate(newPool(), log)]);
    const { rows } = await newPool().query<{ deadlocks: string; rollbacks: string }>(
      `select deadlocks from pg_stat_database where datname = current_database()`,
    );
    expect(rows[0]?.deadlocks).toBe('0');
    await newPool().query('select from item');
  });

  test('a failed migration leaves no changes of itself or of later ones', async () => {
    await writeFile(join(folder, '0901_good.sql'), 'create table good (id int);');
    await writeFile(join(folder, '0902_bad.sql'), 'create table bad (id int); select no_such_column;');
    const pool = newPool();
    await migrate(pool, log);
    const before = await done(pool);
    await expect(migrate(pool, log, folder)).rejects.toThrow(/no_such_column/);
    expect(await done(pool)).toEqual(before);
    const { rows } = await pool.query(`select to_regclass('good') as good, to_regclass('bad') as bad`);
    expect(rows).toEqual([{ good: null, bad: null }]);
    await writeFile(join(folder, '0902_bad.sql'), 'create table bad (id int);');
    await migrate(pool, log, folder);
    expect(await done(pool)).toEqual([...before, '0901_good', '0902_bad']);
  });

  test('a database of a newer version is refused with a sentence', async () => {
    await writeFile(join(folder, '0901_future.sql'), 'create table future (id int);');
    await migrate(newPool(), log, folder);
    await expect(migrate(newPool(), log)).rejects.toThrow(/newer version of the vault \(0901_future\)/);
  });
});

describe('SAFE-14 checksums of migrations', () => {
  const stored = async (pool: pg.Pool) => {
    const { rows } = await pool.query<{ name: string; checksum: string | null }>(
      'select name, checksum from kysely_migration order by name',
    );
    return rows;
  };
  const edit = (name: string, change: (text: string) => string) =>
    readFile(join(folder, name), 'utf8').then((text) => writeFile(join(folder, name), change(text)));

  test('an applied migration that was edited is refused; the error names its file and the solution', async () => {
    const pool = newPool();
    await migrate(pool, log, folder);
    const before = await stored(pool);
    await edit('0007_trash.sql', (text) => `${text}-- edited\n`);
    await writeFile(join(folder, '0901_next.sql'), 'create table next (id int);');
    const error = await migrate(pool, log, folder).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(DatabaseStartError);
    expect((error as Error).message).toMatch(
      /^Edited after it was applied to this database: server\/migrations\/0007_trash\.sql\. Restore the file/,
    );
    expect(await stored(pool)).toEqual(before);
    await edit('0007_trash.sql', (text) => text.replace('-- edited\n', ''));
    await migrate(pool, log, folder);
    expect((await stored(pool)).at(-1)).toMatchObject({ name: '0901_next', checksum: expect.any(String) });
  });

  test('a database without checksums stores the checksums of the current files at its first start', async () => {
    const pool = newPool();
    await migrate(pool, log, folder);
    const expected = await stored(pool);
    await pool.query('alter table kysely_migration drop column checksum');
    await migrate(pool, log, folder);
    expect(await stored(pool)).toEqual(expected);
    expect(expected.filter(({ checksum }) => !/^[\da-f]{64}$/.test(checksum ?? ''))).toEqual([]);
    await edit('0011_blobs.sql', (text) => `${text}-- edited\n`);
    await expect(migrate(pool, log, folder)).rejects.toThrow(/migrations\/0011_blobs\.sql/);
  });

  test('line ends of Windows do not count as an edit of a migration', async () => {
    const pool = newPool();
    await migrate(pool, log, folder);
    await edit('0007_trash.sql', (text) => text.replaceAll('\n', '\r\n'));
    await migrate(pool, log, folder);
  });
});

/** Runs the migrations before `number`, such as '0007', then the statements, then all other migrations. */
async function migrateOver(number: string, statements: string): Promise<pg.Pool> {
  const later = (await readdir(folder)).filter((name) => name >= number);
  await Promise.all(later.map((name) => rm(join(folder, name))));
  const pool = newPool();
  await migrate(pool, log, folder);
  await pool.query(statements);
  await cp(MIGRATIONS_DIRECTORY, folder, { recursive: true });
  await migrate(pool, log, folder);
  return pool;
}

test('SAFE-22 blobs with CRC-32 checksums are queued for the job that computes checksums', async () => {
  const pool = await migrateOver(
    '0012',
    `insert into blob (sha256, size_bytes, storage_key, crc32, block_crcs)
      values (sha256('old'), 300000, 'ab/old', 1, '\\x0102030405060708')`,
  );
  const { rows } = await pool.query<object>('select storage_key, block_checksums from blob');
  expect(rows).toEqual([{ storage_key: 'ab/old', block_checksums: null }]);
});

test('TRASH-11 items that were deleted before the trash list existed have name and size in it', async () => {
  const pool = await migrateOver('0007', FILLED_TRASH);
  const { rows } = await pool.query<object>(
    'select kind, name, name_key, size_bytes::int from trash order by name',
  );
  expect(rows).toEqual([
    { kind: 'folder', name: 'Box', name_key: 'box', size_bytes: 7 },
    { kind: 'file', name: 'Plan.txt', name_key: 'plan.txt', size_bytes: 5 },
  ]);
});

test('SAFE-14 tables and columns with new names keep their rows', async () => {
  const pool = await migrateOver('0017', FILLED_OLD_NAMES);
  const { rows } = await pool.query<object>(`
    select s.given_path, v.link_id, u.chunk_set_bytes::int, c.size_bytes::int, a.action, i.lost_path, t.original_path_key,
      r.max_folder_depth, e.claims_issued_at, m.claimed_until
    from submission s, visit v, upload u, upload_chunk c, audit_entry a, item i, trash t, record r, external_identity e,
      mail m
    where v.id = s.visit_id and c.chunk_set_id = u.chunk_set_id and i.id = t.item_id`);
  expect(rows).toEqual([
    {
      given_path: 'Plan.txt',
      link_id: expect.any(String) as string,
      chunk_set_bytes: 3,
      size_bytes: 3,
      // 0024 lists it, 0063 moves it into the audit (AUDIT-06, AUDIT-07)
      action: 'link.page',
      lost_path: 'Box',
      original_path_key: 'box',
      max_folder_depth: 4,
      claims_issued_at: expect.any(Date) as Date,
      claimed_until: expect.any(Date) as Date,
    },
  ]);
  const { rows: names } = await pool.query<object>(`
    select conname from pg_constraint
    where conname ~ 'hand_in|upload_part|parts|machine|place_key|deepest|told_at|lost_place|taken_until'`);
  expect(names).toEqual([]);
});

test('GUARD-06 the text of waiting mails is kept for the start, which seals it', async () => {
  const pool = await migrateOver(
    '0028',
    `insert into mail (id, recipients, subject, text_body, html_body, state, created_at, expires_at) values
      ('mai000000000000001', '{bob@example.test}', 's', E'"a"\nb', '<p>', 'waiting', now(), now()),
      ('mai000000000000002', '{bob@example.test}', 's', '', '', 'failed', now(), now())`,
  );
  const { rows } = await pool.query<{ plain_body: string | null }>('select plain_body from mail order by id');
  expect(rows.map(({ plain_body: body }) => body && (JSON.parse(body) as unknown))).toEqual([
    { text: '"a"\nb', html: '<p>' },
    null,
  ]);
});

test('GUARD-02 demo accounts of earlier versions get the mark, so that they can be locked', async () => {
  const pool = await migrateOver(
    '0018',
    `insert into account (id, name, email, permissions) values
      ('usrAda000000000001', 'Ada Byron', 'ada@example.test', '[]'),
      ('usrAda000000000002', 'Ada', 'ada@firm.example', '[]');`,
  );
  const { rows } = await pool.query<object>('select id, demo_state from account order by id');
  expect(rows).toEqual([
    { id: 'usrAda000000000001', demo_state: 'open' },
    { id: 'usrAda000000000002', demo_state: null },
  ]);
});

const FILLED_OLD_NAMES = `
  begin;
  insert into record (id, name, root_id, deepest) values ('rec000000000000001', 'Acme', 'fld000000000000001', 4);
  insert into account (id, name, email, permissions) values ('acc000000000000001', 'Ada', 'ada@example.test', '[]');
  insert into external_identity (issuer, subject, account_id, claims_hash, told_at)
    values ('https://portal.example.test', 'ada', 'acc000000000000001', '\\x01', now());
  insert into item (record_id, id, parent_id, kind, name, modified_at, modified_by, trashed_at, lost_place) values
    ('rec000000000000001', 'fld000000000000001', null, 'folder', '', now(), 'Ada', null, null),
    ('rec000000000000001', 'fld000000000000002', 'fld000000000000001', 'folder', 'Old', now(), 'Ada', now(), 'Box');
  insert into trash (record_id, item_id, original_path, deleted_at, deleted_by_id, deleted_by, kind, name, size_bytes)
    values ('rec000000000000001', 'fld000000000000002', 'Box', now(), 'acc000000000000001', 'Ada', 'folder', 'Old', 0);
  insert into link (record_id, id, kind, token_hash, token_sealed, is_public, allow_download, allow_edit, notify,
      add_name, message, folder_id, name, location, created_at, created_by_id, created_by)
    values ('rec000000000000001', 'lnk000000000000001', 'REQUEST', '\\x01', '\\x01', true, false, false, false,
      false, '', 'fld000000000000001', 'Acme', '', now(), 'acc000000000000001', 'Ada');
  insert into visit (token_hash, id, record_id, link_id, is_machine, expires_at)
    values ('\\x01', 'vis000000000000001', 'rec000000000000001', 'lnk000000000000001', true, now());
  insert into access (record_id, id, kind, relation_id, content, accessor)
    values ('rec000000000000001', 'acs000000000000001', 'Link_Machine_View', 'lnk000000000000001', '', 'A program');
  insert into hand_in (record_id, link_id, visit_id, upload_key, given_path, folder_id, file_id, version_id,
      stored_name, size_bytes, sha256, received_at, is_stored)
    values ('rec000000000000001', 'lnk000000000000001', 'vis000000000000001', '1', 'Plan.txt', 'fld000000000000001',
      'fil000000000000001', gen_random_uuid(), 'Plan.txt', 5, sha256('plan'), now(), true);
  insert into upload (owner_id, key, name, state, expires_at, parts_id, parts_bytes)
    values ('acc000000000000001', '2', 'Long.txt', 'prepared', now(), '5bd8d3a2-9df3-4d44-a6ed-3a1ae4a30c6c', 3);
  insert into upload_part (parts_id, position, size_bytes, storage_key, sha256, crc32)
    values ('5bd8d3a2-9df3-4d44-a6ed-3a1ae4a30c6c', 0, 3, 'ab/part', sha256('abc'), 1);
  insert into mail (id, recipients, subject, text_body, html_body, state, taken_until, created_at, expires_at)
    values ('mai000000000000001', '{bob@example.test}', '', '', '', 'waiting', now(), now(), now());
  commit;`;

const FILLED_TRASH = `
  begin;
  insert into record (id, name, root_id) values ('rec000000000000001', 'Acme', 'fld000000000000001');
  insert into item (record_id, id, parent_id, kind, name, modified_at, modified_by, trashed_at, subtree_bytes) values
    ('rec000000000000001', 'fld000000000000001', null, 'folder', '', now(), 'Ada', null, 0),
    ('rec000000000000001', 'fld000000000000002', 'fld000000000000001', 'folder', 'Box', now(), 'Ada', now(), 7);
  insert into item (record_id, id, parent_id, kind, name, modified_at, modified_by, trashed_at, size_bytes,
      external_id, current_version_id, version_count) values
    ('rec000000000000001', 'fil000000000000001', 'fld000000000000001', 'file', 'Plan.txt', now(), 'Ada', now(), 5,
      gen_random_uuid(), gen_random_uuid(), 1);
  insert into trash (record_id, item_id, original_path, deleted_at, deleted_by_id, deleted_by)
    select record_id, id, '', now(), 'acc000000000000001', 'Ada' from item where trashed_at is not null;
  commit;`;
