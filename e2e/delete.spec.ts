import { expectPath, expectRows, expectToast, filesTab } from './support/files-tab.ts';
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
