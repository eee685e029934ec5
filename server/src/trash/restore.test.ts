import { contract } from '@vault/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { E11, E4, P1, P16 } from '../testing/answers.ts';
import {
  ACME,
  CLOSED,
  contentsOf,
  countersMustBeTrue,
  OWN,
  rowOf,
  rowsChangedBy,
  setUpItems,
  type SeededItems,
} from '../testing/seeded-items.ts';
import { USERS } from '../testing/accounts.ts';
import { createTestApp, type TestApp } from '../testing/app.ts';
import { answerOf } from '../testing/client.ts';
import { mustWithstand } from '../testing/hostile.ts';
import { seedVault } from '../testing/vault.ts';

let vault: TestApp;
let seeded: SeededItems;
const { restore } = contract.trash;
const { moveToTrash, move, moveMerging, renameFolder } = contract.organise;
const DONE = { status: 200, code: 200, data: true, errorMessage: null };
const OLD = new Date('2026-01-02T03:04:05.678Z');
const FILES = [
  { name: 'root.txt', sizeBytes: 1 },
  { folder: 'A', name: 'a.txt', sizeBytes: 10 },
  { folder: 'A/B', name: 'b.txt', sizeBytes: 100 },
  { folder: 'A/B/C', name: 'c.txt', sizeBytes: 1000 },
];
const CONTENTS = [
  'A/',
  'A/B/',
  'A/B/C/',
  'A/B/C/c.txt 1000 of 1000',
  'A/B/b.txt 100 of 100',
  'A/a.txt 10 of 10',
  'D/',
  'root.txt 1 of 1',
];

beforeAll(async () => {
  vault = await createTestApp();
});
afterAll(() => vault.close());
beforeEach(async () => {
  seeded = await setUpItems(vault, FILES, { folders: ['D'], at: OLD });
});

const ids = (...paths: string[]) => paths.map((path) => seeded.id(path));
const restoring = async (body: string[]) => (await vault.as('editor')).call(restore, { body });
/** One call for each path, so that each has a separate entry. */
const trash = async (...paths: string[]) => {
  const client = await vault.as('editor');
  for (const id of ids(...paths)) await client.data(moveToTrash, { query: { ids: id } });
};
const entries = async () => {
  const { rows } = await sql<{ name: string }>`
    select i.name from trash t join item i on i.id = t.item_id order by 1`.execute(vault.database.kysely);
  return rows.map(({ name }) => name);
};

describe('C37 restore', () => {
  it('TRASH-18 files and folders return unchanged, with everything below them', async () => {
    await trash('A', 'root.txt');
    const before = await rowOf(vault.database, seeded.id('A'));
    expect(await restoring(ids('root.txt', 'A'))).toEqual(DONE);
    expect(await contentsOf(vault.database)).toEqual(CONTENTS);
    expect(await entries()).toEqual([]);
    const { modifiedAt, modifiedBy } = before;
    expect(await rowOf(vault.database, seeded.id('A'))).toMatchObject({ modifiedAt, modifiedBy });
    await countersMustBeTrue(vault.database);
  });

  it('G10 the rows of item and counters change, for any number of items below', async () => {
    const many = Array.from({ length: 300 }, (_, n) => ({
      folder: `A/B/${n % 7}`,
      name: `${n}`,
      sizeBytes: n,
    }));
    const { folderIds } = await seedVault(vault.database, many, { recordId: ACME });
    await trash('A/B');
    const changed = await rowsChangedBy(vault.database, () => restoring(ids('A/B')));
    expect(new Set(changed)).toEqual(new Set([...ids('A', 'A/B'), folderIds.get('')]));
    await countersMustBeTrue(vault.database);
  });

  it('TRASH-22 contract 10.7 restoring a folder does not restore items trashed before it', async () => {
    await trash('A/B', 'A');
    expect(await restoring(ids('A'))).toEqual(DONE);
    expect(await contentsOf(vault.database)).toEqual(['A/', 'A/a.txt 10 of 10', 'D/', 'root.txt 1 of 1']);
    expect(await entries()).toEqual(['B']);
    expect(await restoring(ids('A/B'))).toEqual(DONE);
    expect(await contentsOf(vault.database)).toEqual(CONTENTS);
    await countersMustBeTrue(vault.database);
  });

  it('an item returns to its folder after the folder was moved and renamed', async () => {
    await trash('A/B/b.txt');
    const client = await vault.as('editor');
    await client.data(move, { body: { linkId: ACME, paths: ['A/B'], path: 'D' } });
    await client.data(renameFolder, {
      params: { linkId: ACME },
      query: { path: 'D', oriFolderName: 'B', newFolderName: 'New' },
    });
    expect(await restoring(ids('A/B/b.txt'))).toEqual(DONE);
    expect(await contentsOf(vault.database)).toContain('D/New/b.txt 100 of 100');
    await countersMustBeTrue(vault.database);
  });

  it.each([
    ['children first', ['A/B/C/c.txt', 'A/B/C', 'A/B', 'A']],
    ['parents first', ['A', 'A/B', 'A/B/C', 'A/B/C/c.txt']],
    ['any order', ['A/B', 'A/B/C/c.txt', 'A', 'A/B/C']],
  ])('folders are restored before the items inside them: %s', async (_, paths) => {
    await trash('A/B/C/c.txt', 'A/B/C', 'A/B', 'A');
    expect(await restoring(ids(...paths))).toEqual(DONE);
    expect(await contentsOf(vault.database)).toEqual(CONTENTS);
    await countersMustBeTrue(vault.database);
  });

  it('items can be restored in any order; a folder restored after its replacement gets a number', async () => {
    await trash('A/B/b.txt', 'A/B', 'A');
    for (const path of ['A/B/b.txt', 'A', 'A/B']) expect(await restoring(ids(path))).toEqual(DONE);
    expect(await contentsOf(vault.database)).toEqual([
      'A (1)/',
      'A (1)/B/',
      'A (1)/B/C/',
      'A (1)/B/C/c.txt 1000 of 1000',
      'A (1)/a.txt 10 of 10',
      'A/',
      'A/B/',
      'A/B/b.txt 100 of 100',
      'D/',
      'root.txt 1 of 1',
    ]);
    await countersMustBeTrue(vault.database);
  });

  it('USE-45 the reply has location and name of the items on request', async () => {
    await trash('root.txt', 'A/B/b.txt', 'A/a.txt');
    await seedVault(vault.database, [{ folder: 'A', name: 'a.txt' }], { recordId: ACME });
    const client = await vault.as('editor');
    const body = ids('root.txt', 'A/B/b.txt', 'A/a.txt');
    const restored = await client.data(restore, { query: { places: 'true' }, body });
    const root = (await rowOf(vault.database, seeded.id('A'))).parentId;
    expect(restored).toHaveLength(3);
    expect(restored).toEqual(
      expect.arrayContaining([
        { id: seeded.id('root.txt'), name: 'root.txt', folderSfid: root },
        { id: seeded.id('A/B/b.txt'), name: 'b.txt', folderSfid: seeded.id('A/B') },
        { id: seeded.id('A/a.txt'), name: 'a (1).txt', folderSfid: seeded.id('A') },
      ]),
    );
  });

  it('items of several open records of the caller are restored', async () => {
    await trash('root.txt');
    await (await vault.as('editor')).data(moveToTrash, { query: { ids: seeded.ownFile } });
    expect(await restoring([...ids('root.txt'), seeded.ownFile])).toEqual(DONE);
    expect(await contentsOf(vault.database, OWN)).toEqual(['alone 0 of 0']);
    await countersMustBeTrue(vault.database);
  });

  it('items outside the trash are skipped, and an id can be given twice', async () => {
    await trash('root.txt', 'A');
    const body = [...ids('root.txt', 'root.txt', 'D', 'A/a.txt', 'A/B'), 'filUnknown00000000'];
    expect(await restoring(body)).toEqual(DONE);
    expect(await entries()).toEqual(['A']);
    await countersMustBeTrue(vault.database);
  });

  it('concurrent restores restore an item once', async () => {
    await trash('A', 'root.txt');
    const answers = await Promise.all(Array.from({ length: 8 }, () => restoring(ids('A', 'root.txt'))));
    expect(answers.filter(({ code }) => code === 200)).toEqual([DONE]);
    expect(answers.filter(({ code }) => code !== 200)).toEqual(Array.from({ length: 7 }, () => E4));
    expect(await contentsOf(vault.database)).toEqual(CONTENTS);
    await countersMustBeTrue(vault.database);
  });
});

describe('TRASH-22 D-25 a missing folder', () => {
  it('a restore creates the missing folder and its missing ancestors as the restoring user', async () => {
    await trash('A/B/b.txt', 'A/B/C/c.txt', 'A');
    const before = Date.now();
    expect(await restoring(ids('A/B/b.txt', 'A/B/C/c.txt'))).toEqual(DONE);
    expect(await contentsOf(vault.database)).toEqual([
      'A/',
      'A/B/',
      'A/B/C/',
      'A/B/C/c.txt 1000 of 1000',
      'A/B/b.txt 100 of 100',
      'D/',
      'root.txt 1 of 1',
    ]);
    const { parentId } = await rowOf(vault.database, seeded.id('A/B/b.txt'));
    expect(parentId).not.toBe(seeded.id('A/B'));
    const plain = await rowOf(vault.database, parentId);
    expect(plain).toMatchObject({
      name: 'B',
      modifiedBy: 'Eve Foster',
      category: 'Other',
      shareToClient: true,
    });
    expect(plain.modifiedAt.getTime()).toBeGreaterThanOrEqual(before);
    await countersMustBeTrue(vault.database);
  });

  it('an existing folder with the path of the missing one is used', async () => {
    await trash('A/B/b.txt', 'A');
    const { folderIds } = await seedVault(vault.database, [{ folder: 'A/B', name: 'b.txt' }], {
      recordId: ACME,
    });
    expect(await restoring(ids('A/B/b.txt'))).toEqual(DONE);
    expect(await rowOf(vault.database, seeded.id('A/B/b.txt'))).toMatchObject({
      parentId: folderIds.get('A/B'),
      name: 'b (1).txt',
    });
    await countersMustBeTrue(vault.database);
  });

  it('the missing folder is created when it was merged into a folder that is in the trash', async () => {
    await trash('A/B/b.txt');
    await seedVault(vault.database, [], { recordId: ACME, folders: ['D/B'] });
    const client = await vault.as('editor');
    await client.data(moveMerging, { body: { linkId: ACME, paths: ['A/B'], path: 'D' } });
    await client.data(moveToTrash, { query: {}, body: { linkId: ACME, paths: ['D/B'] } });
    expect(await restoring(ids('A/B/b.txt'))).toEqual(DONE);
    expect(await contentsOf(vault.database)).toContain('A/B/b.txt 100 of 100');
    await countersMustBeTrue(vault.database);
  });

  it('a folder that is restored by its path gets a new modification time', async () => {
    await trash('A/B', 'A');
    expect(await restoring(ids('A/B'))).toEqual(DONE);
    expect(await rowOf(vault.database, seeded.id('A/B'))).toMatchObject({ modifiedBy: 'Eve Foster' });
    expect(await contentsOf(vault.database)).toContain('A/B/C/c.txt 1000 of 1000');
    await countersMustBeTrue(vault.database);
  });
});

describe('TRASH-22 D-26 a name that is in use', () => {
  it('T-59 a name in use gets a number: files before the extension, folders at the end', async () => {
    await trash('root.txt', 'A');
    await seedVault(vault.database, [{ name: 'root.txt' }, { name: 'root (1).txt' }], {
      recordId: ACME,
      folders: ['A'],
    });
    expect(await restoring(ids('root.txt', 'A'))).toEqual(DONE);
    expect(await rowOf(vault.database, seeded.id('root.txt'))).toMatchObject({
      name: 'root (2).txt',
      modifiedAt: OLD,
    });
    expect(await rowOf(vault.database, seeded.id('A'))).toMatchObject({
      name: 'A (1)',
      modifiedBy: 'Eve Foster',
    });
    await countersMustBeTrue(vault.database);
  });

  it('several items of one name get different names', async () => {
    const again: string[] = [];
    for (let n = 0; n < 4; n += 1) {
      const { fileIds } = await seedVault(vault.database, [{ name: 'x.txt', sizeBytes: n }], {
        recordId: ACME,
      });
      const [id = ''] = fileIds;
      await (await vault.as('editor')).data(moveToTrash, { query: { ids: id } });
      again.push(id);
    }
    expect(await restoring(again)).toEqual(DONE);
    const names = (await contentsOf(vault.database)).filter((line) => line.startsWith('x'));
    expect(names).toEqual(['x (1).txt 1 of 1', 'x (2).txt 2 of 2', 'x (3).txt 3 of 3', 'x.txt 0 of 0']);
    await countersMustBeTrue(vault.database);
  });

  it('D-10 a file does not conflict with a folder', async () => {
    await trash('A');
    await seedVault(vault.database, [{ name: 'A' }], { recordId: ACME });
    expect(await restoring(ids('A'))).toEqual(DONE);
    expect(await contentsOf(vault.database)).toContain('A/a.txt 10 of 10');
  });
});

describe('refusals of C37', () => {
  it.each([
    ['anonymous', P1],
    ['noVault', E11],
    ['reader', E11],
    ['creator', E11],
    ['downloader', E11],
  ] as const)('%s is refused before the request is validated', async (user, expected) => {
    const client = user === 'anonymous' ? vault.anonymous : await vault.as(user);
    expect(await client.call(restore, { body: ['x'] })).toEqual(expected);
  });

  it('E4 ids of which none is in the trash are refused', async () => {
    await trash('A');
    expect(await restoring(['filUnknown00000000'])).toEqual(E4);
    expect(await restoring(ids('root.txt', 'D'))).toEqual(E4);
    expect(await restoring(ids('A/a.txt', 'A/B'))).toEqual(E4);
  });

  it('contract 10.2 ids of a closed record get E11, in the trash or not, alone or among others', async () => {
    await trash('root.txt');
    expect(await restoring([seeded.closedFile])).toEqual(E11);
    const client = await vault.as('outsider');
    await client.data(moveToTrash, { body: { linkId: CLOSED, sfids: [seeded.closedFile] }, query: {} });
    expect(await restoring([seeded.closedFile])).toEqual(E11);
    expect(await restoring([...ids('root.txt'), seeded.closedFile])).toEqual(E11);
    expect(await entries()).toEqual(['alone', 'root.txt']);
    expect(USERS.editor.records).not.toContain(CLOSED);
  });

  it.each([
    ['nothing', []],
    ['not a list', { ids: ['filUnknown00000000'] }],
    ['a malformed id', ['filUnknown00000000', 'x']],
    ['numbers', [1]],
    ['null', null],
    ['too many', Array.from({ length: 10_001 }, () => 'filUnknown00000000')],
  ])('contract 10.3 P16 for %s', async (_, body) => {
    const response = await (
      await vault.as('editor')
    ).fetch(restore.path, {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json' },
    });
    expect(await answerOf(response)).toEqual(P16);
  });

  it('a restore withstands random requests', async () => {
    await trash('A', 'root.txt');
    await mustWithstand(await vault.as('editor'), restore, { runs: 100 });
    await countersMustBeTrue(vault.database);
  });
});
