import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/** In CSS pixels: one for lines, two for optical corrections, then the steps of the scale (docs/decisions/frame.md). */
const SCALE: ReadonlySet<number> = new Set([0, 1, 2, 4, 8, 12, 16, 24, 32, 48]);

/** Larger values make room for other elements, such as the buttons beside a title. */
const LARGEST = 48;
/** Cells of spreadsheets follow their documents. */
const ELSEWHERE = /^kit\/sheet\//;

const SPACING =
  /(?<![\w-])(?<property>(?:margin|padding)(?:-[a-z-]+)?|(?:row-|column-)?gap): (?<values>[^;]+);/g;

const root = new URL('..', import.meta.url);
const files = globSync('**/*.css', { cwd: root }).filter(
  (file) => !ELSEWHERE.test(file.replaceAll('\\', '/')),
);

function offScale(css: string): string[] {
  return [...css.matchAll(SPACING)].flatMap(({ groups: { property = '', values = '' } = {} }) =>
    [...values.matchAll(/-?(?<pixels>\d+(?:\.\d+)?)px/g)].some(
      ({ groups: { pixels = '' } = {} }) => Number(pixels) <= LARGEST && !SCALE.has(Number(pixels)),
    )
      ? [`${property}: ${values}`]
      : [],
  );
}

test.each(files)('USE-50 margins, paddings and gaps of %s are steps of the scale', (file) => {
  expect(offScale(readFileSync(new URL(file, root), 'utf8'))).toEqual([]);
});
