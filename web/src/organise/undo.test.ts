import { intoSubfolder, Messages, type TreeNode } from '@vault/contract';
import { expect, test, vi } from 'vitest';
import { ApiError } from '../api/index.ts';
import { indexOf } from '../tree/index.ts';
import { undo, type Change, type MovedItem, type UndoDeps } from './undo.ts';
import { undoProblem } from './undo-text.ts';

// Uses the real undo logic; fakes the server, with a table of its answers.
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

test('a move is undone into the original folder', async () => {
  const { asked, parts } = server();
  const undone = await undo(moveOf(moved('a'), moved('acme', true)), parts);
  expect(asked).toEqual([movedTo('Clients', ['a'], ['Clients/Acme'])]);
  expect(undoProblem(undone)).toBeNull();
});

test('an undo can itself be undone', async () => {
  const { parts } = server();
  const { change } = await undo(moveOf(moved('a')), parts);
  expect(change).toEqual(moveOf({ ...moved('a'), fromId: 'archive', toId: 'clients' }));
  const renamed: Change = { kind: 'rename', item: { id: 'a', isFolder: false }, from: 'x.txt', to: 'y.txt' };
  expect((await undo(renamed, parts)).change).toEqual({ ...renamed, from: 'y.txt', to: 'x.txt' });
});

test('T-58 items of different folders return to their own folders', async () => {
  const { asked, parts } = server();
  await undo(moveOf(moved('a'), moved('b', false, 'acme'), moved('c')), parts);
  expect(asked).toEqual([movedTo('Clients', ['a', 'c']), movedTo('Clients/Acme', ['b'])]);
});

test('the original folder was renamed: the items return to it under its current path', async () => {
  const { asked, parts } = server(undefined, [node('clients', 'Customers')]);
  await undo(moveOf(moved('a')), parts);
  expect(asked).toEqual([movedTo('Customers', ['a'])]);
});

test('the original folder is deleted: a message is returned, and no call is made', async () => {
  const { asked, parts } = server(undefined, []);
  const undone = await undo(moveOf(moved('a')), parts);
  expect(asked).toEqual([]);
  expect(undoProblem(undone)).toBe(
    'This can no longer be undone: the item or its former folder is no longer there.',
  );
});

test('a name conflict in the original folder is reported, not merged', async () => {
  const { parts } = server(() => ({ outcome: 'merge' }));
  expect(undoProblem(await undo(moveOf(moved('a')), parts))).toBe(
    'This can no longer be undone: something of the same name is in its former place.',
  );
});

test('one of several items is deleted: the others return, and the number of failures is reported', async () => {
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

test('a deleted folder does not block the files that were moved with it', async () => {
  const { asked, parts } = server();
  const undone = await undo(moveOf(moved('a'), moved('gone', true)), parts);
  expect(asked).toEqual([movedTo('Clients', ['a'])]);
  expect(undone).toMatchObject({ obstacle: 'gone', leftCount: 1 });
});

test('an item that another user has already put back counts as undone', async () => {
  const { parts } = server(() => new ApiError(400, Messages.sameFolder, { errorCode: 'SAME_FOLDER' }));
  expect(undoProblem(await undo(moveOf(moved('a')), parts))).toBeNull();
});

test('an original folder inside the moved one is reported, because it would be a cycle', async () => {
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

test('a folder gets its former name back in its current place, whatever its current name', async () => {
  const { asked, parts } = server(
    undefined,
    [node('archive', 'Archive', [node('acme', 'Archive/Acme 2')])].map(withParents),
  );
  await undo(renamedFolder, parts);
  expect(asked).toEqual([['renameFolder', { parentPath: 'Archive', name: 'Acme 2', newName: 'Acme Ltd' }]]);
});

test('RENAME-06 a file whose former name is taken is not merged by Undo', async () => {
  const { asked, parts } = server(() => ({ outcome: 'merge' }));
  const change: Change = { kind: 'rename', item: { id: 'a', isFolder: false }, from: 'x.txt', to: 'y.txt' };
  expect((await undo(change, parts)).obstacle).toBe('occupied');
  expect(asked).toEqual([['renameFile', ['a', 'x.txt', { merging: false }]]]);
});

test('a folder that is deleted, or whose former name is used, is reported', async () => {
  const taken = server(() => new ApiError(409, Messages.folderExists, { errorCode: 'NAME_EXISTS' }));
  expect((await undo(renamedFolder, taken.parts)).obstacle).toBe('occupied');
  const gone = server(undefined, []);
  expect((await undo(renamedFolder, gone.parts)).obstacle).toBe('gone');
});

test('a deletion is undone by restoring, a restoration by deleting', async () => {
  const { asked, parts } = server(() => true);
  const restored = await undo({ kind: 'trash', ids: ['a', 'b'] }, parts);
  expect(restored.change).toEqual({ kind: 'restore', ids: ['a', 'b'] });
  await undo({ kind: 'restore', ids: ['a'] }, parts);
  expect(asked).toEqual([
    ['restore', ['a', 'b']],
    ['trash', ['a']],
  ]);
});

test('permanently deleted items cannot be restored, which is reported', async () => {
  const { parts } = server(() => NOT_FOUND);
  expect(undoProblem(await undo({ kind: 'trash', ids: ['a'] }, parts))).toContain('no longer be undone');
});

test('a lost network is an error, not a result', async () => {
  const { parts } = server(() => new ApiError(0, null));
  await expect(undo(moveOf(moved('a')), parts)).rejects.toThrow('Request Failed');
});

/** Returns the nodes of a tree with the ids of their parents. */
function withParents(top: TreeNode): TreeNode {
  return { ...top, children: top.children.map((child) => ({ ...child, parentFolderSfid: top.sfid })) };
}
