import { intoSubfolder, Messages } from '@vault/contract';
import { expect, test } from 'vitest';
import { indexOf } from '../tree/index.ts';
import { createClipboard, cutIdsOf } from './clipboard.ts';
import { dragAction, dropProblem } from './dragging.ts';
import { dragTexts } from './texts.ts';
import type { OrganisedItem } from './target.ts';

const ROOT = 'root';
const index = indexOf({
  rootFolderSfid: ROOT,
  rootSize: 0,
  folderTree: [
    {
      sfid: 'A',
      name: 'A',
      children: [],
      folderPath: 'A',
      parentFolder: '',
      parentFolderSfid: ROOT,
      isRootFolder: false,
      size: 0,
    },
  ],
});
const abilities = {
  read: true,
  create: true,
  edit: true,
  download: true,
  share: true,
  noExp: true,
  admin: true,
  audit: true,
};
const A: OrganisedItem = {
  sfid: 'A',
  name: 'A',
  fileType: 'folder',
  folderPath: 'A',
  parentFolderSfid: ROOT,
};
const note: OrganisedItem = { ...A, sfid: 'note', name: 'note.txt', fileType: 'txt', folderPath: '' };
const onto = (id: string, edit = true) => ({
  target: index.byId.get(id) ?? index.root,
  index,
  abilities: { ...abilities, edit },
});

test('a drop moves the items; with Ctrl, Alt or Command it copies them', () => {
  const held = { ctrlKey: false, altKey: false, metaKey: false };
  expect(dragAction(held)).toBe('move');
  for (const key of ['ctrlKey', 'altKey', 'metaKey'] as const) {
    expect(dragAction({ ...held, [key]: true })).toBe('copy');
  }
});

test('COPYMOVE-08 COPYMOVE-09 COPYMOVE-20 a folder refuses a drop by the same rules as the modal', () => {
  expect(dropProblem('move', [note], onto('A'))).toBeNull();
  expect(dropProblem('move', [note], onto(ROOT))).toBe(Messages.sameFolder);
  expect(dropProblem('copy', [A], onto('A'))).toBe(intoSubfolder('copy'));
  expect(dropProblem('move', [{ ...note, name: 'ü' }], onto('A'))).toBe(Messages.nameCharacters);
});

test('PERM-16 MENU-11 without edit permission a drop can copy items but not move them', () => {
  expect(dropProblem('move', [note], onto('A', false))).toBe(dragTexts.mayOnlyCopy);
  expect(dropProblem('copy', [note], onto('A', false))).toBeNull();
});

test('cut items are marked in the list, copied items are not', () => {
  const clipboard = createClipboard();
  expect([...cutIdsOf(clipboard.getState())]).toEqual([]);
  clipboard.setState({ action: 'copy', items: [note] }, true);
  expect([...cutIdsOf(clipboard.getState())]).toEqual([]);
  clipboard.setState({ action: 'move', items: [note, A] }, true);
  expect([...cutIdsOf(clipboard.getState())]).toEqual(['note', 'A']);
});
