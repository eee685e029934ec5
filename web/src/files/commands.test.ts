import type { Abilities } from '@vault/contract';
import { expect, test } from 'vitest';
import { ROWS_COMMANDS, TOOLBAR_COMMANDS, type ToolbarContext } from './commands.ts';
import { fileItem } from './testing.ts';

const EVERYTHING: Abilities = {
  read: true,
  create: true,
  edit: true,
  download: true,
  share: true,
  noExp: true,
};
const READ_ONLY: Abilities = {
  read: true,
  create: false,
  edit: false,
  download: false,
  share: false,
  noExp: false,
};
const folder = {
  id: 'fldA00000000000001',
  name: 'Clients',
  path: 'Clients',
  parentId: 'fldRoot00000000000',
  sizeBytes: 0,
  isRoot: false,
  position: 0,
  children: [],
};
const root = { ...folder, name: 'Files', path: '', parentId: null, isRoot: true };
const inFolder: ToolbarContext = { abilities: EVERYTHING, folder, selectedCount: 0 };

const visible = (context: ToolbarContext) =>
  TOOLBAR_COMMANDS.filter((command) => command.isVisible(context)).map(({ label }) => label);
const disabled = (context: ToolbarContext) =>
  TOOLBAR_COMMANDS.filter((command) => command.isDisabled(context)).map(({ label }) => label);

test('FILES-04 the toolbar has its commands in order', () => {
  expect(visible(inFolder)).toEqual(['Create', 'Upload', 'Download', 'Refresh']);
});

test.each([
  ['FILES-05 FILES-06', { create: false }, ['Download', 'Refresh']],
  ['FILES-14', { download: false }, ['Create', 'Upload', 'Refresh']],
])('%s FILES-07 without %o its buttons are not there', (_, lacking, expected) => {
  expect(visible({ ...inFolder, abilities: { ...EVERYTHING, ...lacking } })).toEqual(expected);
});

test('FILES-15 Download is disabled at the root and without a folder', () => {
  expect(disabled({ ...inFolder, folder: root })).toEqual(['Download']);
  expect(disabled({ ...inFolder, folder: null })).toEqual(['Create', 'Upload', 'Download']);
});

test('FILES-16 T-66 Download is disabled while rows are selected, Upload is not', () => {
  expect(disabled({ ...inFolder, selectedCount: 1 })).toEqual(['Download']);
  expect(disabled(inFolder)).toEqual([]);
});

test('PERM-14 PERM-16 rows can be downloaded with download, deleted with edit', () => {
  const items = [fileItem()];
  const offered = (abilities: Abilities) =>
    ROWS_COMMANDS.filter((command) => command.isVisible({ abilities, items })).map(({ id }) => id);
  expect(offered(EVERYTHING)).toEqual(['download', 'delete']);
  expect(offered({ ...READ_ONLY, download: true })).toEqual(['download']);
  expect(offered({ ...READ_ONLY, edit: true })).toEqual(['delete']);
  expect(offered(READ_ONLY)).toEqual([]);
});

test('FILES-33 only Download stands on the rows themselves', () => {
  expect(ROWS_COMMANDS.filter(({ onRow }) => onRow).map(({ id }) => id)).toEqual(['download']);
});
