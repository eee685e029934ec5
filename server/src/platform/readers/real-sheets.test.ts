import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import pino from 'pino';
import { afterAll, describe, expect, test } from 'vitest';
import { debianFiles } from '../../testing/debian-files.ts';
import { REAL_SHEETS } from '../../testing/real-sheets.ts';
import { openDocumentReader } from './index.ts';
import { unpackGrid } from './kinds/sheet/fixtures/unpack-grid.ts';

// Uses real spreadsheets from Debian's packages, and the reader process. Without apt these tests are skipped.

const log = pino({ level: process.env['TEST_LOG'] ?? 'silent' });
const reader = openDocumentReader({ hidden: join(tmpdir(), 'no-such-vault'), log });
afterAll(() => reader.close());

describe.each(Object.entries(REAL_SHEETS))('USE-30 the spreadsheets of the package %s', (name, sheets) => {
  test('every spreadsheet opens with its rows', async ({ skip }) => {
    const folder = await debianFiles(name);
    skip(folder === null, 'apt does not have the package');
    const seen = [];
    for (const { path } of sheets) {
      const bytes = () => readFile(join(folder ?? '', path));
      const page = await reader.read('sheet', bytes, { extension: extname(path).slice(1) });
      const [first] = unpackGrid(page.bytes).sheets;
      const { rows, columns } = first ?? { rows: 0, columns: 0 };
      seen.push({ path, sheets: unpackGrid(page.bytes).sheets.length, rows, columns });
    }
    expect(seen).toEqual(sheets);
  });
});
