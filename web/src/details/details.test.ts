import { expect, test } from 'vitest';
import { detailRows, detailsOf, type Details } from './details.ts';

const folder: Details = {
  kind: 'folder',
  name: 'Taxes',
  modifiedAt: null,
  modifiedBy: 'Ada Byron',
  sizeBytes: 1536,
  path: 'Clients/Taxes',
};

test('DETAILS-01 the rows are in the order of the specification', () => {
  expect(detailRows(folder, null).map(([label]) => label)).toEqual([
    'Folder name',
    'Modified',
    'Last updated by',
    'Size',
    'Path',
  ]);
});

test('DETAILS-03 the first label of a file is File name, and a path starts with Files', () => {
  expect(detailRows({ ...folder, kind: 'file' }, null)[0]?.[0]).toBe('File name');
  expect(detailRows(folder, null)).toContainEqual(['Path', 'Files / Clients / Taxes']);
  expect(detailRows(folder, null)).toContainEqual(['Size', '1.5 KB']);
});

test('SAFE-12 the last row says why an item cannot be deleted permanently', () => {
  expect(detailRows(folder, 'Not possible: legal hold').at(-1)).toEqual([
    'Deletion',
    'Not possible: legal hold',
  ]);
});

test('FILES-23 the root shows Files, its total size and an empty path', () => {
  const root: Details = { ...folder, name: 'Files', modifiedBy: null, sizeBytes: 2_147_483_648, path: null };
  expect(detailRows(root, null)).toEqual([
    ['Folder name', 'Files'],
    ['Modified', '-'],
    ['Last updated by', '-'],
    ['Size', '2.0 GB'],
    ['Path', ''],
  ]);
});

test('DETAILS-02 FILES-38 details of an item are taken from its row, with the complete path', () => {
  const item = {
    sfid: 'filA00000000000001',
    name: 'Contract.pdf',
    showType: 'application/pdf',
    fileType: 'pdf',
    fileSize: '1.0 KB',
    size: 1024,
    createddate: '2026-11-20T15:07:09.000Z',
    uploadedBy: 'Ada Byron',
    versionCount: 1,
    viewable: false,
    editable: false,
    sizeLimitFlag: false,
    externalId: null,
    versionId: null,
    folderPath: 'Clients',
    parentFolderSfid: 'fldA00000000000001',
  };
  expect(detailsOf(item)).toEqual({
    kind: 'file',
    name: 'Contract.pdf',
    modifiedAt: '2026-11-20T15:07:09.000Z',
    modifiedBy: 'Ada Byron',
    sizeBytes: 1024,
    path: 'Clients/Contract.pdf',
  });
  expect(detailsOf({ ...item, folderPath: '' }).path).toBe('Contract.pdf');
  const asFolder = { ...item, name: 'Taxes', fileType: 'folder', folderPath: 'Clients/Taxes' };
  expect(detailsOf(asFolder)).toMatchObject({ kind: 'folder', path: 'Clients/Taxes' });
});
