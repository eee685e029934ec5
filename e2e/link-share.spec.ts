import { expectAccessible } from './support/accessible.ts';
import { linkPage, makeLink } from './support/link-page.ts';
import { pdf } from './support/documents.ts';
import { expect, test } from './support/test.ts';

test('RECIP-05 RECIP-06 folders open, breadcrumb and Back leave them, files are saved, all items as a ZIP', async ({
  page,
  vaultApi,
}) => {
  await vaultApi.put({ 'Papers/In/deep.txt': 'deep', 'Papers/a.txt': 'hello', 'Other/x.txt': 'x' });
  const url = await makeLink(vaultApi, { paths: ['Papers', 'Other'], allowDownload: true });
  await page.goto(url);
  const { open, download, downloadAll } = linkPage(page);
  await open('Papers').click();
  await expect(open('a.txt')).toBeVisible();
  await open('In').click();
  await expect(open('deep.txt')).toBeVisible();
  const crumbs = page.getByRole('navigation', { name: 'Folder' });
  await expect(crumbs).toContainText('Papers');
  await page.goBack();
  await expect(open('a.txt')).toBeVisible();
  const [saved] = await Promise.all([page.waitForEvent('download'), download('a.txt').click()]);
  expect(saved.suggestedFilename()).toBe('a.txt');
  const [zip] = await Promise.all([page.waitForEvent('download'), downloadAll.click()]);
  expect(zip.suggestedFilename()).toMatch(/\.zip$/);
  await expectAccessible(page);
});

test('RECIP-05 a share without downloads can be previewed but not saved', async ({ page, vaultApi }) => {
  await vaultApi.put({ 'Papers/a.txt': 'only to read', 'Papers/b.pdf': await pdf('one page') });
  const url = await makeLink(vaultApi, { paths: ['Papers'] });
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(url);
  const { open, downloadAll } = linkPage(page);
  await expect(open('a.txt')).toBeVisible();
  await expect(downloadAll).toHaveCount(0);
  await expect(page.getByRole('button', { name: /^Download/ })).toHaveCount(0);
  await open('a.txt').click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText('only to read')).toBeVisible();
  await expect(dialog.getByRole('button', { name: /^Download/ })).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(open('a.txt')).toBeFocused();
});

test('RECIP-05 a share of one file shows that file', async ({ page, vaultApi }) => {
  await vaultApi.put({ 'letter.txt': 'dear' });
  const { sfid } = await vaultApi.item('letter.txt');
  const url = await makeLink(vaultApi, { externalIds: [sfid], allowDownload: true });
  await page.goto(url);
  const { heading, open } = linkPage(page);
  await expect(heading).toHaveText('letter.txt');
  await expect(open('letter.txt')).toBeVisible();
});

test('RECIP-05 many files are loaded page by page, by keyboard only', async ({ page, vaultApi }) => {
  await vaultApi.put(
    Object.fromEntries(
      Array.from({ length: 70 }, (_, n) => [`Many/file ${String(n).padStart(3, '0')}.txt`, 'x']),
    ),
  );
  const url = await makeLink(vaultApi, { paths: ['Many'] });
  await page.goto(url);
  const { open } = linkPage(page);
  await expect(open('file 000.txt')).toBeVisible();
  await expect(open('file 069.txt')).toHaveCount(0);
  await page.getByRole('button', { name: /^Show more/ }).focus();
  await page.keyboard.press('Enter');
  await expect(open('file 069.txt')).toBeVisible();
});
