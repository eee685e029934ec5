import { Messages } from '@vault/contract';
import { expect, test } from 'vitest';
import { renameProblem, stemLength } from './rename.ts';

const FOLDER = { fileType: 'folder' };
const FILE = { fileType: 'pdf' };
const SIBLINGS = ['Taxes', 'a.pdf'];

test.each([
  ['RENAME-02 a name is required', FILE, '  ', Messages.nameRequired],
  ['RENAME-02 a folder name is required too', FOLDER, '', Messages.nameRequired],
  ['RENAME-03 a name that another folder has is refused', FOLDER, 'Taxes', Messages.folderExists],
  ['RENAME-03 T-18 a file may have a used name, which the server checks', FILE, 'a.pdf', null],
  ['RENAME-05 a forbidden character is refused', FILE, 'a/b.pdf', Messages.nameCharacters],
  ['RENAME-12 a folder name has 255 characters at most', FOLDER, 'a'.repeat(256), Messages.folderNameTooLong],
  ['RENAME-12 a file name of 400 characters is allowed', FILE, 'a'.repeat(400), null],
  ['RENAME-12 a file name of 401 characters is too long', FILE, 'a'.repeat(401), Messages.fileNameTooLong],
  ['RENAME-12 a name is trimmed before it is checked', FOLDER, ` ${'a'.repeat(255)} `, null],
] as const)('%s', (_rule, item, typed, problem) => {
  expect(renameProblem(item, typed, SIBLINGS)).toBe(problem);
});

test('RENAME-12 of a file the name without its extension is selected, of a folder the full name', () => {
  expect(stemLength({ name: 'Report 2025.final.pdf', fileType: 'pdf' })).toBe('Report 2025.final'.length);
  expect(stemLength({ name: 'LICENSE', fileType: '' })).toBe('LICENSE'.length);
  expect(stemLength({ name: '.env', fileType: '' })).toBe('.env'.length);
  expect(stemLength({ name: 'v1.2', fileType: 'folder' })).toBe('v1.2'.length);
});
