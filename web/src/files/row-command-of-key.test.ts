import type { Item } from '@vault/contract';
import { expect, test } from 'vitest';
import type { BoundCommand, FileContext } from '../commands/index.ts';
import { rowCommandOfKey } from './row-command-of-key.ts';
import { contextOf, fileItem } from './testing.ts';

type FileCommand = BoundCommand<FileContext>;
const done: [id: string, items: string[]][] = [];
const command = (given: Partial<FileCommand> & Pick<FileCommand, 'id'>): FileCommand => ({
  label: given.id,
  icon: () => null,
  isVisible: ({ items }) => items.length > 0,
  perform: ({ items }) => done.push([given.id, items.map(({ sfid }) => sfid)]),
  ...given,
});
const COMMANDS = [
  command({ id: 'rename', keys: ['F2'], isVisible: ({ items }) => items.length === 1 }),
  command({ id: 'delete', keys: ['Delete'] }),
  command({ id: 'preview', keys: ['Space'], opens: true }),
  command({
    id: 'paste',
    keys: ['Mod+V'],
    isVisible: () => true,
    isDisabled: ({ folder }) => folder === null,
  }),
];
const [A, B, C] = ['a', 'b', 'c'].map((sfid) => fileItem({ sfid })) as [Item, Item, Item];

function press(key: string, given: Partial<Options> = {}) {
  const { focused = null, onRow = focused !== null, selected = [], ctrlKey = false } = given;
  done.length = 0;
  const act = rowCommandOfKey({
    press: { key, ctrlKey, metaKey: false, altKey: false, shiftKey: false },
    commands: COMMANDS,
    focused,
    onRow,
    selected,
    contextOf,
  });
  act?.();
  return done[0] ?? null;
}
interface Options {
  focused: Item | null;
  onRow: boolean;
  selected: Item[];
  ctrlKey: boolean;
}

test('a key acts on the selected rows, or on the focused row when no row is selected', () => {
  expect(press('Delete', { focused: C, selected: [A, B] })).toEqual(['delete', ['a', 'b']]);
  expect(press('Delete', { focused: C })).toEqual(['delete', ['c']]);
  expect(press('Delete')).toBeNull();
});

test('a key does not run a command that is not offered for the rows', () => {
  expect(press('F2', { focused: A, selected: [A] })).toEqual(['rename', ['a']]);
  expect(press('F2', { focused: A, selected: [A, B] })).toBeNull();
});

test('a command that opens a file acts on the focused row, ignoring the selection', () => {
  expect(press(' ', { focused: C, selected: [A, B] })).toEqual(['preview', ['c']]);
  expect(press(' ', { selected: [A] })).toBeNull();
  // Space on a button inside the row presses the button.
  expect(press(' ', { focused: C, onRow: false })).toBeNull();
});

test('a command on the open folder needs no row; a letter without Ctrl runs no command', () => {
  expect(press('v', { ctrlKey: true })).toEqual(['paste', []]);
  expect(press('v')).toBeNull();
});
