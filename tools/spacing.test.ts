import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

/** In CSS pixels; 1 is a hairline. */
const SCALE = new Set([0, 1, 2, 4, 8, 12, 16, 24, 32, 48]);
const AREAS = ['kit', 'shell', 'files', 'tree'];
const SPACING = /\b(?:padding|margin|gap|row-gap|column-gap)[a-z-]*:([^;{}]+);/g;

const folderOf = (area: string) => fileURLToPath(new URL(`../web/src/${area}/`, import.meta.url));

const sheets = AREAS.flatMap((area) =>
  readdirSync(folderOf(area), { recursive: true, encoding: 'utf8' })
    // Cells of a sheet use the measures of spreadsheets.
    .filter((name) => name.endsWith('.css') && !name.startsWith('sheet/'))
    .map((name) => [`${area}/${name}`, `${folderOf(area)}${name}`] as const),
);

test.each(sheets)('USE-50 the spacing of %s uses the common scale', (_, path) => {
  const values = [...readFileSync(path, 'utf8').matchAll(SPACING)].flatMap(([, value = '']) =>
    [...value.matchAll(/(-?[\d.]+)px/g)].map(([, number]) => Math.abs(Number(number))),
  );
  expect(values.filter((value) => !SCALE.has(value))).toEqual([]);
});
