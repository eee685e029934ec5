/*
 * Checks that docs/spec defines every code of the specification that source, tests and documents use.
 *
 * A definition is a list item or table row that begins with the code in bold. Three kinds of codes are checked:
 * - IDs with a hyphen (USE-07, D-13, T-39), anywhere in a file. Only prefixes that docs/spec defines count, so UTF-8,
 *   SHA-256 and RFC-2046 are not IDs.
 * - C, E and P with a number (C10, E4, P13), in Markdown, comments, titles of tests and the `id` of a call. Other code
 *   is not searched: it contains cells of sheets and hexadecimal digits that look the same.
 * - `contract 10.3`, `contract section 9`: statements and sections of docs/spec/contract.md.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const ROOT = fileURLToPath(new URL('../', import.meta.url));
const PAGES = ['requirements', 'decisions', 'traps', 'contract', 'beyond'].map(
  (name) => `docs/spec/${name}.md`,
);
/** The shared specification; this folder exists only next to some checkouts. */
const SHARED = '../shared/spec/';
/** Its files with IDs; product.md has none. */
const SHARED_WITH_IDS = ['requirements.md', 'contract.md', 'beyond.md'];

const TEXT_FILE = /\.(?:css|html|json|md|mjs|mts|sql|tsx?|ya?ml)$/;
const SKIPPED = /^(?:\.git|node_modules|dist|data|test-results|playwright-report|package-lock\.json)$/;
/** This file is not checked, because the codes in its examples are undefined on purpose. */
const THIS_FILE = 'tools/spec-codes.test.ts';

const DEFINITION = /^\s*[-*|]\s*\*\*([A-Z][A-Z0-9]*-?\d+|\d+\.\d+)\*\*/gm;
const SECTION = /^#+ (\d+(?:\.\d+)?)\.? /gm;
const SHARED_DEFINITION = /^\s*[-*|]?\s*\**`?([A-Z][A-Z0-9]*-\d{2,3})\b|\*\*([CEP]\d{1,2})\b/gm;

const COMMENT = /\/\*[\s\S]*?\*\/|(?<=^|\s)(?:\/\/|--) .*$/gm;
const TITLE = /(?:\b(?:it|test|describe|step)(?:\.\w+)*\(|\)\(|\bid:)\s*(['"`])(?:\\.|(?!\1)[^\\])*\1/g;
const CALL_OR_REFUSAL = /\b(?:C\d{2,3}|[EP]\d{1,2})\b/g;
const STATEMENTS = /\bcontract (?:sections? )?\d+(?:\.\d+)?(?:(?:,| and)? \d{1,2}(?:\.\d+)?\b)*/gi;
const NUMBER = /\d+(?:\.\d+)?/g;
/** A released migration is never edited. This one has the old number of contract 10.7. */
const RELEASED = new Map([['server/migrations/0007_trash.sql', 'contract 9.7']]);

const read = (path: string) => readFileSync(`${ROOT}${path}`, 'utf8');

function filesIn(folder: string): string[] {
  return readdirSync(`${ROOT}${folder}`, { withFileTypes: true }).flatMap((entry) => {
    if (SKIPPED.test(entry.name)) return [];
    const path = `${folder}${entry.name}`;
    if (entry.isDirectory()) return filesIn(`${path}/`);
    return TEXT_FILE.test(path) ? [path] : [];
  });
}

/** @returns the codes that a page of docs/spec defines; a code that it defines twice is there twice */
function definitionsIn(path: string, page: string): string[] {
  const codes = [...page.matchAll(DEFINITION)].map(([, code = '']) =>
    code.includes('.') ? `contract ${code}` : code,
  );
  if (!path.endsWith('contract.md')) return codes;
  return [...codes, ...[...page.matchAll(SECTION)].map(([, number]) => `contract ${number}`)];
}

interface Part {
  text: string;
  /** index of its first character in the file */
  start: number;
}

/** The parts of a file in which C10, E4 or P13 is a code. */
function proseOf(path: string, text: string): Part[] {
  if (path.endsWith('.md')) return [{ text, start: 0 }];
  const parts = [...text.matchAll(COMMENT), ...text.matchAll(TITLE)];
  return parts.map(({ 0: part, index }) => ({ text: part, start: index }));
}

/** @returns the codes of a file that are not in `defined`, as `path:line code` */
function undefinedIn(path: string, text: string, defined: ReadonlySet<string>): string[] {
  const prefixes = new Set([...defined].flatMap((code) => /^[A-Z0-9]+(?=-)/.exec(code) ?? []));
  const withHyphen = new RegExp(String.raw`(?<![\w-])(?:${[...prefixes].join('|')})-\d{2,3}\b`, 'g');
  const uses = [
    ...[...text.matchAll(withHyphen)].map(({ 0: code, index }) => ({ code, index })),
    ...proseOf(path, text).flatMap((part) =>
      [...part.text.matchAll(CALL_OR_REFUSAL)].map(({ 0: code, index }) => ({
        code,
        index: part.start + index,
      })),
    ),
    ...[...text.matchAll(STATEMENTS)].flatMap(({ 0: numbers, index }) =>
      (numbers.match(NUMBER) ?? []).map((number) => ({ code: `contract ${number}`, index })),
    ),
  ];
  return uses
    .filter(({ code }) => !defined.has(code) && RELEASED.get(path) !== code)
    .map(({ code, index }) => `${path}:${text.slice(0, index).split('\n').length} ${code}`);
}

const definitions = PAGES.flatMap((path) => definitionsIn(path, read(path)));
const defined = new Set(definitions);

test('docs/spec defines each code once', () => {
  expect(definitions.filter((code, at) => definitions.indexOf(code) !== at)).toEqual([]);
});

test('docs/spec defines every code that source, tests and documents use', () => {
  const files = filesIn('').filter((path) => path !== THIS_FILE);
  expect(files.flatMap((path) => undefinedIn(path, read(path), defined))).toEqual([]);
});

test('docs/spec defines every ID of the shared specification next to the project', () => {
  const pages = SHARED_WITH_IDS.map((name) => `${SHARED}${name}`).filter((path) =>
    existsSync(`${ROOT}${path}`),
  );
  const ids = pages.flatMap((path) =>
    [...read(path).matchAll(SHARED_DEFINITION)].map(([, withHyphen, short]) => withHyphen ?? short ?? ''),
  );
  expect([...new Set(ids)].filter((id) => !defined.has(id))).toEqual([]);
});

const known = new Set(
  definitionsIn('contract.md', '## 9. Start\n- **C10** a\n| **E4** | b |\n- **USE-07** c\n'),
);

test.each([
  ['a comment', 'a.ts', '/**\n * C11: moves\n */', 'a.ts:2 C11'],
  ['a line comment', 'a.ts', 'move(); // as C11', 'a.ts:1 C11'],
  ['a comment of SQL', 'a.sql', 'select 1; -- E13', 'a.sql:1 E13'],
  ['the title of a test', 'a.test.ts', "it('P99 refuses', run);", 'a.test.ts:1 P99'],
  ['the title of a table of tests', 'a.test.ts', "])('E13 for %s', run);", 'a.test.ts:1 E13'],
  ['the id of a call', 'a.ts', "{ id: 'C11' }", 'a.ts:1 C11'],
  ['a text of the code', 'a.ts', "describe('ignored (USE-08)')", 'a.ts:1 USE-08'],
  ['Markdown', 'a.md', 'one\ntwo: E13', 'a.md:2 E13'],
  ['a number of the contract', 'a.ts', '/** contract 9.3 */', 'a.ts:1 contract 9.3'],
  ['a list of numbers', 'a.ts', '// contract sections 9 and 7', 'a.ts:1 contract 7'],
])('the finder finds an undefined code in %s', (_, path, text, found) => {
  expect(undefinedIn(path, text, known)).toEqual([found]);
});

test.each([
  ['defined codes', 'a.ts', '// C10, E4, USE-07, contract section 9'],
  ['other abbreviations', 'a.ts', '// UTF-80, SHA-256, RFC-2046, P256, 1E13, E404, C1'],
  ['cells of sheets', 'a.test.ts', 'expect(cells).toBe(\'<c r="E13"/>\');'],
  ['parts of longer words', 'a.md', 'REUSE-08 C1111 0xE13'],
])('the finder ignores %s', (_, path, text) => {
  expect(undefinedIn(path, text, known)).toEqual([]);
});
