import { expect, test } from 'vitest';
import { rowsAddedAbove } from './use-kept-view.ts';

const BEFORE = ['a', 'b', 'c', 'd', 'e'];

test('C56 rows added above push down the visible rows, removed rows pull them up', () => {
  expect(rowsAddedAbove(BEFORE, ['0', ...BEFORE], 2)).toBe(1);
  expect(rowsAddedAbove(BEFORE, ['c', 'd', 'e'], 2)).toBe(-2);
  expect(rowsAddedAbove(BEFORE, ['a', 'b', 'c', 'x', 'd', 'e'], 2)).toBe(0);
  expect(rowsAddedAbove(BEFORE, BEFORE, 2)).toBe(0);
});

test('C56 when the first visible row is removed, the next one stays in place', () => {
  expect(rowsAddedAbove(BEFORE, ['x', 'y', 'a', 'b', 'd', 'e'], 2)).toBe(1);
  expect(rowsAddedAbove(BEFORE, ['x', 'y'], 2)).toBe(0);
});
