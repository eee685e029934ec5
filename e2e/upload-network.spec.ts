import { randomBytes } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { expectRows, expectToast, filesTab } from './support/files-tab.ts';
import { holdCalls } from './support/network.ts';
import { expect, openVault, test } from './support/test.ts';
import {
  expectStatuses,
  inMemory,
  openUpload,
  PIPELINE,
  pipelineCalls,
  chunkStarts,
  writeFiles,
} from './support/upload-modal.ts';

const MEGABYTE = 1024 * 1024;
const FAILURE = { status: 500, json: { code: 500, data: null, errorMessage: 'The server has failed.' } };

/** The failing stage, the status of the row, and the calls of a retry. */
const failing = [
  {
    id: 'UPLOAD-14 UPLOAD-22',
    stage: 'address',
    status: 'Upload Failed',
    tooltip: 'Upload failed, please try again.',
    retried: ['address', 'bytes', 'scan', 'transfer'],
  },
  {
    id: 'UPLOAD-14 UPLOAD-22',
    stage: 'bytes',
    status: 'Upload Failed',
    tooltip: 'Upload failed, please try again.',
    retried: ['bytes', 'scan', 'transfer'],
  },
  {
    id: 'UPLOAD-15 UPLOAD-22 UPLOAD-49',
    stage: 'scan',
    status: 'Scan Failed',
    tooltip: 'Scan failed, please try again.',
    retried: ['scan', 'transfer'],
  },
  {
    id: 'UPLOAD-16 UPLOAD-22 UPLOAD-47',
    stage: 'transfer',
    status: 'Failed',
    tooltip: 'Upload failed, please try again.',
    retried: ['transfer'],
  },
] as const;

for (const { id, stage, status, tooltip, retried } of failing) {
  test(`${id} a failure at '${stage}' shows ${status}; a retry continues there`, async ({
    page,
    vaultApi,
  }) => {
    await openVault(page, vaultApi);
    const calls = pipelineCalls(page);
    await page.route(PIPELINE[stage], (route) => route.fulfill(FAILURE));
    const modal = await openUpload(page);
    await modal.files.setInputFiles(inMemory({ 'a.txt': 'content' }));
    await expectStatuses(page, { 'a.txt': status });
    await modal.status('a.txt').hover();
    await expect(page.getByRole('tooltip')).toHaveText(tooltip);
    await expect(modal.summary).toContainText('Failed to upload 0 folder(s) and 1 file(s).');
    await page.unroute(PIPELINE[stage]);
    calls.length = 0;
    await modal.retry('a.txt').click();
    await expectStatuses(page, { 'a.txt': 'Completed' });
    expect(calls.map((call) => call.stage)).toEqual(retried);
    await modal.finish.click();
    await expectRows(page, ['a.txt']);
    expect(await vaultApi.item('a.txt')).toMatchObject({ versionCount: 1, size: 7 });
  });
}

test('UPLOAD-13 SAFE-06 an upload waits when the network is lost and continues automatically', async ({
  page,
  context,
  vaultApi,
  throttledProxy,
}, testInfo) => {
  const network = await throttledProxy(2 * MEGABYTE);
  const content = Buffer.alloc(20 * MEGABYTE, 7);
  const disk = await writeFiles(testInfo.outputPath('disk'), { 'large.bin': content });
  await openVault(page, vaultApi, '', network.url);
  const modal = await openUpload(page);
  await modal.files.setInputFiles(`${disk}/large.bin`);
  const row = modal.row('large.bin');
  await expect(row).toContainText(/\d [KM]B of 20\.0 MB · [\d.]+ [KM]B\/s · \d+ s left/);
  await expect(row.getByRole('progressbar')).toBeVisible();

  await context.setOffline(true);
  network.disconnect();
  await expect(row).toContainText('Waiting for the network');
  await expect(row.getByRole('progressbar')).toHaveCount(0);
  await expectStatuses(page, { 'large.bin': 'Uploading' });
  expect(await vaultApi.names()).toEqual([]);
  network.removeLimit();
  await context.setOffline(false);
  await expectStatuses(page, { 'large.bin': 'Completed' });
  await modal.finish.click();
  await expectRows(page, ['large.bin']);
  expect((await vaultApi.bytes('large.bin')).equals(content)).toBe(true);
});

test('C53 SAFE-06 a large file continues at its offset after a short and a long interruption', async ({
  page,
  context,
  vaultApi,
  throttledProxy,
}, testInfo) => {
  const network = await throttledProxy(6 * MEGABYTE);
  const content = randomBytes(40 * MEGABYTE);
  const disk = await writeFiles(testInfo.outputPath('disk'), { 'film.bin': content });
  await openVault(page, vaultApi, '', network.url);
  const starts = chunkStarts(page);
  const modal = await openUpload(page);
  const inFirstChunk = network.stallAfter(6 * MEGABYTE);
  await modal.files.setInputFiles(`${disk}/film.bin`);
  const row = modal.row('film.bin');

  // The interruption is inside the first chunk, and its received bytes are kept.
  await inFirstChunk;
  await expect(row).toContainText(/\d MB of 40\.0 MB/);
  expect(starts).toEqual([0]);
  const goesOn = page.waitForRequest((request) => request.method() === 'PATCH');
  network.disconnect();
  network.reconnect();
  await goesOn;
  const inSecondChunk = network.stallAfter(20 * MEGABYTE);
  expect(starts[1]).toBeGreaterThan(0);
  await expect(modal.status('film.bin')).toHaveText('Uploading');

  await inSecondChunk;
  await expect(row).toContainText(/[23]\d\.\d MB of 40\.0 MB/);
  await context.setOffline(true);
  network.disconnect();
  await expect(row).toContainText('Waiting for the network');
  const before = starts.length;
  network.removeLimit();
  await context.setOffline(false);
  await expectStatuses(page, { 'film.bin': 'Completed' });
  expect(starts[before]).toBeGreaterThan(16 * MEGABYTE);
  await modal.finish.click();
  await expectRows(page, ['film.bin']);
  expect((await vaultApi.bytes('film.bin')).equals(content)).toBe(true);
});

test('C53 the upload of a large file continues when the file is chosen again after a reload', async ({
  page,
  vaultApi,
  throttledProxy,
}, testInfo) => {
  const network = await throttledProxy(6 * MEGABYTE);
  const content = randomBytes(40 * MEGABYTE);
  const disk = await writeFiles(testInfo.outputPath('disk'), { 'film.bin': content });
  await openVault(page, vaultApi, '', network.url);
  const modal = await openUpload(page);
  const inSecondChunk = network.stallAfter(20 * MEGABYTE);
  await modal.files.setInputFiles(`${disk}/film.bin`);
  await inSecondChunk;
  await expect(modal.row('film.bin')).toContainText(/[23]\d\.\d MB of 40\.0 MB/);
  page.on('dialog', (dialog) => void dialog.accept());
  await page.reload();
  network.removeLimit();
  const starts = chunkStarts(page);
  await openUpload(page);
  await modal.files.setInputFiles(`${disk}/film.bin`);
  await expectStatuses(page, { 'film.bin': 'Completed' });
  expect(starts[0]).toBeGreaterThanOrEqual(16 * MEGABYTE);
  await modal.finish.click();
  await expectRows(page, ['film.bin']);
  expect((await vaultApi.bytes('film.bin')).equals(content)).toBe(true);
  expect(await vaultApi.item('film.bin')).toMatchObject({ versionCount: 1 });
});

test('UPLOAD-21 UPLOAD-29 T-52 a failed chunk of a folder does not stop the next; a retry sends only its keys', async ({
  page,
  vaultApi,
}, testInfo) => {
  const sampleFiles = Array.from({ length: 45 }, (_, n) => [
    `Folder/p ${String(n).padStart(2, '0')}.txt`,
    'x',
  ]);
  const disk = await writeFiles(testInfo.outputPath('disk'), Object.fromEntries(sampleFiles));
  await openVault(page, vaultApi);
  const calls = pipelineCalls(page);
  let transfers = 0;
  await page.route(PIPELINE.transfer, (route) => {
    transfers += 1;
    return transfers === 2 ? route.fulfill(FAILURE) : route.continue();
  });
  const modal = await openUpload(page);
  await modal.folder.setInputFiles(`${disk}/Folder`);
  await expectStatuses(page, { Folder: 'Failed' });
  await expect(modal.row('Folder')).toContainText('20 of 45 files failed');
  expect(await vaultApi.names('Folder')).toHaveLength(25);
  calls.length = 0;
  await modal.retry('Folder').click();
  await expectStatuses(page, { Folder: 'Completed' });
  expect(calls.map(({ stage }) => stage)).toEqual(['transfer']);
  await expect(modal.summary).toHaveText('1 folder(s) and 0 file(s) has been uploaded.');
  expect(await vaultApi.names('Folder')).toHaveLength(45);
  const stored = await vaultApi.items('Folder');
  expect(stored.every(({ versionCount }) => versionCount === 1)).toBe(true);
});

test('T-51 D-23 a transfer with a lost reply is repeated without a second version', async ({
  page,
  vaultApi,
}) => {
  await openVault(page, vaultApi);
  const calls = pipelineCalls(page);
  await page.route(
    PIPELINE.transfer,
    async (route) => {
      await route.fetch();
      await route.abort('connectionreset');
    },
    { times: 1 },
  );
  const modal = await openUpload(page);
  await modal.files.setInputFiles(inMemory({ 'a.txt': 'content' }));
  await expectStatuses(page, { 'a.txt': 'Completed' });
  expect(calls.map(({ stage }) => stage)).toEqual(['address', 'bytes', 'scan', 'transfer', 'transfer']);
  await modal.finish.click();
  await expectRows(page, ['a.txt']);
  await expect(filesTab(page).cells('a.txt').nth(2)).toHaveText('1');
});

test('UPLOAD-42 a failure in the background is reported and can be shown and retried', async ({
  page,
  vaultApi,
}) => {
  await openVault(page, vaultApi);
  const bytes = await holdCalls(page, PIPELINE.bytes);
  const modal = await openUpload(page);
  await modal.files.setInputFiles(inMemory({ 'a.txt': 'content' }));
  await bytes.firstCall;
  await modal.finish.click();
  await modal.confirmation.getByRole('button', { name: 'Confirm' }).click();
  await page.route(PIPELINE.scan, (route) => route.fulfill(FAILURE));
  await bytes.letThrough();
  await expectToast(page, 'Failed to upload 0 folder(s) and 1 file(s).');
  await expect(modal.background).toContainText('1 item failed to upload');
  await page.unroute(PIPELINE.scan);
  await modal.background.getByRole('button', { name: 'Show' }).click();
  await expectStatuses(page, { 'a.txt': 'Scan Failed' });
  await modal.retry('a.txt').click();
  await expectStatuses(page, { 'a.txt': 'Completed' });
  await modal.finish.click();
  await expectRows(page, ['a.txt']);
  await expect(modal.background).toBeHidden();
});

test('a file that is removed before it is sent fails with the reason, also when it is empty or in a folder', async ({
  page,
  vaultApi,
}, testInfo) => {
  const contents = { 'full.txt': 'a', 'empty.txt': '', 'Tax/b.txt': 'b', 'Tax/c.txt': 'c' };
  const disk = await writeFiles(testInfo.outputPath('disk'), contents);
  const reason = 'The file was changed or removed after it was chosen.';
  await openVault(page, vaultApi);
  const modal = await openUpload(page);
  const addresses = await holdCalls(page, PIPELINE.address);
  for (const name of ['full.txt', 'empty.txt']) {
    await modal.files.setInputFiles(`${disk}/${name}`);
    await expectStatuses(page, { [name]: 'Uploading' });
    await rm(`${disk}/${name}`);
  }
  await addresses.letThrough();
  await expect(modal.row('full.txt')).toContainText(reason);
  await expect(modal.row('empty.txt')).toContainText(reason);

  // The browser fails the call when it comes to the bytes of the removed file.
  await page.route(PIPELINE.bytes, async (route) => {
    await rm(`${disk}/Tax/c.txt`);
    await route.abort();
  });
  await modal.folder.setInputFiles(`${disk}/Tax`);
  await expect(modal.row('Tax')).toContainText(`2 of 2 files failed · ${reason}`);
});
