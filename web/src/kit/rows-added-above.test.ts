import { expect, test } from 'vitest';
import { rowsAddedAbove } from './rows-added-above.ts';

const BEFORE = ['a', 'b', 'c', 'd', 'e'];

test('C56 rowsAddedAbove counts rows that were added above the view, removed rows as negative', () => {
  expect(rowsAddedAbove(BEFORE, ['0', ...BEFORE], 2)).toBe(1);
  expect(rowsAddedAbove(BEFORE, ['c', 'd', 'e'], 2)).toBe(-2);
  expect(rowsAddedAbove(BEFORE, ['a', 'b', 'c', 'x', 'd', 'e'], 2)).toBe(0);
  expect(rowsAddedAbove(BEFORE, BEFORE, 2)).toBe(0);
});

test('C56 when the first visible row is removed, the next row keeps its position', () => {
  expect(rowsAddedAbove(BEFORE, ['x', 'y', 'a', 'b', 'd', 'e'], 2)).toBe(1);
  expect(rowsAddedAbove(BEFORE, ['x', 'y'], 2)).toBe(0);
});
