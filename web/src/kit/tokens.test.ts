import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const root = new URL('..', import.meta.url);
const read = (file: string) => readFileSync(new URL(file, root), 'utf8');

/** These style sheets are not checked, because cells of spreadsheets have the sizes of their documents. */
const SHEET = 'kit/sheet/';
const TOKENS = 'kit/tokens.css';

const files = globSync('**/*.css', { cwd: root })
  .map((file) => file.replaceAll('\\', '/'))
  .filter((file) => !file.startsWith(SHEET) && file !== TOKENS);

/** All tokens by name, such as 'space-8'. */
const tokens = new Map(
  [...read(TOKENS).matchAll(/--pv-([a-z-]+-\d+): (\d+)px;/g)].map(([, name = '', pixels]) => [
    name,
    Number(pixels),
  ]),
);

/**
 * Sizes that need no token: 1 px for lines, 2 px for optical corrections, and sizes above the scale, which make room
 * for other elements.
 */
const isSpacingLiteral = (pixels: number) => pixels <= 2 || pixels > 48;

const DECLARATION = /(?<![\w-])([a-z-]+):\s*([^;{}]+);/g;

/** Returns the kind of tokens that a property uses: 'space', 'font-size' … */
function kindOf(property: string): string | null {
  if (/^(?:margin|padding)(?:-|$)|^(?:row-|column-)?gap$/.test(property)) return 'space';
  if (/^border-(?:[a-z-]+-)?radius$/.test(property)) return 'radius';
  return property === 'font-size' || property === 'line-height' ? property : null;
}

const isAllowed = (kind: string, pixels: number) =>
  kind === 'space' ? isSpacingLiteral(pixels) : !tokens.has(`${kind}-${pixels}`);

/** Returns the declarations with a size in pixels that must be a token. */
function literals(css: string): string[] {
  return [...css.matchAll(DECLARATION)].flatMap(([declaration, property = '', value = '']) => {
    const kind = kindOf(property);
    const sizes = [...value.matchAll(/(?<![\w.])(\d+(?:\.\d+)?)px/g)].map(([, pixels]) => Number(pixels));
    return kind !== null && sizes.some((pixels) => !isAllowed(kind, pixels)) ? [declaration] : [];
  });
}

test.each(files)('USE-50 %s uses tokens for spacing, type and corners', (file) => {
  expect(literals(read(file))).toEqual([]);
});

test('USE-50 the spacing has seven steps; each token has the size of its name', () => {
  const steps = [...tokens].filter(([name]) => name.startsWith('space-')).map(([, pixels]) => pixels);
  expect(steps).toEqual([4, 8, 12, 16, 24, 32, 48]);
  for (const [name, pixels] of tokens) expect(name).toMatch(new RegExp(`-${pixels}$`));
});

test('USE-50 the style sheets use every token, and no token that does not exist', () => {
  const used = new Set(
    files.flatMap((file) =>
      [...read(file).matchAll(/var\(--pv-([a-z-]+-\d+)\)/g)].map(([, name = '']) => name),
    ),
  );
  expect([...used].toSorted()).toEqual([...tokens.keys()].toSorted());
});
