import { expectAccessible } from './support/accessible.ts';
import { linkPage, makeLink, openRequest } from './support/link-page.ts';
import { expect, test } from './support/test.ts';
import { inMemory, writeFiles } from './support/upload-modal.ts';

test('SCOPE-09 REQUEST-01 RECIP-07 RECIP-08 files and folders are sent from a phone, with a receipt, without showing existing files', async ({
  page,
  vaultApi,
}, testInfo) => {
  await vaultApi.put({ 'Inbox/private.txt': 'private' });
  const disk = await writeFiles(testInfo.outputPath('disk'), {
    'Papers/one.txt': '1',
    'Papers/b/two.txt': '22',
  });
  const url = await makeLink(vaultApi, { kind: 'REQUEST', path: 'Inbox' });
  expect(new URL(url).pathname).toMatch(/^\/r\//);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(url);
  const { files, folder, uploads, heading } = linkPage(page);
  await expect(heading).toHaveText('Inbox');
  await expect(page.getByText('private.txt')).toHaveCount(0);
  await expectAccessible(page);
  await files.setInputFiles(inMemory({ 'a.txt': 'hello', 'b.txt': 'you' }));
  await expect(page.getByText('Thank you, 2 files received')).toBeVisible();
  await folder.setInputFiles(`${disk}/Papers`);
  await expect(page.getByText('Thank you, 4 files received')).toBeVisible();
  await expect(uploads.getByRole('listitem').filter({ hasText: 'a.txt' })).toContainText('Completed');
  await page.getByRole('button', { name: 'Show receipt' }).click();
  const receipt = page.getByRole('region', { name: 'Receipt' });
  await expect(receipt).toContainText('a.txt');
  await expect(receipt).toContainText('2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824');
  await expectAccessible(page);
  expect(await vaultApi.names('Inbox')).toEqual(['Papers', 'a.txt', 'b.txt', 'private.txt']);
  expect((await vaultApi.item('Inbox/a.txt')).uploadedBy).toBe('Public');
});

test('USE-14 RECIP-07 SAFE-06 a file waits while the network is lost and continues automatically', async ({
  page,
  context,
  vaultApi,
}) => {
  const { files, uploads } = await openRequest(page, vaultApi);
  await context.setOffline(true);
  await files.setInputFiles(inMemory({ 'a.txt': 'hello' }));
  await expect(uploads.getByRole('listitem')).toContainText('Waiting for the network');
  await expect(page.getByRole('button', { name: 'Retry a.txt' })).toHaveCount(0);
  await context.setOffline(false);
  await expect(page.getByText('Thank you, 1 file received')).toBeVisible();
  expect(await vaultApi.names('Inbox')).toEqual(['a.txt']);
});

test('USE-14 the upload waits without an error when the network is lost during the scan', async ({
  page,
  context,
  vaultApi,
}) => {
  const { files, uploads } = await openRequest(page, vaultApi);
  let isBack = false;
  await page.route(/\/scan\?/, async (route) => {
    if (isBack) return route.continue();
    await context.setOffline(true);
    return route.abort('internetdisconnected');
  });
  await files.setInputFiles(inMemory({ 'a.txt': 'hello', 'b.txt': 'you' }));
  await expect(uploads.getByRole('listitem').filter({ hasText: 'Waiting for the network' })).toHaveCount(2);
  await expect(uploads).not.toContainText('Failed');
  await expect(page.getByRole('button', { name: /again|retry/i })).toHaveCount(0);
  isBack = true;
  await context.setOffline(false);
  await expect(page.getByText('Thank you, 2 files received')).toBeVisible();
  expect(await vaultApi.names('Inbox')).toEqual(['a.txt', 'b.txt']);
});

test('SPEED-04 RECIP-07 UPLOAD-15 many files are sent together; one with a virus is reported and not submitted', async ({
  page,
  vaultApi,
}) => {
  const { files, uploads } = await openRequest(page, vaultApi);
  const paths: string[] = [];
  page.on('request', (request) => paths.push(new URL(request.url()).pathname));
  const good = Object.fromEntries(Array.from({ length: 59 }, (_, n) => [`good ${n}.txt`, `good ${n}`]));
  const eicar = String.raw`X5O!P%@AP[4\PZX54(P^)7CC)7}$EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*`;
  await files.setInputFiles(inMemory({ 'eicar.txt': eicar, ...good }));
  await expect(page.getByText(/59 files received/)).toBeVisible();
  await expect(uploads.getByRole('listitem').filter({ hasText: 'eicar.txt' })).toContainText('Scan Failed');
  expect(paths.filter((path) => path.endsWith('/upload/files')).length).toBeGreaterThan(0);
  expect(paths.filter((path) => path.endsWith('/upload/pre')).length).toBeLessThan(20);
  expect(await vaultApi.names('Inbox')).toHaveLength(59);
});
