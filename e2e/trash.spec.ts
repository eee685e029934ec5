import { contract } from '@vault/contract';
import { expectAccessible, expectAccessibleInBothThemes } from './support/accessible.ts';
import { expectPath, expectRows, expectToast, toast } from './support/files-tab.ts';
import { expect, test } from './support/test.ts';
import {
  chooseFilter,
  emptyTrash,
  expectTrash,
  openTrash,
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
