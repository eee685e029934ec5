import { pdf } from './support/documents.ts';
import { choose, escape, expectRows, filesTab } from './support/files-tab.ts';
import { linkPage, makeLink, openRequest } from './support/link-page.ts';
import { asOlderBrowser } from './support/older-browser.ts';
import { expect, signIn, test } from './support/test.ts';
import { expectStatuses, inMemory, openUpload } from './support/upload-modal.ts';

test.beforeEach(async ({ context }) => asOlderBrowser(context));

test('a person signs in, uploads, previews and deletes in the oldest supported browsers', async ({
  page,
  owner,
  vaultApi,
}) => {
  await vaultApi.put({ 'Notes.md': '# Title', 'Letter.pdf': await pdf('dear client') });
  await signIn(page, owner);
  expect(await page.evaluate(() => 'withResolvers' in Promise)).toBe(false);
  await expect(page.getByText('This browser is too old')).toBeHidden();
  const upload = await openUpload(page);
  await upload.files.setInputFiles(inMemory({ 'a.txt': 'a', 'b.txt': 'b', 'c.txt': 'c' }));
  await expectStatuses(page, { 'a.txt': 'Completed', 'b.txt': 'Completed', 'c.txt': 'Completed' });
  await upload.finish.click();
  await expectRows(page, ['a.txt', 'b.txt', 'c.txt', 'Letter.pdf', 'Notes.md']);
  const { grid, row } = filesTab(page);
  const preview = page.getByRole('dialog');
  for (const [name, text] of [
    ['Letter.pdf', 'dear client'],
    ['a.txt', 'a'],
  ] as const) {
    await grid.getByRole('button', { name, exact: true }).click();
    await expect(preview.getByText(text, { exact: true })).toBeVisible();
    await escape(page);
    await expect(preview).toHaveCount(0);
  }
  await grid.getByRole('button', { name: 'Notes.md', exact: true }).click();
  await expect(page.frameLocator('iframe').getByRole('heading', { name: 'Title' })).toBeVisible();
  await escape(page);
  await choose(page, 'c.txt', 'Delete');
  await page.getByRole('dialog').getByRole('button', { name: 'Confirm' }).click();
  await expect(row('c.txt')).toHaveCount(0);
});

test('a visitor previews and downloads files in the oldest supported browsers', async ({
  page,
  vaultApi,
}) => {
  await vaultApi.put({ 'Papers/a.txt': 'hello', 'Papers/b.pdf': await pdf('one page') });
  await page.goto(await makeLink(vaultApi, { paths: ['Papers'], allowDownload: true }));
  const { open, downloadAll } = linkPage(page);
  await open('b.pdf').click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText('one page')).toBeVisible();
  await escape(page);
  await expect(dialog).toHaveCount(0);
  const [zip] = await Promise.all([page.waitForEvent('download'), downloadAll.click()]);
  expect(zip.suggestedFilename()).toMatch(/\.zip$/);
});

test('a visitor of a request uploads files in the oldest supported browsers', async ({ page, vaultApi }) => {
  const { files } = await openRequest(page, vaultApi);
  await files.setInputFiles(inMemory({ 'a.txt': 'hello', 'b.txt': 'you' }));
  await expect(page.getByText('Thank you, 2 files received')).toBeVisible();
  expect(await vaultApi.names('Inbox')).toEqual(['a.txt', 'b.txt']);
});

test('a browser that is too old gets a sentence instead of an empty page', async ({ page, vaultApi }) => {
  await vaultApi.put({ 'a.txt': 'hello' });
  const link = await makeLink(vaultApi, { externalIds: [(await vaultApi.item('a.txt')).sfid] });
  await page.addInitScript(() => Reflect.deleteProperty(Array.prototype, 'toSorted'));
  // Such a browser cannot read the scripts of the page.
  await page.route(/assets\/.*\.js$/, (route) => route.abort());
  for (const address of ['/', link]) {
    await page.goto(address);
    await expect(page.getByRole('alert')).toHaveText(
      'This browser is too old for this page. Please use a newer one: Chrome, Edge, Firefox or Safari.',
    );
  }
});
