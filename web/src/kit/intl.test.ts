import { expect, test } from 'vitest';
import { eitherOf, formatNumber, plural } from './intl.ts';

test('plural selects the form for a count by the plural rules of the locale', () => {
  const files = (count: number) => plural(count, { one: '1 file', other: `${count} files` });
  expect([0, 1, 2, 11, 21].map(files)).toEqual(['0 files', '1 file', '2 files', '11 files', '21 files']);
});

test('formatNumber separates thousands, and eitherOf joins alternatives', () => {
  expect([formatNumber(999), formatNumber(10_000)]).toEqual(['999', '10,000']);
  expect([['a'], ['a', 'b'], ['a', 'b', 'c']].map(eitherOf)).toEqual(['a', 'a or b', 'a, b, or c']);
});
