import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, extname, join } from 'node:path';
import pino from 'pino';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { REAL_DOCUMENTS } from '../../testing/real-documents.ts';
import { type KindName, openDocumentReader } from './index.ts';
import { unpackGrid } from './kinds/sheet/fixtures/unpack-grid.ts';
import type { DocumentPage } from './page.ts';

// Uses real documents from Debian's packages, and the reader process. Without apt these tests are skipped.
// `KEEP_PAGES=<folder>` keeps the pages that are made, to be looked at in a browser.

const KINDS: Record<string, KindName> = {
  docx: 'docx',
  pptx: 'pptx',
  eml: 'eml',
  msg: 'msg',
  zip: 'zip',
  xlsx: 'sheet',
  xls: 'sheet',
  ods: 'sheet',
  svg: 'picture',
  tiff: 'picture',
  webp: 'picture',
  heic: 'picture',
  avif: 'picture',
};
const FETCH_MS = 300_000;

const log = pino({ level: process.env['TEST_LOG'] ?? 'silent' });
// The reader is as in production, except that more documents can wait.
const reader = openDocumentReader({
  hidden: join(tmpdir(), 'no-such-vault'),
  log,
  maxWaiting: 100,
  maxWaitMs: FETCH_MS,
});
afterAll(() => reader.close());

test('at least 60 real documents of every kind are opened', () => {
  const documents = Object.values(REAL_DOCUMENTS).flatMap((one) => one.documents);
  expect(new Set(documents.map(({ path }) => path)).size).toBeGreaterThanOrEqual(60);
  expect(new Set(documents.map(({ path }) => extname(path).slice(1)))).toEqual(new Set(Object.keys(KINDS)));
});

describe.each(Object.entries(REAL_DOCUMENTS))(
  'USE-30 USE-31 USE-32 documents of %s',
  (_, { fetch, documents }) => {
    let folder: string | null = null;
    beforeAll(async () => {
      folder = await fetch(documents.map(({ path }) => path));
    }, FETCH_MS);

    test('every document opens in the reader process, and its page shows the content', async ({ skip }) => {
      skip(folder === null, 'apt does not have the package');
      const seen = await Promise.all(
        documents.map(async ({ path, shows }) => {
          const shown = await shownOf(join(folder ?? '', path)).catch((error: unknown) => String(error));
          return { path, shows: shown.includes(shows) ? shows : shown.slice(0, 300) };
        }),
      );
      expect(seen).toEqual(documents);
    });
  },
);

/**
 * Opens a document as the server does.
 * @returns the text of its page; for a picture its size
 */
async function shownOf(file: string): Promise<string> {
  const extension = extname(file).slice(1);
  const kind = KINDS[extension] ?? 'plain';
  const page = await reader.read(kind, () => readFile(file), { extension });
  await writePage(file, page);
  if (kind === 'sheet') {
    const cells = unpackGrid(page.bytes).sheets.flatMap((sheet) => [...sheet.cells.values()]);
    return cells.map(({ text }) => text).join('\n');
  }
  if (page.mediaType !== 'image/webp') return Buffer.from(page.bytes).toString();
  const { width, height } = await sharp(page.bytes).metadata();
  return `${width} × ${height}`;
}

async function writePage(file: string, { mediaType, bytes }: DocumentPage): Promise<void> {
  const folder = process.env['KEEP_PAGES'];
  if (folder === undefined) return;
  await mkdir(folder, { recursive: true });
  const ending = mediaType === 'image/webp' ? 'webp' : 'html';
  await writeFile(join(folder, `${basename(file)}.${ending}`), bytes);
}
