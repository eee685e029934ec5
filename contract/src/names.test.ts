import { anyText } from './testing/index.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { extensionOf, nameProblem, normalizeName, proposeName } from './names.ts';

const E1 = 'Please enter the file or folder name.';
const E2 =
  "The characters allowed in file names include letters (A-Z, a-z), numbers (0-9), spaces, and the following symbols: ( _ - . ! # $ % & ' () + , = ~).";
const LONG_FOLDER = 'The name cannot exceed 255 characters.';
const LONG_FILE = 'The name cannot exceed 400 characters.';
const ALLOWED = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789 _-.#!$%&'()+,=~";

describe('NAME-01 the characters of names', () => {
  it.each(ALLOWED.split(''))('the character %j is allowed in names', (character) => {
    expect(nameProblem(`a${character}b`, 'file')).toBeNull();
    expect(nameProblem(`a${character}b`, 'folder')).toBeNull();
  });

  it('no other character of the first 0x3000 is allowed', () => {
    for (let code = 0; code < 0x3000; code += 1) {
      const character = String.fromCodePoint(code);
      if (ALLOWED.includes(character)) continue;
      expect(nameProblem(`a${character}b`, 'file'), `U+${code.toString(16)}`).toBe(E2);
    }
  });

  it.each([
    'é',
    'ü',
    '王',
    '😀',
    '\ud800',
    '\u202e',
    '/',
    '\\',
    ':',
    '*',
    '?',
    '"',
    '<',
    '>',
    '|',
    ';',
    '@',
    '`',
  ])('NAME-02 the folder name %j gets a warning', (character) => {
    expect(nameProblem(character, 'folder')).toBe(E2);
  });

  it('texts of allowed characters are names, unless they are only dots', () => {
    fc.assert(
      fc.property(anyText({ maxLength: 20 }), (text) => {
        const name = normalizeName(text);
        const fits =
          name !== '' && Array.from(name).every((one) => ALLOWED.includes(one)) && !/^\.+$/.test(name);
        expect(nameProblem(name, 'file') === null).toBe(fits);
      }),
    );
  });
});

describe('the rules for names of files and folders', () => {
  it.each([
    ['FOLDER-02 an empty name', '', 'folder', E1],
    ['FOLDER-02 an empty name', '', 'file', E1],
    ['FOLDER-04 a name of spaces, trimmed', '   \t\n ', 'folder', E1],
    ['NAME-10 one dot', '.', 'folder', E2],
    ['NAME-10 two dots', '..', 'file', E2],
    ['NAME-10 many dots', '.....', 'file', E2],
    ['a dot and a letter', '.a', 'file', null],
    ['FOLDER-03 a folder name of 255 characters', 'x'.repeat(255), 'folder', null],
    ['FOLDER-03 a folder name of 256 characters', 'x'.repeat(256), 'folder', LONG_FOLDER],
    ['NAME-09 a file name of 256 characters', 'x'.repeat(256), 'file', null],
    ['NAME-09 a file name of 400 characters', 'x'.repeat(400), 'file', null],
    ['NAME-09 a file name of 401 characters', 'x'.repeat(401), 'file', LONG_FILE],
    ['a long name with a wrong character', `${'x'.repeat(300)}/`, 'folder', E2],
  ] as const)('%s is allowed or refused as specified', (_, name, kind, problem) => {
    expect(nameProblem(normalizeName(name), kind)).toBe(problem);
  });

  it('FOLDER-04 names are trimmed and not changed otherwise', () => {
    expect(normalizeName('  a  b ')).toBe('a  b');
    expect(normalizeName('Zoe\u0308')).toBe('Zoe\u0308');
  });
});

describe('contract 10.20 names with letters of every language', () => {
  it.each(['Zoë', '王', 'Straße', 'Ελλάδα', 'résumé (1).pdf', '😀', "a;b@c[d]{e}^`'"])(
    'the name %j is allowed',
    (name) => {
      expect(nameProblem(normalizeName(name, 'unicode'), 'file', 'unicode')).toBeNull();
    },
  );

  it.each([
    ['a control character', 'a\u0007b'],
    ['a line separator', 'a\u2028b'],
    ['a bidi control', 'a\u202Eb'],
    ['a zero-width joiner', 'a\u200Db'],
    ['an unpaired surrogate', 'a\uD800b'],
    ['a private character', 'a\uE000b'],
    ['a slash', 'a/b'],
    ['a backslash', 'a\\b'],
    ['a colon', 'a:b'],
  ])('a name with %s is refused even where all letters are allowed', (_, name) => {
    expect(nameProblem(normalizeName(name, 'unicode'), 'file', 'unicode')).toBe(
      'The name contains characters that cannot be used in file names.',
    );
  });

  it('empty names and names of only dots are refused even where all letters are allowed', () => {
    expect(nameProblem('..', 'folder', 'unicode')).toBe(E2);
    expect(nameProblem(normalizeName('\u00A0', 'unicode'), 'folder', 'unicode')).toBe(E1);
  });

  it('names are compared in NFC: two encodings of one letter are the same name', () => {
    expect(normalizeName('Zoe\u0308', 'unicode')).toBe(normalizeName('Zo\u00EB', 'unicode'));
  });

  it('names that the specification allows are the same where all letters are allowed', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...ALLOWED.split('')), maxLength: 30 }), (text) => {
        expect(normalizeName(text, 'unicode')).toBe(normalizeName(text));
        expect(nameProblem(normalizeName(text), 'file', 'unicode')).toBe(
          nameProblem(normalizeName(text), 'file'),
        );
      }),
    );
  });
});

describe('the extension of a file', () => {
  it.each([
    ['a.txt', 'txt'],
    ['A.TXT', 'txt'],
    ['archive.tar.gz', 'gz'],
    ['none', ''],
    ['ends.', ''],
    ['.env', ''],
    ['.env.local', 'local'],
  ])('the extension of %j is %j', (name, extension) => {
    expect(extensionOf(name)).toBe(extension);
  });
});

describe('USE-08 proposed names for names that are not allowed', () => {
  it.each([
    ['Jahresübersicht Größe.pdf', 'Jahresuebersicht Groesse.pdf'],
    ['résumé.docx', 'resume.docx'],
    ['what? now*.txt', 'what- now-.txt'],
    ['Zoë & Łukasz – 100 €.pdf', 'Zoe & Lukasz - 100 EUR.pdf'],
    ['a|b', 'a-b'],
    ['王.pdf', 'File.pdf'],
    ['...', 'File.'],
    ['  ', 'File'],
    ['fine (1).txt', 'fine (1).txt'],
    [`${'é'.repeat(500)}.pdf`, `${'e'.repeat(396)}.pdf`],
  ])('%j gets an allowed proposal', (name, proposal) => {
    expect(proposeName(name, 'file')).toBe(proposal);
  });

  it('proposals keep letters of every language where they are allowed', () => {
    expect(proposeName('Zoë 王?.pdf', 'file', 'unicode')).toBe('Zoë 王-.pdf');
    expect(proposeName('a\u202Eb.pdf', 'file', 'unicode')).toBe('ab.pdf');
  });

  it('every input gets an allowed proposal', () => {
    fc.assert(
      fc.property(
        anyText({ maxLength: 600 }),
        fc.constantFrom('file' as const, 'folder' as const),
        fc.constantFrom('spec' as const, 'unicode' as const),
        (name, kind, characters) => {
          const proposal = proposeName(name, kind, characters);
          expect(nameProblem(proposal, kind, characters)).toBeNull();
          expect(normalizeName(proposal, characters)).toBe(proposal);
        },
      ),
    );
  });
});
