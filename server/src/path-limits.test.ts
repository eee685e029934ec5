import { contract, MAX_FOLDER_PATH } from '@vault/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { DONE, PATH_TOO_LONG } from './testing/answers.ts';
import { createTestApp, type TestApp } from './testing/app.ts';
import type { Client } from './testing/client.ts';
import {
  ACME,
  countersMustBeTrue,
  rowsChangedBy,
  type SeededItems,
  setUpItems,
} from './testing/seeded-items.ts';
import { list, sendAndScan, transfer } from './testing/upload-pipeline.ts';

// Every item repeats the path of its folder in trees, lists, the trash and the audit, so paths have a limit (GUARD-24).

const { createFolder, renameFolder, move, copy, moveToTrash } = contract.organise;

let vault: TestApp;
let client: Client;
let seeded: SeededItems;

const TOP = 'a'.repeat(199);
/** 19 names of 199 characters: a path of 3,799 */
const LONG = Array.from({ length: 19 }, () => TOP).join('/');
/** a path that has exactly the most characters, and 20 levels */
const LONGEST = `${LONG}/${'b'.repeat(200)}`;

beforeAll(async () => {
  vault = await createTestApp();
  client = await vault.as('everything');
});
afterAll(() => vault.close());

const setUp = async (...folders: string[]) => {
  await setBound(0);
  seeded = await setUpItems(vault, [], { folders });
};
beforeEach(() => setUp(LONGEST, 'Short'));

const create = (name: string, path: string) =>
  client.call(createFolder, { params: { recordId: ACME }, query: { name, path } });
const rename = (oriFolderName: string, newFolderName: string, path = '') =>
  client.call(renameFolder, { params: { linkId: ACME }, query: { path, oriFolderName, newFolderName } });
const relocate = (endpoint: typeof move | typeof copy, from: string, path: string) =>
  client.call(endpoint, { body: { linkId: ACME, paths: [from], path } });

async function mustChangeNothing(work: () => Promise<unknown>): Promise<void> {
  const changed = await rowsChangedBy(vault.database, async () =>
    expect(await work()).toEqual(PATH_TOO_LONG),
  );
  expect(changed).toEqual([]);
}

async function bound(): Promise<number | undefined> {
  const { rows } = await sql<{ characters: number }>`
    select max_path_characters as characters from record where id = ${ACME}`.execute(vault.database.kysely);
  return rows[0]?.characters;
}

const setBound = (characters: number) =>
  sql`update record set max_path_characters = ${characters} where id = ${ACME}`.execute(
    vault.database.kysely,
  );

it('GUARD-24 a new folder has a path of at most 4,000 characters', async () => {
  expect(LONGEST).toHaveLength(MAX_FOLDER_PATH);
  await mustChangeNothing(() => create('c'.repeat(201), LONG));
  expect(await create('c'.repeat(200), LONG)).toMatchObject({ code: 200 });
});

it('a rename is refused when a path below would be too long; a shorter name is allowed', async () => {
  await mustChangeNothing(() => rename(TOP, `${TOP}a`));
  expect(await rename(TOP, 'x')).toEqual(DONE);
  expect(await rename('x', TOP)).toEqual(DONE);
});

it.each([
  ['move', move],
  ['copy', copy],
] as const)('a %s is refused when a path below would be too long', async (_name, endpoint) => {
  await mustChangeNothing(() => relocate(endpoint, TOP, 'Short'));
  expect(await relocate(endpoint, `${TOP}/${TOP}`, 'Short')).toEqual(DONE);
  await countersMustBeTrue(vault.database);
});

it('a folder with many folders is checked by the bound of the record, and read when the bound is too high', async () => {
  const many = Array.from({ length: 201 }, (_, n) => `Many/${n}`);
  await setUp('Short', ...many);
  expect(await bound()).toBe('Many/200'.length);
  expect(await rename('Many', 'More than many')).toEqual(DONE);
  expect(await bound()).toBe('More than many/200'.length);
  await setBound(MAX_FOLDER_PATH);
  expect(await relocate(move, 'More than many', 'Short')).toEqual(DONE);
  expect(await bound()).toBe(MAX_FOLDER_PATH);
});

it('a restored folder with a number in its name can exceed the limit by the number', async () => {
  const name = LONGEST.slice(LONG.length + 1);
  await client.data(moveToTrash, { query: { ids: seeded.id(LONGEST) } });
  await create(name, LONG);
  const restored = await client.data(contract.trash.restore, {
    query: { places: 'true' },
    body: [seeded.id(LONGEST)],
  });
  expect(restored).toMatchObject([{ id: seeded.id(LONGEST), name: `${name} (1)` }]);
  expect(await bound()).toBeGreaterThan(MAX_FOLDER_PATH);
});

/** Makes the path of the deepest folder 50 characters longer than the limit, as before the limit. @returns the path */
async function lengthenPath(): Promise<string> {
  const longer = `${TOP}${'a'.repeat(50)}`;
  await sql`update item set name = ${longer} where id = ${seeded.id(TOP)}`.execute(vault.database.kysely);
  await setBound(MAX_FOLDER_PATH + 50);
  return LONGEST.replace(TOP, longer);
}

it('a path that was longer before the limit can be shortened, and files can be added to its folders', async () => {
  const path = await lengthenPath();
  const key = await sendAndScan(client, 'plain.txt', 'x');
  expect(await transfer(client, [key], path)).toEqual([200]);
  await mustChangeNothing(() => create('more', path));
  expect(await rename(path.split('/')[0] ?? '', TOP)).toEqual(DONE);
});

it('TRASH-22 a file from such a path is restored, also when its folders are gone', async () => {
  const path = await lengthenPath();
  const key = await sendAndScan(client, 'plain.txt', 'x');
  expect(await transfer(client, [key], path)).toEqual([200]);
  const [file] = await list(client, path);
  const body = [file?.sfid ?? ''];
  await client.data(moveToTrash, { query: { ids: body.join() } });
  await client.data(moveToTrash, { query: { ids: seeded.id(TOP) } });
  await client.data(contract.trash.restore, { query: {}, body });
  expect(await list(client, path)).toMatchObject([{ sfid: file?.sfid, name: 'plain.txt' }]);
});
