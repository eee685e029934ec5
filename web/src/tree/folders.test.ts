import type { TreeNode } from '@vault/contract';
import { expect, test } from 'vitest';
import { chainTo, indexOf, nearestLiving } from './folders.ts';

const ROOT = 'fldRoot00000000000';
function node(id: string, children: TreeNode[] = []): TreeNode {
  return {
    sfid: id,
    name: id,
    children,
    folderPath: id,
    parentFolder: '',
    parentFolderSfid: ROOT,
    isRootFolder: false,
    size: 7,
  };
}
const index = indexOf({
  rootFolderSfid: ROOT,
  rootSize: 14,
  folderTree: [node('A', [node('B', [node('C')])]), node('D')],
});
const folder = (id: string) => index.byId.get(id)!;

test("FILES-02 DATA-04 the root is named 'Files', has an empty path and contains the top folders", () => {
  expect(index.root).toMatchObject({ name: 'Files', path: '', isRoot: true, id: ROOT, sizeBytes: 14 });
  expect(index.root.children.map(({ id }) => id)).toEqual(['A', 'D']);
  expect(folder('D').position).toBe(1);
});

test('BREADCRUMB-06 chainTo returns the folders from the root to a folder', () => {
  expect(chainTo(index, folder('C')).map(({ id }) => id)).toEqual([ROOT, 'A', 'B', 'C']);
  expect(chainTo(index, index.root).map(({ id }) => id)).toEqual([ROOT]);
});

test('FILES-50 a deleted folder is replaced by its nearest existing parent', () => {
  const parents = new Map([
    ['gone', 'alsoGone'],
    ['alsoGone', 'B'],
  ]);
  expect(nearestLiving(index, 'gone', parents).id).toBe('B');
});

test('FILES-50 an unknown folder is replaced by the root', () => {
  expect(nearestLiving(index, 'never', new Map()).id).toBe(ROOT);
  expect(
    nearestLiving(
      index,
      'a',
      new Map([
        ['a', 'b'],
        ['b', 'a'],
      ]),
    ).id,
  ).toBe(ROOT);
});
