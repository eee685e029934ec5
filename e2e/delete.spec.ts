import { Messages } from '@vault/contract';
import { escape, expectPath, expectRows, expectToast, filesTab } from './support/files-tab.ts';
import { expect, openVault, type Page, test } from './support/test.ts';

const confirmation = (page: Page) => {
  const dialog = page.getByRole('dialog', { name: 'Confirm Deletion' });
  return {
    dialog,
    cancel: dialog.getByRole('button', { name: 'Cancel' }),
    confirm: dialog.getByRole('button', { name: 'Confirm' }),
  };
};

async function askToDelete(page: Page, ...names: string[]) {
  const files = filesTab(page);
  for (const name of names) await files.checkbox(name).check();
  await expect(files.selection).toHaveText(`${names.length} item(s) selected`);
  await files.tool('Delete selected items').click();
}

test('SCOPE-05 DELETE-01 DELETE-02 DELETE-04 DELETE-05 MSG-14 MSG-57 MSG-76 deleting needs a confirmation and removes the items from list and tree', async ({
  page,
  vaultApi,
}) => {
  await vaultApi.put({ 'Tax/2025/a.txt': 'a', 'note.txt': 'note' });
  await vaultApi.createFolders('Letters');
  await openVault(page, vaultApi);
  const { dialog, cancel, confirm } = confirmation(page);
  const files = filesTab(page);
  await askToDelete(page, 'Tax', 'note.txt');
  await expect(dialog).toContainText('Are you sure to move the selected items to the trash?');
  await expect(dialog).toContainText('2 items');
  await expect(cancel).toBeFocused();

  await cancel.click();
  await expect(dialog).toBeHidden();
  await expectRows(page, ['Letters', 'Tax', 'note.txt']);
  await expect(files.selection).toHaveText('2 item(s) selected');

  await files.tool('Delete selected items').click();
  await confirm.click();
  await expectToast(page, 'Deleted successfully.');
  await expect(dialog).toBeHidden();
  await expectRows(page, ['Letters']);
  await expect(files.folder('Tax')).toHaveCount(0);
  await expect(files.selection).toHaveCount(0);
  await page.reload();
  await expectRows(page, ['Letters']);
});

test('DELETE-01 the Delete key deletes the focused row after a confirmation; Escape cancels', async ({
  page,
  vaultApi,
}) => {
  await vaultApi.createFolders('A', 'B', 'C');
  await openVault(page, vaultApi);
  const { dialog, confirm } = confirmation(page);
  const { row } = filesTab(page);
  await row('B').focus();
  await page.keyboard.press('Delete');
  await expect(dialog).toContainText('B');
  await escape(page);
  await expect(dialog).toBeHidden();
  await expect(row('B')).toBeFocused();
  expect(await vaultApi.names()).toEqual(['A', 'B', 'C']);
  await page.keyboard.press('Delete');
  await confirm.click();
  await expectRows(page, ['A', 'C']);
  // The focus moves to the next row, so that keyboard users can continue.
  await expect(row('C')).toBeFocused();
});

test('DELETE-05 deleting the last row of the last page shows the previous page', async ({
  page,
  vaultApi,
}) => {
  const names = Array.from({ length: 21 }, (_, n) => `Folder ${n + 10}`);
  await vaultApi.createFolders(...names);
  await openVault(page, vaultApi, '?page=3');
  await expectRows(page, names.slice(20));
  await askToDelete(page, 'Folder 30');
  await confirmation(page).confirm.click();
  await expectRows(page, names.slice(10, 20));
  await expect(page).toHaveURL('/vault?page=2');
  await expect(filesTab(page).pages).toContainText('Total 20 item(s)');
});

test('DELETE-03 the name of a deleted item can be reused, and the folder stays open', async ({
  page,
  vaultApi,
}) => {
  await vaultApi.put({ 'Tax/2025/a.txt': 'old' });
  await openVault(page, vaultApi);
  await filesTab(page).folder('Tax').click();
  await expectRows(page, ['2025']);
  await askToDelete(page, '2025');
  await confirmation(page).confirm.click();
  await expectToast(page, 'Deleted successfully.');
  await expect(page.getByText('No Data', { exact: true })).toBeVisible();
  await expectPath(page, ['Files', 'Tax']);
  await vaultApi.put({ 'Tax/2025/a.txt': 'new' });
  await filesTab(page).tool('Refresh').click();
  await expectRows(page, ['2025']);
  expect(await vaultApi.names('Tax/2025')).toEqual(['a.txt']);
  expect((await vaultApi.bytes('Tax/2025/a.txt')).toString()).toBe('new');
});

test('DELETE-05 MSG-52 deleting items that are already deleted shows the message and the current list', async ({
  page,
  vaultApi,
}) => {
  await vaultApi.createFolders('A', 'B');
  await openVault(page, vaultApi);
  await askToDelete(page, 'A');
  await vaultApi.trash('A');
  await confirmation(page).confirm.click();
  await expectToast(page, 'File or folder does not exist.');
  await expectRows(page, ['B']);
  await expect(filesTab(page).folder('A')).toHaveCount(0);
  await expect(confirmation(page).dialog).toBeHidden();
});

test('DELETE-01 API-05 USE-11 the dialog stays open for another attempt when the network is lost', async ({
  page,
  context,
  vaultApi,
}) => {
  await vaultApi.createFolders('A', 'B');
  await openVault(page, vaultApi);
  await askToDelete(page, 'A');
  await context.setOffline(true);
  const { confirm, dialog } = confirmation(page);
  await confirm.click();
  await expectToast(page, Messages.offline);
  await expect(dialog).toBeVisible();
  await context.setOffline(false);
  await confirm.click();
  await expectRows(page, ['B']);
});
