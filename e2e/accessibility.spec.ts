import { expectAccessibleInBothThemes } from './support/accessible.ts';
import { escape, expectRows, expectToast, filesTab, openMenu } from './support/files-tab.ts';
import { EICAR } from './support/sample-files.ts';
import { people } from './support/people.ts';
import { enter, expect, openVault, test } from './support/test.ts';
import { expectStatuses, inMemory, openUpload, writeFiles } from './support/upload-modal.ts';

const DEEP = 'Clients/Acme/2026/Tax/Returns';

test('sign-in and the no-access page are accessible in both themes', async ({ page }) => {
  await page.goto('/');
  await expect(page.getByLabel('E-mail')).toBeFocused();
  await expectAccessibleInBothThemes(page);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('alert')).toHaveText('Please enter your e-mail and password.');
  await expectAccessibleInBothThemes(page);
  await enter(page, people.noVault);
  await expect(page.getByText('Please contact site admin.')).toBeVisible();
  await expectAccessibleInBothThemes(page);
});

test('the files list is accessible empty, filled, selected, sorted and nested in both themes', async ({
  page,
  vaultApi,
}) => {
  await openVault(page, vaultApi);
  await expect(page.getByText('No Data', { exact: true })).toBeVisible();
  await expectAccessibleInBothThemes(page);

  const long = `${'A rather long name of a document '.repeat(8)}.pdf`;
  await vaultApi.put({ [`${DEEP}/return.pdf`]: 'x', [long]: 'x', 'sheet.xlsx': 'x' });
  await vaultApi.createFolders(...Array.from({ length: 12 }, (_, n) => `Folder ${n + 10}`));
  const files = filesTab(page);
  await files.tool('Refresh').click();
  await expect(files.row('Folder 10')).toBeVisible();
  await files.sortBy('Size');
  // A change of the sort order clears the selection.
  await expect(files.header('Size')).toHaveAttribute('aria-sort', 'ascending');
  await files.checkbox('Folder 11').check();
  await expect(files.selection).toBeVisible();
  await files.row('Folder 10').hover();
  await expectAccessibleInBothThemes(page);

  const { sfid } = await vaultApi.item(DEEP);
  await page.goto(`/vault?folder=${sfid}`);
  await expectRows(page, ['return.pdf']);
  await files.path.getByRole('button', { name: 'Folders between' }).click();
  await expect(page.getByRole('menuitem', { name: 'Acme' })).toBeVisible();
  await expectAccessibleInBothThemes(page);
  await page.keyboard.press('Escape');
  await openMenu(page, 'return.pdf');
  await expectAccessibleInBothThemes(page);
});

test('every dialog of the Files tab is accessible in both themes', async ({ page, vaultApi }) => {
  await vaultApi.put({ 'Tax/return.pdf': 'x', 'note.txt': 'x' });
  await openVault(page, vaultApi);
  const files = filesTab(page);
  const dialog = page.getByRole('dialog');
  await files.tool('Create').click();
  await dialog.getByLabel('Name').fill('what?');
  await expect(dialog.getByRole('alert')).not.toHaveText('');
  await expectAccessibleInBothThemes(page);
  await escape(page);
  await expect(dialog).toBeHidden();

  await files.tool('Details of this folder').click();
  await expect(dialog.getByRole('definition').first()).toBeVisible();
  await expectAccessibleInBothThemes(page);
  await escape(page);
  await expect(dialog).toBeHidden();

  await files.row('Tax').hover();
  await page.getByRole('button', { name: 'Download Tax' }).click();
  await expect(dialog.getByRole('status')).toHaveText('1 file, 1.0 bytes');
  await expectAccessibleInBothThemes(page);
  await escape(page);
  await expect(dialog).toBeHidden();

  await files.checkbox('Tax').check();
  await files.tool('Delete selected items').click();
  await expect(dialog).toContainText('Are you sure');
  await expectAccessibleInBothThemes(page);
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  await expectToast(page, 'Deleted successfully.');
  await expectAccessibleInBothThemes(page);
});

test('the upload is accessible empty and with results, failures and refusals in both themes', async ({
  page,
  vaultApi,
}, testInfo) => {
  const disk = await writeFiles(testInfo.outputPath('disk'), {
    'Case/clean.txt': 'x',
    'Case/bad.txt': EICAR,
  });
  await openVault(page, vaultApi);
  const modal = await openUpload(page);
  await expectAccessibleInBothThemes(page);
  await modal.files.setInputFiles(inMemory({ 'a.txt': 'x', 'b.txt': EICAR, 'Zoë.txt': 'x' }));
  await modal.folder.setInputFiles(`${disk}/Case`);
  await expectStatuses(page, { 'a.txt': 'Completed', 'b.txt': 'Scan Failed', Case: 'Scan Failed' });
  await modal.expand('Case').click();
  await expect(modal.status('bad.txt')).toBeVisible();
  await expectAccessibleInBothThemes(page);
});
