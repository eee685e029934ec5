import { expect, test } from 'vitest';
import { rowByTyping, rowWindow, treeMove, visibleRows, type TreeItem } from './rows.ts';

const leaf = (id: string): TreeItem => ({ id, name: id, children: [] });
const TREE: TreeItem[] = [
  {
    id: 'Files',
    name: 'Files',
    children: [{ id: 'Clients', name: 'Clients', children: [leaf('Acme'), leaf('Byron')] }, leaf('Taxes')],
  },
];
const rows = visibleRows(TREE, new Set(['Files', 'Clients']));
const at = (id: string) => rows.findIndex((row) => row.id === id);

test('only expanded folders show their content', () => {
  expect(visibleRows(TREE, new Set()).map(({ id }) => id)).toEqual(['Files']);
  expect(visibleRows(TREE, new Set(['Files'])).map(({ id }) => id)).toEqual(['Files', 'Clients', 'Taxes']);
  expect(rows.map(({ id, level }) => `${level} ${id}`)).toEqual([
    '1 Files',
    '2 Clients',
    '3 Acme',
    '3 Byron',
    '2 Taxes',
  ]);
});

test('each row of a tree has its position and level for screen readers', () => {
  expect(rows[at('Byron')]).toMatchObject({ position: 2, siblings: 2, level: 3, expanded: null });
  expect(rows[at('Taxes')]).toMatchObject({ position: 2, siblings: 2, level: 2, expanded: null });
});

test('a tree of ten thousand levels is listed without a stack overflow', () => {
  let deep = leaf('end');
  const expanded = new Set<string>();
  for (let level = 0; level < 10_000; level += 1) {
    expanded.add(`f${level}`);
    deep = { id: `f${level}`, name: 'f', children: [deep] };
  }
  expect(visibleRows([deep], expanded)).toHaveLength(10_001);
});

test('only the rows in the window are rendered, also in a tree of 10,000 rows', () => {
  const { first, end } = rowWindow({ top: 32_000, height: 640, rowHeight: 32, count: 10_000 });
  expect(first).toBe(994);
  expect(end).toBe(1026);
  expect(rowWindow({ top: 99_999, height: 640, rowHeight: 32, count: 3 })).toEqual({ first: 3, end: 3 });
});

test('right arrow: expand, then move to the child; left arrow: collapse, then move to the parent', () => {
  const closed = visibleRows(TREE, new Set(['Files']));
  expect(treeMove('ArrowRight', closed, 1)).toEqual({ toggle: 1 });
  expect(treeMove('ArrowRight', rows, at('Clients'))).toEqual({ to: at('Acme') });
  expect(treeMove('ArrowRight', rows, at('Acme'))).toBeNull();
  expect(treeMove('ArrowLeft', rows, at('Byron'))).toEqual({ to: at('Clients') });
  expect(treeMove('ArrowLeft', rows, at('Clients'))).toEqual({ toggle: at('Clients') });
});

test('Enter and Space open the folder; arrow keys stop at the first and the last row', () => {
  expect(treeMove('Enter', rows, 2)).toEqual({ choose: 2 });
  expect(treeMove(' ', rows, 2)).toEqual({ choose: 2 });
  expect(treeMove('ArrowUp', rows, 0)).toEqual({ to: 0 });
  expect(treeMove('End', rows, 0)).toEqual({ to: 4 });
  expect(treeMove('x', rows, 0)).toBeNull();
});

test('typed letters move to the next folder whose name starts with them', () => {
  expect(rowByTyping(rows, 0, 'b')).toBe(at('Byron'));
  expect(rowByTyping(rows, at('Byron'), 'cl')).toBe(at('Clients'));
  expect(rowByTyping(rows, at('Acme'), 'ac')).toBe(at('Acme'));
  expect(rowByTyping(rows, 0, 'z')).toBeNull();
});
