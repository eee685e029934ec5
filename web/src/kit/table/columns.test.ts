import { expect, test } from 'vitest';
import { allowedWidth, layoutColumns, nextSort } from './columns.ts';

const COLUMNS = [
  { key: 'name', width: 200 },
  { key: 'size', width: 96 },
  { key: 'by', width: 144 },
];

test('T-76 a header sorts ascending, descending, then not at all', () => {
  const ascending = nextSort(null, 'name');
  expect(ascending).toEqual({ key: 'name', direction: 'asc' });
  const descending = nextSort(ascending, 'name');
  expect(descending).toEqual({ key: 'name', direction: 'desc' });
  expect(nextSort(descending, 'name')).toBeNull();
});

test('another header begins ascending', () => {
  expect(nextSort({ key: 'name', direction: 'desc' }, 'size')).toEqual({ key: 'size', direction: 'asc' });
});

test('UI-05 no column is narrower than 80 px', () => {
  expect(allowedWidth(12)).toBe(80);
  expect(allowedWidth(80.4)).toBe(80);
  expect(allowedWidth(1e9)).toBe(1600);
});

test('UI-04 until a header is dragged the first column takes what is left', () => {
  expect(layoutColumns(COLUMNS, null)).toEqual({ widths: { name: null, size: 96, by: 144 }, minWidth: 440 });
});

test('UI-04 from the first drag on every column keeps its width and the last one fills the gap', () => {
  expect(layoutColumns(COLUMNS, { name: 300, size: 120, by: 100 })).toEqual({
    widths: { name: 300, size: 120, by: null },
    minWidth: 520,
  });
});
