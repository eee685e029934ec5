import { Messages } from '@vault/contract';
import { expect, test } from 'vitest';
import { folderNameProblem, isUnfinishedName } from './folder-name.ts';
import { newFolderTexts } from './texts.ts';

test.each([
  ['FOLDER-02 a name is required', '   ', Messages.nameRequired],
  ['FOLDER-03 255 characters are allowed', 'a'.repeat(255), null],
  ['FOLDER-03 256 characters are too many', 'a'.repeat(256), Messages.folderNameTooLong],
  ['FOLDER-04 a name is trimmed before it is checked', ` ${'a'.repeat(255)} `, null],
  ['FOLDER-06 a name that another folder has is refused', ' Taxes ', Messages.folderExists],
  ['NAME-08 the same name with other capitals is a different name', 'taxes', null],
  ['FOLDER-08 a forbidden character is refused', 'Taxes/2026', Messages.nameCharacters],
  ['NAME-10 a name of dots only is refused', '..', Messages.nameCharacters],
])('%s', (_rule, typed, message) => {
  expect(folderNameProblem(typed, ['Taxes', 'Letters'])).toBe(message);
});

test('FOLDER-05 MSG-33 a new folder is called New Folder by default, and may keep that name', () => {
  expect(newFolderTexts.defaultName).toBe('New Folder');
  expect(folderNameProblem(newFolderTexts.defaultName, [])).toBeNull();
});

test('letters of all languages are allowed when the portal allows them', () => {
  expect(folderNameProblem('Zoë 王', [], 'unicode')).toBeNull();
  expect(folderNameProblem('Zoë 王', [])).toBe(Messages.nameCharacters);
});

test('FOLDER-06 an empty name or a used name counts as unfinished, a forbidden name does not', () => {
  const isUnfinished = (typed: string) => isUnfinishedName(typed, ['Taxes']);
  expect(['', '  ', ' Taxes ', 'Tax', 'a/b'].map(isUnfinished)).toEqual([true, true, true, false, false]);
});
