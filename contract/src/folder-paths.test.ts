import { describe, expect, test } from 'vitest';
import { folderPathProblem, Messages, sizeOfPath } from './index.ts';

describe('the path of a folder', () => {
  test.each([
    ['', { depth: 0, characters: 0 }],
    ['Tax', { depth: 1, characters: 3 }],
    ['Tax/2026', { depth: 2, characters: 8 }],
    ['Zoë/📁', { depth: 2, characters: 5 }],
  ])('the size of %j counts levels and Unicode characters', (path, size) => {
    expect(sizeOfPath(path)).toEqual(size);
  });

  test.each([
    ['200 levels', Array.from({ length: 200 }, () => 'a').join('/'), null],
    ['201 levels', Array.from({ length: 201 }, () => 'a').join('/'), Messages.folderTooDeep],
    ['4,000 characters', `${`${'a'.repeat(249)}/`.repeat(15)}${'b'.repeat(250)}`, null],
    ['4,001 characters', `${`${'a'.repeat(249)}/`.repeat(15)}${'b'.repeat(251)}`, Messages.folderPathTooLong],
  ])('%s', (_name, path, problem) => {
    expect(folderPathProblem(path)).toBe(problem);
  });
});
