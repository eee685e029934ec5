import { readFile, stat } from 'node:fs/promises';
import { choose, expectNoToast, expectRows, expectToast, filesTab } from './support/files-tab.ts';
import { expect, openVault, type Page, test } from './support/test.ts';

const MEGABYTE = 1024 * 1024;

async function clickDownload(page: Page, name: string) {
  await filesTab(page).row(name).hover();
  await page.getByRole('button', { name: `Download ${name}`, exact: true }).click();
}

test('DOWNLOAD-11 DOWNLOAD-12 MSG-52 downloading a file that another user has deleted saves nothing and shows the message', async ({
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

test('DOWNLOAD-11 DOWNLOAD-12 a JSON reply instead of the bytes is a failure, and nothing is saved', async ({
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
  expectNoToast(page, 'Downloaded successfully.');
});

const STARTS = [
  { what: 'a file', contents: 1, start: clickDownload, toast: 'Downloaded successfully.' },
  {
    what: 'an older version',
    contents: 2,
    start: downloadOlderVersion,
    toast: 'Version downloaded successfully.',
  },
];

async function downloadOlderVersion(page: Page, name: string) {
  await choose(page, name, 'Versions & History');
  const modal = page.getByRole('dialog', { name: 'Versions & History' });
  await modal
    .getByRole('button', { name: /^Download version of / })
    .last()
    .click();
  await modal.getByRole('button', { name: 'Close' }).click();
}

for (const { what, contents, start, toast } of STARTS) {
  test(`SAFE-06 an interrupted download of ${what} resumes at its offset and is complete`, async ({
    page,
    context,
    vaultApi,
    throttledProxy,
  }) => {
    // Slow enough that the download still runs when the connection is cut; later the connection is fast.
    const network = await throttledProxy(MEGABYTE);
    const content = Buffer.from(Uint32Array.from({ length: 5 * MEGABYTE }, (_, n) => n).buffer);
    for (const one of [content, Buffer.from('newer')].slice(0, contents)) {
      await vaultApi.put({ 'large.bin': one });
    }
    await openVault(page, vaultApi, '', network.url);
    const ranges: string[] = [];
    page.on('request', (request) => {
      const { range } = request.headers();
      if (range) ranges.push(range);
    });
    const downloading = page.waitForEvent('download');
    await start(page, 'large.bin');
    const card = page.getByRole('region', { name: 'Downloads' });
    await expect(card).toContainText(/\d MB of 20\.0 MB/);
    network.disconnect();
    network.removeLimit();
    const download = await downloading;
    await expectToast(page, toast);
    expect(download.suggestedFilename()).toBe('large.bin');
    expect((await readFile(await download.path())).equals(content)).toBe(true);
    expect(ranges).toEqual([expect.stringMatching(/^bytes=[1-9]\d+-$/)]);
    await expect(card).toBeHidden();
    await context.setOffline(false);
  });
}

test('a running download can be cancelled', async ({ page, vaultApi, throttledProxy }) => {
  const network = await throttledProxy(2 * MEGABYTE);
  await vaultApi.put({ 'large.bin': Buffer.alloc(30 * MEGABYTE, 1) });
  await openVault(page, vaultApi, '', network.url);
  await clickDownload(page, 'large.bin');
  const card = page.getByRole('region', { name: 'Downloads' });
  await expect(card).toContainText(/\d MB of 30\.0 MB/);
  await card.getByRole('button', { name: 'Cancel the download of large.bin' }).click();
  await expect(card).toBeHidden();
  expectNoToast(page);
});

test('the download manager of the browser receives a large download', async ({ page, vaultApi }) => {
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

test('DOWNLOAD-13 MSG-53 a browser without download support shows the message', async ({
  page,
  vaultApi,
}) => {
  await vaultApi.put({ 'a.txt': 'a' });
  await page.addInitScript('delete HTMLAnchorElement.prototype.download');
  await openVault(page, vaultApi);
  await clickDownload(page, 'a.txt');
  await expectToast(page, "Your browser doesn't support this download.");
});
