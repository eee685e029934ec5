import { Messages } from '@vault/contract';
import { expectAccessible } from './support/accessible.ts';
import { choose, expectRows, expectToast, filesTab } from './support/files-tab.ts';
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
  // D-13: the merged file has the versions of both files.
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
