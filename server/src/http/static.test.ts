import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../testing/app.ts';

const SCRIPT = 'export const vault = 1;';
const FILES = {
  'index.html': '<!doctype html><title>Vault</title>',
  'recipient.html': '<!doctype html><title>Link</title>',
  'assets/vault-abc.js': SCRIPT,
  'assets/vault-abc.js.br': brotliCompressSync(SCRIPT),
  'assets/pdfjs-6.5/cmaps/Japan.bcmap': 'characters',
};
const IMMUTABLE = 'public, max-age=31536000, immutable';

let folder: string;
let vault: TestApp;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vault-screens-'));
  const screens = join(folder, 'dist');
  for (const [name, content] of Object.entries(FILES)) {
    await mkdir(dirname(join(screens, name)), { recursive: true });
    await writeFile(join(screens, name), content);
  }
  await writeFile(join(folder, 'secret.txt'), 'secret');
  vault = await createTestApp({ screens });
});
afterAll(async () => {
  await vault.close();
  await rm(folder, { recursive: true });
});

const get = (url: string, headers: Record<string, string> = {}) => vault.app.inject({ url, headers });

it('SPEED-12 a file of the build is sent compressed and is never asked for again', async () => {
  const { statusCode, headers, rawPayload } = await get('/assets/vault-abc.js', { 'accept-encoding': 'br' });
  expect({ statusCode, ...headers }).toMatchObject({
    statusCode: 200,
    'content-type': 'application/javascript; charset=utf-8',
    'content-encoding': 'br',
    'cache-control': IMMUTABLE,
  });
  expect(rawPayload).toEqual(FILES['assets/vault-abc.js.br']);
});

it.each([
  ['a script without compression', '/assets/vault-abc.js', SCRIPT],
  ['a file of PDF.js', '/assets/pdfjs-6.5/cmaps/Japan.bcmap', 'characters'],
])('%s is sent as it is, and kept', async (_, url, content) => {
  const { statusCode, headers, payload } = await get(url);
  expect({ statusCode, kept: headers['cache-control'], payload }).toEqual({
    statusCode: 200,
    kept: IMMUTABLE,
    payload: content,
  });
});

it('SHELL-01 any other address is the page of the vault, which is asked for again each time', async () => {
  for (const url of ['/', '/vault?record=any', '/trash']) {
    const { statusCode, headers, payload } = await get(url, { accept: 'text/html' });
    expect({ url, statusCode, kept: headers['cache-control'], payload }).toEqual({
      url,
      statusCode: 200,
      kept: 'no-cache',
      payload: FILES['index.html'],
    });
  }
});

it.each([
  '/assets/vault-old.js',
  '/assets/',
  '/assets/pdfjs-6.5/cmaps/',
  '/assets/..%2f..%2fsecret.txt',
  '/assets/pdfjs-6.5/..%2f..%2f..%2fsecret.txt',
  '/assets/..%5c..%5csecret.txt',
])('%s is no page and no file from outside', async (url) => {
  const { statusCode, payload } = await get(url, { accept: '*/*' });
  expect(statusCode).toBeGreaterThanOrEqual(400);
  expect(statusCode).toBeLessThan(500);
  expect(payload).not.toMatch(/secret|doctype/);
});
