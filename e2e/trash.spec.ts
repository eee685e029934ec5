import { contract } from '@vault/contract';
import { expectAccessible, expectAccessibleInBothThemes } from './support/accessible.ts';
import { expectPath, expectRows, expectToast, toast } from './support/files-tab.ts';
import { expect, test } from './support/test.ts';
import {
  chooseFilter,
  emptyTrash,
  expectTrash,
  openTrash,
  trashCalls,
  trashInTurn,
  trashOf,
  trashTab,
} from './support/trash-tab.ts';

const FOREVER = 'This will permanently delete the selected items. Are you sure you want to proceed?';

test('TRASH-08 TRASH-11 TRASH-12 SHELL-02 the tab is accessible when empty and filled, with menu and confirmation in both themes', async ({
  page,
  vaultApi,
}) => {
  await emptyTrash(vaultApi);
  await openTrash(page, vaultApi);
  const trash = trashTab(page);
  await expect(page.getByRole('tab')).toHaveText(['Files', 'Links', 'Trash']);
  await expect(trash.panel.getByText('No Data', { exact: true })).toBeVisible();
  await expectAccessibleInBothThemes(page);
  await vaultApi.put({ 'Tax/2026/a.txt': 'a'.repeat(1536), 'empty.txt': '' });
  await trashInTurn(vaultApi, 'empty.txt', 'Tax/2026');
  await trash.search.click();
  await expectTrash(page, ['2026', 'empty.txt']);
  await expect(trash.filter.locator('label')).toHaveText(['Type', 'Deleted by', 'Item Name', 'Date Deleted']);
  await expect(trash.filter.getByRole('button')).toHaveText(['Reset', 'Search']);
  await expect(trash.grid.getByRole('columnheader')).toHaveText([
    '',
    'Item Name',
    'Size',
    'Original Location',
    'Date Deleted',
    'Deleted By',
  ]);
  await expect(trash.row('empty.txt').getByRole('gridcell').nth(2)).toHaveText('-');
  await expect(trash.row('2026').getByRole('gridcell').nth(2)).toHaveText('1.5 KB');
  await expect(trash.row('2026').getByRole('gridcell').nth(3)).toHaveText('Files / Tax');
  await trash.row('2026').click({ button: 'right' });
  await expect(trash.menu.getByRole('menuitem')).toHaveText(['Restore', 'DeleteDel']);
  await expectAccessibleInBothThemes(page);
  await trash.menu.getByRole('menuitem', { name: 'Delete' }).click();
  await expect(trash.deletion.getByText(FOREVER)).toBeVisible();
  await expectAccessibleInBothThemes(page);
  await page.keyboard.press('Escape');
  await chooseFilter(page, 'Date Deleted', 'Custom');
  await expect(trash.filter.getByPlaceholder('Start date')).toBeVisible();
  await expectAccessibleInBothThemes(page);
});

test('TRASH-01 TRASH-03 TRASH-04 TRASH-05 TRASH-06 TRASH-07 TRASH-09 TRASH-10 Search applies the filters, and Reset shows all items', async ({
  page,
  vaultApi,
  owner,
}) => {
  await emptyTrash(vaultApi);
  const names = Array.from({ length: 12 }, (_, n) => `note ${n + 1}.txt`);
  await vaultApi.put(Object.fromEntries([...names, 'Old/x.txt'].map((name) => [name, name])));
  await trashInTurn(vaultApi, ...names, 'Old');
  await openTrash(page, vaultApi, 'page=2');
  const trash = trashTab(page);
  await expectTrash(page, ['note 3.txt', 'note 2.txt', 'note 1.txt']);
  const calls = trashCalls(page);

  await chooseFilter(page, 'Type', 'Folders');
  await expectTrash(page, ['note 3.txt', 'note 2.txt', 'note 1.txt']);
  expect(calls).toEqual([]);
  await trash.search.click();
  await expectTrash(page, ['Old']);
  expect(Object.fromEntries(calls.at(-1) ?? [])).toEqual({ types: 'FOLDER', page: '0', size: '10' });

  await chooseFilter(page, 'Type', 'All');
  await trash.field('Item Name').fill('NOTE 1');
  await trash.field('Item Name').press('Enter');
  await expectTrash(page, ['note 12.txt', 'note 11.txt', 'note 10.txt', 'note 1.txt']);

  await chooseFilter(page, 'Deleted by', owner.name);
  await chooseFilter(page, 'Date Deleted', 'Today');
  await trash.search.click();
  await expect.poll(() => calls.at(-1)?.get('deletedBy')).toBe(owner.sfid);
  await expectTrash(page, ['note 12.txt', 'note 11.txt', 'note 10.txt', 'note 1.txt']);
  // The limits of a day in Berlin, in UTC.
  expect(calls.at(-1)?.get('from')).toMatch(/^\d{4}-\d\d-\d\d 2[23]:00:00$/);
  expect(calls.at(-1)?.get('to')).toMatch(/^\d{4}-\d\d-\d\d 2[12]:59:59$/);
  await expect(page).toHaveURL(/name=NOTE\+1&by=\w+&deleted=today/);
  await chooseFilter(page, 'Date Deleted', 'Yesterday');
  await trash.search.click();
  await expect(trash.panel.getByText('Nothing in the trash matches the filter.')).toBeVisible();
  await page.goBack();
  await expect(trash.filter.getByText('Today', { exact: true })).toBeVisible();
  await expectTrash(page, ['note 12.txt', 'note 11.txt', 'note 10.txt', 'note 1.txt']);

  await chooseFilter(page, 'Date Deleted', 'Custom');
  await trash.search.click();
  await expect(trash.filter.getByRole('alert')).toHaveText('Please enter start date');
  await trash.filter.getByPlaceholder('Start date').fill('01/01/2020');
  await page.keyboard.press('Enter');
  await trash.filter.getByPlaceholder('End date').fill('01/31/2020');
  await page.keyboard.press('Enter');
  await trash.search.click();
  await expect.poll(() => calls.at(-1)?.get('from')).toBe('2019-12-31 23:00:00');
  expect(calls.at(-1)?.get('to')).toBe('2020-01-31 22:59:59');

  await trash.reset.click();
  await expectTrash(page, ['Old', ...names.slice(3).toReversed()]);
  expect(Object.fromEntries(calls.at(-1) ?? [])).toEqual({ types: 'FILE,FOLDER', page: '0', size: '10' });
  await expect(trash.pages).toContainText('Total 13 item(s)');
  await trash.sortBy('Item Name');
  await expect.poll(() => calls.at(-1)?.get('sort')).toBe('name,asc');
  // Waits for the list, because no second call is sent while it loads.
  await expectTrash(page, names.toSorted().slice(0, 10));
  const asked = calls.length;
  await trash.reset.click();
  await expect.poll(() => calls.length).toBe(asked + 1);
});

test('SCOPE-10 TRASH-13 TRASH-16 TRASH-18 TRASH-19 TRASH-20 items are restored and permanently deleted by menu and by keyboard', async ({
  page,
  vaultApi,
}) => {
  await emptyTrash(vaultApi);
  await vaultApi.put({ 'a.txt': 'a', 'b.txt': 'b', 'c.txt': 'c', 'Tax/d.txt': 'd', 'e.txt': 'e' });
  await trashInTurn(vaultApi, 'a.txt', 'b.txt', 'c.txt', 'Tax', 'e.txt');
  await openTrash(page, vaultApi);
  const trash = trashTab(page);
  await expectTrash(page, ['e.txt', 'Tax', 'c.txt', 'b.txt', 'a.txt']);

  // The menu acts on the selection; a click on another row selects only that row.
  await trash.checkbox('Tax').check();
  await trash.checkbox('a.txt').check();
  await trash.row('a.txt').click({ button: 'right' });
  await trash.menu.getByRole('menuitem', { name: 'Restore' }).click();
  await expect(trash.restoration.getByText('Are you sure to restore the selected items?')).toBeVisible();
  await expect(trash.restoration.getByText('2 items')).toBeVisible();
  await trash.restoration.getByRole('button', { name: 'Cancel' }).click();
  await expect(trash.restoration).toBeHidden();
  await trash.row('a.txt').click({ button: 'right' });
  await trash.menu.getByRole('menuitem', { name: 'Restore' }).click();
  await trash.restoration.getByRole('button', { name: 'Confirm' }).click();
  await expectToast(page, 'Restored successfully.');
  await expectTrash(page, ['e.txt', 'c.txt', 'b.txt']);
  expect(await vaultApi.names()).toEqual(['Tax', 'a.txt']);

  // By keyboard only: two rows, the menu key and the Delete key.
  await trash.row('c.txt').getByRole('gridcell').nth(1).click();
  await page.keyboard.press('Shift+ArrowDown');
  await page.keyboard.press('Shift+F10');
  await expect(trash.menu).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(trash.deletion.getByText('2 items')).toBeVisible();
  await expect(trash.deletion.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expectToast(page, 'Deleted successfully.');
  await expectTrash(page, ['e.txt']);
  await trash.row('e.txt').getByRole('gridcell').nth(1).click();
  await page.keyboard.press('Delete');
  await expect(trash.deletion.getByText('e.txt')).toBeVisible();
  await trash.deletion.getByRole('button', { name: 'Confirm' }).click();
  await expect(trash.panel.getByText('No Data', { exact: true })).toBeVisible();
  expect(await trashOf(vaultApi)).toEqual([]);

  // The Files tab shows the restored items.
  await page.getByRole('tab', { name: 'Files' }).click();
  await expectRows(page, ['Tax', 'a.txt']);
  await expect(page.getByRole('treeitem', { name: 'Tax' })).toBeVisible();
});

test.describe('with live events', () => {
  test.use({ liveEvents: true });

  test('TRASH-13 an item that another user restores and deletes again is not selected', async ({
    page,
    vaultApi,
  }) => {
    await emptyTrash(vaultApi);
    await vaultApi.put({ 'a.txt': 'a', 'b.txt': 'b' });
    await trashInTurn(vaultApi, 'a.txt', 'b.txt');
    await openTrash(page, vaultApi);
    const { checkbox } = trashTab(page);
    await expectTrash(page, ['b.txt', 'a.txt']);
    await checkbox('a.txt').check();
    await checkbox('b.txt').check();
    const [, a] = await trashOf(vaultApi);
    await vaultApi.client.data(contract.trash.restore, { body: [a?.id ?? ''] });
    await expectTrash(page, ['b.txt']);
    await vaultApi.trash('a.txt');
    await expectTrash(page, ['a.txt', 'b.txt']);
    await expect(checkbox('b.txt')).toBeChecked();
    await expect(checkbox('a.txt')).not.toBeChecked();
  });
});

test('USE-45 selected rows have a bar; a restoration toast shows and links the new location', async ({
  page,
  vaultApi,
  picture,
}) => {
  await emptyTrash(vaultApi);
  await vaultApi.put({ 'Tax/2026/a.txt': 'old', 'b.txt': 'b', 'c.txt': 'c' });
  await trashInTurn(vaultApi, 'Tax/2026/a.txt', 'b.txt', 'c.txt');
  await vaultApi.put({ 'Tax/2026/a.txt': 'new' });
  await openTrash(page, vaultApi);
  const { bar, checkbox, restoration, deletion } = trashTab(page);
  await expectTrash(page, ['c.txt', 'b.txt', 'a.txt']);
  await expect(bar.getByRole('button')).toHaveCount(0);
  await checkbox('c.txt').check();
  await checkbox('b.txt').check();
  await expect(bar.getByRole('status')).toHaveText('2 item(s) selected');
  await expect(bar.getByRole('button')).toHaveText(['Restore', 'Delete', 'Clear the selection']);
  await expectAccessible(page);
  await picture('bar');
  await bar.getByRole('button', { name: 'Clear the selection' }).click();
  await expect(checkbox('b.txt')).not.toBeChecked();
  await checkbox('c.txt').check();
  await bar.getByRole('button', { name: 'Delete' }).press('Enter');
  await deletion.getByRole('button', { name: 'Confirm' }).click();
  await expectToast(page, 'Deleted successfully.');
  await expectTrash(page, ['b.txt', 'a.txt']);

  await checkbox('a.txt').check();
  await bar.getByRole('button', { name: 'Restore' }).click();
  await restoration.getByRole('button', { name: 'Confirm' }).click();
  const message = toast(page, 'Restored successfully.');
  // The pointer keeps the toast open.
  await message.hover();
  await expect(message).toContainText("'a.txt' is now 'a (1).txt' in Files / Tax / 2026.");
  await expectAccessible(page);
  await picture('restored');
  await message.getByRole('button', { name: 'Go to Folder' }).click();
  await expectPath(page, ['Files', 'Tax', '2026']);
  await expectRows(page, ['a (1).txt', 'a.txt']);
});
