import { Messages } from '@vault/contract';
import { expectAccessible } from './support/accessible.ts';
import { linkPage, makeLink, openRequest } from './support/link-page.ts';
import { breakVault, outageBar } from './support/outage.ts';
import { expect, test } from './support/test.ts';
import { inMemory } from './support/upload-modal.ts';

const NOT_AVAILABLE = 'The vault is not available at the moment. This page continues by itself.';

test.use({ viewport: { width: 390, height: 844 } });

test('SAFE-06 RECIP-05 a share opens after an outage and keeps its list during one', async ({
  page,
  vaultApi,
  picture,
}) => {
  await vaultApi.put({ 'Papers/Tax/return.txt': 'x', 'Papers/a.txt': 'This is a' });
  const address = await makeLink(vaultApi, { paths: ['Papers'], allowDownload: true });
  const first = await breakVault(page);
  await page.goto(address);
  await expect(outageBar(page)).toHaveText(NOT_AVAILABLE);
  await expect(page.getByRole('heading', { level: 1 })).toHaveCount(0);
  await picture('landing');
  await first.end();
  const { heading, row, open, download } = linkPage(page);
  await expect(heading).toHaveText('Papers');
  await expect(row('a.txt')).toBeVisible();
  await expect(outageBar(page)).toHaveCount(0);

  const outage = await breakVault(page, 502);
  await open('Tax').click();
  await expect(outageBar(page)).toHaveText(NOT_AVAILABLE);
  await expect(row('a.txt')).toBeVisible();
  await expectAccessible(page);
  await picture('list');
  await outage.end();
  await expect(row('return.txt')).toBeVisible();
  await expect(outageBar(page)).toHaveCount(0);

  const next = await breakVault(page);
  await download('return.txt').click();
  await expect(page.getByText('Waiting for the vault to download return.txt.')).toBeVisible();
  const saved = page.waitForEvent('download');
  await next.end();
  expect((await saved).suggestedFilename()).toBe('return.txt');
});

test('SAFE-06 a preview of a shared file appears after an outage', async ({ page, vaultApi, picture }) => {
  await vaultApi.put({ 'Papers/a.txt': 'This is a', 'Papers/b.txt': 'b' });
  await page.goto(await makeLink(vaultApi, { paths: ['Papers'] }));
  const { open } = linkPage(page);
  await expect(open('a.txt')).toBeVisible();
  const outage = await breakVault(page);
  await open('a.txt').click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('status').filter({ hasText: NOT_AVAILABLE })).toBeVisible();
  await expect(dialog.getByRole('alert')).toHaveCount(0);
  await expectAccessible(page);
  await picture('preview');
  await outage.end();
  await expect(dialog.getByText('This is a')).toBeVisible();
});

test('SAFE-06 SAFE-25 the form of a locked link shows the message and works at the next click', async ({
  page,
  vaultApi,
}) => {
  await vaultApi.put({ 'a.txt': 'a' });
  const { externalId } = await vaultApi.item('a.txt');
  const locked = { externalIds: [externalId ?? ''], havePassword: true, password: 'a good password' };
  await page.goto(await makeLink(vaultApi, locked));
  const { password, problem, heading } = linkPage(page);
  await password.fill('a good password');
  const outage = await breakVault(page);
  await page.getByRole('button', { name: 'Open' }).click();
  await expect(problem).toHaveText(Messages.vaultUnavailable);
  await expect(password).toHaveValue('a good password');
  await outage.end();
  await page.getByRole('button', { name: 'Open' }).click();
  await expect(heading).toHaveText('a.txt');
  await expect(password).toHaveCount(0);
});

test('SAFE-06 REQUEST-01 files for a request wait for the vault and are submitted automatically', async ({
  page,
  vaultApi,
  picture,
}) => {
  const { files, uploads } = await openRequest(page, vaultApi);
  const outage = await breakVault(page);
  await files.setInputFiles(inMemory({ 'a.txt': 'hello', 'b.txt': 'world' }));
  await expect(uploads.getByRole('listitem').filter({ hasText: 'Waiting for the vault' })).toHaveCount(2);
  await expect(outageBar(page)).toHaveText(NOT_AVAILABLE);
  await expectAccessible(page);
  await picture('request');
  await outage.end();
  await expect(page.getByText('Thank you, 2 files received')).toBeVisible();
  await expect(outageBar(page)).toHaveCount(0);
  expect(await vaultApi.names('Inbox')).toEqual(['a.txt', 'b.txt']);
});

test('SAFE-24 SAFE-25 a request shows at the file that the storage is full; a retry works', async ({
  page,
  vaultApi,
}) => {
  const { files, uploads } = await openRequest(page, vaultApi);
  const outage = await breakVault(page, 507, ({ path }) => path.includes('/upload/'));
  await files.setInputFiles(inMemory({ 'a.txt': 'hello' }));
  await expect(uploads).toContainText(Messages.storageFull);
  await outage.end();
  await page.getByRole('button', { name: 'Retry a.txt' }).click();
  await expect(page.getByText('Thank you, 1 file received')).toBeVisible();
});
