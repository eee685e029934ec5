import { contract } from '@vault/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../testing/app.ts';
import { mustWithstand } from '../testing/hostile.ts';
import { seedVault } from '../testing/vault.ts';
import { DONE, E11, E2, E4, E5, E6_MOVE, MERGE, P1, P16, TOO_DEEP } from '../testing/answers.ts';
import {
  ACME,
  CLOSED,
  contentsOf,
  countersMustBeTrue,
  rowOf,
  rowsChangedBy,
  setUpItems,
  type SeededItems,
  versionsOf,
} from '../testing/seeded-items.ts';

let vault: TestApp;
let seeded: SeededItems;
const { move, moveMerging, moveToTrash } = contract.organise;
const OLD = new Date('2026-01-02T03:04:05.678Z');

const FILES = [
  { name: 'root.txt', sizeBytes: 1 },
  { folder: 'A', name: 'a.txt', sizeBytes: 10 },
  { folder: 'A/B', name: 'b.txt', sizeBytes: 100 },
  { folder: 'D', name: 'a.txt', sizeBytes: 1000 },
  { folder: 'D/B', name: 'b.txt', sizeBytes: 10_000 },
  { folder: 'D/B', name: 'c.txt', sizeBytes: 100_000 },
];
const CONTENTS = [
  'A/',
  'A/B/',
  'A/B/b.txt 100 of 100',
  'A/a.txt 10 of 10',
  'AB/',
  'D/',
  'D/B/',
  'D/B/b.txt 10000 of 10000',
  'D/B/c.txt 100000 of 100000',
  'D/a.txt 1000 of 1000',
  'E/',
  'root.txt 1 of 1',
];

beforeAll(async () => {
  vault = await createTestApp();
});
afterAll(() => vault.close());
beforeEach(async () => {
  seeded = await setUpItems(vault, FILES, { folders: ['AB', 'E'], at: OLD });
});

interface Wanted {
  linkId?: string;
  sfids?: string[];
  paths?: string[];
  path?: string;
}
const bodyOf = (wanted: Wanted) => ({ linkId: ACME, path: '', ...wanted });
const moving = async (wanted: Wanted) => (await vault.as('editor')).call(move, { body: bodyOf(wanted) });
const merging = async (wanted: Wanted) =>
  (await vault.as('editor')).call(moveMerging, { body: bodyOf(wanted) });

describe('C10 moving', () => {
  it('COPYMOVE-13 files and folders of several folders are moved into one, with their subtrees', async () => {
    const answer = await moving({
      sfids: [seeded.id('root.txt'), seeded.id('D/B/c.txt')],
      paths: ['A/B'],
      path: 'E',
    });
    expect(answer).toEqual(DONE);
    expect(await contentsOf(vault.database)).toEqual([
      'A/',
      'A/a.txt 10 of 10',
      'AB/',
      'D/',
      'D/B/',
      'D/B/b.txt 10000 of 10000',
      'D/a.txt 1000 of 1000',
      'E/',
      'E/B/',
      'E/B/b.txt 100 of 100',
      'E/c.txt 100000 of 100000',
      'E/root.txt 1 of 1',
    ]);
    await countersMustBeTrue(vault.database);
  });

  it('D-15 D-44 files keep ids, versions and dates; a moved folder shows the mover', async () => {
    await seedVault(vault.database, [{ folder: 'A', name: 'a.txt', sizeBytes: 11 }], {
      recordId: ACME,
      at: OLD,
    });
    const before = await rowOf(vault.database, seeded.id('A/a.txt'));
    const versions = await versionsOf(vault.database, before.id);
    await moving({ sfids: [before.id], paths: ['A/B'], path: 'E' });
    expect(await rowOf(vault.database, before.id)).toEqual({ ...before, parentId: seeded.id('E') });
    expect(await versionsOf(vault.database, before.id)).toEqual(versions);
    expect(await rowOf(vault.database, seeded.id('A/B'))).toMatchObject({ modifiedBy: 'Eve Foster' });
    expect(await rowOf(vault.database, seeded.id('A/B/b.txt'))).toMatchObject({ modifiedAt: OLD });
  });

  it('D-06 D-08 the target is the root, a path or a folder id; folders can be named by id', async () => {
    expect(await moving({ sfids: [seeded.id('A/B')], path: '' })).toEqual(DONE);
    expect(await moving({ sfids: [seeded.id('A/B')], path: seeded.id('E') })).toEqual(DONE);
    expect(await contentsOf(vault.database)).toContain('E/B/b.txt 100 of 100');
    await countersMustBeTrue(vault.database);
  });

  it('G10 a move changes the moved row and the counters above it, for a subtree of any size', async () => {
    const many = Array.from({ length: 400 }, (_, n) => ({
      folder: `A/${n % 9}`,
      name: `${n}`,
      sizeBytes: n,
    }));
    const { folderIds } = await seedVault(vault.database, many, { recordId: ACME });
    const changed = await rowsChangedBy(vault.database, () => moving({ paths: ['A'], path: 'D/B' }));
    const chain = ['A', 'D/B', 'D'].map((path) => seeded.id(path));
    expect(new Set(changed)).toEqual(new Set([...chain, folderIds.get('')]));
    await countersMustBeTrue(vault.database);
  });

  it('an item that is selected together with its folder moves with it', async () => {
    const sfids = [seeded.id('A/B/b.txt'), seeded.id('A/a.txt'), seeded.id('A/a.txt')];
    expect(await moving({ sfids, paths: ['A/B', 'A', 'A'], path: 'E' })).toEqual(DONE);
    expect(await contentsOf(vault.database)).toContain('E/A/B/b.txt 100 of 100');
    await countersMustBeTrue(vault.database);
  });

  it('D-10 names are equal only within one kind, in the same case, among live items', async () => {
    await seedVault(
      vault.database,
      [
        { folder: 'E', name: 'B' },
        { folder: 'E', name: 'A.txt' },
      ],
      {
        recordId: ACME,
        folders: ['E/a.txt'],
      },
    );
    await (await vault.as('editor')).data(moveToTrash, { query: { ids: seeded.id('A/B') } });
    expect(await moving({ paths: ['D/B'], sfids: [seeded.id('D/a.txt')], path: 'E' })).toEqual(DONE);
    expect(await moving({ sfids: [seeded.id('D/B')], path: 'A' })).toEqual(DONE);
    await countersMustBeTrue(vault.database);
  });

  it.each([
    ['D-12 the target has a folder of this name', { paths: ['A/B'], path: 'D' }],
    ['D-12 the target has a file of this name', { sfids: ['A/a.txt'], path: 'D' }],
    ['T-58 two files of one name are moved', { sfids: ['A/a.txt', 'D/a.txt'], path: 'E' }],
    ['T-58 two folders of one name are moved', { paths: ['A/B', 'D/B'], path: 'E' }],
    [
      'one of many has the name of an item in the target',
      { paths: ['AB', 'A/B'], sfids: ['root.txt'], path: 'D' },
    ],
  ])('a move returns merge and changes nothing: %s', async (_, { sfids = [], ...wanted }: Wanted) => {
    const changed = await rowsChangedBy(vault.database, async () =>
      expect(await moving({ ...wanted, sfids: sfids.map((path) => seeded.id(path)) })).toEqual(MERGE),
    );
    expect(changed).toEqual([]);
  });
});

describe('C11 moving and merging', () => {
  it('D-13 a merge joins folders, makes files of one name versions, and moves all others', async () => {
    expect(await merging({ paths: ['D/B'], sfids: [seeded.id('D/a.txt')], path: 'A' })).toEqual(DONE);
    expect(await contentsOf(vault.database)).toEqual([
      'A/',
      'A/B/',
      expect.stringMatching(/^A\/B\/b.txt (100|10000) of 100,10000$/),
      'A/B/c.txt 100000 of 100000',
      expect.stringMatching(/^A\/a.txt (10|1000) of 10,1000$/),
      'AB/',
      'D/',
      'E/',
      'root.txt 1 of 1',
    ]);
    await countersMustBeTrue(vault.database);
  });

  it('D-13 targets keep their ids; merged items are deleted and not in the trash', async () => {
    await merging({ paths: ['D/B'], sfids: [seeded.id('D/a.txt')], path: 'A' });
    for (const path of ['A/B', 'A/B/b.txt', 'A/a.txt', 'D/B/c.txt']) {
      expect(await rowOf(vault.database, seeded.id(path))).toBeDefined();
    }
    for (const path of ['D/B', 'D/B/b.txt', 'D/a.txt']) {
      await expect(rowOf(vault.database, seeded.id(path))).rejects.toThrow('no item');
    }
    const client = await vault.as('editor');
    expect(await client.call(contract.trash.restore, { body: [seeded.id('D/B')] })).toEqual(E4);
    await countersMustBeTrue(vault.database);
  });

  it('T-58 selected items of one name become one', async () => {
    const sfids = [seeded.id('A/a.txt'), seeded.id('D/a.txt')];
    expect(await merging({ sfids, paths: ['A/B', 'D/B'], path: 'E' })).toEqual(DONE);
    expect(await contentsOf(vault.database)).toEqual([
      'A/',
      'AB/',
      'D/',
      'E/',
      'E/B/',
      expect.stringMatching(/^E\/B\/b.txt .* of 100,10000$/),
      'E/B/c.txt 100000 of 100000',
      expect.stringMatching(/^E\/a.txt .* of 10,1000$/),
      'root.txt 1 of 1',
    ]);
    expect(await rowOf(vault.database, seeded.id('A/B'))).toMatchObject({ parentId: seeded.id('E') });
    await countersMustBeTrue(vault.database);
  });

  it('a trashed item of a merged folder is restored into the target folder', async () => {
    const client = await vault.as('editor');
    await client.data(moveToTrash, { query: { ids: seeded.id('D/B/c.txt') } });
    await merging({ paths: ['D/B'], path: 'A' });
    await client.data(contract.trash.restore, { body: [seeded.id('D/B/c.txt')] });
    expect(await contentsOf(vault.database)).toContain('A/B/c.txt 100000 of 100000');
    await countersMustBeTrue(vault.database);
  });

  it('a folder can be merged into a folder above it, and names that become free can be used', async () => {
    const files = [
      { folder: 'T/B/d/B', name: 'x', sizeBytes: 1 },
      { folder: 'T/B/d/B/d/B', name: 'x', sizeBytes: 2 },
      { folder: 'T/B/d', name: 'x', sizeBytes: 4 },
    ];
    seeded = await setUpItems(vault, files, { folders: ['Z/B/d/B'] });
    expect(await merging({ paths: ['T/B/d/B', 'Z/B'], path: 'T' })).toEqual(DONE);
    expect(await contentsOf(vault.database)).toEqual([
      'T/',
      'T/B/',
      'T/B/d/',
      'T/B/d/B/',
      'T/B/d/B/x 2 of 2',
      'T/B/d/x 4 of 4',
      'T/B/x 1 of 1',
      'Z/',
    ]);
    expect(await rowOf(vault.database, seeded.id('T/B/d/B/d/B'))).toMatchObject({
      parentId: seeded.id('T/B/d'),
    });
    await countersMustBeTrue(vault.database);
  });

  it('a merge without equal names is a move', async () => {
    expect(await merging({ paths: ['A'], path: 'E' })).toEqual(DONE);
    expect(await contentsOf(vault.database)).toContain('E/A/B/b.txt 100 of 100');
  });
});

describe.each([
  ['C10', move],
  ['C11', moveMerging],
])('refusals of %s', (_, endpoint) => {
  const call = async (wanted: Wanted) => (await vault.as('editor')).call(endpoint, { body: bodyOf(wanted) });
  const UNKNOWN = 'filUnknown00000000';

  it.each([
    ['P16 nothing is selected', { path: 'E' }, P16],
    ['P16 the root', { paths: [''], path: 'E' }, P16],
    ['P16 the root and other folders', { paths: ['A', ''], path: 'E' }, P16],
    ['P16 before E4', { paths: [''], path: 'none' }, P16],
    ['P16 a malformed id', { sfids: ['x'], path: 'E' }, P16],
    ['P16 a malformed record', { linkId: 'x', paths: ['A'], path: 'E' }, P16],
    ['E11 a closed record, before its form', { linkId: CLOSED, sfids: ['x'] }, E11],
    ['E4 an unknown folder', { paths: ['none'], path: 'E' }, E4],
    ['E4 an unknown file', { sfids: [UNKNOWN], path: 'E' }, E4],
    ['E4 one of many does not exist', { sfids: [UNKNOWN], paths: ['A'], path: 'E' }, E4],
    ['E4 an unknown target', { paths: ['A'], path: 'none' }, E4],
    ['E4 the target is a file', { paths: ['A'], path: 'root.txt' }, E4],
    ['E4 the path of a file', { paths: ['root.txt'], path: 'E' }, E4],
    ['E4 a path with dot segments', { paths: ['A/../A'], path: 'E' }, E4],
    ['E4 a path with dot segments into itself', { paths: ['A'], path: 'A/./B' }, E4],
    ['E4 a path with a double slash', { paths: ['A/'], path: 'E' }, E4],
    ['E4 before E5', { sfids: [UNKNOWN], paths: ['A'], path: '' }, E4],
    ['E5 into its own folder', { paths: ['A/B'], path: 'A' }, E5],
    ['E5 into the root, its own folder', { paths: ['A'], path: '' }, E5],
    ['COPYMOVE-10 E5 one of many is in the target', { paths: ['E', 'A/B'], path: 'A' }, E5],
    ['E5 before E6', { paths: ['E', 'A'], path: '' }, E5],
    ['E5 for an item of a folder that is moved too', { paths: ['D', 'D/B'], path: 'D' }, E5],
    ['E6 into itself', { paths: ['A'], path: 'A' }, E6_MOVE],
    ['E6 into a folder below it', { paths: ['A'], path: 'A/B' }, E6_MOVE],
    ['E6 one of many', { paths: ['D', 'A'], path: 'A/B' }, E6_MOVE],
  ])('%s', async (_what, wanted, expected) => {
    const changed = await rowsChangedBy(vault.database, async () =>
      expect(await call(wanted)).toEqual(expected),
    );
    expect(changed).toEqual([]);
  });

  it('E6 a folder cannot be moved below itself, by path or id; an equal prefix is allowed', async () => {
    expect(await call({ sfids: [seeded.id('A')], path: seeded.id('A/B') })).toEqual(E6_MOVE);
    expect(await call({ paths: ['A'], path: 'AB' })).toEqual(DONE);
  });

  it('P16 a move of the root by its id is refused', async () => {
    const { parentId } = await rowOf(vault.database, seeded.id('A'));
    expect(await call({ sfids: [parentId], path: 'E' })).toEqual(P16);
  });

  it('E4 trashed items, items in a trashed folder and a trashed target are refused', async () => {
    const client = await vault.as('editor');
    await client.data(moveToTrash, { query: { ids: `${seeded.id('A')},${seeded.id('root.txt')}` } });
    expect(await call({ sfids: [seeded.id('root.txt')], path: 'E' })).toEqual(E4);
    expect(await call({ sfids: [seeded.id('A/a.txt')], path: 'E' })).toEqual(E4);
    expect(await call({ paths: ['A/B'], path: 'E' })).toEqual(E4);
    expect(await call({ paths: ['D/B'], path: 'A' })).toEqual(E4);
    expect(await call({ paths: ['D/B'], path: seeded.id('A/B') })).toEqual(E4);
  });

  it('contract 10.2 a selection that contains items of other records gets E4', async () => {
    expect(await call({ sfids: [seeded.ownFile], path: 'E' })).toEqual(E4);
    expect(await call({ sfids: [seeded.closedFile, seeded.id('root.txt')], path: 'E' })).toEqual(E4);
  });

  it('NAME-06 COPYMOVE-20 a name that is no longer allowed gets E2, after E4 and before E5', async () => {
    seeded = await setUpItems(vault, [...FILES, { folder: 'A', name: 'Zoë.txt' }], { folders: ['E'] });
    const sfids = [seeded.id('A/Zoë.txt'), seeded.id('root.txt')];
    expect(await call({ sfids, path: 'E' })).toEqual(E2);
    expect(await call({ sfids, path: 'none' })).toEqual(E4);
    expect(await call({ sfids, path: '' })).toEqual(E2);
    // Only the selected items themselves are checked.
    expect(await call({ paths: ['A'], path: 'E' })).toEqual(DONE);
  });

  it('a move cannot nest folders deeper than 200 levels', async () => {
    const path = Array.from({ length: 197 }, (_name, n) => `${n}`).join('/');
    seeded = await setUpItems(vault, [], { folders: [path, 'S/1/2/3', 'S/1/4'] });
    const changed = await rowsChangedBy(vault.database, async () =>
      expect(await call({ paths: ['S'], path })).toEqual(TOO_DEEP),
    );
    expect(changed).toEqual([]);
    expect(await call({ paths: ['S/1'], path })).toEqual(DONE);
    await countersMustBeTrue(vault.database);
  });

  it.each([
    ['anonymous', P1],
    ['noVault', E11],
    ['reader', E11],
    ['creator', E11],
    ['downloader', E11],
    ['outsider', E11],
  ] as const)('%s is refused before the form is checked', async (user, expected) => {
    const client = user === 'anonymous' ? vault.anonymous : await vault.as(user);
    expect(await client.call(endpoint, { body: bodyOf({ sfids: ['x'] }) })).toEqual(expected);
    expect(await contentsOf(vault.database)).toEqual(CONTENTS);
  });

  it('a move withstands hostile input', async () => {
    const valid = bodyOf({ sfids: [seeded.id('A/a.txt')], paths: ['D/B'], path: 'E' });
    await mustWithstand(await vault.as('editor'), endpoint, { valid, runs: 150 });
    await countersMustBeTrue(vault.database);
  });
});
