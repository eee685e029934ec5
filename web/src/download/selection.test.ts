import { GIB } from '@vault/contract';
import { describe, expect, test } from 'vitest';
import {
  bodyOf,
  downloadName,
  FILES_ONLY,
  FOLDER_DEFAULTS,
  isTooLarge,
  selectionOf,
  sizeText,
  whatToLeaveOut,
  type DownloadItem,
} from './selection.ts';

const file = (name: string): DownloadItem => ({
  sfid: `fil${name}`,
  name,
  showType: 'text/plain',
  folderPath: 'A',
});
const folder = (name: string): DownloadItem => ({
  sfid: `fld${name}`,
  name,
  showType: 'folder',
  folderPath: `A/${name}`,
});

test.each([
  ['DOWNLOAD-09 a file keeps its own name', [file('a.txt')], 'a.txt'],
  ["DOWNLOAD-09 a folder gets '.zip' added", [folder('Taxes')], 'Taxes.zip'],
  ["DOWNLOAD-10 several files are 'files.zip'", [file('a'), file('b')], 'files.zip'],
  ["DOWNLOAD-10 several folders are 'folders.zip'", [folder('A'), folder('B')], 'folders.zip'],
  ["DOWNLOAD-10 a mixed selection is 'folders.zip'", [file('a'), folder('B')], 'folders.zip'],
])('%s', (_rule, items, name) => {
  expect(downloadName(selectionOf(items))).toBe(name);
});

test('DOWNLOAD-07 T-39 the call names files by id and folders by path; FILES_ONLY has no options', () => {
  expect(bodyOf('recAcme00000000001', selectionOf([file('a'), folder('B')]), FILES_ONLY)).toEqual({
    linkId: 'recAcme00000000001',
    sfids: ['fila'],
    paths: ['A/B'],
    allVersion: false,
    containsSubFolders: false,
  });
});

test('DOWNLOAD-03 LIMIT-13 the options for folders start with subfolders on, older versions off', () => {
  expect(FOLDER_DEFAULTS).toEqual({ containsSubFolders: true, allVersion: false });
});

describe('DOWNLOAD-04 the limits of a download', () => {
  test.each([
    [1000, GIB, false],
    [1001, 0, true],
    [1, GIB + 1, true],
    [0, 0, false],
  ])('%i files of %i bytes in total: isTooLarge returns %s', (count, size, tooLarge) => {
    expect(isTooLarge({ count, size })).toBe(tooLarge);
  });
});

describe('USE-09 a download above a limit', () => {
  test.each([
    [1000, 3900, '3.8 KB', '1000 files, 3.8 KB'],
    [1001, 3900, '3.8 KB', 'More than 1,000 files'],
    [1001, GIB + 1, '1.0 GB', 'More than 1,000 files'],
    [3, GIB + 1, '1.0 GB', '3 files, more than 1 GB'],
    [1, GIB, '1.0 GB', '1 file, 1.0 GB'],
  ])('the text for %i files of %i bytes shows only counted numbers', (count, size, fileSize, text) => {
    expect(sizeText({ count, size, fileSize })).toBe(text);
  });

  test.each([
    [[folder('A')], FOLDER_DEFAULTS, 'Leave out the subfolders.'],
    [
      [folder('A'), file('b')],
      { containsSubFolders: true, allVersion: true },
      'Leave out the subfolders, the older versions, or some of the selected items.',
    ],
    [[folder('A'), folder('B')], FILES_ONLY, 'Leave out some of the selected items.'],
    [[folder('A')], FILES_ONLY, 'Open the folder and download its items in several parts.'],
  ])('the message names what can be left out (case %#)', (items, options, text) => {
    expect(whatToLeaveOut(selectionOf(items), options)).toBe(text);
  });
});
