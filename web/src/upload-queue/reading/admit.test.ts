import { Messages } from '@vault/contract';
import { describe, expect, test } from 'vitest';
import { createItem } from '../queue/item.ts';
import { aFile, fileItem, folderItem, TARGET } from '../testing/fake-transport.ts';
import { admit, type AdmissionRules } from './admit.ts';
import { chosenFromFiles, type Chosen } from './chosen.ts';

const file = (name: string): Chosen => ({ kind: 'file', file: aFile(name) });
const folder = (name: string, paths: readonly string[]): Chosen => ({
  kind: 'folder',
  name,
  files: paths.map((path) => ({ path, file: aFile(path) })),
});
const EMPTY_LIST: AdmissionRules = { target: TARGET, listed: [], characters: 'spec' };
const intoEmptyList = (...chosen: Chosen[]) => admit(chosen, EMPTY_LIST);
const namesOf = (admission: ReturnType<typeof admit>) => admission.admitted.map((item) => item.name);

describe('names', () => {
  test('UPLOAD-37 a file with a forbidden character is refused with the name warning', () => {
    const admission = intoEmptyList(file('a.txt'), file('résumé.pdf'), file('..'));
    expect(namesOf(admission)).toEqual(['a.txt']);
    expect(admission.refused).toEqual([
      { name: 'résumé.pdf', message: Messages.nameCharacters },
      { name: '..', message: Messages.nameCharacters },
    ]);
  });

  test('UPLOAD-37 T-54 every part of every path of a folder is checked, and the folder is refused whole', () => {
    const admission = intoEmptyList(folder('Tax', ['ok.txt', 'sub@home/b.txt']), folder('Good', ['a.txt']));
    expect(namesOf(admission)).toEqual(['Good']);
    expect(admission.refused).toEqual([{ name: 'Tax/sub@home/b.txt', message: Messages.nameCharacters }]);
  });

  test('letters of every language are taken where the portal allows them', () => {
    const admission = admit([file('Zoë 王.pdf'), file('a|b')], { ...EMPTY_LIST, characters: 'unicode' });
    expect(namesOf(admission)).toEqual(['Zoë 王.pdf']);
    expect(admission.refused).toEqual([{ name: 'a|b', message: Messages.nameUnsafe }]);
  });

  test('LIMIT-05 LIMIT-08 a folder name may have 255 characters, a file name 400', () => {
    const admission = intoEmptyList(
      file('f'.repeat(400)),
      file('f'.repeat(401)),
      folder('d'.repeat(256), ['a']),
    );
    expect(admission.refused.map((refusal) => refusal.message)).toEqual([
      Messages.fileNameTooLong,
      Messages.folderNameTooLong,
    ]);
  });

  test('names are taken as they will be stored: trimmed, in folders too', () => {
    const admission = intoEmptyList(file(' a.txt '), folder(' Tax ', [' sub / b.txt']));
    expect(namesOf(admission)).toEqual(['a.txt', 'Tax']);
    expect(admission.admitted[1]?.files[0]?.path).toBe('sub/b.txt');
  });

  test('two files of a folder that would get one name are refused rather than lost', () => {
    const admission = intoEmptyList(folder('Tax', ['a.txt', ' a.txt']));
    expect(admission.refused[0]?.message).toBe('File a.txt already exists.');
  });
});

describe('duplicates', () => {
  const listed = [createItem('1', fileItem('a.txt')), createItem('2', folderItem('Tax', ['x']))];

  test('UPLOAD-35 UPLOAD-36 a name that is in the list already is not added again', () => {
    const admission = admit([file('a.txt'), folder('Tax', ['y']), file('Tax')], { ...EMPTY_LIST, listed });
    expect(admission.refused).toEqual([
      { name: 'a.txt', message: 'File a.txt already exists.' },
      { name: 'Tax', message: 'Folder Tax already exists.' },
    ]);
    expect(namesOf(admission)).toEqual(['Tax']);
  });

  test('UPLOAD-35 within one choice too; capitals make another name (NAME-08)', () => {
    expect(namesOf(intoEmptyList(file('a.txt'), file('a.txt'), file('A.txt')))).toEqual(['a.txt', 'A.txt']);
  });

  test('T-19 the same name for another folder of the vault is no duplicate', () => {
    const elsewhere = { ...TARGET, folderSfid: 'fldB00000000000002' };
    expect(admit([file('a.txt')], { ...EMPTY_LIST, target: elsewhere, listed }).refused).toEqual([]);
  });
});

test('UPLOAD-34 empty folders are skipped', () => {
  const admission = intoEmptyList(folder('Empty', []), file('a.txt'));
  expect(admission).toMatchObject({ skipped: ['Empty'], refused: [] });
  expect(namesOf(admission)).toEqual(['a.txt']);
});

test('UPLOAD-09 files of a folder input are put together again as folders', () => {
  const inFolder = (path: string) =>
    Object.defineProperty(aFile(path.slice(path.lastIndexOf('/') + 1)), 'webkitRelativePath', {
      value: path,
    });
  const plain = Object.defineProperty(aFile('c.txt'), 'webkitRelativePath', { value: '' });
  const chosen = chosenFromFiles([inFolder('Tax/a.txt'), inFolder('Tax/sub/b.txt'), plain]);
  expect(chosen).toMatchObject([
    { kind: 'file', file: { name: 'c.txt' } },
    { kind: 'folder', name: 'Tax', files: [{ path: 'a.txt' }, { path: 'sub/b.txt' }] },
  ]);
});
