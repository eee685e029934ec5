import { Messages } from '@vault/contract';
import { expect, test } from 'vitest';
import { renameProblem, stemLength } from './rename.ts';

const FOLDER = { fileType: 'folder' };
const FILE = { fileType: 'pdf' };
const SIBLINGS = ['Taxes', 'a.pdf'];

test.each([
  ['RENAME-02 a name is required', FILE, '  ', Messages.nameRequired],
  ['RENAME-02 of a folder too', FOLDER, '', Messages.nameRequired],
  ['RENAME-03 another folder has that name', FOLDER, 'Taxes', Messages.folderExists],
  ['RENAME-03 T-18 a file is not stopped by a name that is taken', FILE, 'a.pdf', null],
  ['RENAME-05 characters', FILE, 'a/b.pdf', Messages.nameCharacters],
  ['RENAME-12 a folder name has 255 characters at most', FOLDER, 'a'.repeat(256), Messages.folderNameTooLong],
  ['RENAME-12 a file name has 400', FILE, 'a'.repeat(400), null],
  ['RENAME-12 a file name has no more', FILE, 'a'.repeat(401), Messages.fileNameTooLong],
  ['RENAME-12 it is trimmed first', FOLDER, ` ${'a'.repeat(255)} `, null],
] as const)('%s', (_rule, item, typed, problem) => {
  expect(renameProblem(item, typed, SIBLINGS)).toBe(problem);
});

test("RENAME-12 a file's name without its extension is selected, a folder's whole name", () => {
  expect(stemLength({ name: 'Report 2025.final.pdf', fileType: 'pdf' })).toBe('Report 2025.final'.length);
  expect(stemLength({ name: 'LICENSE', fileType: '' })).toBe('LICENSE'.length);
  expect(stemLength({ name: '.env', fileType: '' })).toBe('.env'.length);
  expect(stemLength({ name: 'v1.2', fileType: 'folder' })).toBe('v1.2'.length);
});
