import { expectAccessible } from './support/accessible.ts';
import { choose, expectRows, expectToast, filesTab, openMenu, select } from './support/files-tab.ts';
import { expect, type Locator, openVault, test } from './support/test.ts';
import { openVaultApi } from './support/vault-api.ts';
import { people, RECORDS } from './support/people.ts';

/** The menu entries except Preview, Edit, Share and Versions & History, which other journeys test. */
const organising = (menu: Locator) =>
  menu
    .getByRole('menuitem')
    .locator('span:nth-child(2)')
    .allTextContents()
    .then((all) =>
      all.filter((label) => !['Preview', 'Edit', 'Share', 'Versions & History'].includes(label)),
    );

test('FILES-35 FILES-49 MENU-01 MENU-09 MENU-10 a right click selects only this row and opens the menu at the pointer', async ({
  page,
  vaultApi,
}) => {
  await vaultApi.put({ 'a.txt': 'a', 'b.txt': 'b', 'Tax/c.txt': 'c' });
  await openVault(page, vaultApi);
  const files = filesTab(page);
  await select(page, 'b.txt', 'Tax');
  const menu = await openMenu(page, 'a.txt');
  await expect(files.selection).toHaveText('1 item(s) selected');
  await expect(files.checkbox('a.txt')).toBeChecked();
  expect(await organising(menu)).toEqual([
    'Download',
    'Details',
    'Duplicate',
    'Copy',
    'Move',
    'Rename',
    'Delete',
  ]);
  const row = await files.row('a.txt').boundingBox();
  const box = await menu.boundingBox();
  expect([Math.round(box?.x ?? 0), Math.round(box?.y ?? 0)]).toEqual([
    Math.round((row?.x ?? 0) + 240),
    Math.round((row?.y ?? 0) + 22),
  ]);
  expect(box?.width).toBe(180);
  expect((await menu.getByRole('menuitem').first().boundingBox())?.height).toBe(36);
  await expectAccessible(page);
});

test('FILES-49 a right click on a selected row opens the menu for the whole selection', async ({
  page,
  vaultApi,
}) => {
  await vaultApi.put({ 'a.txt': 'a', 'b.txt': 'b', 'Tax/c.txt': 'c' });
  await openVault(page, vaultApi);
  await select(page, 'a.txt', 'Tax');
  const menu = await openMenu(page, 'Tax');
  await expect(filesTab(page).selection).toHaveText('2 item(s) selected');
  expect(await organising(menu)).toEqual(['Download', 'Copy', 'Move', 'Delete']);
});

test('T-68 LIMIT-03 the menu opens after the delay of the selection', async ({ page, vaultApi }) => {
  await vaultApi.createFolders('A', 'B');
  await page.clock.install();
  await openVault(page, vaultApi);
  await expectRows(page, ['A', 'B']);
  await page.clock.pauseAt(Date.now() + 60_000);
  await filesTab(page).row('B').click({ button: 'right' });
  const menu = page.getByRole('menu');
  await page.clock.runFor(199);
  await expect(menu).toHaveCount(0);
  await page.clock.runFor(1);
  await expect(menu).toHaveCount(1);
  await expect(filesTab(page).selection).toHaveText('1 item(s) selected');
});

test('MENU-15 the menu stays inside the window near its edges', async ({ page, vaultApi }) => {
  await page.setViewportSize({ width: 1050, height: 560 });
  await vaultApi.put(Object.fromEntries(Array.from({ length: 8 }, (_, n) => [`${n}.txt`, 'x'])));
  await openVault(page, vaultApi);
  const row = filesTab(page).row('7.txt');
  const { width = 0 } = (await row.boundingBox()) ?? {};
  await row.click({ button: 'right', position: { x: width - 4, y: 20 } });
  const box = await page.getByRole('menu').boundingBox();
  expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(1050);
  expect(box?.y ?? -1).toBeGreaterThanOrEqual(0);
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(560);
});

test('MENU-18 MENU-19 MENU-20 a click, another selection and another folder close the menu', async ({
  page,
  vaultApi,
}) => {
  await vaultApi.createFolders('A/B', 'C');
  await openVault(page, vaultApi);
  const files = filesTab(page);
  const menu = await openMenu(page, 'C');
  await page.getByText('Total 2 item(s)').click();
  await expect(menu).toHaveCount(0);

  await openMenu(page, 'C');
  await files.checkbox('A').check();
  await expect(menu).toHaveCount(0);
  await files.selection.click();

  await openMenu(page, 'C');
  await files.folder('A').click();
  await expectRows(page, ['B']);
  await expect(menu).toHaveCount(0);
});

test('the menu works by keyboard only, and Escape returns the focus', async ({ page, vaultApi }) => {
  await vaultApi.put({ 'a.txt': 'a', 'b.txt': 'b' });
  await openVault(page, vaultApi);
  const files = filesTab(page);
  const press = (key: string) => page.keyboard.press(key);
  const menu = page.getByRole('menu');
  const item = (name: string) => menu.getByRole('menuitem', { name, exact: true });
  await files.row('b.txt').focus();
  await press('Shift+F10');
  await expect(menu).toBeVisible();
  await press('ArrowDown');
  await expect(menu.getByRole('menuitem').first()).toBeFocused();
  await press('ArrowUp');
  await expect(item('Delete')).toBeFocused();
  await press('r');
  await expect(item('Rename')).toBeFocused();
  await press('Escape');
  await expect(menu).toHaveCount(0);
  await expect(files.row('b.txt')).toBeFocused();

  await press('ContextMenu');
  await expect(menu).toBeVisible();
  await press('End');
  await press('Enter');
  const confirmation = page.getByRole('dialog', { name: 'Confirm Deletion' });
  await expect(confirmation).toContainText('b.txt');
  await press('Escape');
  await expect(confirmation).toBeHidden();
  await expect(files.row('b.txt')).toBeFocused();
});

test('More beside the number of selected rows opens the menu without a right click', async ({
  page,
  vaultApi,
}) => {
  await vaultApi.createFolders('A', 'B');
  await openVault(page, vaultApi);
  await select(page, 'A', 'B');
  const more = filesTab(page).toolbar.getByRole('button', { name: 'More for the selected items' });
  await more.click();
  expect(await organising(page.getByRole('menu'))).toEqual(['Download', 'Copy', 'Move', 'Delete']);
  await page.keyboard.press('Escape');
  await expect(more).toBeFocused();
});

test('DETAILS-01 DETAILS-02 the context menu opens the details of a file', async ({
  page,
  vaultApi,
  owner,
}) => {
  await vaultApi.put({ 'Tax/return.txt': 'four' });
  await openVault(page, vaultApi);
  await filesTab(page).folder('Tax').click();
  await choose(page, 'return.txt', 'Details');
  const details = page.getByRole('dialog', { name: 'Details' });
  await expect(details.getByRole('term')).toHaveText([
    'File name',
    'Modified',
    'Last updated by',
    'Size',
    'Path',
  ]);
  await expect(details.getByRole('definition')).toHaveText([
    'return.txt',
    /^\d\d\/\d\d\/\d{4} \d\d:\d\d:\d\d [AP]M$/,
    owner.name,
    '4.0 bytes',
    'Files / Tax / return.txt',
  ]);
  await page.keyboard.press('Escape');
  await expect(filesTab(page).row('return.txt')).toBeFocused();
});

test('MENU-11 D-16 PERM-16 a reader has Details, Duplicate and Copy; the keys of other commands do nothing', async ({
  page,
  vault,
}) => {
  const ada = await openVaultApi(vault.url, people.everything, RECORDS.acme);
  await ada.put({ 'For readers/plan.txt': 'plan', 'note for readers.txt': 'x' });
  const reader = await openVaultApi(vault.url, people.reader, RECORDS.acme);
  await openVault(page, reader, `?record=${RECORDS.acme}&size=50`);
  expect(await organising(await openMenu(page, 'note for readers.txt'))).toEqual([
    'Details',
    'Duplicate',
    'Copy',
  ]);
  await page.keyboard.press('Escape');
  for (const key of ['F2', 'Delete', 'Control+x']) await page.keyboard.press(key);
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await choose(page, 'note for readers.txt', 'Duplicate');
  await expectToast(page, 'Duplicated successfully.');
  await expect(filesTab(page).row('note for readers (1).txt')).toBeVisible();
});
