import type { Abilities } from '@vault/contract';
import { expect, it } from 'vitest';
import type { FileContext } from '../commands/index.ts';
import { sharingCommands } from './commands.ts';
import type { SharedItem, ShareSubject } from './subject.ts';

const ABILITIES: Abilities = {
  read: true,
  create: true,
  edit: true,
  download: true,
  share: true,
  noExp: true,
  admin: false,
  audit: false,
};
const FOLDER = { id: 'fldTax', name: 'Tax', path: 'Clients/Tax', parentId: 'fldClients', isRoot: false };
const FILE = { name: 'a.pdf', fileType: 'pdf', externalId: 'A', folderPath: 'Clients/Tax' };
const INNER = { name: '2025', fileType: 'folder', externalId: null, folderPath: 'Clients/Tax/2025' };

const context = (items: readonly SharedItem[], change: Partial<FileContext> = {}) =>
  ({ abilities: ABILITIES, folder: FOLDER, items, ...change }) as FileContext;
const command = (id: 'share-folder' | 'share') => {
  const found = sharingCommands.find((one) => one.id === id);
  if (!found) throw new Error(id);
  return found;
};
/** Runs a command and returns the subjects with which the modal opens. */
function opened(id: 'share-folder' | 'share', about: FileContext, choice: string) {
  const subjects: ShareSubject[] = [];
  command(id).perform(about, { open: (subject) => subjects.push(subject) }, choice);
  return subjects;
}

it('FILES-10 FILES-34 MENU-07 Share is not offered without share permission', () => {
  const denied = context([FILE], { abilities: { ...ABILITIES, share: false } });
  for (const one of sharingCommands) expect(one.isVisible(denied)).toBe(false);
  expect(command('share').isVisible(context([FILE]))).toBe(true);
});

it('FILES-11 FILES-12 FILES-13 Share needs a folder below the root and no selection', () => {
  const { isDisabled } = command('share-folder');
  expect(isDisabled?.(context([]))).toBe(false);
  expect(isDisabled?.(context([], { folder: null }))).toBe(true);
  expect(isDisabled?.(context([], { folder: { ...FOLDER, path: '', isRoot: true } as never }))).toBe(true);
  expect(isDisabled?.(context([FILE]))).toBe(true);
});

it('MENU-07 Share is not offered for a selection of files and folders', () => {
  expect(command('share').isVisible(context([FILE, INNER]))).toBe(false);
  expect(command('share').isVisible(context([INNER]))).toBe(true);
});

it('the folder path of shared items is the path of their parent folder', () => {
  expect(opened('share-folder', context([]), 'request')).toMatchObject([
    { kind: 'request', folderPath: 'Clients', items: [{ folderPath: 'Clients/Tax' }] },
  ]);
  expect(opened('share', context([INNER]), 'share')).toMatchObject([
    { kind: 'share', folderPath: 'Clients/Tax' },
  ]);
  expect(opened('share', context([FILE]), 'share')).toMatchObject([{ folderPath: 'Clients/Tax' }]);
});
