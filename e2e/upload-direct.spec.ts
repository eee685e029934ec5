import { randomBytes } from 'node:crypto';
import type { Page } from '@playwright/test';
import { expectRows } from './support/files-tab.ts';
import { openRequest } from './support/link-page.ts';
import { holdCalls } from './support/network.ts';
import { type S3Vault, startS3Vault } from './support/s3-vault.ts';
import { expect, openVault, test as base } from './support/test.ts';
import { chunkStarts, expectStatuses, openUpload, uploadModal, writeFiles } from './support/upload-modal.ts';
import type { VaultApi } from './support/vault-api.ts';

const MEGABYTE = 1024 * 1024;
/** Three parts: two of 16 MiB and the rest. */
const CONTENT = randomBytes(33 * MEGABYTE);

/** A vault with its bytes in S3, which the browser reaches. */
const test = base.extend<object, { vault: S3Vault }>({
  vault: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of the fixtures from this pattern
    async ({}, use) => {
      const vault = await startS3Vault();
      await use(vault);
      await vault.stop();
    },
    { scope: 'worker', timeout: 150_000 },
  ],
});

/** On a busy machine, sending and scanning such a file can take longer than any other step of a journey. */
const patiently = expect.configure({ timeout: 120_000 });
test.beforeEach(() => test.slow());

const isPart = (url: URL) => url.searchParams.has('partNumber');

/** Collects the numbers of the parts that the page sends to S3, in order. */
function sentParts(page: Page): number[] {
  const parts: number[] = [];
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (request.method() === 'PUT' && isPart(url)) parts.push(Number(url.searchParams.get('partNumber')));
  });
  return parts;
}

const expectCompleted = (page: Page) =>
  patiently(uploadModal(page).status('film.bin')).toHaveText('Completed');

/** Finishes the upload of the film, and compares the stored bytes. */
async function expectStored(page: Page, vaultApi: VaultApi): Promise<void> {
  await uploadModal(page).finish.click();
  await expectRows(page, ['film.bin']);
  expect((await vaultApi.bytes('film.bin')).equals(CONTENT)).toBe(true);
}

test('NODES-01 C138 C139 a large file goes from the browser straight to S3', async ({
  page,
  vault,
  vaultApi,
  picture,
}, testInfo) => {
  const disk = await writeFiles(testInfo.outputPath('disk'), { 'film.bin': CONTENT });
  await openVault(page, vaultApi);
  const [chunks, parts] = [chunkStarts(page), sentParts(page)];
  const completing = await holdCalls(page, '**/direct/complete');
  const first = page.waitForRequest((request) => isPart(new URL(request.url())));
  const modal = await openUpload(page);
  await modal.files.setInputFiles(`${disk}/film.bin`);
  expect(new URL((await first).url()).origin).toBe(vault.s3Url);
  await completing.firstCall;
  await expectStatuses(page, { 'film.bin': 'Uploading' });
  await picture('completing');
  await completing.letThrough();
  await expectCompleted(page);
  expect(parts.toSorted((a, b) => a - b)).toEqual([1, 2, 3]);
  expect(chunks).toEqual([]);
  await expectStored(page, vaultApi);
});

test('NODES-01 C138 after a failed part only the missing parts are sent again, also after a reload', async ({
  page,
  vaultApi,
}, testInfo) => {
  const disk = await writeFiles(testInfo.outputPath('disk'), { 'film.bin': CONTENT });
  await openVault(page, vaultApi);
  let attempts = 0;
  await page.route(
    (url) => url.searchParams.get('partNumber') === '2',
    async (route) => {
      await route.abort('connectionreset');
      attempts += 1;
    },
  );
  await (await openUpload(page)).files.setInputFiles(`${disk}/film.bin`);
  // The second attempt begins when the other parts are stored.
  await expect.poll(() => attempts).toBe(2);
  await expectStatuses(page, { 'film.bin': 'Uploading' });
  page.on('dialog', (dialog) => void dialog.accept());
  await page.reload();
  await page.unrouteAll({ behavior: 'wait' });

  const after = sentParts(page);
  const modal = await openUpload(page);
  await modal.files.setInputFiles(`${disk}/film.bin`);
  await expectCompleted(page);
  expect(after).toEqual([2]);
  await expectStored(page, vaultApi);
});

test('NODES-01 a file that the browser cannot send to S3 goes through the vault', async ({
  page,
  vaultApi,
}, testInfo) => {
  const disk = await writeFiles(testInfo.outputPath('disk'), { 'film.bin': CONTENT });
  await openVault(page, vaultApi);
  // Without page.route, with which Chromium hands the bytes of every request to the test.
  const network = await page.context().newCDPSession(page);
  await network.send('Network.enable');
  await network.send('Network.setBlockedURLs', { urls: ['*partNumber=*'] });
  const chunks = chunkStarts(page);
  const modal = await openUpload(page);
  await modal.files.setInputFiles(`${disk}/film.bin`);
  await expectCompleted(page);
  expect(chunks[0]).toBe(0);
  await expectStored(page, vaultApi);
});

test('NODES-01 C138 a visitor sends a large file straight to S3', async ({ page, vaultApi }, testInfo) => {
  const disk = await writeFiles(testInfo.outputPath('disk'), { 'film.bin': CONTENT });
  const { files } = await openRequest(page, vaultApi);
  const [chunks, parts] = [chunkStarts(page), sentParts(page)];
  await files.setInputFiles(`${disk}/film.bin`);
  await patiently(page.getByText('Thank you, 1 file received')).toBeVisible();
  expect(parts.toSorted((a, b) => a - b)).toEqual([1, 2, 3]);
  expect(chunks).toEqual([]);
  expect((await vaultApi.bytes('Inbox/film.bin')).equals(CONTENT)).toBe(true);
});
