import { contract, type TreeNode } from '@vault/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { RECORDS, USERS } from '../testing/accounts.ts';
import { createTestApp, type TestApp } from '../testing/app.ts';
import { seedVault } from '../testing/vault.ts';
import { buildTree, type TreeRow } from './build-tree.ts';
import { foldersQuery } from './tree.queries.ts';

let vault: TestApp;
const { folders } = contract.tree;

beforeAll(async () => {
  vault = await createTestApp();
});
afterAll(() => vault.close());

const treeOf = async (recordId: string) =>
  (await vault.as('everything')).data(folders, { params: { recordId } });

describe('C04 the folder tree', () => {
  it('T-42 the tree of an empty record is the root with its size', async () => {
    const tree = await treeOf(USERS.everything.sfid);
    expect(tree).toEqual({
      folderTree: [],
      rootFolderSfid: expect.stringMatching(/^fld[0-9A-Za-z]{15}$/),
      rootSize: 0,
    });
  });

  it('DATA-03 folders are nested with paths, parents and sizes, each level by name', async () => {
    const recordId = RECORDS.acme;
    const { folderIds } = await seedVault(
      vault.database,
      [
        { folder: 'b', name: 'x.bin', sizeBytes: 100 },
        { folder: 'b/Z', name: 'y.bin', sizeBytes: 20 },
        { folder: 'b/Z/deep', name: 'z.bin', sizeBytes: 3 },
        { name: 'root.bin', sizeBytes: 5000 },
      ],
      { recordId, folders: ['A', 'c', 'B', 'b/a'] },
    );
    const { folderTree, rootFolderSfid, rootSize } = await treeOf(recordId);
    expect(rootSize).toBe(5123);
    const node = (path: string, size: number, children: TreeNode[] = []): TreeNode => {
      const parentFolder = path.split('/').slice(0, -1).join('/');
      return {
        sfid: folderIds.get(path)!,
        name: path.split('/').at(-1)!,
        children,
        folderPath: path,
        parentFolder,
        parentFolderSfid: parentFolder === '' ? rootFolderSfid : folderIds.get(parentFolder)!,
        isRootFolder: false,
        size,
      };
    };
    expect(folderTree).toEqual([
      node('A', 0),
      node('B', 0),
      node('b', 123, [node('b/a', 0), node('b/Z', 23, [node('b/Z/deep', 3)])]),
      node('c', 0),
    ]);
  });

  it('trashed folders are omitted with everything below them', async () => {
    const recordId = USERS.colleague.sfid;
    const client = await vault.as('colleague');
    await seedVault(vault.database, [], { recordId, folders: ['keep/in', 'drop/a/b/c', 'keep/out/x'] });
    await client.data(contract.organise.moveToTrash, {
      query: {},
      body: { linkId: recordId, paths: ['drop', 'keep/out'] },
    });
    const { folderTree } = await client.data(folders, { params: { recordId } });
    const names = (nodes: TreeNode[]): unknown[] => nodes.map((node) => [node.name, names(node.children)]);
    expect(names(folderTree)).toEqual([['keep', [['in', []]]]]);
  });

  it('12,000 folders are read in one query over folders only', async () => {
    const recordId = USERS.editor.sfid;
    const paths = Array.from({ length: 12_000 }, (_, n) => `${n % 20}/${n % 400}/${n}`);
    await seedVault(vault.database, [], { recordId, folders: paths });
    const { folderTree } = await (await vault.as('editor')).data(folders, { params: { recordId } });
    const count = (nodes: TreeNode[]): number => nodes.reduce((sum, one) => sum + 1 + count(one.children), 0);
    expect(count(folderTree)).toBe(20 + 400 + 12_000);

    // Many files make a sequential scan more expensive than the index.
    const files = Array.from({ length: 3000 }, (_, n) => ({ name: `${n}` }));
    await seedVault(vault.database, files, { recordId: RECORDS.birch, folders: ['a', 'b'] });
    await sql`vacuum analyze item`.execute(vault.database.kysely);
    const { rows } = await sql`explain ${foldersQuery(RECORDS.birch)}`.execute(vault.database.kysely);
    // Both indexes contain folders only.
    expect(JSON.stringify(rows)).toMatch(/Scan using item_(?:folders|search_name)/);
  });

  it('folders at the maximum depth are in the tree', async () => {
    const depth = 200;
    const recordId = USERS.outsider.sfid;
    const path = Array.from({ length: depth }, (_, n) => `level ${n}`).join('/');
    await seedVault(vault.database, [], { recordId, folders: [path] });
    const { folderTree } = await (await vault.as('outsider')).data(folders, { params: { recordId } });
    let node = folderTree[0];
    while (node?.children[0]) [node] = node.children;
    expect(node?.folderPath).toBe(path);
  });
});

describe('building a tree', () => {
  it('buildTree visits each folder only once', () => {
    const rows: TreeRow[] = Array.from({ length: 50_000 }, (_, n) => ({
      id: `id${n}`,
      parentId: n < 10 ? 'root' : `id${Math.floor(n / 10)}`,
      name: `name${n}`,
      subtreeBytes: n,
    }));
    const top = buildTree(rows, 'root');
    const count = (nodes: TreeNode[]): number => nodes.reduce((sum, one) => sum + 1 + count(one.children), 0);
    expect(top).toHaveLength(10);
    expect(count(top)).toBe(50_000);
  });

  it('GUARD-24 the deepest folders are left out when all paths together are too long', () => {
    const row = (id: string, parentId: string): TreeRow => ({
      id,
      parentId,
      name: id.padEnd(100, '.'),
      subtreeBytes: 0,
    });
    const rows = [row('a', 'root'), row('b', 'a'), row('c', 'b'), row('d', 'c'), row('e', 'root')];
    const idsOf = (nodes: TreeNode[]): string[] =>
      nodes.flatMap((node) => [node.sfid, ...idsOf(node.children)]);
    expect(idsOf(buildTree(rows, 'root'))).toEqual(['a', 'b', 'c', 'd', 'e']);
    // b takes 300 characters, c 502, and d 704.
    expect(idsOf(buildTree(rows, 'root', 1000))).toEqual(['a', 'b', 'c', 'e']);
  });
});

describe('refusals of C04', () => {
  it.each([
    ['anonymous', 401, 'Please sign in again.'],
    ['noVault', 403, 'You do not have access to Document Vault'],
    ['outsider', 403, 'You do not have access to Document Vault'],
  ] as const)('%s gets %d', async (user, code, errorMessage) => {
    const client = user === 'anonymous' ? vault.anonymous : await vault.as(user);
    expect(await client.call(folders, { params: { recordId: RECORDS.acme } })).toMatchObject({
      status: code,
      code,
      data: null,
      errorMessage,
    });
  });

  it('contract 10.3 a malformed record id gets 404', async () => {
    const client = await vault.as('everything');
    for (const recordId of ['x', 'recAcme', '%', '..', "';--"]) {
      expect(await client.call(folders, { params: { recordId } })).toMatchObject({ code: 404 });
    }
  });
});
