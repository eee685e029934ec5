import type { Abilities, Item } from '@vault/contract';
import { expect, test } from 'vitest';
import {
  commandsOn,
  FILE_COMMAND_ORDER,
  isOffered,
  type FileCommand,
  type FileContext,
} from '../commands/index.ts';
import { detailsCommands } from '../details/index.ts';
import { downloadCommands } from '../download/index.ts';
import { organiseCommands } from '../organise/index.ts';
import { previewCommands } from '../preview/index.ts';
import { uploadCommands } from '../upload/index.ts';
import { versionsCommands } from '../versions/index.ts';
import { listCommands } from './commands.ts';
import { contextOf, EVERYTHING, fileItem, folderItem, openFolder, READ_ONLY } from './testing.ts';

const COMMANDS: readonly FileCommand<never>[] = [
  ...detailsCommands,
  ...downloadCommands,
  ...organiseCommands,
  ...previewCommands,
  ...uploadCommands,
  ...versionsCommands,
  ...listCommands,
];

type Surface = keyof typeof FILE_COMMAND_ORDER;
const labels = (commands: readonly FileCommand<never>[]) => commands.map(({ label }) => label);
const visible = (surface: Surface, context: FileContext) =>
  labels(commandsOn(FILE_COMMAND_ORDER[surface], COMMANDS).filter((command) => command.isVisible(context)));
const disabled = (surface: Surface, context: FileContext) =>
  labels(
    commandsOn(FILE_COMMAND_ORDER[surface], COMMANDS).filter(
      (command) => command.isVisible(context) && command.isDisabled?.(context) === true,
    ),
  );

const root = { ...openFolder, name: 'Files', path: '', parentId: null, isRoot: true };
const file = fileItem();
const folder = folderItem();
const KINDS = {
  'one file': [file],
  'one text': [fileItem({ name: 'Notes.txt', fileType: 'txt' })],
  'one file for Office online': [fileItem({ name: 'Plan.docx', fileType: 'docx', editable: true })],
  'one folder': [folder],
  'several files': [file, fileItem({ sfid: 'filB' })],
  'several folders': [folder, folderItem({ sfid: 'fldB' })],
  'files and folders': [file, folder],
} satisfies Record<string, Item[]>;

const PEOPLE = {
  'read only': READ_ONLY,
  'with download': { ...READ_ONLY, download: true },
  'with edit': { ...READ_ONLY, edit: true },
  'with create': { ...READ_ONLY, create: true },
  'with share': { ...READ_ONLY, share: true },
  'with everything': EVERYTHING,
} satisfies Record<string, Abilities>;

// MENU-02 … MENU-14, PERM-14, PERM-16: the whole menu for every kind of selection and every permission. The commands of
// Share are tested in the folder sharing.
const MENUS: [kind: keyof typeof KINDS, person: keyof typeof PEOPLE, menu: string[]][] = [
  ...(['one file', 'one text', 'one file for Office online'] as const).flatMap(
    (kind): [typeof kind, keyof typeof PEOPLE, string[]][] => {
      const look = ['Versions & History', 'Details', 'Duplicate', 'Copy'];
      const edit = kind === 'one file' ? [] : ['Edit'];
      const change = ['Move', 'Rename', 'Delete'];
      return [
        [kind, 'read only', ['Preview', ...look]],
        [kind, 'with download', ['Download', 'Preview', ...look]],
        [kind, 'with edit', ['Preview', ...edit, ...look, ...change]],
        [kind, 'with create', ['Preview', ...look]],
        [kind, 'with share', ['Preview', ...look]],
        [kind, 'with everything', ['Download', 'Preview', ...edit, ...look, ...change]],
      ];
    },
  ),
  ['one folder', 'read only', ['Details', 'Copy']],
  ['one folder', 'with download', ['Download', 'Details', 'Copy']],
  ['one folder', 'with edit', ['Details', 'Copy', 'Move', 'Rename', 'Delete']],
  ['one folder', 'with create', ['Details', 'Copy']],
  ['one folder', 'with share', ['Details', 'Copy']],
  ['one folder', 'with everything', ['Download', 'Details', 'Copy', 'Move', 'Rename', 'Delete']],
  ...(['several files', 'several folders', 'files and folders'] as const).flatMap(
    (kind): [typeof kind, keyof typeof PEOPLE, string[]][] => [
      [kind, 'read only', ['Copy']],
      [kind, 'with download', ['Download', 'Copy']],
      [kind, 'with edit', ['Copy', 'Move', 'Delete']],
      [kind, 'with create', ['Copy']],
      [kind, 'with share', ['Copy']],
      [kind, 'with everything', ['Download', 'Copy', 'Move', 'Delete']],
    ],
  ),
];

test.each(MENUS)('MENU PERM the menu shows the permitted commands: %s, person %s', (kind, person, menu) => {
  const context = { ...contextOf(KINDS[kind]), abilities: PEOPLE[person] };
  expect(visible('menu', context)).toEqual(menu);
  expect(disabled('menu', context)).toEqual([]);
});

test('the table MENUS has every kind of selection with every permission', () => {
  expect(MENUS).toHaveLength(Object.keys(KINDS).length * Object.keys(PEOPLE).length);
});

test('MENU-11 D-16 Copy is always offered', () => {
  for (const items of Object.values(KINDS)) {
    for (const abilities of Object.values(PEOPLE)) {
      expect(visible('menu', { ...contextOf(items), abilities })).toContain('Copy');
    }
  }
});

test.each(['Versions & History', 'Duplicate'])(
  'MENU-08 MENU-10 %s is offered for a single file only',
  (label) => {
    const kinds = Object.keys(KINDS) as (keyof typeof KINDS)[];
    const offered = kinds.filter((kind) => visible('menu', contextOf(KINDS[kind])).includes(label));
    expect(offered).toEqual(['one file', 'one text', 'one file for Office online']);
  },
);

test('MENU-03 MENU-04 PREVIEW-23 Preview (key Space) is offered for a single file only', () => {
  const kinds = Object.keys(KINDS) as (keyof typeof KINDS)[];
  const withPreview = kinds.filter((kind) => visible('menu', contextOf(KINDS[kind])).includes('Preview'));
  expect(withPreview).toEqual(['one file', 'one text', 'one file for Office online']);
  expect(previewCommands.find(({ id }) => id === 'preview')?.keys).toEqual(['Space']);
});

test('MENU-06 PREVIEW-20 Edit is offered for texts and for files that the server calls editable', () => {
  const edit = previewCommands.find(({ id }) => id === 'edit');
  const offered = (given: Partial<Item>) => edit && isOffered(edit, contextOf([fileItem(given)]));
  expect(offered({ name: 'Plan.docx', editable: false })).toBe(false);
  expect(offered({ name: 'Plan.docx', editable: true })).toBe(true);
  expect(offered({ name: 'Notes.TXT' })).toBe(true);
  expect(offered({ name: 'Photo.png' })).toBe(false);
});

test('T-14 keys run a command only when the menu offers it: F2, Delete, Ctrl+X, Ctrl+C', () => {
  const given = (key: string, items: Item[], abilities: Abilities) =>
    COMMANDS.filter((command) => command.keys?.includes(key)).some((command) =>
      isOffered(command, { ...contextOf(items), abilities }),
    );
  expect(given('F2', KINDS['one folder'], EVERYTHING)).toBe(true);
  expect(given('F2', KINDS['several files'], EVERYTHING)).toBe(false);
  expect(given('F2', KINDS['one file'], READ_ONLY)).toBe(false);
  expect(given('Delete', KINDS['files and folders'], EVERYTHING)).toBe(true);
  expect(given('Delete', KINDS['one file'], READ_ONLY)).toBe(false);
  expect(given('Mod+X', KINDS['one file'], READ_ONLY)).toBe(false);
  expect(given('Mod+C', KINDS['one file'], READ_ONLY)).toBe(true);
});

test('every key belongs to one command', () => {
  const keys = COMMANDS.flatMap((command) => command.keys ?? []);
  expect(keys).toEqual([...new Set(keys)]);
});

test('FILES-04 the toolbar has its commands in order', () => {
  expect(visible('toolbar', contextOf([]))).toEqual(['Create', 'Upload', 'Download', 'Refresh']);
});

test.each([
  ['FILES-05 FILES-06', 'create', ['Download', 'Refresh']],
  ['FILES-14', 'download', ['Create', 'Upload', 'Refresh']],
] as const)(
  '%s FILES-07 the toolbar hides the buttons of the missing permission %s',
  (_, lacking, expected) => {
    const abilities = { ...EVERYTHING, [lacking]: false };
    expect(visible('toolbar', { ...contextOf([]), abilities })).toEqual(expected);
  },
);

test('FILES-15 Download is disabled at the root and while the folder is unknown', () => {
  expect(disabled('toolbar', { ...contextOf([]), folder: root })).toEqual(['Download']);
  expect(disabled('toolbar', { ...contextOf([]), folder: null })).toEqual(['Create', 'Upload', 'Download']);
});

test('FILES-16 T-66 Download is disabled while rows are selected, Upload is not', () => {
  expect(disabled('toolbar', contextOf([file]))).toEqual(['Download']);
  expect(disabled('toolbar', contextOf([]))).toEqual([]);
});

test('FILES-33 PERM-14 a row shows Download only with the download permission', () => {
  expect(visible('row', contextOf([folder]))).toEqual(['Download']);
  expect(visible('row', { ...contextOf([folder]), abilities: READ_ONLY })).toEqual([]);
});

test('PERM-14 PERM-16 the selection bar has Download and Delete', () => {
  expect(visible('selection', contextOf(KINDS['files and folders']))).toEqual(['Download', 'Delete']);
  expect(visible('selection', { ...contextOf([file]), abilities: READ_ONLY })).toEqual([]);
});
