import { Messages, type NameCharacters } from '@vault/contract';
import { describe, expect, test } from 'vitest';
import { createItem } from '../queue/item.ts';
import { aFile, fileItem, folderItem, TARGET } from '../testing/fake-transport.ts';
import { validateFiles, type ValidationRules } from './validate-files.ts';
import { badNamesOf } from './bad-names.ts';
import { chosenFromFiles, type Chosen } from './chosen.ts';

const file = (name: string): Chosen => ({ kind: 'file', file: aFile(name) });
const folder = (name: string, paths: readonly string[]): Chosen => ({
  kind: 'folder',
  name,
  files: paths.map((path) => ({ path, file: aFile(path) })),
});
const EMPTY_LIST: ValidationRules = { target: TARGET, listed: [], characters: 'spec' };
const intoEmptyList = (...chosen: Chosen[]) => validateFiles(chosen, EMPTY_LIST);
const namesOf = (result: ReturnType<typeof validateFiles>) => result.accepted.map((item) => item.name);

const refusedNames = (
  { misnamed, accepted }: ReturnType<typeof validateFiles>,
  characters: NameCharacters = 'spec',
) =>
  badNamesOf(misnamed, {
    target: TARGET,
    listed: accepted.map((item, index) => createItem(`${index}`, item)),
    characters,
  }).map(({ path, message }) => [path, message]);

describe('names of chosen files', () => {
  test('UPLOAD-37 a file with a forbidden character is not added', () => {
    const result = intoEmptyList(file('a.txt'), file('résumé.pdf'), file('..'));
    expect(namesOf(result)).toEqual(['a.txt']);
    expect(refusedNames(result)).toEqual([
      ['résumé.pdf', Messages.nameCharacters],
      ['..', Messages.nameCharacters],
    ]);
  });

  test('USE-08 UPLOAD-37 T-54 every name in a path is checked; the other files are added', () => {
    const result = intoEmptyList(
      folder('Tax', ['ok.txt', 'sub@home/b.txt', 'sub@home/c.txt', 'sub/d?.txt']),
      folder('Good', ['a.txt']),
    );
    expect(namesOf(result)).toEqual(['Tax', 'Good']);
    expect(result.accepted[0]?.files.map(({ path }) => path)).toEqual(['ok.txt']);
    expect(result.misnamed.map(({ path }) => path)).toEqual([
      'Tax/sub@home/b.txt',
      'Tax/sub@home/c.txt',
      'Tax/sub/d?.txt',
    ]);
    expect(refusedNames(result)).toEqual([
      ['Tax/sub@home', Messages.nameCharacters],
      ['Tax/sub/d?.txt', Messages.nameCharacters],
    ]);
  });

  test('letters of all languages are allowed when the portal allows them', () => {
    const result = validateFiles([file('Zoë 王.pdf'), file('a|b')], { ...EMPTY_LIST, characters: 'unicode' });
    expect(namesOf(result)).toEqual(['Zoë 王.pdf']);
    expect(refusedNames(result, 'unicode')).toEqual([['a|b', Messages.nameUnsafe]]);
  });

  test('LIMIT-05 LIMIT-08 a folder name may have 255 characters, a file name 400', () => {
    const result = intoEmptyList(
      file('f'.repeat(400)),
      file('f'.repeat(401)),
      folder('d'.repeat(256), ['a']),
    );
    expect(refusedNames(result).map(([, message]) => message)).toEqual([
      Messages.fileNameTooLong,
      Messages.folderNameTooLong,
    ]);
  });

  test('names are trimmed as the server does, also the names of folders', () => {
    const result = intoEmptyList(file(' a.txt '), folder(' Tax ', [' sub / b.txt']));
    expect(namesOf(result)).toEqual(['a.txt', 'Tax']);
    expect(result.accepted[1]?.files[0]?.path).toBe('sub/b.txt');
  });

  test('the second of two files in a folder with the same trimmed name is rejected', () => {
    const result = intoEmptyList(folder('Tax', ['a.txt', ' a.txt']));
    expect(result.rejected).toEqual([{ name: 'Tax/a.txt', message: 'File a.txt already exists.' }]);
    expect(result.accepted[0]?.files).toHaveLength(1);
  });
});

test('what the browser cannot read is rejected with its path; the other files are added', () => {
  const result = validateFiles([{ kind: 'unreadable', path: 'Tax/a.txt' }, file('b.txt')], EMPTY_LIST);
  expect(result.rejected).toEqual([
    { name: 'Tax/a.txt', message: 'The file or folder could not be read on this device.' },
  ]);
  expect(namesOf(result)).toEqual(['b.txt']);
});

describe('duplicates among chosen files', () => {
  const listed = [createItem('1', fileItem('a.txt')), createItem('2', folderItem('Tax', ['x']))];

  test('UPLOAD-35 UPLOAD-36 a name that is already in the list is not added again', () => {
    const result = validateFiles([file('a.txt'), folder('Tax', ['y']), file('Tax')], {
      ...EMPTY_LIST,
      listed,
    });
    expect(result.rejected).toEqual([
      { name: 'a.txt', message: 'File a.txt already exists.' },
      { name: 'Tax', message: 'Folder Tax already exists.' },
    ]);
    expect(namesOf(result)).toEqual(['Tax']);
  });

  test('UPLOAD-35 duplicates within one choice are rejected; names are case-sensitive (NAME-08)', () => {
    expect(namesOf(intoEmptyList(file('a.txt'), file('a.txt'), file('A.txt')))).toEqual(['a.txt', 'A.txt']);
  });

  test('T-19 the same name for another folder of the vault is not a duplicate', () => {
    const elsewhere = { ...TARGET, folderSfid: 'fldB00000000000002' };
    expect(validateFiles([file('a.txt')], { ...EMPTY_LIST, target: elsewhere, listed }).rejected).toEqual([]);
  });
});

describe('USE-07 files that are chosen on a request page', () => {
  const sized = (name: string, sizeBytes: number): Chosen => ({
    kind: 'file',
    file: new File(['x'.repeat(sizeBytes)], name),
  });
  const into = (submitted: readonly { name: string; sizeBytes: number }[], ...chosen: Chosen[]) =>
    namesOf(validateFiles(chosen, { ...EMPTY_LIST, submitted }));

  test('USE-07 a name that is in the list or was submitted before gets a number', () => {
    const photos = [sized('image.jpg', 1), sized('image.jpg', 2), sized('image.jpg', 3)];
    expect(into([], ...photos)).toEqual(['image.jpg', 'image (1).jpg', 'image (2).jpg']);
    expect(into([{ name: 'image.jpg', sizeBytes: 9 }], ...photos)).toEqual([
      'image (1).jpg',
      'image (2).jpg',
      'image (3).jpg',
    ]);
    expect(into([{ name: 'Tax/a.txt', sizeBytes: 9 }], folder('Tax', ['a.txt']))).toEqual(['Tax (1)']);
  });

  test('USE-07 a file with the name and size of an earlier file keeps its name', () => {
    expect(into([], sized('image.jpg', 5), sized('image.jpg', 5))).toEqual(['image.jpg', 'image.jpg']);
    expect(into([{ name: 'image.jpg', sizeBytes: 5 }], sized('image.jpg', 5))).toEqual(['image.jpg']);
  });
});

test('a file whose folder would have too long a path is rejected before it is sent; the others are added', () => {
  const deep = `${'d/'.repeat(199)}deep.txt`;
  const long = `${`${'l'.repeat(250)}/`.repeat(16)}long.txt`;
  const into = (path: string) => ({ ...EMPTY_LIST, target: { ...TARGET, path } });
  const result = validateFiles([folder('Top', ['a.txt', deep, long])], into(''));
  expect(result.accepted).toMatchObject([{ name: 'Top', files: [{ path: 'a.txt' }, { path: deep }] }]);
  expect(result.rejected).toEqual([{ name: `Top/${long}`, message: Messages.folderPathTooLong }]);

  expect(validateFiles([folder('Top', [deep])], into('Clients'))).toMatchObject({
    accepted: [],
    rejected: [{ message: Messages.folderTooDeep }],
  });
});

test('UPLOAD-34 empty folders are skipped', () => {
  const result = intoEmptyList(folder('Empty', []), file('a.txt'));
  expect(result).toMatchObject({ skipped: ['Empty'], rejected: [] });
  expect(namesOf(result)).toEqual(['a.txt']);
});

test('UPLOAD-09 files of a folder input are grouped into folders', () => {
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
