import { intoSubfolder, Messages, type TreeNode } from '@vault/contract';
import { expect, test, vi } from 'vitest';
import { ApiError } from '../api/index.ts';
import { indexOf } from '../tree/index.ts';
import { undo, type Change, type MovedItem, type UndoDeps } from './undo.ts';
import { undoProblem } from './undo-text.ts';

// Uses the real undo logic and a fake server.
const ROOT = 'fldRoot00000000000';
function node(id: string, path: string, children: TreeNode[] = []): TreeNode {
  const parts = path.split('/');
  return {
    sfid: id,
    name: parts.at(-1) ?? '',
    children,
    folderPath: path,
    parentFolder: parts.slice(0, -1).join('/'),
    parentFolderSfid: ROOT,
    isRootFolder: false,
    size: 0,
  };
}
/** Clients (clients) contains Acme (acme); Archive (archive) is its sibling. */
const TREE = [node('clients', 'Clients', [node('acme', 'Clients/Acme')]), node('archive', 'Archive')];

type Call = [name: string, input: unknown];
function server(answers: (name: string, input: never) => unknown = () => ({ outcome: 'done' }), tree = TREE) {
  const asked: Call[] = [];
  const answer = (name: string) =>
    vi.fn(async (...input: unknown[]) => {
      asked.push([name, input.length === 1 ? input[0] : input]);
      const result = answers(name, input[0] as never);
      if (result instanceof Error) throw result;
      return result;
    });
  const calls = {
    renameFolder: answer('renameFolder'),
    renameFile: answer('renameFile'),
    relocate: answer('relocate'),
    trash: answer('trash'),
    restore: answer('restore'),
  } as unknown as UndoDeps['calls'];
  const folders = async () => indexOf({ rootFolderSfid: ROOT, rootSize: 0, folderTree: tree });
  return { asked, parts: { calls, folders } satisfies UndoDeps };
}
const moved = (id: string, isFolder = false, fromId = 'clients'): MovedItem => ({
  id,
  isFolder,
  fromId,
  toId: 'archive',
});
const moveOf = (...items: MovedItem[]): Change => ({ kind: 'move', items });
const movedTo = (targetPath: string, sfids: string[], paths: string[] = []): Call => [
  'relocate',
  { action: 'move', sfids, paths, targetPath, merging: false },
];
const NOT_FOUND = new ApiError(404, Messages.notFound, { errorCode: 'NOT_FOUND' });

test('undoing a move moves the items back into their original folder', async () => {
  const { asked, parts } = server();
  const undone = await undo(moveOf(moved('a'), moved('acme', true)), parts);
  expect(asked).toEqual([movedTo('Clients', ['a'], ['Clients/Acme'])]);
  expect(undoProblem(undone)).toBeNull();
});

test('an undo returns a change, which can be undone again', async () => {
  const { parts } = server();
  const { change } = await undo(moveOf(moved('a')), parts);
  expect(change).toEqual(moveOf({ ...moved('a'), fromId: 'archive', toId: 'clients' }));
  const renamed: Change = { kind: 'rename', item: { id: 'a', isFolder: false }, from: 'x.txt', to: 'y.txt' };
  expect((await undo(renamed, parts)).change).toEqual({ ...renamed, from: 'y.txt', to: 'x.txt' });
});

test('T-58 items from different folders return each to its original folder', async () => {
  const { asked, parts } = server();
  await undo(moveOf(moved('a'), moved('b', false, 'acme'), moved('c')), parts);
  expect(asked).toEqual([movedTo('Clients', ['a', 'c']), movedTo('Clients/Acme', ['b'])]);
});

test('items return to their original folder also after it was renamed', async () => {
  const { asked, parts } = server(undefined, [node('clients', 'Customers')]);
  await undo(moveOf(moved('a')), parts);
  expect(asked).toEqual([movedTo('Customers', ['a'])]);
});

test('when the original folder is deleted, undo returns a message and makes no call', async () => {
  const { asked, parts } = server(undefined, []);
  const undone = await undo(moveOf(moved('a')), parts);
  expect(asked).toEqual([]);
  expect(undoProblem(undone)).toBe(
    'This can no longer be undone: the item or its former folder is no longer there.',
  );
});

test('undo reports a name conflict in the original folder and does not merge', async () => {
  const { parts } = server(() => ({ outcome: 'merge' }));
  expect(undoProblem(await undo(moveOf(moved('a')), parts))).toBe(
    'This can no longer be undone: something of the same name is in its former place.',
  );
});

test('when one of several items is deleted, the others return, and undo reports the failures', async () => {
  const { asked, parts } = server((_, { sfids }: { sfids: string[] }) =>
    sfids.includes('b') ? NOT_FOUND : { outcome: 'done' },
  );
  const undone = await undo(moveOf(moved('a'), moved('b'), moved('c')), parts);
  expect(asked.slice(1)).toEqual([
    movedTo('Clients', ['a']),
    movedTo('Clients', ['b']),
    movedTo('Clients', ['c']),
  ]);
  expect(undone.change).toMatchObject({ items: [{ id: 'a' }, { id: 'c' }] });
  expect(undoProblem(undone)).toBe(
    '1 item(s) could not be put back: the item or its former folder is no longer there.',
  );
});

test('files return even when a folder that was moved with them is deleted', async () => {
  const { asked, parts } = server();
  const undone = await undo(moveOf(moved('a'), moved('gone', true)), parts);
  expect(asked).toEqual([movedTo('Clients', ['a'])]);
  expect(undone).toMatchObject({ obstacle: 'gone', leftCount: 1 });
});

test('an item that another user has already put back counts as undone', async () => {
  const { parts } = server(() => new ApiError(400, Messages.sameFolder, { errorCode: 'SAME_FOLDER' }));
  expect(undoProblem(await undo(moveOf(moved('a')), parts))).toBeNull();
});

test('undo reports when the original folder is now inside the moved folder', async () => {
  const { parts } = server(() => new ApiError(400, intoSubfolder('move'), { errorCode: 'INTO_SUBFOLDER' }));
  expect(undoProblem(await undo(moveOf(moved('archive', true)), parts))).toBe(
    'This can no longer be undone: its former folder now lies inside of it.',
  );
});

const renamedFolder: Change = {
  kind: 'rename',
  item: { id: 'acme', isFolder: true },
  from: 'Acme Ltd',
  to: 'Acme',
};

test('undoing a rename finds a folder by its id, also after it was moved and renamed again', async () => {
  const { asked, parts } = server(
    undefined,
    [node('archive', 'Archive', [node('acme', 'Archive/Acme 2')])].map(withParents),
  );
  await undo(renamedFolder, parts);
  expect(asked).toEqual([['renameFolder', { parentPath: 'Archive', name: 'Acme 2', newName: 'Acme Ltd' }]]);
});

test('RENAME-06 undo does not merge a file when another file has its former name', async () => {
  const { asked, parts } = server(() => ({ outcome: 'merge' }));
  const change: Change = { kind: 'rename', item: { id: 'a', isFolder: false }, from: 'x.txt', to: 'y.txt' };
  expect((await undo(change, parts)).obstacle).toBe('occupied');
  expect(asked).toEqual([['renameFile', ['a', 'x.txt', { merging: false }]]]);
});

test('undoing a rename reports a deleted folder, and a former name that another folder has', async () => {
  const taken = server(() => new ApiError(409, Messages.folderExists, { errorCode: 'NAME_EXISTS' }));
  expect((await undo(renamedFolder, taken.parts)).obstacle).toBe('occupied');
  const gone = server(undefined, []);
  expect((await undo(renamedFolder, gone.parts)).obstacle).toBe('gone');
});

test('a deletion is undone by restoring the items, and a restoration by deleting them', async () => {
  const { asked, parts } = server(() => true);
  const restored = await undo({ kind: 'trash', ids: ['a', 'b'] }, parts);
  expect(restored.change).toEqual({ kind: 'restore', ids: ['a', 'b'] });
  await undo({ kind: 'restore', ids: ['a'] }, parts);
  expect(asked).toEqual([
    ['restore', ['a', 'b']],
    ['trash', ['a']],
  ]);
});

test('undo reports items that are permanently deleted and cannot be restored', async () => {
  const { parts } = server(() => NOT_FOUND);
  expect(undoProblem(await undo({ kind: 'trash', ids: ['a'] }, parts))).toContain('no longer be undone');
});

test('undo rejects when the network is lost', async () => {
  const { parts } = server(() => new ApiError(0, null));
  await expect(undo(moveOf(moved('a')), parts)).rejects.toThrow('Request Failed');
});

/** Returns the nodes of a tree with the ids of their parents. */
function withParents(top: TreeNode): TreeNode {
  return { ...top, children: top.children.map((child) => ({ ...child, parentFolderSfid: top.sfid })) };
}
