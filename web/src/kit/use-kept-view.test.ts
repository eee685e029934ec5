import { expect, test } from 'vitest';
import { rowsComeAbove } from './use-kept-view.ts';

const BEFORE = ['a', 'b', 'c', 'd', 'e'];

test('C56 rows added above push down the visible rows, removed rows pull them up', () => {
  expect(rowsComeAbove(BEFORE, ['0', ...BEFORE], 2)).toBe(1);
  expect(rowsComeAbove(BEFORE, ['c', 'd', 'e'], 2)).toBe(-2);
  expect(rowsComeAbove(BEFORE, ['a', 'b', 'c', 'x', 'd', 'e'], 2)).toBe(0);
  expect(rowsComeAbove(BEFORE, BEFORE, 2)).toBe(0);
});

test('C56 when the first visible row is removed, the next one stays in place', () => {
  expect(rowsComeAbove(BEFORE, ['x', 'y', 'a', 'b', 'd', 'e'], 2)).toBe(1);
  expect(rowsComeAbove(BEFORE, ['x', 'y'], 2)).toBe(0);
});
