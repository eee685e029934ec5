import { nameProblem } from '@vault/contract';
import { anyText } from '@vault/contract/testing';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createItem } from '../queue/item.ts';
import { aFile, folderItem, TARGET } from '../testing/fake-transport.ts';
import { badNamesOf, type MisnamedFile, type NameRules, renamedItems, renameProblems } from './bad-names.ts';

const RULES: NameRules = { target: TARGET, listed: [], characters: 'spec' };
const inFolder = (path: string): MisnamedFile => ({ kind: 'folder', path, file: aFile(path) });
const alone = (name: string): MisnamedFile => ({ kind: 'file', path: name, file: aFile(name) });
const proposals = (misnamed: readonly MisnamedFile[], rules = RULES) =>
  Object.fromEntries(badNamesOf(misnamed, rules).map(({ path, proposal }) => [path, proposal]));
const asProposed = (misnamed: readonly MisnamedFile[]) =>
  new Map(badNamesOf(misnamed, RULES).map(({ id, proposal }) => [id, proposal]));

describe('USE-08 names that are not allowed', () => {
  test('USE-08 the proposal for a forbidden name is no name of another item in the same folder', () => {
    const misnamed = [inFolder('Tax/a?.txt'), inFolder('Tax/a*.txt'), alone('Zoë.pdf'), alone('Zoé.pdf')];
    const listed = [createItem('1', folderItem('Tax', ['a-.txt', 'b.txt']))];
    expect(proposals(misnamed, { ...RULES, listed })).toEqual({
      'Tax/a?.txt': 'a- (1).txt',
      'Tax/a*.txt': 'a- (2).txt',
      'Zoë.pdf': 'Zoe.pdf',
      'Zoé.pdf': 'Zoe (1).pdf',
    });
  });

  test('USE-08 renaming a folder applies to all files below it, and files keep their folders', () => {
    const misnamed = [inFolder('Tä/b?.txt'), inFolder('Tä/ok.txt'), inFolder('Tä/ü/c.txt'), alone('ä.txt')];
    expect(proposals(misnamed)).toEqual({
      Tä: 'Tae',
      'Tä/b?.txt': 'b-.txt',
      'Tä/ü': 'ue',
      'ä.txt': 'ae.txt',
    });
    const items = renamedItems(misnamed, asProposed(misnamed), RULES);
    expect(items.map(({ kind, name, files }) => [kind, name, files.map(({ path }) => path)])).toEqual([
      ['file', 'ae.txt', ['ae.txt']],
      ['folder', 'Tae', ['b-.txt', 'ok.txt', 'ue/c.txt']],
    ]);
  });

  test('USE-08 typed names are checked like other names, and must differ from each other', () => {
    const misnamed = [alone('ä.txt'), alone('ö.txt')];
    const [first, second] = badNamesOf(misnamed, RULES).map(({ id }) => id);
    const problems = (one: string, other: string) => [
      ...renameProblems(
        misnamed,
        new Map([
          [first!, one],
          [second!, other],
        ]),
        RULES,
      ).values(),
    ];
    expect(problems('a.txt', 'o.txt')).toEqual([]);
    expect(problems('same.txt', 'same.txt')).toEqual(['File same.txt already exists.']);
    expect(problems('ä.txt', 'o.txt')).toHaveLength(1);
    expect(problems('', 'o.txt')).toEqual(['Please enter the file or folder name.']);
  });

  test('USE-08 proposals are always allowed and different', () => {
    const part = anyText({ minLength: 1, maxLength: 12 }).map((text) => text.replaceAll('/', '-'));
    const path = fc.array(part, { minLength: 2, maxLength: 4 }).map((parts) => parts.join('/'));
    fc.assert(
      fc.property(fc.array(path, { maxLength: 12 }), (paths) => {
        const misnamed = [...new Set(paths)].map(inFolder);
        expect(renameProblems(misnamed, asProposed(misnamed), RULES)).toEqual(new Map());
        const items = renamedItems(misnamed, asProposed(misnamed), RULES);
        const stored = items.flatMap(({ name, files }) => files.map((file) => `${name}/${file.path}`));
        expect(new Set(stored).size).toBe(misnamed.length);
        for (const name of stored.flatMap((one) => one.split('/'))) {
          expect(nameProblem(name, 'file')).toBeNull();
        }
      }),
    );
  });
});
