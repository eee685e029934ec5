import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

// The compiler refuses a class that its style sheet does not have (docs/decisions/css.md); this test finds the reverse.

const SOURCE = fileURLToPath(new URL('../web/src/', import.meta.url));
const IMPORT = /import (\w+) from '([^']+\.module\.css)'/g;

/** The classes of this sheet have the names of highlight.js scopes; the code finds them by the scope. */
const READ_BY_SCOPE = 'kit/code/code.module.css';

const files = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' });
const read = (name: string) => readFileSync(join(SOURCE, name), 'utf8');

/** Returns the classes of the selectors of a sheet, without the global classes. */
function classesOf(sheet: string): string[] {
  const code = read(sheet)
    .replaceAll(/\/\*.*?\*\//gs, '')
    .replaceAll(/:global\([^)]*\)/g, '');
  const selectors = [...code.matchAll(/([^{};]+)\{/g)].map(([, selector = '']) => selector);
  return selectors.flatMap((selector) =>
    [...selector.matchAll(/\.([a-z][\w-]*)/gi)].map(([, name = '']) => name),
  );
}

/** The classes that modules read, as 'kit/pager.module.css pager'. */
const used = new Set(
  files
    .filter((name) => /\.tsx?$/.test(name))
    .flatMap((name) => {
      const code = read(name);
      return [...code.matchAll(IMPORT)].flatMap(([, variable = '', sheet = '']) =>
        [...code.matchAll(new RegExp(String.raw`\b${variable}\['([^']+)'\]`, 'g'))].map(
          ([, className]) => `${join(dirname(name), sheet)} ${className}`,
        ),
      );
    }),
);

const sheets = files.filter((name) => name.endsWith('.module.css') && name !== READ_BY_SCOPE);

test.each(sheets)('each class of %s is used', (sheet) => {
  expect(classesOf(sheet).filter((name) => !used.has(`${sheet} ${name}`))).toEqual([]);
});
