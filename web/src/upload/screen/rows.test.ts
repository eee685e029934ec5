import { expect, test } from 'vitest';
import type { UploadItem } from '../../upload-queue/index.ts';
import { rowsOf } from './rows.ts';

const upload = (kind: UploadItem['kind'], name: string, ...paths: string[]): UploadItem => ({
  id: name,
  kind,
  name,
  sizeBytes: 0,
  target: { recordId: 'recAcme00000000001', folderSfid: 'fldA00000000000001', path: '' },
  parts: paths.map((path) => ({ path, file: new File([], path), state: { status: 'Completed' } })),
  batch: name,
  activity: null,
  status: 'Completed',
  infected: false,
});
const items = [
  upload('file', 'a.txt', 'a.txt'),
  upload('folder', 'Tax', 'b.txt', '2025/c.txt'),
  upload('folder', 'Old', 'd.txt'),
];
const linesOf = (...expanded: string[]) =>
  rowsOf(items, new Set(expanded)).map((row) =>
    row.kind === 'item' ? [row.item.name, row.isExpanded] : [row.part.path],
  );

test('DATA-05 UPLOAD-24 an expanded folder shows its files below it, a collapsed folder does not', () => {
  expect(linesOf()).toEqual([
    ['a.txt', false],
    ['Tax', false],
    ['Old', false],
  ]);
  expect(linesOf('Tax')).toEqual([
    ['a.txt', false],
    ['Tax', true],
    ['b.txt'],
    ['2025/c.txt'],
    ['Old', false],
  ]);
});

test('a file cannot be expanded', () => {
  expect(linesOf('a.txt')).toEqual(linesOf());
});
