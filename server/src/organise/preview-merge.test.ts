import { contract, type MergePlan } from '@vault/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../testing/app.ts';
import { mustWithstand } from '../testing/hostile.ts';
import { E1, E11, E2, E4, E5, E6_COPY, E6_MOVE, P1, P16, P3_FILE } from '../testing/answers.ts';
import {
  ACME,
  CLOSED,
  contentsOf,
  rowsChangedBy,
  setUpItems,
  type SeededItems,
} from '../testing/seeded-items.ts';

let vault: TestApp;
let seeded: SeededItems;
const { mergePlan } = contract.organise;
const FILES = [
  { folder: 'A', name: 'a.txt', sizeBytes: 10 },
  { folder: 'A', name: 'a.txt', sizeBytes: 11 },
  { folder: 'A', name: 'other.txt', sizeBytes: 12 },
  { folder: 'A/B', name: 'b.txt', sizeBytes: 100 },
  { folder: 'D', name: 'a.txt', sizeBytes: 1000 },
  { folder: 'D/B', name: 'b.txt', sizeBytes: 10_000 },
  { folder: 'D/B', name: 'c.txt', sizeBytes: 100_000 },
];

beforeAll(async () => {
  vault = await createTestApp();
});
afterAll(() => vault.close());
beforeEach(async () => {
  seeded = await setUpItems(vault, FILES, { folders: ['E'] });
});

interface Asked {
  action?: 'move' | 'copy' | 'rename';
  name?: string;
  linkId?: string;
  sfids?: string[];
  paths?: string[];
  path?: string;
}
const bodyOf = (asked: Asked) => ({ linkId: ACME, path: '', action: 'move' as const, ...asked });
const ask = async (asked: Asked) => (await vault.as('reader')).call(mergePlan, { body: bodyOf(asked) });
const plan = async (asked: Asked): Promise<MergePlan> =>
  (await vault.as('reader')).data(mergePlan, { body: bodyOf(asked) });
const NOTHING = { files: [], fileCount: 0, folders: [], folderCount: 0 };

describe('C63 the plan of a merge', () => {
  it('a move lists files that become versions and folders that are merged, and changes nothing', async () => {
    const changed = await rowsChangedBy(vault.database, async () => {
      expect(await plan({ sfids: [seeded.id('A/a.txt')], paths: ['A/B'], path: 'D' })).toEqual({
        files: [
          { name: 'a.txt', folderPath: 'D', versions: 3 },
          { name: 'b.txt', folderPath: 'D/B', versions: 2 },
        ],
        fileCount: 2,
        folders: ['D/B'],
        folderCount: 1,
      });
    });
    expect(changed).toEqual([]);
  });

  it('a copy counts one version for each copied file', async () => {
    const sfids = [seeded.id('A/a.txt')];
    expect(await plan({ action: 'copy', sfids, path: 'D' })).toMatchObject({
      files: [{ name: 'a.txt', folderPath: 'D', versions: 2 }],
    });
  });

  it('a rename lists the file that receives the versions; the path is ignored', async () => {
    const sfids = [seeded.id('A/a.txt')];
    const expected = {
      ...NOTHING,
      files: [{ name: 'other.txt', folderPath: 'A', versions: 3 }],
      fileCount: 1,
    };
    for (const path of ['A', '', 'none']) {
      expect(await plan({ action: 'rename', sfids, name: ' other.txt ', path })).toEqual(expected);
    }
    expect(await plan({ action: 'rename', sfids, name: 'new.txt' })).toEqual(NOTHING);
    expect(await plan({ action: 'rename', sfids, name: 'a.txt' })).toEqual(NOTHING);
  });

  it('the plan is empty when no names are equal', async () => {
    expect(await plan({ paths: ['A'], path: 'E' })).toEqual(NOTHING);
    expect(await plan({ action: 'copy', paths: ['A', 'D'], path: 'E' })).toEqual(NOTHING);
  });

  it('T-58 the plan lists selected items that have the same name', async () => {
    const asked = { sfids: [seeded.id('A/a.txt'), seeded.id('D/a.txt')], paths: ['A/B', 'D/B'], path: 'E' };
    expect(await plan(asked)).toEqual({
      files: [
        { name: 'a.txt', folderPath: 'E', versions: 3 },
        { name: 'b.txt', folderPath: 'E/B', versions: 2 },
      ],
      fileCount: 2,
      folders: ['E/B'],
      folderCount: 1,
    });
    expect(await plan({ ...asked, action: 'copy' })).toMatchObject({
      files: [{ versions: 2 }, { versions: 2 }],
    });
  });

  it('the plan lists the first 100 entries, and counts all', async () => {
    const files = Array.from({ length: 130 }, (_, n) => [
      { folder: `X/${n}`, name: 'same' },
      { folder: `Y/X/${n}`, name: 'same' },
    ]).flat();
    seeded = await setUpItems(vault, files);
    const { files: told, folders, fileCount, folderCount } = await plan({ paths: ['Y/X'], path: '' });
    expect([told.length, folders.length, fileCount, folderCount]).toEqual([100, 100, 130, 131]);
    expect(folders[0]).toBe('X');
  });
});

describe('refusals of C63', () => {
  it.each([
    ['P16 nothing is selected', { path: 'E' }, P16],
    ['P16 the root', { paths: [''], path: 'E' }, P16],
    ['P16 a malformed id', { sfids: ['x'], path: 'E' }, P16],
    ['P16 an unknown action', { paths: ['A'], action: 'delete' as 'move' }, P16],
    ['E11 a closed record, before its form', { linkId: CLOSED, sfids: ['x'] }, E11],
    ['E4 an unknown folder', { paths: ['none'], path: 'E' }, E4],
    ['E4 an unknown target', { paths: ['A'], path: 'none' }, E4],
    ['E5 into its own folder', { paths: ['A/B'], path: 'A' }, E5],
    ['E6 a move below itself', { paths: ['A'], path: 'A/B' }, E6_MOVE],
    ['E6 a copy below itself', { action: 'copy' as const, paths: ['A'], path: 'A/B' }, E6_COPY],
  ])('%s', async (_, asked, expected) => {
    expect(await ask(asked)).toEqual(expected);
  });

  it.each([
    ['P16 no name', { sfids: ['A/a.txt'] }, P16],
    ['P16 two files', { sfids: ['A/a.txt', 'D/a.txt'], name: 'x' }, P16],
    ['P16 a folder', { paths: ['A'], name: 'x' }, P16],
    ['P16 no file', { name: 'x' }, P16],
    ['E1 an empty name', { sfids: ['A/a.txt'], name: ' ' }, E1],
    ['E2 a slash', { sfids: ['A/a.txt'], name: 'a/b' }, E2],
    ['E4 a folder by its id', { sfids: ['A/B'], name: 'x' }, E4],
  ])('the plan of a rename is refused: %s', async (_, { sfids = [], ...asked }: Asked, expected) => {
    const ids = sfids.map((path) => seeded.id(path));
    expect(await ask({ ...asked, action: 'rename', sfids: ids })).toEqual(expected);
  });

  it('a name over 400 characters is refused', async () => {
    const answer = await ask({ action: 'rename', sfids: [seeded.id('A/a.txt')], name: 'x'.repeat(401) });
    expect([P16, P3_FILE]).toContainEqual(answer);
  });

  it.each([
    ['anonymous', P1],
    ['noVault', E11],
    ['outsider', E11],
  ] as const)('%s is refused before the form is checked', async (user, expected) => {
    const client = user === 'anonymous' ? vault.anonymous : await vault.as(user);
    expect(await client.call(mergePlan, { body: bodyOf({ sfids: ['x'] }) })).toEqual(expected);
  });

  it('the call withstands hostile input and never changes anything', async () => {
    const before = await contentsOf(vault.database);
    const sfids = [seeded.id('A/a.txt')];
    const client = await vault.as('reader');
    for (const action of ['move', 'copy', 'rename'] as const) {
      const valid = bodyOf({ action, sfids, path: 'D', ...(action === 'rename' && { name: 'other.txt' }) });
      await mustWithstand(client, mergePlan, { valid, runs: 50 });
    }
    expect(await contentsOf(vault.database)).toEqual(before);
  });
});
