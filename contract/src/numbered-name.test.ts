import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MAX_FOLDER_NAME, MAX_TEXT } from './limits.ts';
import { nameProblem, numberedName } from './names.ts';

const long = (length: number) => 'x'.repeat(length);

describe('contract 10.6 a name with a number', () => {
  it.each([
    ['name.ext', 1, 'name (1).ext'],
    ['name.ext', 12, 'name (12).ext'],
    ['none', 1, 'none (1)'],
    ['.env', 1, '.env (1)'],
    ['.env.local', 1, '.env (1).local'],
    ['a (1).txt', 1, 'a (1) (1).txt'],
    ['archive.tar.gz', 2, 'archive.tar (2).gz'],
    ['ends.', 1, 'ends (1).'],
    [`${long(396)}.txt`, 1, `${long(392)} (1).txt`],
    [`${long(393)}.txt`, 123, `${long(390)} (123).txt`],
    [`a.${long(398)}`, 1, `a.${long(394)} (1)`],
    [`${'😀'.repeat(199)}.t`, 1, `${'😀'.repeat(197)} (1).t`],
  ])('the file %s with the number %d is named %s', (name, number, expected) => {
    expect(numberedName(name, 'file', number)).toBe(expected);
  });

  it.each([
    ['Folder', 'Folder (1)'],
    ['v1.2', 'v1.2 (1)'],
    [long(255), `${long(251)} (1)`],
  ])('the folder %s is numbered as %s', (name, expected) => {
    expect(numberedName(name, 'folder', 1)).toBe(expected);
  });

  const names = fc.oneof(
    fc.string({
      unit: fc.constantFrom('a', 'b', '.', ' ', '_', '(', ')', '1'),
      minLength: 1,
      maxLength: 410,
    }),
    fc.string({ unit: fc.constantFrom('é', '😀', '.', 'a'), minLength: 1, maxLength: 210 }),
  );

  it('a numbered name is allowed, never too long, and different for each number', () => {
    fc.assert(
      fc.property(
        names,
        fc.constantFrom('file', 'folder'),
        fc.integer({ min: 1, max: 99_999 }),
        (...given) => {
          const [text, kind, number] = given;
          const name = text.trim();
          fc.pre(nameProblem(name, kind, 'unicode') === null);
          const numbered = numberedName(name, kind, number);
          expect(nameProblem(numbered, kind, 'unicode')).toBeNull();
          expect(numbered.trim()).toBe(numbered);
          expect(numbered.isWellFormed()).toBe(true);
          expect(numbered.length).toBeLessThanOrEqual(kind === 'file' ? MAX_TEXT : MAX_FOLDER_NAME);
          expect(numbered).not.toBe(name);
          expect(numbered).not.toBe(numberedName(name, kind, number + 1));
        },
      ),
    );
  });
});
