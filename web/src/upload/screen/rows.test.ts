import { expect, test } from 'vitest';
import { createItem } from '../../upload-queue/queue/item.ts';
import { fileItem, folderItem } from '../../upload-queue/testing/fake-transport.ts';
import { rowsOf } from './rows.ts';

const items = [
  createItem('1', fileItem('a.txt')),
  createItem('2', folderItem('Tax', ['b.txt', '2025/c.txt'])),
  createItem('3', folderItem('Old', ['d.txt'])),
];
const linesOf = (...expanded: string[]) =>
  rowsOf(items, new Set(expanded)).map((row) =>
    row.kind === 'item' ? [row.item.name, row.isExpanded] : [row.part.path],
  );

test('DATA-05 UPLOAD-24 an expanded folder shows its files below it, a closed one does not', () => {
  expect(linesOf()).toEqual([
    ['a.txt', false],
    ['Tax', false],
    ['Old', false],
  ]);
  expect(linesOf('2')).toEqual([['a.txt', false], ['Tax', true], ['b.txt'], ['2025/c.txt'], ['Old', false]]);
});

test('a file cannot be expanded', () => {
  expect(linesOf('1')).toEqual(linesOf());
});
