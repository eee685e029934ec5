import { describe, expect, test } from 'vitest';
import { archiveName, olderVersionName, TakenNames } from './names.ts';

const AT = new Date('2026-03-04T05:06:07.890Z');

test.each([
  ['plan.pdf', 'plan (2026-03-04 050607).pdf'],
  ['archive.tar.gz', 'archive.tar (2026-03-04 050607).gz'],
  ['README', 'README (2026-03-04 050607)'],
  ['.env', '.env (2026-03-04 050607)'],
  ['a.', 'a (2026-03-04 050607).'],
])('DOWNLOAD-16 an older version of %s has the name %s in the archive', (name, expected) => {
  expect(olderVersionName(name, AT)).toBe(expected);
});

describe('DOWNLOAD-16 equal names get a number', () => {
  const taken = (names: readonly string[], kind: 'file' | 'folder' = 'file') => {
    const all = new TakenNames();
    return names.map((name) => all.take(name, kind).name);
  };

  test('the number is put before the extension, in the order of the files', () => {
    expect(taken(['a.txt', 'a.txt', 'b.txt', 'a.txt'])).toEqual(['a.txt', 'a (1).txt', 'b.txt', 'a (2).txt']);
  });

  test('an existing number is skipped', () => {
    expect(taken(['a (1).txt', 'a.txt', 'a.txt', 'a (1).txt'])).toEqual([
      'a (1).txt',
      'a.txt',
      'a (2).txt',
      'a (1) (1).txt',
    ]);
  });

  test('a folder has no extension', () => {
    expect(taken(['v1.0', 'v1.0'], 'folder')).toEqual(['v1.0', 'v1.0 (1)']);
  });

  test('a leading dot begins no extension', () => {
    expect(taken(['.env', '.env'])).toEqual(['.env', '.env (1)']);
  });
});

test.each([
  ['DOWNLOAD-09 a folder gets .zip added', [['folder', 'Taxes']], 'Taxes.zip'],
  ['DOWNLOAD-09 a file with its versions too', [['file', 'a.pdf']], 'a.pdf.zip'],
  [
    'DOWNLOAD-10 several files',
    [
      ['file', 'a'],
      ['file', 'b'],
    ],
    'files.zip',
  ],
  [
    'DOWNLOAD-10 several folders',
    [
      ['folder', 'a'],
      ['folder', 'b'],
    ],
    'folders.zip',
  ],
  [
    'DOWNLOAD-10 files and folders',
    [
      ['file', 'a'],
      ['folder', 'b'],
    ],
    'folders.zip',
  ],
] as const)('%s', (_, items, expected) => {
  expect(archiveName(items.map(([kind, name]) => ({ kind, name })))).toBe(expected);
});
