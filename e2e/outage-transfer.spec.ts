import { readFile } from 'node:fs/promises';
import { Messages } from '@vault/contract';
import { expectAccessible } from './support/accessible.ts';
import { expectRows, expectToast, filesTab } from './support/files-tab.ts';
import { breakVault, outageBar } from './support/outage.ts';
import { expect, openVault, type Page, test } from './support/test.ts';
import {
  expectStatuses,
  inMemory,
  openUpload,
  PIPELINE,
  pipelineCalls,
  writeFiles,
} from './support/upload-modal.ts';

const STAGES = ['address', 'bytes', 'scan', 'transfer'] as const;
const unavailable = {
  status: 503,
  headers: { 'retry-after': '5' },
  json: { code: 503, data: null, errorMessage: Messages.vaultUnavailable },
};
const full = { status: 507, json: { code: 507, data: null, errorMessage: Messages.storageFull } };

for (const stage of STAGES) {
  test(`SAFE-06 UPLOAD-22 an upload waits after a 503 at '${stage}' and continues there`, async ({
    page,
    vaultApi,
  }) => {
    await openVault(page, vaultApi);
    const calls = pipelineCalls(page);
    await page.route(PIPELINE[stage], (route) => route.fulfill(unavailable));
    const modal = await openUpload(page);
    await modal.files.setInputFiles(inMemory({ 'a.txt': 'content' }));
    await expect(modal.row('a.txt')).toContainText('Waiting for the vault');
    await expectStatuses(page, {
      'a.txt': stage === 'address' || stage === 'bytes' ? 'Uploading' : 'Scanning',
    });
    await expect(page.getByRole('alert')).toHaveCount(0);
    await page.unroute(PIPELINE[stage]);
    await expectStatuses(page, { 'a.txt': 'Completed' });
    const made = calls.map((call) => call.stage);
    expect(made.filter((one) => one !== stage)).toEqual(STAGES.filter((one) => one !== stage));
    expect(made.lastIndexOf(stage) - made.indexOf(stage)).toBe(
      made.filter((one) => one === stage).length - 1,
    );
    await modal.finish.click();
    await expectRows(page, ['a.txt']);
    expect(await vaultApi.item('a.txt')).toMatchObject({ versionCount: 1, size: 7 });
  });
}

test('SAFE-06 uploads of files and folders wait during an outage, also in the background', async ({
  page,
  vaultApi,
  picture,
}, testInfo) => {
  const sampleFiles = Array.from({ length: 30 }, (_, n) => [`Folder/p ${n + 10}.txt`, `text ${n}`]);
  const disk = await writeFiles(testInfo.outputPath('disk'), Object.fromEntries(sampleFiles));
  await openVault(page, vaultApi);
  const modal = await openUpload(page);
  const outage = await breakVault(page);
  await modal.files.setInputFiles(inMemory({ 'a.txt': 'a', 'b.txt': 'b' }));
  await modal.folder.setInputFiles(`${disk}/Folder`);
  for (const name of ['a.txt', 'b.txt', 'Folder']) {
    await expect(modal.row(name)).toContainText('Waiting for the vault');
  }
  await expectAccessible(page);
  await picture('uploads wait');
  await modal.finish.click();
  await modal.confirmation.getByRole('button', { name: 'Confirm' }).click();
  await expect(modal.background).toContainText('3 items waiting for the vault');
  await outage.end();
  await expectToast(page, '1 folder(s) and 2 file(s) have been uploaded.');
  await expectRows(page, ['Folder', 'a.txt', 'b.txt']);
  expect(await vaultApi.names('Folder')).toHaveLength(30);
});

test('SAFE-24 SAFE-25 a full storage fails an upload with the reason; others continue, a retry works', async ({
  page,
  vaultApi,
}) => {
  await openVault(page, vaultApi);
  await page.route(PIPELINE.bytes, (route) => route.fulfill(full), { times: 1 });
  const modal = await openUpload(page);
  await modal.files.setInputFiles(inMemory({ 'a.txt': 'content' }));
  await expectStatuses(page, { 'a.txt': 'Upload Failed' });
  await expect(modal.row('a.txt')).toContainText(Messages.storageFull);
  await expect(outageBar(page)).toHaveCount(0);
  await modal.files.setInputFiles(inMemory({ 'b.txt': 'content' }));
  await expectStatuses(page, { 'b.txt': 'Completed', 'a.txt': 'Upload Failed' });
  await modal.retry('a.txt').click();
  await expectStatuses(page, { 'a.txt': 'Completed' });
});

async function clickDownload(page: Page, name: string) {
  await filesTab(page).row(name).hover();
  await page.getByRole('button', { name: `Download ${name}`, exact: true }).click();
}

test('SAFE-06 a download waits during an outage and is saved afterwards', async ({ page, vaultApi }) => {
  await vaultApi.put({ 'a.txt': 'the bytes' });
  await openVault(page, vaultApi);
  await expectRows(page, ['a.txt']);
  const outage = await breakVault(page);
  await clickDownload(page, 'a.txt');
  const card = page.getByRole('region', { name: 'Downloads' });
  await expect(card).toContainText('Waiting for the vault');
  await expect(page.getByRole('alert')).toHaveCount(0);
  const downloading = page.waitForEvent('download');
  await outage.end();
  const download = await downloading;
  expect((await readFile(await download.path())).toString()).toBe('the bytes');
  await expectToast(page, 'Downloaded successfully.');
  await expect(card).toBeHidden();
});

test('SAFE-22 SAFE-25 the download of a damaged file shows the message and saves nothing', async ({
  page,
  vaultApi,
}) => {
  await vaultApi.put({ 'a.txt': 'a' });
  await openVault(page, vaultApi);
  await page.route('**/download/ticket', async (route) => {
    const reply = await route.fetch();
    const { data } = (await reply.json()) as { data: { url: string } };
    await page.route(`**${new URL(data.url, reply.url()).pathname}**`, (bytes) =>
      bytes.fulfill({ status: 500, json: { code: 500, data: null, errorMessage: Messages.fileDamaged } }),
    );
    await route.fulfill({ response: reply });
  });
  let downloads = 0;
  page.on('download', () => {
    downloads += 1;
  });
  await clickDownload(page, 'a.txt');
  await expectToast(page, Messages.fileDamaged);
  expect(downloads).toBe(0);
});
