import { contract, type TreeNode } from '@vault/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { RECORDS, USERS } from '../testing/accounts.ts';
import { createTestApp, type TestApp } from '../testing/app.ts';
import { answerOf } from '../testing/client.ts';
import { countersOf, type SeededFile, seedVault } from '../testing/vault.ts';

let vault: TestApp;
const recordId = RECORDS.acme;
const other = USERS.editor.sfid;
const { moveToTrash } = contract.organise;
const FILES: SeededFile[] = [
  { name: 'root.txt', sizeBytes: 1 },
  { folder: 'A', name: 'a.txt', sizeBytes: 10 },
  { folder: 'A/B', name: 'b.txt', sizeBytes: 100 },
  { folder: 'A/B/C', name: 'c.txt', sizeBytes: 1000 },
  { folder: 'D', name: 'd.txt', sizeBytes: 10_000 },
];
let files: string[];
let folders: Map<string, string>;
let foreign: string;
let own: string;

beforeAll(async () => {
  vault = await createTestApp();
});
afterAll(() => vault.close());
beforeEach(async () => {
  await sql`delete from item where parent_id is not null`.execute(vault.database.kysely);
  await sql`update item set folder_count = 0, file_count = 0, subtree_bytes = 0`.execute(
    vault.database.kysely,
  );
  const seeded = await seedVault(vault.database, FILES, { recordId, folders: ['Empty'] });
  files = seeded.fileIds;
  folders = seeded.folderIds;
  foreign = (await seedVault(vault.database, [{ name: 'f' }], { recordId: RECORDS.birch })).fileIds[0]!;
  own = (await seedVault(vault.database, [{ name: 'own' }], { recordId: other })).fileIds[0]!;
});

const byIds = async (ids: readonly string[]) =>
  (await vault.as('editor')).call(moveToTrash, { query: { ids: ids.join(',') } });
const byBody = async (body: { sfids?: string[]; paths?: string[]; linkId?: string }) =>
  (await vault.as('editor')).call(moveToTrash, { query: {}, body: { linkId: recordId, ...body } });

/** The paths of all visible items of the record. */
async function visible(): Promise<string[]> {
  const client = await vault.as('editor');
  const { folderTree } = await client.data(contract.tree.folders, { params: { recordId } });
  const paths: string[] = [];
  const walk = async (path: string, children: TreeNode[]): Promise<void> => {
    const query = { parentFolder: path, size: 100 };
    const { content } = await client.data(contract.files.list, { params: { recordId }, query });
    for (const item of content) paths.push(path === '' ? item.name : `${path}/${item.name}`);
    for (const node of children) await walk(node.folderPath, node.children);
  };
  await walk('', folderTree);
  return paths.toSorted();
}

async function trashOf() {
  const { rows } = await sql<{ line: string }>`
    select i.name || ' from ' || t.original_path || ' by ' || t.deleted_by as line
    from trash t join item i on i.record_id = t.record_id and i.id = t.item_id
    order by 1`.execute(vault.database.kysely);
  return rows.map((row) => row.line);
}

async function countersAreTrue() {
  for (const record of [recordId, other, RECORDS.birch]) {
    const { kept, counted } = await countersOf(vault.database, record);
    expect(kept).toEqual(counted);
  }
}

const DONE = { status: 200, code: 200, data: true, errorMessage: null };
const E4 = {
  status: 404,
  code: 404,
  data: null,
  errorMessage: 'File or folder does not exist.',
  errorCode: 'NOT_FOUND',
};
const E11 = {
  status: 403,
  code: 403,
  data: null,
  errorMessage: 'You do not have access to Document Vault',
  errorCode: 'NO_ACCESS',
};
const P16 = {
  status: 400,
  code: 400,
  data: null,
  errorMessage: 'Invalid request.',
  errorCode: 'VALIDATION_FAILED',
};
const EVERYTHING = [
  'A',
  'A/B',
  'A/B/C',
  'A/B/C/c.txt',
  'A/B/b.txt',
  'A/a.txt',
  'D',
  'D/d.txt',
  'Empty',
  'root.txt',
];

describe('C09 moving to the trash', () => {
  it('DELETE-03 trashed files are hidden, and their former folder is stored', async () => {
    expect(await byIds([files[0]!, files[2]!])).toEqual(DONE);
    expect(await visible()).toEqual(EVERYTHING.filter((path) => !['root.txt', 'A/B/b.txt'].includes(path)));
    expect(await trashOf()).toEqual(['b.txt from A/B by Eve Foster', 'root.txt from  by Eve Foster']);
    await countersAreTrue();
  });

  it('D-24 a folder is moved with everything below it, as one entry', async () => {
    expect(await byIds([folders.get('A')!])).toEqual(DONE);
    expect(await visible()).toEqual(['D', 'D/d.txt', 'Empty', 'root.txt']);
    expect(await trashOf()).toEqual(['A from  by Eve Foster']);
    await countersAreTrue();
  });

  it('D-40 a selection of a record is moved: items by id, folders by path', async () => {
    expect(await byBody({ sfids: [files[4]!], paths: ['A/B', 'Empty'] })).toEqual(DONE);
    expect(await visible()).toEqual(['A', 'A/a.txt', 'D', 'root.txt']);
    expect(await trashOf()).toEqual([
      'B from A by Eve Foster',
      'Empty from  by Eve Foster',
      'd.txt from D by Eve Foster',
    ]);
    await countersAreTrue();
  });

  it('D-24 an item that is selected together with a folder above it has no entry', async () => {
    const ids = [files[3]!, folders.get('A/B/C')!, folders.get('A')!, files[1]!, files[4]!];
    expect(await byIds(ids)).toEqual(DONE);
    expect(await trashOf()).toEqual(['A from  by Eve Foster', 'd.txt from D by Eve Foster']);
    await countersAreTrue();
  });

  it('an item is moved once, even if it is named several times', async () => {
    expect(await byIds([files[0]!, files[0]!])).toEqual(DONE);
    const D = folders.get('D')!;
    expect(await byBody({ sfids: [D, D], paths: ['D', 'D'] })).toEqual(DONE);
    expect(await trashOf()).toEqual(['D from  by Eve Foster', 'root.txt from  by Eve Foster']);
    await countersAreTrue();
  });

  it('items that are already in the trash, directly or with a folder, are skipped', async () => {
    await byIds([folders.get('A')!, files[0]!]);
    expect(await byIds([files[0]!, files[1]!, 'filUnknown00000001', files[4]!])).toEqual(DONE);
    expect(await trashOf()).toHaveLength(3);
    expect(await byIds([files[0]!, files[1]!, folders.get('A/B')!])).toEqual(E4);
    await countersAreTrue();
  });

  it('items of several records that the caller has access to are moved', async () => {
    expect(await byIds([own, files[0]!])).toEqual(DONE);
    expect(await trashOf()).toHaveLength(2);
    await countersAreTrue();
  });

  it('G10 a deletion changes one row for a subtree of any size', async () => {
    const many = Array.from({ length: 500 }, (_, n) => ({
      folder: `Big/${n % 10}`,
      name: `${n}`,
      sizeBytes: n,
    }));
    const { folderIds } = await seedVault(vault.database, many, { recordId });
    expect(await byIds([folderIds.get('Big')!])).toEqual(DONE);
    const { rows } = await sql<{ count: number }>`
      select count(*) from item where trashed_at is not null`.execute(vault.database.kysely);
    expect(rows[0]?.count).toBe(1);
    await countersAreTrue();
  });

  it('the counters stay correct during concurrent deletions', async () => {
    const selections = [
      ...files.map((id) => [id]),
      ...[...folders.values()].filter((id) => id !== folders.get('')).map((id) => [id]),
      [own, files[0]!],
      [files[0]!, own],
    ];
    const answers = await Promise.all(selections.map(byIds));
    for (const answer of answers) expect([200, 404]).toContain(answer.code);
    expect(await visible()).toEqual([]);
    await countersAreTrue();
  });
});

describe('refusals of C09', () => {
  it.each([
    ['anonymous', 401, 'Please sign in again.'],
    ['noVault', 403, E11.errorMessage],
    ['creator', 403, E11.errorMessage],
    ['reader', 403, E11.errorMessage],
    ['downloader', 403, E11.errorMessage],
  ] as const)('%s gets %d', async (user, code, errorMessage) => {
    const client = user === 'anonymous' ? vault.anonymous : await vault.as(user);
    expect(await client.call(moveToTrash, { query: { ids: 'malformed' } })).toMatchObject({
      status: code,
      code,
      data: null,
      errorMessage,
    });
    expect(await visible()).toEqual(EVERYTHING);
  });

  it('contract 10.2 ids of a closed record get E11, alone or among others; nothing changes', async () => {
    expect(await byIds([foreign])).toEqual(E11);
    expect(await byIds([files[0]!, foreign])).toEqual(E11);
    expect(await byIds([foreign, 'filUnknown00000001'])).toEqual(E11);
    expect(await visible()).toEqual(EVERYTHING);
    await sql`update item set trashed_at = now() where id = ${foreign}`.execute(vault.database.kysely);
    expect(await byIds([foreign])).toEqual(E11);
  });

  it('contract 10.2 a closed record in the body gets E11 before the form is checked', async () => {
    expect(await byBody({ linkId: RECORDS.birch, sfids: [foreign] })).toEqual(E11);
    expect(await byBody({ linkId: RECORDS.birch, sfids: ['malformed'] })).toEqual(E11);
  });

  it('contract 10.2 an id that belongs to another record than the named one is not found', async () => {
    expect(await byBody({ sfids: [foreign] })).toEqual(E4);
    expect(await byBody({ sfids: [own] })).toEqual(E4);
    expect(await byBody({ sfids: [own, files[0]!] })).toEqual(DONE);
    expect(await trashOf()).toEqual(['root.txt from  by Eve Foster']);
  });

  it('E4 items that do not exist are refused', async () => {
    expect(await byIds(['filUnknown00000001'])).toEqual(E4);
    expect(await byBody({ paths: ['none', 'A/none', 'A/a.txt'] })).toEqual(E4);
  });

  it('P16 an empty selection and the root are refused', async () => {
    const root = folders.get('')!;
    expect(await byIds([])).toEqual(P16);
    expect(await byBody({})).toEqual(P16);
    expect(await byBody({ paths: [''] })).toEqual(P16);
    expect(await byIds([root])).toEqual(P16);
    expect(await byIds([files[0]!, root])).toEqual(P16);
    expect(await visible()).toEqual(EVERYTHING);
  });

  it.each([
    ['no items', '', undefined],
    ['an empty text', '?ids=', undefined],
    ['a malformed id', '?ids=abc', undefined],
    ['an empty id among others', '?ids=filUnknown00000001,', undefined],
    ['the ids twice', '?ids=filUnknown00000001&ids=filUnknown00000002', undefined],
    ['no record', '', { sfids: ['filUnknown00000001'] }],
    ['a malformed record', '', { linkId: 'x', sfids: ['filUnknown00000001'] }],
    ['ids that are not a list', '', { linkId: recordId, sfids: 'filUnknown00000001' }],
    ['paths that are not texts', '', { linkId: recordId, paths: [1] }],
    ['a list as the body', '', []],
    ['null as the body', '', null],
    ['a path that cannot be stored', '', { linkId: recordId, paths: ['a\0b'] }],
  ])('contract 10.3 P16 for %s', async (_, query, body) => {
    const response = await (
      await vault.as('editor')
    ).fetch(`${moveToTrash.path}${query}`, {
      method: 'DELETE',
      ...(body !== undefined && {
        body: JSON.stringify(body),
        headers: { 'content-type': 'application/json' },
      }),
    });
    expect(await answerOf(response)).toEqual(P16);
  });
});
