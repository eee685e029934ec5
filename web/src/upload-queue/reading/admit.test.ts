import { Messages, type NameCharacters } from '@vault/contract';
import { describe, expect, test } from 'vitest';
import { createItem } from '../queue/item.ts';
import { aFile, fileItem, folderItem, TARGET } from '../testing/fake-transport.ts';
import { admit, type AdmissionRules } from './admit.ts';
import { badNamesOf } from './bad-names.ts';
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

const refusedNames = ({ held, admitted }: ReturnType<typeof admit>, characters: NameCharacters = 'spec') =>
  badNamesOf(held, {
    target: TARGET,
    listed: admitted.map((item, index) => createItem(`${index}`, item)),
    characters,
  }).map(({ path, message }) => [path, message]);

describe('names', () => {
  test('UPLOAD-37 a file with a forbidden character is not added', () => {
    const admission = intoEmptyList(file('a.txt'), file('résumé.pdf'), file('..'));
    expect(namesOf(admission)).toEqual(['a.txt']);
    expect(refusedNames(admission)).toEqual([
      ['résumé.pdf', Messages.nameCharacters],
      ['..', Messages.nameCharacters],
    ]);
  });

  test('USE-08 UPLOAD-37 T-54 every part of a path is checked; the other files of the folder are added', () => {
    const admission = intoEmptyList(
      folder('Tax', ['ok.txt', 'sub@home/b.txt', 'sub@home/c.txt', 'sub/d?.txt']),
      folder('Good', ['a.txt']),
    );
    expect(namesOf(admission)).toEqual(['Tax', 'Good']);
    expect(admission.admitted[0]?.files.map(({ path }) => path)).toEqual(['ok.txt']);
    expect(admission.held.map(({ path }) => path)).toEqual([
      'Tax/sub@home/b.txt',
      'Tax/sub@home/c.txt',
      'Tax/sub/d?.txt',
    ]);
    expect(refusedNames(admission)).toEqual([
      ['Tax/sub@home', Messages.nameCharacters],
      ['Tax/sub/d?.txt', Messages.nameCharacters],
    ]);
  });

  test('letters of every language are taken where the portal allows them', () => {
    const admission = admit([file('Zoë 王.pdf'), file('a|b')], { ...EMPTY_LIST, characters: 'unicode' });
    expect(namesOf(admission)).toEqual(['Zoë 王.pdf']);
    expect(refusedNames(admission, 'unicode')).toEqual([['a|b', Messages.nameUnsafe]]);
  });

  test('LIMIT-05 LIMIT-08 a folder name may have 255 characters, a file name 400', () => {
    const admission = intoEmptyList(
      file('f'.repeat(400)),
      file('f'.repeat(401)),
      folder('d'.repeat(256), ['a']),
    );
    expect(refusedNames(admission).map(([, message]) => message)).toEqual([
      Messages.fileNameTooLong,
      Messages.folderNameTooLong,
    ]);
  });

  test('names are taken as they will be stored: trimmed, in folders too', () => {
    const admission = intoEmptyList(file(' a.txt '), folder(' Tax ', [' sub / b.txt']));
    expect(namesOf(admission)).toEqual(['a.txt', 'Tax']);
    expect(admission.admitted[1]?.files[0]?.path).toBe('sub/b.txt');
  });

  test('of two files of a folder that would get one name the second is refused rather than lost', () => {
    const admission = intoEmptyList(folder('Tax', ['a.txt', ' a.txt']));
    expect(admission.refused).toEqual([{ name: 'Tax/a.txt', message: 'File a.txt already exists.' }]);
    expect(admission.admitted[0]?.files).toHaveLength(1);
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

describe('USE-07 requests', () => {
  const sized = (name: string, sizeBytes: number): Chosen => ({
    kind: 'file',
    file: new File(['x'.repeat(sizeBytes)], name),
  });
  const into = (given: readonly { name: string; sizeBytes: number }[], ...chosen: Chosen[]) =>
    namesOf(admit(chosen, { ...EMPTY_LIST, given }));

  test('USE-07 a name that is in the list or was given gets a number', () => {
    const photos = [sized('image.jpg', 1), sized('image.jpg', 2), sized('image.jpg', 3)];
    expect(into([], ...photos)).toEqual(['image.jpg', 'image (1).jpg', 'image (2).jpg']);
    expect(into([{ name: 'image.jpg', sizeBytes: 9 }], ...photos)).toEqual([
      'image (1).jpg',
      'image (2).jpg',
      'image (3).jpg',
    ]);
    expect(into([{ name: 'Tax/a.txt', sizeBytes: 9 }], folder('Tax', ['a.txt']))).toEqual(['Tax (1)']);
  });

  test('USE-07 what may be the same file keeps its name: the server compares the bytes', () => {
    expect(into([], sized('image.jpg', 5), sized('image.jpg', 5))).toEqual(['image.jpg', 'image.jpg']);
    expect(into([{ name: 'image.jpg', sizeBytes: 5 }], sized('image.jpg', 5))).toEqual(['image.jpg']);
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
