import { describe, expect, it } from 'vitest';
import { differenceOf } from './difference.ts';
import type { ItemAt } from './tree-at.queries.ts';

/**
 * @param lines id and path of each item; a path of a folder ends with '/', and the bytes of a file follow '=', nothing
 *   when they are no longer kept
 */
function tree(...lines: string[]): ItemAt[] {
  const root: ItemAt = { id: 'top', kind: 'folder', path: '', blobId: null, sizeBytes: 0, scannedBy: '' };
  const items = lines.map((line): ItemAt => {
    const [id = '', place = ''] = line.split(' ');
    if (place.endsWith('/')) return { ...root, id, path: place.slice(0, -1) };
    const [path = '', bytes = ''] = place.split('=');
    const blobId = bytes === '' ? null : Number(bytes);
    return { id, kind: 'file', path, blobId, sizeBytes: 1, scannedBy: 'test' };
  });
  return [root, ...items];
}

/** @param lines as those of a tree: the entry itself with the path '' or '/', then what is in it */
const trashEntry = (...lines: string[]): ItemAt[] => tree(...lines).slice(1);

/** The changes as lines. */
function changes(
  past: ItemAt[],
  present: ItemAt[],
  { trashed = [], isInPlace = true }: { trashed?: ItemAt[][]; isInPlace?: boolean } = {},
): string[] {
  const { restored, moved, folders, files, extra, lost } = differenceOf(
    past,
    { present, trashed },
    { isInPlace },
  );
  return [
    ...restored.map(({ path }) => `restore ${path}`),
    ...moved.map(({ from, path }) => `move ${from} to ${path}`),
    ...folders.map((path) => `make ${path}`),
    ...files.map(({ path, blobId, isNew }) => `${isNew ? 'new' : 'version'} ${path}=${blobId}`),
    ...extra.map(({ path }) => `trash ${path}`),
    ...lost.map((path) => `lost ${path}`),
  ];
}

describe('SAFE-05 the difference between a folder as it was and as it is', () => {
  it.each([
    ['nothing changed', ['1 A/', '2 A/a=1'], ['1 A/', '2 A/a=1'], []],
    ['a file has other bytes', ['1 a=1'], ['1 a=2'], ['version a=1']],
    ['a file is gone', ['1 a=1'], [], ['new a=1']],
    ['a folder is gone', ['1 A/', '2 A/a=1'], [], ['make A', 'new A/a=1']],
    ['there are new items', [], ['1 A/', '2 A/a=1', '3 b=1'], ['trash A', 'trash b']],
    ['the bytes of a file are no longer kept', ['1 a='], [], ['lost a']],
    ['a file was made again under its name', ['1 a=1'], ['2 a=2'], ['version a=1']],
    ['a file and a folder have one name', ['1 x/', '2 x=1'], ['1 x/'], ['new x=1']],
  ])('%s', (_what, past, present, expected) => {
    expect(changes(tree(...past), tree(...present))).toEqual(expected);
  });

  it.each([
    ['a file was renamed', ['1 a=1'], ['1 b=1'], ['move b to a']],
    ['a file was renamed and changed', ['1 a=1'], ['1 b=2'], ['move b to a', 'version a=1']],
    ['a file was moved', ['1 A/', '2 a=1'], ['1 A/', '2 A/a=1'], ['move A/a to a']],
    [
      'a file was moved out of a folder that is gone',
      ['1 A/', '2 A/a=1'],
      ['2 a=1'],
      ['move a to A/a', 'make A'],
    ],
    [
      'a file was moved into a new folder',
      ['2 a=1'],
      ['1 A/', '2 A/a=1', '3 A/b=1'],
      ['move A/a to a', 'trash A'],
    ],
    ['a folder was renamed', ['1 A/', '2 A/a=1'], ['1 B/', '2 B/a=1'], ['move B to A']],
    [
      'a folder was renamed, and something in it',
      ['1 A/', '2 A/a=1', '3 A/c=1'],
      ['1 B/', '2 B/b=1', '3 B/c=2', '4 B/d=1'],
      ['move B to A', 'move B/b to A/a', 'version A/c=1', 'trash A/d'],
    ],
    [
      'folders were moved into each other',
      ['1 A/', '2 A/B/', '3 A/B/a=1'],
      ['2 B/', '1 B/A/', '3 B/a=1'],
      ['move B/A to A', 'move B to A/B'],
    ],
    ['names were exchanged', ['1 a=1', '2 b=2'], ['2 a=2', '1 b=1'], ['version a=1', 'version b=2']],
    [
      'a folder was renamed, and another one has its name',
      ['1 A/', '2 A/a=1'],
      ['3 A/', '1 B/', '2 B/a=1'],
      ['move B/a to A/a', 'trash B'],
    ],
    [
      'a folder takes a file to a path of the past, where another one was',
      ['1 a=1', '2 c/', '3 c/a/', '4 c/a/c=2'],
      ['3 a/', '1 a/c=1', '4 b=2'],
      ['move a to c/a', 'make c', 'new a=1', 'version c/a/c=2', 'trash b'],
    ],
    ['a file whose bytes are not kept was renamed', ['1 a='], ['1 b=2'], ['trash b', 'lost a']],
  ])('in place, with what goes back to its path: %s', (_what, past, present, expected) => {
    expect(changes(tree(...past), tree(...present))).toEqual(expected);
  });

  it('beside, nothing is moved or trashed', () => {
    const present = tree('1 b=1', '2 c=1');
    expect(changes(tree('1 a=1'), present, { isInPlace: false })).toEqual(['new a=1']);
  });

  it('makes everything when the folder does not exist', () => {
    expect(changes(tree('1 A/', '2 A/a=1'), [], { isInPlace: false })).toEqual([
      'make ',
      'make A',
      'new A/a=1',
    ]);
  });

  it.each([true, false])('makes the folder itself when it was empty and does not exist', (isInPlace) => {
    expect(changes(tree(), [], { isInPlace })).toEqual(['make ']);
  });

  it.each([
    ['a file', { past: ['1 a=1'], present: [], trashed: [['1 =1']] }, ['restore a']],
    [
      'a file that was changed before it was deleted',
      { past: ['1 a=1'], present: [], trashed: [['1 =2']] },
      ['restore a', 'version a=1'],
    ],
    [
      'not a file whose path is taken',
      { past: ['1 a=1'], present: ['2 a=2'], trashed: [['1 =1']] },
      ['version a=1'],
    ],
    [
      'a folder with what is in it',
      { past: ['1 A/', '2 A/a=1'], present: [], trashed: [['1 /', '2 a=1']] },
      ['restore A'],
    ],
    [
      'a folder in which something changed before',
      {
        past: ['1 A/', '2 A/a=1', '3 A/b=1', '4 A/c=1'],
        present: [],
        trashed: [['1 /', '2 a=2', '3 x=1', '5 d=1']],
      },
      ['restore A', 'version A/a=1', 'new A/b=1', 'new A/c=1', 'trash A/d', 'trash A/x'],
    ],
    [
      'a folder, and a file that was deleted from it before',
      {
        past: ['1 A/', '2 A/a=1', '3 A/b=1'],
        present: [],
        trashed: [['2 =1'], ['1 /', '3 b=1']],
      },
      ['restore A', 'restore A/a'],
    ],
    [
      'a file of a folder that is gone',
      { past: ['1 A/', '2 A/a=1'], present: [], trashed: [['2 =1']] },
      ['restore A/a', 'make A'],
    ],
    [
      'a folder to which a file goes back',
      { past: ['1 A/', '2 A/a=1'], present: ['2 a=1'], trashed: [['1 /', '3 b=1']] },
      ['restore A', 'move a to A/a', 'trash A/b'],
    ],
    [
      'a folder into another one that is made',
      { past: ['1 A/', '2 A/B/', '3 A/B/a=1'], present: ['4 C/'], trashed: [['2 /', '3 a=1']] },
      ['restore A/B', 'make A', 'trash C'],
    ],
    [
      'not a folder whose path is taken, and nothing that was deleted with it',
      { past: ['1 A/', '2 A/a=1'], present: ['3 A/'], trashed: [['1 /', '2 a=1']] },
      ['new A/a=1'],
    ],
  ])('in place, restores from the trash: %s', (_what, { past, present, trashed }, expected) => {
    const entries = trashed.map((lines) => trashEntry(...lines));
    expect(changes(tree(...past), tree(...present), { trashed: entries })).toEqual(expected);
  });

  it('in place, restores the folder itself when it is in the trash, and what was deleted from it before', () => {
    const trashed = [['top /', '1 A/', '2 A/a=1', '3 b=1'], ['4 =1']].map((lines) => trashEntry(...lines));
    expect(changes(tree('1 A/', '2 A/a=1', '4 c=1'), [], { trashed })).toEqual([
      'restore ',
      'restore c',
      'trash b',
    ]);
  });

  it('beside, restores nothing', () => {
    const trashed = [trashEntry('1 =1')];
    expect(changes(tree('1 a=1'), tree(), { trashed, isInPlace: false })).toEqual(['new a=1']);
  });
});
