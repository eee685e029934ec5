import { Messages } from '@vault/contract';
import { expect, test } from 'vitest';
import { folderNameProblem, isUnfinishedName } from './folder-name.ts';
import { newFolderTexts } from './texts.ts';

test.each([
  ['FOLDER-02 a name is required', '   ', Messages.nameRequired],
  ['FOLDER-03 255 characters are allowed', 'a'.repeat(255), null],
  ['FOLDER-03 256 are too many', 'a'.repeat(256), Messages.folderNameTooLong],
  ['FOLDER-04 it is trimmed before it is checked', ` ${'a'.repeat(255)} `, null],
  ['FOLDER-06 a folder of that name is there already', ' Taxes ', Messages.folderExists],
  ['NAME-08 capitals make another name', 'taxes', null],
  ['FOLDER-08 a forbidden character', 'Taxes/2026', Messages.nameCharacters],
  ['NAME-10 a name of dots only', '..', Messages.nameCharacters],
])('%s', (_rule, typed, message) => {
  expect(folderNameProblem(typed, ['Taxes', 'Letters'])).toBe(message);
});

test('FOLDER-05 MSG-33 a new folder is called New Folder by default, and may keep that name', () => {
  expect(newFolderTexts.defaultName).toBe('New Folder');
  expect(folderNameProblem(newFolderTexts.defaultName, [])).toBeNull();
});

test('letters of all languages are allowed where the portal allows them', () => {
  expect(folderNameProblem('Zoë 王', [], 'unicode')).toBeNull();
  expect(folderNameProblem('Zoë 王', [])).toBe(Messages.nameCharacters);
});

test('FOLDER-06 an empty or taken name is unfinished, a forbidden one is not', () => {
  const isUnfinished = (typed: string) => isUnfinishedName(typed, ['Taxes']);
  expect(['', '  ', ' Taxes ', 'Tax', 'a/b'].map(isUnfinished)).toEqual([true, true, true, false, false]);
});
