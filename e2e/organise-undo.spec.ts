import { choose, expectPath, expectRows, expectToast, filesTab, select, toast } from './support/files-tab.ts';
import { openRelocate } from './support/relocate-modal.ts';
import { expect, openVault, type Page, test } from './support/test.ts';

const undo = (page: Page) => page.getByRole('button', { name: 'Undo', exact: true });

/** Hovers the Undo button, which pauses the timer of the toast. */
const hold = (page: Page) => undo(page).hover();

test('Undo after a move restores the items and opens the former folder', async ({ page, vaultApi }) => {
  await vaultApi.put({ 'a.txt': 'a', 'Tax/t.txt': 't' });
  await openVault(page, vaultApi);
  const modal = await openRelocate(page, 'a.txt', 'Move');
  await modal.folder('Tax').click();
  await modal.submit.click();
  await expectPath(page, ['Files', 'Tax']);
  await undo(page).click();
  await expectPath(page, ['Files']);
  await expectRows(page, ['Tax', 'a.txt']);
  expect(await vaultApi.names('Tax')).toEqual(['t.txt']);
});

test('Ctrl+Z undoes a rename', async ({ page, vaultApi }) => {
  await vaultApi.createFolders('Tax');
  await openVault(page, vaultApi);
  await choose(page, 'Tax', 'Rename');
  await page.getByLabel('Name', { exact: true }).fill('Taxes');
  await page.keyboard.press('Enter');
  await hold(page);
  await expectRows(page, ['Taxes']);
  await expect(filesTab(page).row('Taxes')).toBeFocused();
  await page.keyboard.press('Control+z');
  await expectRows(page, ['Tax']);
});

test('Undo after a deletion restores the items, and this restoration can be undone', async ({
  page,
  vaultApi,
}) => {
  await vaultApi.put({ 'a.txt': 'a', 'Tax/t.txt': 't' });
  await openVault(page, vaultApi);
  await select(page, 'a.txt', 'Tax');
  await page.keyboard.press('Delete');
  await page
    .getByRole('dialog', { name: 'Confirm Deletion' })
    .getByRole('button', { name: 'Confirm' })
    .click();
  await hold(page);
  await expectRows(page, []);
  await undo(page).click();
  const restored = toast(page, 'Restored successfully.').getByRole('button', { name: 'Undo' });
  await restored.hover();
  await expectRows(page, ['Tax', 'a.txt']);
  expect(await vaultApi.names('Tax')).toEqual(['t.txt']);
  await restored.click();
  await expectRows(page, []);
});

test('Undo of a move finds the former folder under its new name', async ({ page, vaultApi }) => {
  await vaultApi.put({ 'Old/a.txt': 'a', 'Tax/t.txt': 't' });
  await openVault(page, vaultApi);
  await filesTab(page).folder('Old').click();
  const modal = await openRelocate(page, 'a.txt', 'Move');
  await modal.folder('Tax').click();
  await modal.submit.click();
  await hold(page);
  await expectPath(page, ['Files', 'Tax']);
  await vaultApi.rename('Old', 'Very old');
  await undo(page).click();
  await expectRows(page, ['a.txt']);
  expect(await vaultApi.names('Very old')).toEqual(['a.txt']);
});

test('an Undo that is no longer possible shows why and changes nothing', async ({ page, vaultApi }) => {
  await vaultApi.put({ 'Old/a.txt': 'a', 'Tax/t.txt': 't' });
  await openVault(page, vaultApi);
  await filesTab(page).folder('Old').click();
  const modal = await openRelocate(page, 'a.txt', 'Move');
  await modal.folder('Tax').click();
  await modal.submit.click();
  await hold(page);
  await expectPath(page, ['Files', 'Tax']);
  await vaultApi.trash('Old');
  await undo(page).click();
  await expectToast(page, 'This can no longer be undone: the item or its former folder is no longer there.');
  expect(await vaultApi.names('Tax')).toEqual(['a.txt', 't.txt']);
});
