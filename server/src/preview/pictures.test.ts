import { contract } from '@vault/contract';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { RECORDS } from '../testing/accounts.ts';
import { createTestApp, type TestApp } from '../testing/app.ts';
import { realPicture, TURNED_HEIC } from '../testing/pictures.ts';
import { previewsOf, put } from './fixtures/previews.ts';

// Uses real HTTP, PostgreSQL, the blob store and the reader process in its sandbox.

let vault: TestApp;
beforeAll(async () => {
  vault = await createTestApp();
});
afterAll(() => vault.close());

async function look(name: string, bytes: Buffer | string) {
  const file = await put(vault, RECORDS.acme, { name, bytes });
  const path = contract.preview.office.path.replace(':externalId', file.externalId);
  return { file, response: await (await vault.as('reader')).fetch(path) };
}

const SVG =
  '<svg xmlns="http://www.w3.org/2000/svg" width="30" height="20"><rect width="9" height="9"/></svg>';

test.each<[string, () => Promise<Buffer | string>, { width: number; height: number }]>([
  ['a.tiff', () => realPicture({ width: 60, height: 40, format: 'tiff' }), { width: 60, height: 40 }],
  [
    'a.tif',
    () => realPicture({ width: 60, height: 42, format: 'tiff', orientation: 6 }),
    { width: 42, height: 60 },
  ],
  ['a.webp', () => realPicture({ width: 60, height: 40, format: 'webp' }), { width: 60, height: 40 }],
  ['a.avif', () => realPicture({ width: 60, height: 40, format: 'avif' }), { width: 60, height: 40 }],
  ['a.HEIC', async () => TURNED_HEIC, { width: 64, height: 96 }],
  ['a.svg', async () => SVG, { width: 2048, height: 1365 }],
])('USE-32 %s is sent as WebP, upright', async (name, bytes, size) => {
  const { file, response } = await look(name, await bytes());
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toBe('image/webp');
  expect(response.headers.get('content-security-policy')).toContain('sandbox');
  const drawn = Buffer.from(await response.arrayBuffer());
  expect(await sharp(drawn).metadata()).toMatchObject({ format: 'webp', ...size });
  expect(await previewsOf(vault, file.id)).toHaveLength(1);
});

test.each<[string, string, Buffer | string]>([
  ['no picture', 'b.webp', 'no picture'],
  ['a page of HTML', 'b.svg', '<html><script>1</script></html>'],
  ['a truncated photo', 'b.heic', TURNED_HEIC.subarray(0, 300)],
  ['an SVG with the name of a TIFF', 'b.tiff', SVG],
])('USE-32 %s is refused', async (_, name, bytes) => {
  const { response } = await look(name, bytes);
  expect(response.status).toBe(400);
  expect(await response.json()).toMatchObject({ code: 400, errorMessage: 'Preview is not supported.' });
});
