import { expectPath, expectRows, expectToast, filesTab } from './support/files-tab.ts';
import { expect, openVault, type Page, test } from './support/test.ts';

const newFolder = (page: Page) => {
  const dialog = page.getByRole('dialog', { name: 'New Folder' });
  return {
    dialog,
    name: dialog.getByLabel('Name'),
    location: dialog.getByLabel('Location'),
    create: dialog.getByRole('button', { name: 'Create' }),
    problem: dialog.getByRole('alert'),
    open: () => filesTab(page).tool('Create').click(),
  };
};

test('SCOPE-05 FILES-08 FOLDER-01 FOLDER-05 FOLDER-09 FOLDER-10 a new folder is created in the open folder; tree and list show it', async ({
  page,
  vaultApi,
}) => {
  await vaultApi.createFolders('Tax/2025');
  await openVault(page, vaultApi);
  const { dialog, name, location, create, open } = newFolder(page);
  const files = filesTab(page);
  await files.folder('Tax').click();
  await expectRows(page, ['2025']);
  await files.tree.press('ArrowRight');
  await expect(files.folder('2025')).toBeVisible();

  await open();
  await expect(name).toHaveValue('New Folder');
  await expect(name).toBeFocused();
  await expect(location).toHaveValue('Files / Tax');
  await expect(location).toHaveJSProperty('readOnly', true);
  // The proposed name is selected: typing replaces it.
  await page.keyboard.type('2026');
  await create.click();
  await expectToast(page, 'Created successfully.');
  await expect(dialog).toBeHidden();
  await expectRows(page, ['2025', '2026']);
  await expect(files.folder('2026')).toBeVisible();
  await expectPath(page, ['Files', 'Tax']);
});
