import { escape, expectPath, expectRows, expectToast, filesTab } from './support/files-tab.ts';
import { tabTo } from './support/tab-to.ts';
import { expect, openVault, test } from './support/test.ts';
import { expectTrash, trashTab } from './support/trash-tab.ts';
import { expectStatuses, inMemory, uploadModal } from './support/upload-modal.ts';

test('the tree, navigation, selection, creation, deletion and sorting work by keyboard only', async ({
  page,
  vaultApi,
}) => {
  await vaultApi.createFolders('Letters', 'Tax/2024', 'Tax/2025', 'Tax/2026');
  await openVault(page, vaultApi);
  const files = filesTab(page);
  const press = (keys: string) => page.keyboard.press(keys);

  await tabTo(page, files.tree);
  await press('ArrowDown');
  await press('ArrowDown');
  await press('ArrowRight');
  await expect(files.folder('2024')).toBeVisible();
  await press('Enter');
  await expectPath(page, ['Files', 'Tax']);
  await expectRows(page, ['2024', '2025', '2026']);
  await press('ArrowLeft');
  await expect(files.folder('2024')).toHaveCount(0);
  await expect(files.tree).toBeFocused();

  await tabTo(page, files.row('2024'));
  await press('Space');
  await press('Shift+ArrowDown');
  await expect(files.selection).toHaveText('2 item(s) selected');
  await press('Escape');
  await expect(files.selection).toHaveCount(0);
  await press('Control+a');
  await expect(files.selection).toHaveText('3 item(s) selected');
  await press('Escape');
  await press('End');
  await expect(files.row('2026')).toBeFocused();
  await press('Delete');
  const confirmation = page.getByRole('dialog', { name: 'Confirm Deletion' });
  await expect(confirmation.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await press('Tab');
  await press('Enter');
  await expectToast(page, 'Deleted successfully.');
  await expectRows(page, ['2024', '2025']);

  await expect(files.row('2025')).toBeFocused();
  await press('Enter');
  await expectPath(page, ['Files', 'Tax', '2025']);
  await tabTo(page, page.getByRole('tab', { name: 'Files' }));
  await tabTo(page, files.back);
  await press('Enter');
  await expectPath(page, ['Files', 'Tax']);
  await tabTo(page, files.tool('Create'));
  await press('Enter');
  await expect(page.getByLabel('Name', { exact: true })).toBeFocused();
  await page.keyboard.type('2027');
  await press('Enter');
  await expectRows(page, ['2024', '2025', '2027']);
  await tabTo(page, files.grid.getByRole('button', { name: 'Item Name', exact: true }));
  await press('Enter');
  await expect(files.header('Item Name')).toHaveAttribute('aria-sort', 'ascending');
  await press('Enter');
  await expectRows(page, ['2027', '2025', '2024']);
});

test('a dialog keeps the focus inside, and the focus is visible', async ({ page, vaultApi }) => {
  await openVault(page, vaultApi);
  const files = filesTab(page);
  await files.tool('Create').press('Enter');
  await expect(page.getByLabel('Name', { exact: true })).toBeFocused();
  for (let step = 0; step < 8; step += 1) {
    await page.keyboard.press('Tab');
    await expect(page.locator('#root :focus')).toHaveCount(0);
  }
  await escape(page);
  await expect(files.tool('Create')).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(files.tool('Upload')).toBeFocused();
  await expect(files.tool('Upload')).not.toHaveCSS('outline-style', 'none');
});

test('a dialog opened from a row returns the focus to that row', async ({ page, vaultApi }) => {
  await vaultApi.createFolders('Letters', 'Tax');
  await openVault(page, vaultApi);
  const { row } = filesTab(page);
  await row('Tax').focus();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Download Tax' })).toBeFocused();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('checkbox').first()).toBeFocused();
  await escape(page);
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('button', { name: 'Download Tax' })).toBeFocused();
});

test('the grid, its menu, an upload and a restoration work by keyboard only', async ({ page, vaultApi }) => {
  await vaultApi.put({ 'a.txt': 'a', 'b.txt': 'b' });
  await openVault(page, vaultApi);
  const files = filesTab(page);
  const press = (keys: string) => page.keyboard.press(keys);

  await tabTo(page, page.getByRole('button', { name: 'Grid', exact: true }));
  await press('Enter');
  await tabTo(page, files.row('a.txt'));
  await press('ArrowRight');
  await expect(files.row('b.txt')).toBeFocused();
  await press('Shift+F10');
  const menu = page.getByRole('menu', { name: 'Selected items' });
  await expect(menu).toBeVisible();
  await press('d');
  await expect(menu.getByRole('menuitem', { name: /^D/ }).first()).toBeFocused();
  await press('Escape');
  await expect(files.row('b.txt')).toBeFocused();

  // Playwright starts to intercept file choosers asynchronously, so the wait begins long before the key that opens one.
  const chooser = page.waitForEvent('filechooser');
  await tabTo(page, files.tool('Upload'));
  await press('Enter');
  const { dialog, finish } = uploadModal(page);
  const zone = dialog.getByRole('button', { name: /choose files$/ });
  await expect(zone).toBeFocused();
  await press('Enter');
  await (await chooser).setFiles(inMemory({ 'c.txt': 'c' }));
  await expectStatuses(page, { 'c.txt': 'Completed' });
  await tabTo(page, finish);
  await press('Enter');
  await expectRows(page, ['a.txt', 'b.txt', 'c.txt']);
  await expect(files.tool('Upload')).toBeFocused();

  await tabTo(page, files.row('b.txt'));
  await press('Delete');
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Cancel' })).toBeFocused();
  await press('Tab');
  await press('Enter');
  await expectRows(page, ['a.txt', 'c.txt']);
  await tabTo(page, page.getByRole('tab', { name: 'Files' }));
  await press('End');
  await expect(page.getByRole('tab', { name: 'Trash' })).toBeFocused();
  const trash = trashTab(page);
  await tabTo(page, trash.row('b.txt'));
  await press('Space');
  await tabTo(page, trash.bar.getByRole('button', { name: 'Restore' }));
  await press('Enter');
  await expect(trash.restoration.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await press('Tab');
  await press('Enter');
  await expectToast(page, 'Restored successfully.');
  await expectTrash(page, []);
});
