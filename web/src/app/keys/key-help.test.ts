import { expect, test } from 'vitest';
import { organiseCommands } from '../../organise/index.ts';
import { previewCommands } from '../../preview/index.ts';
import { capsOf, KEY_GROUPS } from './key-help.ts';

test('USE-49 the panel lists the key of every command', () => {
  const listed = new Set(KEY_GROUPS.flatMap(({ lines }) => lines.flatMap(({ keys }) => keys)));
  const given = [...organiseCommands, ...previewCommands].flatMap(({ keys = [] }) => keys);
  expect(given.filter((key) => !listed.has(key))).toEqual([]);
});

test('USE-49 the panel shows keys as they are printed on the keyboard', () => {
  expect(capsOf('Mod+A', false)).toEqual(['Ctrl', 'A']);
  expect(capsOf('Mod+A', true)).toEqual(['⌘', 'A']);
  expect(capsOf('Shift+ArrowDown', false)).toEqual(['Shift', '↓']);
  expect(capsOf('+', false)).toEqual(['+']);
});
