import { expectAccessible } from './support/accessible.ts';
import { openVaultApi } from './support/vault-api.ts';
import {
  choose,
  expectPath,
  expectRows,
  expectToast,
  filesTab,
  openMenu,
  select,
} from './support/files-tab.ts';
import { people, RECORDS } from './support/people.ts';
import { mergeDialog, openRelocate, relocateModal } from './support/relocate-modal.ts';
import { expect, openVault, test } from './support/test.ts';

test('COPYMOVE-01 COPYMOVE-02 COPYMOVE-06 COPYMOVE-11 MENU-12 MENU-16 LIMIT-33 the modal is 493 px wide and shows all folders, without a selected target', async ({
  page,
  vaultApi,
}) => {
  await vaultApi.put({ 'a.txt': 'a', 'Tax/2025/b.txt': 'b' });
  await openVault(page, vaultApi);
  const modal = await openRelocate(page, 'a.txt', 'Move');
  await expect(modal.tree).toBeFocused();
  const width = async () => (await modal.dialog.locator('.ant-modal-container').boundingBox())?.width;
  // The dialog grows while it opens.
  await expect.poll(width).toBe(493);
  await expect(modal.folder('Tax')).toBeVisible();
  await expect(modal.tree.locator('[aria-selected=true]')).toHaveCount(0);
  await expect(modal.target).toHaveText(/Choose a folder/);
  await expect(modal.submit).toBeDisabled();
  await expect(modal.cancel).toBeEnabled();
  await expectAccessible(page);
  await modal.cancel.click();
  await expect(modal.dialog).toBeHidden();
  await expect(filesTab(page).row('a.txt')).toBeFocused();
});

test('COPYMOVE-08 COPYMOVE-09 a tooltip shows for each action why a folder is not a valid target', async ({
  page,
  vaultApi,
}) => {
  await vaultApi.createFolders('Tax/2025', 'Letters');
  await openVault(page, vaultApi);
  for (const action of ['Copy', 'Move'] as const) {
    const modal = await openRelocate(page, 'Tax', action);
    await modal.folder('Files').click();
    await expect(modal.submit).toHaveAttribute('aria-disabled', 'true');
    await modal.submit.hover();
    await expect(page.getByRole('tooltip')).toHaveText('Source and target folder cannot be the same');
    await modal.folder('Tax').click();
    await modal.submit.hover();
    await expect(page.getByRole('tooltip')).toHaveText(
      `You can't ${action.toLowerCase()} a folder to its subfolder`,
    );
    await modal.folder('Letters').click();
    await expect(modal.submit).toBeEnabled();
    await modal.cancel.click();
  }
});

test('SCOPE-05 COPYMOVE-14 COPYMOVE-15 COPYMOVE-16 COPYMOVE-17 a move closes the modal and opens the target folder', async ({
  page,
  vaultApi,
}) => {
  await vaultApi.put({ 'a.txt': 'a', 'Tax/2025/b.txt': 'b', 'Letters/c.txt': 'c' });
  await openVault(page, vaultApi);
  await select(page, 'a.txt', 'Letters');
  await choose(page, 'a.txt', 'Move');
  const modal = relocateModal(page, 'Move');
  await modal.folder('Tax').click();
  await expect(modal.target).toHaveText(/Files \/ Tax/);
  await modal.submit.click();
  await expectToast(page, 'Moved Successfully.');
  await expect(modal.dialog).toBeHidden();
  await expectPath(page, ['Files', 'Tax']);
  await expectRows(page, ['2025', 'Letters', 'a.txt']);
  await expect(filesTab(page).folder('Tax')).toHaveAttribute('aria-selected', 'true');
  await expect(filesTab(page).folder('Letters')).toHaveCount(0);
  expect(await vaultApi.names()).toEqual(['Tax']);
});

test('SCOPE-05 COPYMOVE-17 D-15 a copy keeps the current folder open', async ({ page, vaultApi }) => {
  await vaultApi.put({ 'a.txt': 'a', 'Tax/b.txt': 'b' });
  await openVault(page, vaultApi);
  const modal = await openRelocate(page, 'a.txt', 'Copy');
  await modal.folder('Tax').click();
  await modal.submit.click();
  await expectToast(page, 'Copied Successfully.');
  await expectPath(page, ['Files']);
  await expectRows(page, ['Tax', 'a.txt']);
  expect(await vaultApi.names('Tax')).toEqual(['a.txt', 'b.txt']);
  expect(String(await vaultApi.bytes('Tax/a.txt'))).toBe('a');
});

test('SCOPE-05 COPYMOVE-17 COPYMOVE-18 COPYMOVE-22 Duplicate makes a copy in the same folder and never merges', async ({
  page,
  vaultApi,
}) => {
  await vaultApi.put({ 'plan.txt': 'plan', 'plan (1).txt': 'another' });
  await openVault(page, vaultApi);
  await choose(page, 'plan.txt', 'Duplicate');
  await expectToast(page, 'Duplicated successfully.');
  await expectRows(page, ['plan (1).txt', 'plan (2).txt', 'plan.txt']);
  await expect(mergeDialog(page)).toHaveCount(0);
  expect(String(await vaultApi.bytes('plan (2).txt'))).toBe('plan');
});

test('USE-21 after Duplicate nothing is selected', async ({ page, vaultApi }) => {
  await vaultApi.put({ 'plan.txt': 'plan' });
  await openVault(page, vaultApi);
  const { selection, checkbox } = filesTab(page);
  await select(page, 'plan.txt');
  await choose(page, 'plan.txt', 'Duplicate');
  await expectRows(page, ['plan (1).txt', 'plan.txt']);
  await expect(selection).toHaveCount(0);
  await expect(checkbox('plan.txt')).not.toBeChecked();

  // Pasting a copy into the folder of its source duplicates it too.
  await select(page, 'plan.txt');
  await page.keyboard.press('Control+c');
  await page.keyboard.press('Control+v');
  await expectRows(page, ['plan (1).txt', 'plan (2).txt', 'plan.txt']);
  await expect(selection).toHaveCount(0);
  await expect(checkbox('plan.txt')).not.toBeChecked();
});

test('FOLDER-07 COPYMOVE-03 COPYMOVE-04 MSG-17 MSG-33 a target folder can be created by the rules of New Folder', async ({
  page,
  vaultApi,
}) => {
  await vaultApi.put({ 'a.txt': 'a', 'Tax/2025/b.txt': 'b' });
  await openVault(page, vaultApi);
  const modal = await openRelocate(page, 'a.txt', 'Move');
  await modal.folder('Tax').click();
  await modal.dialog.getByRole('button', { name: 'New folder' }).click();
  const name = modal.dialog.getByLabel('Create new folder in Files / Tax');
  const create = modal.dialog.getByRole('button', { name: 'Create Folder' });
  const problem = modal.dialog.getByRole('alert');
  await expect(name).toHaveValue('New Folder');
  await expect(name).toBeFocused();
  await name.fill(' ');
  await create.click();
  await expect(problem).toHaveText('Please enter the file or folder name.');
  await name.fill('a'.repeat(256));
  await create.click();
  await expect(problem).toHaveText('The name cannot exceed 255 characters.');
  await name.fill(' 2025 ');
  await create.click();
  await expect(problem).toHaveText('The folder has already existed.');
  await name.fill('a/b');
  await expect(problem).toContainText('The characters allowed in file names include letters');
  await page.keyboard.press('Escape');
  await expect(name).toHaveCount(0);
  await expect(modal.dialog).toBeVisible();

  await modal.dialog.getByRole('button', { name: 'New folder' }).click();
  await name.fill(' 2026 ');
  await name.press('Enter');
  await expect(modal.target).toHaveText(/Files \/ Tax \/ 2026/);
  await expect(modal.folder('2026')).toHaveAttribute('aria-selected', 'true');
  await modal.submit.click();
  await expectPath(page, ['Files', 'Tax', '2026']);
  await expectRows(page, ['a.txt']);
});

test('COPYMOVE-05 MENU-12 MENU-13 a reader has no Move, no Rename, and no New folder when copying', async ({
  page,
  vault,
}) => {
  const ada = await openVaultApi(vault.url, people.everything, RECORDS.acme);
  await ada.put({ 'Reader/plan.txt': 'plan' });
  const reader = await openVaultApi(vault.url, people.reader, RECORDS.acme);
  const { sfid } = await reader.item('Reader');
  await openVault(page, reader, `?record=${RECORDS.acme}&folder=${sfid}`);
  const menu = await openMenu(page, 'plan.txt');
  await expect(menu.getByRole('menuitem', { name: 'Move' })).toHaveCount(0);
  await expect(menu.getByRole('menuitem', { name: 'Rename' })).toHaveCount(0);
  await menu.getByRole('menuitem', { name: 'Copy' }).click();
  const modal = relocateModal(page, 'Copy');
  await expect(modal.tree).toBeVisible();
  await expect(modal.dialog.getByRole('button', { name: 'New folder' })).toHaveCount(0);
});

test('MENU-13 Rename needs exactly one item', async ({ page, vaultApi }) => {
  await vaultApi.createFolders('A', 'B');
  await openVault(page, vaultApi);
  await select(page, 'A', 'B');
  const menu = await openMenu(page, 'A');
  await expect(menu.getByRole('menuitem', { name: 'Move' })).toBeVisible();
  await expect(menu.getByRole('menuitem', { name: 'Rename' })).toHaveCount(0);
  await page.keyboard.press('Escape');
  await page.keyboard.press('F2');
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('COPYMOVE-07 COPYMOVE-12 COPYMOVE-13 D-13 name conflicts show the effects of the merge before its confirmation', async ({
  page,
  vaultApi,
}) => {
  await vaultApi.put({ 'Tax/plan.txt': 'one', 'Tax/2025/b.txt': 'b', 'Old/plan.txt': 'two' });
  await vaultApi.put({ 'Old/Tax/plan.txt': 'three', 'Old/Tax/new.txt': 'n', 'Old/Tax/2025/b.txt': 'b2' });
  await openVault(page, vaultApi);
  const modal = await openRelocate(page, 'Tax', 'Move');
  await modal.folder('Old').click();
  await modal.submit.click();
  const merge = mergeDialog(page);
  await expect(merge).toContainText('All items will be merged.');
  await expect(merge.getByRole('status')).toHaveText(
    '2 folders will be joined, 2 files will become versions.',
  );
  const lines = merge.getByRole('list', { name: 'What will be merged' }).getByRole('listitem');
  await expect(lines).toHaveCount(4);
  await expect(lines.filter({ hasText: 'plan.txt' })).toContainText(
    '2 versions afterwards, in Files / Old / Tax',
  );
  await expectAccessible(page);

  await merge.getByRole('button', { name: 'Cancel' }).click();
  await expect(merge).toBeHidden();
  expect(await vaultApi.names('Tax')).toEqual(['2025', 'plan.txt']);

  await modal.submit.click();
  await merge.getByRole('button', { name: 'Confirm' }).click();
  await expectToast(page, 'Moved Successfully.');
  await expect(modal.dialog).toBeHidden();
  await expectPath(page, ['Files', 'Old']);
  await expectRows(page, ['Tax', 'plan.txt']);
  const plan = await vaultApi.item('Old/Tax/plan.txt');
  expect(plan.versionCount).toBe(2);
  expect(await vaultApi.names('Old/Tax')).toEqual(['2025', 'new.txt', 'plan.txt']);
  await expect(page.getByRole('button', { name: 'Undo' })).toHaveCount(0);
});

test('MSG-52 a move into a deleted folder shows the message and moves nothing', async ({
  page,
  vaultApi,
}) => {
  await vaultApi.put({ 'a.txt': 'a', 'Tax/b.txt': 'b' });
  await openVault(page, vaultApi);
  const modal = await openRelocate(page, 'a.txt', 'Move');
  await modal.folder('Tax').click();
  await vaultApi.trash('Tax');
  await modal.submit.click();
  await expectToast(page, 'File or folder does not exist.');
  expect(await vaultApi.names()).toEqual(['a.txt']);
});
