import { readFile, stat } from 'node:fs/promises';
import { expectRows, expectToast, filesTab, toast } from './support/files-tab.ts';
import { expect, openVault, type Page, test } from './support/test.ts';

const MEGABYTE = 1024 * 1024;

async function clickDownload(page: Page, name: string) {
  await filesTab(page).row(name).hover();
  await page.getByRole('button', { name: `Download ${name}`, exact: true }).click();
}

test('DOWNLOAD-11 DOWNLOAD-12 MSG-52 what somebody else has deleted is not saved: the message says so', async ({
  page,
  vaultApi,
}) => {
  await vaultApi.put({ 'a.txt': 'a', 'b.txt': 'b' });
  await openVault(page, vaultApi);
  await expectRows(page, ['a.txt', 'b.txt']);
  await vaultApi.trash('a.txt');
  let downloads = 0;
  page.on('download', () => {
    downloads += 1;
  });
  await clickDownload(page, 'a.txt');
  await expectToast(page, 'File or folder does not exist.');
  expect(downloads).toBe(0);
});

test('DOWNLOAD-11 DOWNLOAD-12 JSON in place of the bytes is a failure, and nothing is saved', async ({
  page,
  vaultApi,
}) => {
  await vaultApi.put({ 'a.txt': 'a' });
  await openVault(page, vaultApi);
  await page.route('**/download/ticket', async (route) => {
    const reply = await route.fetch();
    const { data, ...rest } = (await reply.json()) as { data: { url: string } };
    await route.fulfill({ json: { ...rest, data: { ...data, url: `${data.url}x` } } });
  });
  let downloads = 0;
  page.on('download', () => {
    downloads += 1;
  });
  await clickDownload(page, 'a.txt');
  await expectToast(page, 'File or folder does not exist.');
  expect(downloads).toBe(0);
  await expect(toast(page, 'Downloaded successfully.')).toHaveCount(0);
});

test('a download that breaks goes on where it broke, and ends with every byte', async ({
  page,
  context,
  vaultApi,
  throttledProxy,
}) => {
  // Slow enough that it is still under way when it is cut, however late that is seen; then it is mended, and quick.
  const network = await throttledProxy(MEGABYTE);
  const content = Buffer.from(Uint32Array.from({ length: 5 * MEGABYTE }, (_, n) => n).buffer);
  await vaultApi.put({ 'large.bin': content });
  await openVault(page, vaultApi, '', network.url);
  const ranges: string[] = [];
  page.on('request', (request) => {
    const { range } = request.headers();
    if (range) ranges.push(range);
  });
  const downloading = page.waitForEvent('download');
  await clickDownload(page, 'large.bin');
  const card = page.getByRole('region', { name: 'Downloads' });
  await expect(card).toContainText(/\d MB of 20\.0 MB/);
  network.cut();
  network.mend();
  const download = await downloading;
  await expectToast(page, 'Downloaded successfully.');
  expect(download.suggestedFilename()).toBe('large.bin');
  expect((await readFile(await download.path())).equals(content)).toBe(true);
  expect(ranges).toEqual([expect.stringMatching(/^bytes=[1-9]\d+-$/)]);
  await expect(card).toBeHidden();
  await context.setOffline(false);
});

test('a running download can be cancelled', async ({ page, vaultApi, throttledProxy }) => {
  const network = await throttledProxy(2 * MEGABYTE);
  await vaultApi.put({ 'large.bin': Buffer.alloc(30 * MEGABYTE, 1) });
  await openVault(page, vaultApi, '', network.url);
  await clickDownload(page, 'large.bin');
  const card = page.getByRole('region', { name: 'Downloads' });
  await expect(card).toContainText(/\d MB of 30\.0 MB/);
  await card.getByRole('button', { name: 'Cancel the download of large.bin' }).click();
  await expect(card).toBeHidden();
  await expect(page.getByRole('alert')).toHaveCount(0);
});

test('a large download is handed to the download manager of the browser', async ({ page, vaultApi }) => {
  const size = 65 * MEGABYTE;
  await vaultApi.put({ 'huge.bin': Buffer.alloc(size, 3) });
  await openVault(page, vaultApi);
  const downloading = page.waitForEvent('download');
  await clickDownload(page, 'huge.bin');
  const download = await downloading;
  expect(download.suggestedFilename()).toBe('huge.bin');
  expect(download.url()).not.toContain('blob:');
  await expectToast(page, 'Your browser is downloading huge.bin.');
  expect((await stat(await download.path())).size).toBe(size);
});

test('DOWNLOAD-13 MSG-53 a browser that cannot save says so', async ({ page, vaultApi }) => {
  await vaultApi.put({ 'a.txt': 'a' });
  await page.addInitScript('delete HTMLAnchorElement.prototype.download');
  await openVault(page, vaultApi);
  await clickDownload(page, 'a.txt');
  await expectToast(page, "Your browser doesn't support this download.");
});
