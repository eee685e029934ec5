import { contract, Messages } from '@vault/contract';
import { expectAccessible } from './support/accessible.ts';
import { choose, expectPath, expectRows, expectToast, filesTab } from './support/files-tab.ts';
import { expect, openVault, type Page, test } from './support/test.ts';

const rename = (page: Page) => {
  const dialog = page.getByRole('dialog', { name: 'Rename' });
  return {
    dialog,
    name: dialog.getByLabel('Name', { exact: true }),
    submit: dialog.getByRole('button', { name: 'Rename' }),
    problem: dialog.getByRole('alert'),
  };
};
const mergeDialog = (page: Page) => page.getByRole('dialog', { name: 'Merge files?' });

test('SCOPE-05 RENAME-01 RENAME-09 RENAME-12 the name of a file is selected without its extension, and Enter renames', async ({
  page,
  vaultApi,
}) => {
  await vaultApi.put({ 'Report 2025.pdf': 'x', 'b.txt': 'b' });
  await openVault(page, vaultApi);
  const files = filesTab(page);
  await files.row('Report 2025.pdf').focus();
  await page.keyboard.press('F2');
  const { name, dialog } = rename(page);
  await expect(name).toBeFocused();
  await expect(name).toHaveValue('Report 2025.pdf');
  await page.keyboard.type('Bericht');
  await expect(name).toHaveValue('Bericht.pdf');
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  await expectToast(page, 'Renamed successfully.');
  await expect(dialog).toBeHidden();
  await expectRows(page, ['b.txt', 'Bericht.pdf']);
  await expect(files.row('Bericht.pdf')).toBeFocused();
});

test('NAME-05 RENAME-02 RENAME-03 RENAME-05 an invalid name shows its error at the field', async ({
  page,
  vaultApi,
}) => {
  await vaultApi.createFolders('A', 'Taxes');
  await openVault(page, vaultApi);
  await choose(page, 'A', 'Rename');
  const { name, submit, problem, dialog } = rename(page);
  await name.fill('  ');
  await submit.click();
  await expect(problem).toHaveText('Please enter the file or folder name.');
  await name.fill('Taxes');
  await submit.click();
  await expect(problem).toHaveText('The folder has already existed.');
  await expect(name).toBeFocused();
  await name.fill('a/b');
  await expect(problem).toContainText('The characters allowed in file names include letters');
  await name.fill('a'.repeat(256));
  await submit.click();
  await expect(problem).toHaveText('The name cannot exceed 255 characters.');
  // RENAME-04: the unchanged name is neither a duplicate nor a change.
  await name.fill(' A ');
  await submit.click();
  await expect(dialog).toBeHidden();
  expect(await vaultApi.names()).toEqual(['A', 'Taxes']);
});

test('RENAME-03 the message of the server is shown when another user has just taken the name', async ({
  page,
  vaultApi,
}) => {
  await vaultApi.createFolders('A');
  await openVault(page, vaultApi);
  await choose(page, 'A', 'Rename');
  await vaultApi.createFolders('B');
  const { name, submit, problem } = rename(page);
  await name.fill('B');
  await submit.click();
  await expect(problem).toHaveText('The folder has already existed.');
});

test('RENAME-11 tree, path and list show the new name of a folder', async ({ page, vaultApi }) => {
  await vaultApi.put({ 'Tax/2025/a.txt': 'a' });
  await openVault(page, vaultApi);
  await choose(page, 'Tax', 'Rename');
  await rename(page).name.fill('Taxes');
  await page.keyboard.press('Enter');
  await expectRows(page, ['Taxes']);
  const files = filesTab(page);
  await expect(files.folder('Taxes')).toBeVisible();
  await files.folder('Taxes').click();
  await expectPath(page, ['Files', 'Taxes']);
  await expectRows(page, ['2025']);
});

test('RENAME-06 RENAME-07 RENAME-08 RENAME-10 MSG-15 MSG-59 MSG-77 T-18 renaming a file to an existing name merges them after a confirmation', async ({
  page,
  vaultApi,
}) => {
  await vaultApi.put({ 'plan.txt': 'first', 'draft.txt': 'draft' });
  await vaultApi.put({ 'plan.txt': 'second' });
  await openVault(page, vaultApi);
  await choose(page, 'draft.txt', 'Rename');
  const { name, dialog } = rename(page);
  await name.fill('plan.txt');
  await page.keyboard.press('Enter');
  const merge = mergeDialog(page);
  await expect(merge).toContainText(
    'Files with the same name will become versions, and the one with the latest date will be the current version.',
  );
  // D-13: the sum of the versions of both files.
  await expect(merge.getByRole('list', { name: 'What will be merged' })).toContainText('plan.txt');
  await expect(merge).toContainText('3 versions afterwards, in Files');
  await expect(merge.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await expectAccessible(page);

  await page.keyboard.press('Escape');
  await expect(merge).toBeHidden();
  await expect(dialog).toBeVisible();
  expect(await vaultApi.names()).toEqual(['draft.txt', 'plan.txt']);
  await rename(page).submit.click();
  await merge.getByRole('button', { name: 'Confirm' }).click();
  await expectToast(page, 'Merged successfully.');
  await expectRows(page, ['plan.txt']);
  await expect(dialog).toBeHidden();
  await expect(filesTab(page).cells('plan.txt').nth(2)).toHaveText('3');
  // A merge cannot be undone, so there is no Undo.
  await expect(page.getByRole('button', { name: 'Undo' })).toHaveCount(0);
});

test('MSG-52 renaming a deleted item shows the message and the current list', async ({ page, vaultApi }) => {
  await vaultApi.createFolders('A', 'B');
  await openVault(page, vaultApi);
  await choose(page, 'A', 'Rename');
  await vaultApi.trash('A');
  await rename(page).name.fill('C');
  await page.keyboard.press('Enter');
  await expectToast(page, 'File or folder does not exist.');
  await expect(rename(page).dialog).toBeHidden();
  await expectRows(page, ['B']);
});

test('USE-11 the dialog keeps its input when the network is lost', async ({ page, context, vaultApi }) => {
  await vaultApi.createFolders('A');
  await openVault(page, vaultApi);
  await choose(page, 'A', 'Rename');
  const { name, problem, submit } = rename(page);
  await name.fill('B');
  await context.setOffline(true);
  await submit.click();
  await expect(problem).toHaveText(Messages.offline);
  await context.setOffline(false);
  await submit.click();
  await expectRows(page, ['B']);
});

test('LIMIT-08 a name of 400 characters is renamed and shown', async ({ page, vaultApi }) => {
  const long = `${'x'.repeat(396)}.pdf`;
  await vaultApi.put({ [long]: 'x' });
  await openVault(page, vaultApi);
  await choose(page, long, 'Rename');
  await rename(page).name.fill(`y${long.slice(1)}`);
  await page.keyboard.press('Enter');
  await expectRows(page, [`y${long.slice(1)}`]);
  const { totalElements } = await vaultApi.client.data(contract.files.list, {
    params: { recordId: vaultApi.recordId },
    query: {},
  });
  expect(totalElements).toBe(1);
});
