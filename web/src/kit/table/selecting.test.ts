import { expect, test } from 'vitest';
import { headState, rangeTo, rowAfterKey, stillListed, toggled } from './selecting.ts';

const IDS = ['a', 'b', 'c', 'd'];

test('FILES-29 a checkbox selects its row and deselects it again', () => {
  expect([...toggled(new Set(['a']), 'b')]).toEqual(['a', 'b']);
  expect([...toggled(new Set(['a', 'b']), 'a')]).toEqual(['b']);
});

test('a row that is removed from the list is not selected when it returns', () => {
  const all = new Set(['a', 'c']);
  expect(stillListed(all, IDS)).toBe(all);
  const kept = stillListed(all, ['a', 'b']);
  expect([...kept]).toEqual(['a']);
  expect([...stillListed(kept, IDS)]).toEqual(['a']);
});

test('Shift selects all rows from the anchor to the clicked row, upwards and downwards', () => {
  expect([...rangeTo(IDS, 'b', 'd')]).toEqual(['b', 'c', 'd']);
  expect([...rangeTo(IDS, 'd', 'b')]).toEqual(['b', 'c', 'd']);
});

test('Shift without an anchor selects only the clicked row', () => {
  expect([...rangeTo(IDS, null, 'c')]).toEqual(['c']);
  expect([...rangeTo(IDS, 'gone', 'c')]).toEqual(['c']);
});

test('the checkbox of the header shows whether no row, some rows or all rows are selected', () => {
  expect(headState(IDS, new Set())).toBe('none');
  expect(headState(IDS, new Set(['a', 'elsewhere']))).toBe('some');
  expect(headState(IDS, new Set(IDS))).toBe('all');
  expect(headState([], new Set())).toBe('none');
});

test('arrow keys stop at the first row and at the last row', () => {
  expect(rowAfterKey('ArrowUp', 0, 4)).toBe(0);
  expect(rowAfterKey('ArrowDown', 3, 4)).toBe(3);
  expect(rowAfterKey('End', 0, 4)).toBe(3);
  expect(rowAfterKey('PageDown', 1, 50)).toBe(11);
  expect(rowAfterKey('x', 0, 4)).toBeUndefined();
  expect(rowAfterKey('ArrowRight', 0, 4)).toBeUndefined();
});

test('USE-33 arrow keys move between tiles in both directions and stop at the edges', () => {
  // Lines of 3: 0 1 2, 3 4 5, 6 7
  expect(rowAfterKey('ArrowRight', 2, 8, 3)).toBe(3);
  expect(rowAfterKey('ArrowLeft', 3, 8, 3)).toBe(2);
  expect(rowAfterKey('ArrowLeft', 0, 8, 3)).toBe(0);
  expect(rowAfterKey('ArrowDown', 1, 8, 3)).toBe(4);
  expect(rowAfterKey('ArrowDown', 5, 8, 3)).toBe(7);
  expect(rowAfterKey('ArrowDown', 6, 8, 3)).toBe(6);
  expect(rowAfterKey('ArrowUp', 1, 8, 3)).toBe(1);
  expect(rowAfterKey('ArrowUp', 7, 8, 3)).toBe(4);
  expect(rowAfterKey('End', 0, 8, 3)).toBe(7);
});
