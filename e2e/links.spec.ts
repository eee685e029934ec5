import { readFile } from 'node:fs/promises';
import { expectAccessible, expectAccessibleInBothThemes } from './support/accessible.ts';
import { expectPath, expectRows, expectToast } from './support/files-tab.ts';
import {
  chooseForLink,
  deleteLink,
  deletionOf,
  linksOf,
  linksTab,
  makeLink,
  openLinks,
} from './support/links-tab.ts';
import { clipboard } from './support/share-modal.ts';
import { expect, test } from './support/test.ts';

test.use({ permissions: ['clipboard-read', 'clipboard-write'] });

test('LINKS-04 LINKS-05 LINKS-18 MSG-19 the list is accessible when empty and filled in both themes', async ({
  page,
  vaultApi,
}) => {
  await vaultApi.createFolders('Tax');
  await openLinks(page, vaultApi);
  const links = linksTab(page);
  await expect(links.panel.getByRole('heading', { name: 'Links List', exact: true })).toBeVisible();
  await expect(links.exportLinks).toBeVisible();
  await expect(page.getByText('No Data', { exact: true })).toBeVisible();
  await expectAccessibleInBothThemes(page);
  await makeLink(vaultApi, ['Tax']);
  await deleteLink(vaultApi, 'Tax');
  await makeLink(vaultApi, ['Tax']);
  await links.search.click();
  await expect(links.rows).toHaveCount(2);
  await expect(links.table.getByRole('columnheader')).toHaveText([
    'Item Name',
    'Date Created',
    'Last Accessed',
    'Created By',
    'Recipients',
    'Status',
    'View',
    'Type',
    'Action',
  ]);
  await links.more('Tax').click();
  await expect(page.getByRole('menuitem', { name: 'Copy Link' })).toBeVisible();
  await expectAccessibleInBothThemes(page);
});

test('LINKS-25 LINKS-28 LINKS-29 LINKS-30 the menu of a link copies it, opens it and opens the folder of its target', async ({
  page,
  context,
  vaultApi,
}) => {
  await vaultApi.put({ 'Tax/2025/a.txt': 'a', 'Tax/2025/b.txt': 'b' });
  const { accessUrl } = await makeLink(vaultApi, ['Tax/2025/a.txt']);
  await openLinks(page, vaultApi);
  const links = linksTab(page);
  await links.more('a.txt').click();
  await expect(page.getByRole('menuitem')).toHaveText([
    'Copy Link',
    'Open Link',
    'Go to Folder',
    'Delete Link',
  ]);
  await page.getByRole('menuitem', { name: 'Copy Link' }).click();
  await expectToast(page, 'Link copied to clipboard.');
  expect(await clipboard(page)).toBe(accessUrl);

  const opened = context.waitForEvent('page');
  await chooseForLink(page, 'a.txt', 'Open Link');
  const other = await opened;
  await other.waitForURL(accessUrl);
  expect(await other.evaluate('window.opener')).toBeNull();
  await other.close();

  await chooseForLink(page, 'a.txt', 'Go to Folder');
  await expect(page.getByRole('tab', { name: 'Files' })).toHaveAttribute('aria-selected', 'true');
  await expectPath(page, ['Files', 'Tax', '2025']);
  await expectRows(page, ['a.txt', 'b.txt']);
});

test('SCOPE-11 LINKS-31 LINKS-40 LINKS-42 LINKS-43 MSG-14 MSG-24 deleting a link needs a confirmation; the link stays in the list', async ({
  page,
  vaultApi,
  owner,
}) => {
  await vaultApi.createFolders('Tax');
  await makeLink(vaultApi, ['Tax']);
  await openLinks(page, vaultApi);
  const links = linksTab(page);
  await chooseForLink(page, 'Tax', 'Delete Link');
  const dialog = deletionOf(page);
  await expect(dialog).toContainText(
    'This will permanently delete the link. Are you sure you want to proceed?',
  );
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  await expect(links.cells('Tax').nth(5)).toHaveText('Active');

  const { promise: isWanted, resolve: answer } = Promise.withResolvers<void>();
  await page.route(/\/link\/[^/]+$/, async (route) => {
    await isWanted;
    await route.continue();
  });
  await chooseForLink(page, 'Tax', 'Delete Link');
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  const loading = page.getByRole('status').filter({ hasText: 'Loading' });
  await expect(loading).toBeVisible();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('alert')).toHaveCount(0);
  answer();
  await expectToast(page, 'Deleted successfully.');
  await expect(loading).toHaveCount(0);
  await expect(links.cells('Tax').nth(5)).toHaveText('Deleted');
  await expect(links.more('Tax')).toHaveCount(0);

  const [link] = await linksOf(vaultApi);
  expect(link).toMatchObject({ status: 'Deleted', updatedContact: { name: owner.name } });
  await page.goto(link?.accessUrl ?? '');
  await expect(page.getByText('This link is no longer available.')).toBeVisible();
});

test('SCOPE-11 LINKS-44 LINKS-45 Export Links saves all filtered links as CSV in the browser time zone', async ({
  page,
  vaultApi,
}) => {
  await vaultApi.createFolders('Tax', '=SUM(A1)');
  await makeLink(vaultApi, ['=SUM(A1)']);
  for (let n = 0; n < 11; n += 1) await makeLink(vaultApi, ['Tax']);
  await deleteLink(vaultApi, 'Tax');
  await openLinks(page, vaultApi, 'status=Active&sort=fileName,desc');
  const links = linksTab(page);
  await expect(links.rows).toHaveCount(10);
  const asked = page.waitForRequest((request) => request.url().includes('/link/export'));
  const downloading = page.waitForEvent('download');
  await links.exportLinks.click();
  expect(Object.fromEntries(new URL((await asked).url()).searchParams)).toEqual({
    queryType: 'ALL',
    status: 'Active',
    sort: 'fileName,desc',
    timeZone: 'Europe/Berlin',
  });
  const download = await downloading;
  expect(download.suggestedFilename()).toMatch(/\.csv$/);
  const text = await readFile(await download.path(), 'utf8');
  const rows = text.trim().split(/\r?\n/);
  expect(rows).toHaveLength(12);
  expect(rows[1]).toContain('Tax');
  // A value that starts like a formula is escaped.
  expect(rows.at(-1)).toMatch(/^"?'=SUM\(A1\)/);
});
