import { expect, test } from 'vitest';
import { readDropped } from './dropped.ts';

// The entries of a drop event, as browsers pass them: Chromium returns a hundred of a folder at a time.

const READ_AT_ONCE = 100;

interface Entry {
  name: string;
  isFile: boolean;
  isDirectory: boolean;
}

const aFile = (name: string) => ({
  name,
  isFile: true,
  isDirectory: false,
  file: (found: (file: File) => void) => found(new File(['x'], name)),
});
const lostFile = (name: string) => ({
  ...aFile(name),
  file: (_: unknown, failed: (error: DOMException) => void) => failed(new DOMException('', 'NotFoundError')),
});
/** @param lostAfter the browser cannot read the folder after so many entries */
const aFolder = (name: string, entries: readonly Entry[], lostAfter = Number.POSITIVE_INFINITY) => ({
  name,
  isFile: false,
  isDirectory: true,
  createReader() {
    const left = [...entries];
    return {
      readEntries(found: (entries: Entry[]) => void, failed: (error: DOMException) => void) {
        if (entries.length - left.length >= lostAfter) failed(new DOMException('', 'NotReadableError'));
        else found(left.splice(0, READ_AT_ONCE));
      },
    };
  },
});

/** The paths of what was read: files of folders each with their folder. */
async function pathsOf(...entries: Entry[]): Promise<string[]> {
  const chosen = await readDropped(entries as unknown as FileSystemEntry[]);
  return chosen.flatMap((one) => {
    if (one.kind === 'unreadable') return [`unreadable ${one.path}`];
    if (one.kind === 'file') return [one.file.name];
    return [`${one.name}/`, ...one.files.map(({ path }) => `${one.name}/${path}`)];
  });
}

test('UPLOAD-09 UPLOAD-34 dropped folders are read with all their subfolders; an empty one has no files', async () => {
  const tax = aFolder('Tax', [aFile('a.txt'), aFolder('2025', [aFolder('May', [aFile('b.txt')])])]);
  expect(await pathsOf(aFile('c.txt'), tax, aFolder('Empty', []))).toEqual([
    'c.txt',
    'Tax/',
    'Tax/a.txt',
    'Tax/2025/May/b.txt',
    'Empty/',
  ]);
});

test('UPLOAD-09 a folder of many files is read completely', async () => {
  const names = Array.from({ length: 2 * READ_AT_ONCE + 1 }, (_, n) => `${n}.txt`);
  const paths = await pathsOf(aFolder('Many', names.map(aFile)));
  expect(paths).toEqual(['Many/', ...names.map((name) => `Many/${name}`)]);
});

test('UPLOAD-09 a file or folder that the browser cannot read does not keep the others', async () => {
  const lost = aFolder('lost', [], 0);
  const half = aFolder('half', [aFile('c.txt')], 1);
  const tax = aFolder('Tax', [aFile('a.txt'), lostFile('b.txt'), lost, half]);
  expect(await pathsOf(tax, lostFile('d.txt'), aFile('e.txt'))).toEqual([
    'Tax/',
    'Tax/a.txt',
    'Tax/half/c.txt',
    'unreadable Tax/b.txt',
    'unreadable Tax/lost',
    'unreadable Tax/half',
    'unreadable d.txt',
    'e.txt',
  ]);
});

test('a folder of which nothing can be read is not an empty folder', async () => {
  expect(await pathsOf(aFolder('Tax', [], 0))).toEqual(['unreadable Tax']);
});
