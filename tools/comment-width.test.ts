import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

// The formatter wraps code at 110 columns and does not change comments.
const MAX_COLUMNS = 120;

const ROOT = join(import.meta.dirname, '..');
const FILES = '{bench,campaign,contract,demo,e2e,server,tools,web}/**/*.{ts,tsx,mjs,css}';
const NOT_IN_GIT = /(?:^|\/)(?:node_modules|dist|generated)\//;
const BEGINS_COMMENT = /^\s*(?:\/\*|\*|\/\/)/;

const tooWide = (line: string) => BEGINS_COMMENT.test(line) && line.length > MAX_COLUMNS;

test('comments are at most 120 columns wide', () => {
  const files = globSync(FILES, { cwd: ROOT, exclude: (path) => NOT_IN_GIT.test(`${path}/`) });
  expect(files.length).toBeGreaterThan(2000);
  const wide = files.flatMap((file) => {
    const lines = readFileSync(join(ROOT, file), 'utf8').split('\n');
    return lines.flatMap((line, index) => (tooWide(line) ? [`${file}:${index + 1}`] : []));
  });
  expect(wide).toEqual([]);
});
