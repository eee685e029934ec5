import { intoSubfolder, Messages, type Item, type TreeNode } from '@vault/contract';
import { expect, test } from 'vitest';
import { namedItems } from '../kit/index.ts';
import { indexOf } from '../tree/index.ts';
import {
  loadOf,
  namesProblem,
  parentPathOf,
  shortName,
  targetProblem,
  type OrganisedItem,
} from './target.ts';

const ROOT = 'root';
function node(path: string, children: TreeNode[] = []): TreeNode {
  return {
    sfid: path,
    name: path.split('/').at(-1) ?? '',
    children,
    folderPath: path,
    parentFolder: '',
    parentFolderSfid: ROOT,
    isRootFolder: false,
    size: 0,
  };
}
const index = indexOf({
  rootFolderSfid: ROOT,
  rootSize: 0,
  folderTree: [node('A', [node('A/B', [node('A/B/C')])]), node('D')],
});
const at = (path: string) => ({ target: index.byId.get(path) ?? index.root, index });
const item = (given: Partial<Item> & Pick<Item, 'name'>): OrganisedItem => ({
  sfid: given.name,
  fileType: 'txt',
  folderPath: '',
  parentFolderSfid: ROOT,
  ...given,
});
const note = item({ name: 'note.txt' });
const A = item({ name: 'A', fileType: 'folder', folderPath: 'A' });
const B = item({ name: 'B', sfid: 'A/B', fileType: 'folder', folderPath: 'A/B', parentFolderSfid: 'A' });

test.each([
  ['COPYMOVE-08 the folder of the items is refused', [note], '', Messages.sameFolder],
  ['COPYMOVE-08 the root is refused for a folder in the root', [A], '', Messages.sameFolder],
  ['a file may go into any other folder', [note], 'A/B/C', null],
  ['COPYMOVE-10 T-58 the parent folder of any of the items is refused', [note, B], 'A', Messages.sameFolder],
  ['COPYMOVE-09 the folder itself is refused', [A], 'A', 'itself'],
  ['COPYMOVE-09 a folder below the item is refused', [note, A], 'A/B/C', 'itself'],
  ['a folder may go into a folder above its parent', [B], '', null],
  ['a folder may go into its sibling', [A], 'D', null],
] as const)('%s', (_rule, items, path, problem) => {
  for (const action of ['copy', 'move'] as const) {
    const expected = problem === 'itself' ? intoSubfolder(action) : problem;
    expect(targetProblem(action, items, at(path))).toBe(expected);
  }
});

test('COPYMOVE-20 NAME-06 the characters of all names are checked once, with one warning', () => {
  expect(namesProblem([note, item({ name: 'Zoë.txt' }), item({ name: 'a:b' })])).toBe(
    Messages.nameCharacters,
  );
  expect(namesProblem([note, item({ name: 'a'.repeat(400) })])).toBeNull();
  expect(namesProblem([item({ name: 'Zoë.txt' })], 'unicode')).toBeNull();
});

test('T-39 files are sent by id, folders by their current path in the tree', () => {
  expect(loadOf([note, { ...B, folderPath: 'A/old' }], index)).toEqual({
    sfids: ['note.txt'],
    paths: ['A/B'],
  });
  expect(loadOf([{ ...B, sfid: 'unknown' }], index)).toEqual({ sfids: [], paths: ['A/B'] });
});

test('D-07 parentPathOf returns the path of the folder that contains an item', () => {
  expect([A, B, note, item({ name: 'x.txt', folderPath: 'A/B' })].map(parentPathOf)).toEqual([
    '',
    'A',
    '',
    'A/B',
  ]);
});

test('namedItems describes one item by its name and several items by their number', () => {
  expect(namedItems([note])).toBe('note.txt');
  expect(namedItems([note, A])).toBe('2 items');
  expect(shortName(`${'a'.repeat(396)}.pdf`)).toBe(`${'a'.repeat(30)}…${'a'.repeat(12)}.pdf`);
  expect(shortName('note.txt')).toBe('note.txt');
});
