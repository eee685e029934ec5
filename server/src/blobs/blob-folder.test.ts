import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { acceptFolder, claimFolder, mustBeOwnFolder } from './blob-folder.ts';

let database: TestDatabase;
let parent: string;
let one: string;
let two: string;
beforeAll(async () => {
  database = await createTestDatabase();
  parent = await mkdtemp(join(tmpdir(), 'vault-folders-'));
});
beforeEach(async () => {
  [one, two] = [await mkdtemp(join(parent, 'one-')), await mkdtemp(join(parent, 'two-'))];
  await sql`update vault_identity set id = gen_random_uuid(), blob_folder_id = null`.execute(database.kysely);
});
afterAll(async () => {
  await database.drop();
  await rm(parent, { recursive: true });
});

const claim = (folder: string) => claimFolder({ database, folder });
const NOT_SHARED = /does not have the files of this vault.*Mount the folder, or correct DATA_DIR/;

it('NODES-03 processes that share the folder of the files start, the others do not', async () => {
  await claim(one);
  await claim(one);
  await expect(claim(two)).rejects.toThrow(NOT_SHARED);
  await expect(readFile(join(two, 'vault.json'))).rejects.toThrow('ENOENT');
});

it('NODES-03 of two folders that are claimed at the same time, one is accepted', async () => {
  const many = (folder: string) => Array.from({ length: 4 }, () => claim(folder));
  const results = await Promise.allSettled([...many(one), ...many(two)]);
  const accepted = results.flatMap(({ status }, n) => (status === 'fulfilled' ? [n < 4] : []));
  expect(accepted).toHaveLength(4);
  expect(new Set(accepted).size).toBe(1);
});

it('NODES-03 a folder of another vault is refused', async () => {
  await claim(one);
  await sql`update vault_identity set id = gen_random_uuid(), blob_folder_id = null`.execute(database.kysely);
  await expect(claim(one)).rejects.toThrow('belongs to another vault');
});

it('NODES-03 a damaged marker is refused', async () => {
  await claim(one);
  await writeFile(join(one, 'vault.json'), '{"vaultId":');
  await expect(claim(one)).rejects.toThrow('vault.json is damaged');
});

it('NODES-03 a restored database recognises the folder that was copied with it', async () => {
  await claim(one);
  await sql`update vault_identity set blob_folder_id = null`.execute(database.kysely);
  await claim(one);
  await expect(claim(two)).rejects.toThrow(NOT_SHARED);
});

it('NODES-03 commands refuse another folder and mark none', async () => {
  await mustBeOwnFolder({ database, folder: two });
  await expect(readFile(join(two, 'vault.json'))).rejects.toThrow('ENOENT');
  await claim(one);
  await expect(mustBeOwnFolder({ database, folder: two })).rejects.toThrow(NOT_SHARED);
});

it('NODES-03 a folder that replaces the former one can be accepted', async () => {
  await claim(one);
  await acceptFolder({ database, folder: two });
  await claim(two);
  await expect(claim(one)).rejects.toThrow(NOT_SHARED);
});
