import { expect, test } from 'vitest';
import { allowedWidth, layoutColumns, nextSort, shownColumns } from './columns.ts';

const COLUMNS = [
  { key: 'name', width: 200 },
  { key: 'size', width: 96 },
  { key: 'by', width: 144 },
];

test('T-76 clicks on a header sort ascending, then descending, then remove the order', () => {
  const ascending = nextSort(null, 'name');
  expect(ascending).toEqual({ key: 'name', direction: 'asc' });
  const descending = nextSort(ascending, 'name');
  expect(descending).toEqual({ key: 'name', direction: 'desc' });
  expect(nextSort(descending, 'name')).toBeNull();
});

test('a click on another header sorts ascending', () => {
  expect(nextSort({ key: 'name', direction: 'desc' }, 'size')).toEqual({ key: 'size', direction: 'asc' });
});

test('UI-05 no column is narrower than 80 px', () => {
  expect(allowedWidth(12)).toBe(80);
  expect(allowedWidth(80.4)).toBe(80);
  expect(allowedWidth(1e9)).toBe(1600);
});

test('UI-04 the first column takes the remaining width until a column is resized', () => {
  expect(layoutColumns(COLUMNS, null)).toEqual({ widths: { name: null, size: 96, by: 144 }, minWidth: 440 });
});

test('another column can take the remaining width', () => {
  const columns = COLUMNS.map((column) => ({ ...column, isFilling: column.key === 'by' }));
  expect(layoutColumns(columns, null).widths).toEqual({ name: 200, size: 96, by: null });
});

test('UI-04 after a column is resized all columns keep their width, and the last fills the gap', () => {
  expect(layoutColumns(COLUMNS, { name: 300, size: 120, by: 100 })).toEqual({
    widths: { name: 300, size: 120, by: null },
    minWidth: 520,
  });
});

test('USE-12 an optional column is hidden when all columns do not fit into the table', () => {
  const columns = [...COLUMNS, { key: 'version', width: 80, isOptional: true }];
  const keys = (chosen: Record<string, number> | null, room: number) =>
    shownColumns(columns, chosen, room).map(({ key }) => key);
  expect(keys(null, 520)).toEqual(['name', 'size', 'by', 'version']);
  expect(keys(null, 519)).toEqual(['name', 'size', 'by']);
  // After the first resize the same columns stay visible, whatever the width of the table.
  expect(keys({ name: 300, size: 96, by: 144 }, 900)).toEqual(['name', 'size', 'by']);
  expect(keys({ name: 300, size: 96, by: 144, version: 80 }, 400)).toEqual(['name', 'size', 'by', 'version']);
});
