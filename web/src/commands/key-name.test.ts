import { expect, test } from 'vitest';
import { keyOf } from './key-name.ts';

const press = (
  key: string,
  held: Partial<Record<'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey', true>> = {},
) => keyOf({ key, ctrlKey: false, metaKey: false, altKey: false, shiftKey: false, ...held });

test('a key name includes the modifier keys', () => {
  expect(press('F2')).toBe('F2');
  expect(press(' ')).toBe('Space');
  expect(press('F10', { shiftKey: true })).toBe('Shift+F10');
  expect(press('ArrowDown', { altKey: true })).toBe('Alt+ArrowDown');
});

test('Control and the Command key of a Mac have the same name, and Caps Lock has no effect', () => {
  expect(press('c', { ctrlKey: true })).toBe('Mod+C');
  expect(press('C', { metaKey: true })).toBe('Mod+C');
});
