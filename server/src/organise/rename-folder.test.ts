import { contract } from '@vault/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../testing/app.ts';
import { mustWithstand } from '../testing/hostile.ts';
import { seedVault } from '../testing/vault.ts';
import { DONE, E1, E11, E2, E3, E4, P1, P16, P3_FOLDER } from '../testing/answers.ts';
import {
  ACME,
  CLOSED,
  contentsOf,
  countersMustBeTrue,
  rowOf,
  rowsChangedBy,
  setUpItems,
  type SeededItems,
} from '../testing/seeded-items.ts';

let vault: TestApp;
let seeded: SeededItems;
const { renameFolder } = contract.organise;
const OLD = new Date('2026-01-02T03:04:05.678Z');

beforeAll(async () => {
  vault = await createTestApp();
});
afterAll(() => vault.close());
beforeEach(async () => {
  const files = [
    { folder: 'A/B', name: 'b.txt', sizeBytes: 5 },
    { folder: 'A', name: 'Taken', sizeBytes: 6 },
  ];
  seeded = await setUpItems(vault, files, { folders: ['A/B/C', 'A/Other', 'D'], at: OLD });
});

const rename = async (oriFolderName: string, newFolderName: string, path = '') =>
  (await vault.as('editor')).call(renameFolder, {
    params: { linkId: ACME },
    query: { path, oriFolderName, newFolderName },
  });

describe('C06 renaming a folder', () => {
  it('RENAME-11 T-56 a rename changes the name and all paths below, but no ids', async () => {
    expect(await rename('A', 'New')).toEqual(DONE);
    expect(await contentsOf(vault.database)).toEqual([
      'D/',
      'New/',
      'New/B/',
      'New/B/C/',
      'New/B/b.txt 5 of 5',
      'New/Other/',
      'New/Taken 6 of 6',
    ]);
    const client = await vault.as('editor');
    const list = await client.data(contract.files.list, {
      params: { recordId: ACME },
      query: { parentFolder: 'New/B' },
    });
    expect(list.content.map(({ sfid, folderPath }) => [sfid, folderPath])).toEqual([
      [seeded.id('A/B/C'), 'New/B/C'],
      [seeded.id('A/B/b.txt'), 'New/B'],
    ]);
    await countersMustBeTrue(vault.database);
  });

  it("C03 the folder's modification date and user are set", async () => {
    const before = Date.now();
    await rename('B', 'B2', 'A');
    const { modifiedAt, modifiedBy } = await rowOf(vault.database, seeded.id('A/B'));
    expect(modifiedBy).toBe('Eve Foster');
    expect(modifiedAt.getTime()).toBeGreaterThanOrEqual(before);
    expect(await rowOf(vault.database, seeded.id('A'))).toMatchObject({ modifiedAt: OLD });
  });

  it('G10 a rename changes one row, for any number of items below', async () => {
    const many = Array.from({ length: 300 }, (_, n) => ({ folder: `A/${n % 7}`, name: `${n}` }));
    await seedVault(vault.database, many, { recordId: ACME });
    expect(await rowsChangedBy(vault.database, () => rename('A', 'New'))).toEqual([seeded.id('A')]);
  });

  it('RENAME-04 a rename to the present name succeeds without a change', async () => {
    expect(await rowsChangedBy(vault.database, () => rename('A', '  A '))).toEqual([]);
    expect(await rename('A', 'A')).toEqual(DONE);
  });

  it('RENAME-12 the name is trimmed; a different case is a different name', async () => {
    expect(await rename('A', '  New  ')).toEqual(DONE);
    expect(await rename('D', 'new')).toEqual(DONE);
    expect((await contentsOf(vault.database)).filter((line) => !line.slice(0, -1).includes('/'))).toEqual([
      'New/',
      'new/',
    ]);
  });

  it('D-10 T-59 the name can equal that of a file, or of a folder in the trash', async () => {
    expect(await rename('B', 'Taken', 'A')).toEqual(DONE);
    const client = await vault.as('editor');
    await client.data(contract.organise.moveToTrash, { query: { ids: seeded.id('A/Other') } });
    expect(await rename('Taken', 'Other', 'A')).toEqual(DONE);
    await countersMustBeTrue(vault.database);
  });

  it('T-55 every symbol that an address must encode is accepted', async () => {
    const name = "50%&more=1+1#~ ('!$,_-.')";
    expect(await rename('A', name)).toEqual(DONE);
    expect(await rename(name, 'A')).toEqual(DONE);
  });

  it('E3 one of many concurrent renames to one name succeeds', async () => {
    const folders = Array.from({ length: 12 }, (_, n) => `${n}`);
    seeded = await setUpItems(vault, [], { folders });
    const answers = await Promise.all(folders.map((name) => rename(name, 'Wanted')));
    expect(answers.filter(({ code }) => code === 200)).toEqual([DONE]);
    expect(answers.filter(({ code }) => code !== 200)).toEqual(folders.slice(1).map(() => E3));
  });
});

describe('refusals of C06', () => {
  it.each([
    ['E1 no name', 'A', '', '', E1],
    ['E1 spaces', 'A', '   ', '', E1],
    ['E2 a slash', 'A', 'a/b', '', E2],
    ['E2 dots only', 'A', '..', '', E2],
    ['P3 256 characters', 'A', 'x'.repeat(256), '', P3_FOLDER],
    ['E3 the name of another folder', 'A', 'D', '', E3],
    ['E3 the name of another folder, with spaces', 'A', ' D ', '', E3],
    ['E4 an unknown folder', 'none', 'New', '', E4],
    ['E4 an unknown parent', 'A', 'New', 'none', E4],
    ['E4 a file', 'Taken', 'New', 'A', E4],
    ['E4 a path instead of a name', 'A/B', 'New', '', E4],
    ['E4 the root', '', 'New', '', E4],
    ['E2 before E4', 'none', 'a/b', 'none', E2],
    ['E4 before E3', 'none', 'D', '', E4],
  ])('%s', async (...row) => {
    const [, previous, name, path, expected] = row;
    const changed = await rowsChangedBy(vault.database, async () =>
      expect(await rename(previous, name, path)).toEqual(expected),
    );
    expect(changed).toEqual([]);
  });

  it('E4 a folder in the trash and a folder below it are refused', async () => {
    const client = await vault.as('editor');
    await client.data(contract.organise.moveToTrash, { query: { ids: seeded.id('A') } });
    expect(await rename('A', 'New')).toEqual(E4);
    expect(await rename('B', 'New', 'A')).toEqual(E4);
  });

  it.each([
    ['anonymous', ACME, P1],
    ['noVault', ACME, E11],
    ['reader', ACME, E11],
    ['creator', ACME, E11],
    ['outsider', ACME, E11],
    ['editor', CLOSED, E11],
    ['editor', 'x', E4],
  ] as const)('%s, record %s, before all other checks', async (user, linkId, expected) => {
    const client = user === 'anonymous' ? vault.anonymous : await vault.as(user);
    const query = { oriFolderName: 'none', newFolderName: 'a/b' };
    expect(await client.call(renameFolder, { params: { linkId }, query })).toEqual(expected);
  });

  it('contract 10.3 a request without the present name gets P16', async () => {
    const client = await vault.as('editor');
    const path = renameFolder.path.replace(':linkId', ACME);
    const response = await client.fetch(`${path}?newFolderName=New`, { method: 'POST' });
    expect({ status: response.status, ...((await response.json()) as object) }).toEqual(P16);
  });

  it('a rename withstands hostile input', async () => {
    const valid = { linkId: ACME, path: '', oriFolderName: 'A', newFolderName: 'A' };
    await mustWithstand(await vault.as('editor'), renameFolder, { valid, runs: 100 });
    await countersMustBeTrue(vault.database);
  });
});
