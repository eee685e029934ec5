import { expect, test } from 'vitest';
import { detailRows, type Details } from './details.ts';

const folder: Details = {
  kind: 'folder',
  name: 'Taxes',
  modifiedAt: null,
  modifiedBy: 'Ada Byron',
  sizeBytes: 1536,
  path: 'Clients/Taxes',
};

test('DETAILS-01 the rows stand in the order of the specification', () => {
  expect(detailRows(folder).map(([label]) => label)).toEqual([
    'Folder name',
    'Modified',
    'Last updated by',
    'Size',
    'Path',
  ]);
});

test('DETAILS-03 a file has its own first label, and a path begins with Files', () => {
  expect(detailRows({ ...folder, kind: 'file' })[0]?.[0]).toBe('File name');
  expect(detailRows(folder)).toContainEqual(['Path', 'Files / Clients / Taxes']);
  expect(detailRows(folder)).toContainEqual(['Size', '1.5 KB']);
});

test('FILES-23 the root shows Files, its total size and an empty path', () => {
  const root: Details = { ...folder, name: 'Files', modifiedBy: null, sizeBytes: 2_147_483_648, path: null };
  expect(detailRows(root)).toEqual([
    ['Folder name', 'Files'],
    ['Modified', '-'],
    ['Last updated by', '-'],
    ['Size', '2.0 GB'],
    ['Path', ''],
  ]);
});
