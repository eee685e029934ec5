import { escape, expectRows, filesTab } from './support/files-tab.ts';
import { expect, openVault, test } from './support/test.ts';
import { trashTab } from './support/trash-tab.ts';

const folders = (count: number) =>
  Array.from({ length: count }, (_, n) => `Folder ${String(n + 1).padStart(2, '0')}`);

test('USE-10 the shortcuts of the list work from its header, toolbar and rows', async ({
  page,
  vaultApi,
}) => {
  await vaultApi.createFolders(...folders(3));
  await openVault(page, vaultApi);
  const files = filesTab(page);
  const dialog = page.getByRole('dialog', { name: 'Confirm Deletion' });
  await files.selectAll.click();
  await expect(files.selectAll).toBeFocused();
  await page.keyboard.press('Delete');
  await expect(dialog).toContainText('3 items');
  await escape(page);
  await expect(dialog).toBeHidden();
  await files.selectAll.focus();
  await page.keyboard.press('Escape');
  await expect(files.selection).toBeHidden();
  await files.tool('Refresh').focus();
  await page.keyboard.press('Control+a');
  await expect(files.selection).toHaveText('3 item(s) selected');
  await page.keyboard.press('Delete');
  await expect(dialog).toContainText('3 items');
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  await expectRows(page, []);

  await page.getByRole('tab', { name: 'Trash' }).click();
  const trash = trashTab(page);
  await trash.grid.getByRole('checkbox', { name: 'Select all' }).click();
  await page.keyboard.press('Delete');
  await expect(trash.deletion).toBeVisible();
  await escape(page);
  await expect(trash.deletion).toBeHidden();
  const bar = page.getByRole('toolbar', { name: 'Selected items of the trash' });
  await bar.getByRole('button', { name: 'Restore' }).focus();
  await page.keyboard.press('Delete');
  await expect(trash.deletion).toBeVisible();
});
