import { readFile } from 'node:fs/promises';
import { expectAccessible, expectAccessibleInBothThemes } from './support/accessible.ts';
import { expectPath, expectRows, expectToast, filesTab } from './support/files-tab.ts';
import {
  chooseForLink,
  chooseStatus,
  deleteLink,
  deletionOf,
  linkCalls,
  linksOf,
  linksTab,
  makeLink,
  openLinks,
  showLinksAs,
} from './support/links-tab.ts';
import { clipboard } from './support/share-modal.ts';
import { expect, test } from './support/test.ts';

test.use({ permissions: ['clipboard-read', 'clipboard-write'] });

const GREEN = 'rgb(26, 116, 64)';
const RED = 'rgb(180, 35, 24)';
const GREY = 'rgb(86, 96, 114)';
const SECOND = /^\d\d\/\d\d\/\d{4} \d\d:\d\d:\d\d [AP]M$/;

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

test('LINKS-01 LINKS-02 LINKS-03 the filter shows each status, Search reloads, Reset shows all links', async ({
  page,
  vaultApi,
}) => {
  await vaultApi.createFolders('Tax', 'Old');
  await makeLink(vaultApi, ['Old']);
  await deleteLink(vaultApi, 'Old');
  await makeLink(vaultApi, ['Tax']);
  await openLinks(page, vaultApi);
  const links = linksTab(page);
  const names = links.rows.locator('td:first-child');
  await expect(names).toHaveText(['Tax', 'Old']);
  const calls = linkCalls(page);
  await links.status.click();
  await expect(page.locator('.ant-select-item-option')).toHaveText([
    'Any',
    'Active Links',
    'Expired Links',
    'Deleted Links',
  ]);
  await page.keyboard.press('Escape');
  await expect(links.status).toHaveAttribute('aria-expanded', 'false');
  await chooseStatus(page, 'Active Links');
  await expect(names).toHaveText(['Tax']);
  await chooseStatus(page, 'Deleted Links');
  await expect(names).toHaveText(['Old']);
  await chooseStatus(page, 'Expired Links');
  await expect(page.getByText('No Data', { exact: true })).toBeVisible();
  await links.reset.click();
  await expect(names).toHaveText(['Tax', 'Old']);
  expect(calls.map((query) => query.get('status'))).toEqual(['Active', 'Deleted', 'Expired', 'Any']);

  await makeLink(vaultApi, ['Old']);
  await links.search.click();
  await expect(names).toHaveText(['Old', 'Tax', 'Old']);
  await makeLink(vaultApi, ['Tax']);
  await links.reset.click();
  await expect(names).toHaveText(['Tax', 'Old', 'Tax', 'Old']);
  // Each click sends one request (T-24).
  expect(calls).toHaveLength(6);
});

test('SCOPE-11 LINKS-07 LINKS-08 LINKS-10 LINKS-12 LINKS-13 LINKS-14 LINKS-15 LINKS-19 LINKS-23 LINKS-24 LIMIT-23 MSG-20 MSG-21 a row shows the data of its link', async ({
  page,
  vaultApi,
  owner,
}) => {
  const long = `${'A rather long name '.repeat(8)}.pdf`;
  await vaultApi.put({ [long]: 'x', 'a.txt': 'a', 'Tax/b.txt': 'b', 'Old/c.txt': 'c' });
  await makeLink(vaultApi, ['a.txt'], {
    accessType: 'SpecificRecipients',
    receiveByEmails: ['a@x.test', 'bob@example.test', 'carl@example.test'],
  });
  await makeLink(vaultApi, ['Tax']);
  await makeLink(vaultApi, ['Old']);
  await deleteLink(vaultApi, 'Old');
  await makeLink(vaultApi, [long]);
  await openLinks(page, vaultApi);
  const links = linksTab(page);
  await expect(links.cells('a.txt')).toHaveText([
    'a.txt',
    SECOND,
    '-',
    new RegExp(`${owner.name}$`),
    'a@x.test+2',
    'Active',
    '0',
    'Share',
    'View Details',
  ]);
  await expect(links.cells('Tax').nth(4)).toHaveText('Anyone');
  await links.row('a.txt').getByText('+2').hover();
  await expect(page.getByRole('tooltip')).toHaveText(/bob@example\.test\s*carl@example\.test/);
  await links.row('A rather long').getByRole('cell').first().hover();
  await expect(page.getByRole('tooltip').filter({ hasText: long.trim() }).first()).toBeVisible();

  // The icon depends on the file type; everything else has the folder icon.
  const icon = (name: string) => links.cells(name).first().locator('svg').first().innerHTML();
  expect(await icon('Tax')).toBe(await icon('Old'));
  expect(await icon('a.txt')).not.toBe(await icon('Tax'));
  expect(await icon('A rather long')).not.toBe(await icon('a.txt'));

  const tag = (name: string) => links.cells(name).nth(5).locator('span').last();
  await expect(tag('Tax')).toHaveCSS('color', GREEN);
  await expect(tag('Old')).toHaveCSS('color', RED);
  await expect(links.cells('Old').nth(5)).toHaveText('Deleted');
  await expect(links.viewDetails('Old')).toBeVisible();
  await expect(links.more('Old')).toHaveCount(0);
  await expect(links.more('Tax')).toBeVisible();
});

test('LINKS-11 LINKS-16 LIMIT-23 MSG-20 a missing maker or status is a dash, and an expired link has a grey tag', async ({
  page,
  vaultApi,
}) => {
  await vaultApi.createFolders('Tax');
  await makeLink(vaultApi, ['Tax']);
  await showLinksAs(page, { createBy: null, status: 'Expired' });
  await openLinks(page, vaultApi);
  const cells = linksTab(page).cells('Tax');
  await expect(cells.nth(3)).toHaveText('-');
  await expect(cells.nth(5)).toHaveText('Expired');
  await expect(cells.nth(5).locator('span').last()).toHaveCSS('color', GREY);
  await showLinksAs(page, { status: null as never });
  await linksTab(page).search.click();
  await expect(cells.nth(5)).toHaveText('-');
});

test('LINKS-06 LINKS-09 LINKS-17 LINKS-20 LINKS-21 LINKS-22 LINKS-36 LINKS-37 LINKS-38 LINKS-39 LIMIT-28 pages, page size and order can be changed', async ({
  page,
  vaultApi,
}) => {
  const folders = Array.from({ length: 12 }, (_, n) => `Folder ${n + 10}`);
  await vaultApi.createFolders(...folders);
  for (const folder of folders) await makeLink(vaultApi, [folder]);
  const calls = linkCalls(page);
  await openLinks(page, vaultApi);
  const links = linksTab(page);
  const names = links.rows.locator('td:first-child');
  const newest = folders.toReversed();
  await expect(names).toHaveText(newest.slice(0, 10));
  await expect(links.pages).toContainText('Total 12 item(s)');
  const last = () => {
    const { page: at, size, sort } = Object.fromEntries(calls.at(-1) ?? []);
    return [at, size, sort];
  };
  expect(last()).toEqual(['0', '10', undefined]);
  await links.pages.getByRole('listitem', { name: '2', exact: true }).click();
  await expect(names).toHaveText(newest.slice(10));
  expect(last()).toEqual(['1', '10', undefined]);

  await links.sortBy('Item Name');
  await expect(names).toHaveText(folders.slice(0, 10));
  expect(last()).toEqual(['0', '10', 'fileName,asc']);
  await links.sortBy('Item Name');
  await expect(names).toHaveText(newest.slice(0, 10));
  expect(last()).toEqual(['0', '10', 'fileName,desc']);
  await links.sortBy('Item Name');
  await expect.poll(last).toEqual(['0', '10', undefined]);
  await links.sortBy('Date Created');
  await expect.poll(last).toEqual(['0', '10', 'createTime,asc']);
  await links.sortBy('View');
  await expect.poll(last).toEqual(['0', '10', 'accessTimes,asc']);
  for (const title of ['Last Accessed', 'Created By', 'Recipients', 'Status', 'Action']) {
    await expect(links.table.getByRole('button', { name: title, exact: true })).toHaveCount(0);
  }

  await links.pages.getByRole('combobox', { name: 'Items per page' }).click();
  const options = page.locator('.ant-select-item-option');
  await expect(options).toHaveText(['10 / page', '20 / page', '30 / page', '40 / page', '50 / page']);
  await options.filter({ hasText: '20 / page' }).click();
  await expect(names).toHaveCount(12);
  await expect.poll(last).toEqual(['0', '20', 'accessTimes,asc']);
  // A higher window has more space for rows (USE-40).
  await page.setViewportSize({ width: 1440, height: 650 });
  // 12 rows of 44 pixels do not fit into 443.
  const room = await links.table
    .locator('xpath=..')
    .evaluate((frame) => frame.clientHeight - (frame.querySelector('thead')?.offsetHeight ?? 0));
  expect(room).toBeLessThanOrEqual(443 + 11);
  expect(room).toBeGreaterThanOrEqual(443);

  await chooseStatus(page, 'Active Links');
  await page.getByRole('tab', { name: 'Files' }).click();
  await expect(filesTab(page).row('Folder 10')).toBeVisible();
  await page.getByRole('tab', { name: 'Links' }).click();
  // Everything is reset except the page size, which is stored (USE-40).
  await expect(names).toHaveText(newest);
  await expect(links.filter).toContainText('Any');
  expect(last()).toEqual(['0', '20', undefined]);
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

test('LINKS-26 LINKS-27 the menu has no Go to Folder when the folder is gone', async ({ page, vaultApi }) => {
  await vaultApi.put({ 'Tax/a.txt': 'a' });
  await makeLink(vaultApi, ['Tax/a.txt']);
  await vaultApi.trash('Tax');
  await openLinks(page, vaultApi);
  await linksTab(page).more('a.txt').click();
  await expect(page.getByRole('menuitem')).toHaveText(['Copy Link', 'Open Link', 'Delete Link']);
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

test('LINKS-41 deleting the last row of the last page shows the first page', async ({ page, vaultApi }) => {
  await vaultApi.createFolders('Oldest', 'Tax');
  await makeLink(vaultApi, ['Oldest']);
  for (let n = 0; n < 10; n += 1) await makeLink(vaultApi, ['Tax']);
  await openLinks(page, vaultApi, 'page=2&status=Active');
  const links = linksTab(page);
  await expect(links.rows).toHaveCount(1);
  await chooseForLink(page, 'Oldest', 'Delete Link');
  await deletionOf(page).getByRole('button', { name: 'Confirm' }).click();
  await expectToast(page, 'Deleted successfully.');
  await expect(links.rows).toHaveCount(10);
  await expect(page).not.toHaveURL(/page=2/);
  await expect(links.pages).toContainText('Total 10 item(s)');
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

test('a list that cannot be loaded shows an error and a retry button', async ({ page, vaultApi }) => {
  // The list is loaded again only by the button.
  await vaultApi.createFolders('Tax');
  await makeLink(vaultApi, ['Tax']);
  let isDown = true;
  await page.route(
    (url) => url.pathname.endsWith('/link'),
    (route) =>
      isDown
        ? route.fulfill({ status: 500, json: { code: 500, data: null, errorMessage: null } })
        : route.continue(),
  );
  await openLinks(page, vaultApi);
  await expect(page.getByText('The list could not be loaded')).toBeVisible();
  await expectAccessible(page);
  isDown = false;
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(linksTab(page).row('Tax')).toBeVisible();
});

test('at 1050 pixels the actions of a link stay visible while the other columns scroll', async ({
  page,
  vaultApi,
}) => {
  await page.setViewportSize({ width: 1050, height: 800 });
  await vaultApi.createFolders('Tax');
  await makeLink(vaultApi, ['Tax']);
  await openLinks(page, vaultApi);
  const links = linksTab(page);
  await expect(links.row('Tax')).toBeVisible();
  await expect(links.exportLinks).toBeInViewport({ ratio: 1 });
  await expect(links.search).toBeInViewport({ ratio: 1 });
  await expect(links.more('Tax')).toBeInViewport({ ratio: 1 });
  await expect(links.header('View')).not.toBeInViewport();
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(1050);
  await page.setViewportSize({ width: 1440, height: 800 });
  const beyond = () =>
    links.table.locator('xpath=..').evaluate((frame) => frame.scrollWidth - frame.clientWidth);
  await expect.poll(beyond).toBe(0);
});
