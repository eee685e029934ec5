import { openVaultApi } from './support/vault-api.ts';
import { expectPath, expectRows, expectToast, filesTab, select } from './support/files-tab.ts';
import { people, RECORDS } from './support/people.ts';
import { mergeDialog } from './support/relocate-modal.ts';
import { expect, type Locator, openVault, type Page, test } from './support/test.ts';

/** Drags an element over a target without dropping it. */
async function dragOver(page: Page, from: Locator, to: Locator): Promise<void> {
  await from.hover({ position: { x: 240, y: 22 } });
  await page.mouse.down();
  // The first move starts the drag; the target receives events only from the next moves on.
  for (const x of [70, 71, 72, 73, 74]) await to.hover({ position: { x, y: 12 } });
}

test('dragging a selected row onto a folder row moves the whole selection into it', async ({
  page,
  vaultApi,
}) => {
  await vaultApi.put({ 'a.txt': 'a', 'b.txt': 'b', 'c.txt': 'c', 'Tax/t.txt': 't' });
  await openVault(page, vaultApi);
  const files = filesTab(page);
  await select(page, 'a.txt', 'b.txt');
  await dragOver(page, files.row('a.txt'), files.row('Tax'));
  await expect(page.getByText('2 items', { exact: true })).toBeVisible();
  await expect(page.getByText('Move to')).toBeVisible();
  await page.mouse.up();
  await expectToast(page, 'Moved Successfully.');
  await expectRows(page, ['Tax', 'c.txt']);
  await expectPath(page, ['Files']);
  expect(await vaultApi.names('Tax')).toEqual(['a.txt', 'b.txt', 't.txt']);
});

test('dragging an unselected row onto a folder of the tree moves only that row', async ({
  page,
  vaultApi,
}) => {
  await vaultApi.put({ 'a.txt': 'a', 'b.txt': 'b', 'Tax/t.txt': 't' });
  await openVault(page, vaultApi);
  const files = filesTab(page);
  await select(page, 'a.txt');
  await dragOver(page, files.row('b.txt'), files.folder('Tax'));
  await page.mouse.up();
  await expectToast(page, 'Moved Successfully.');
  await expectRows(page, ['Tax', 'a.txt']);
  expect(await vaultApi.names('Tax')).toEqual(['b.txt', 't.txt']);
});

test('a drop with Ctrl copies', async ({ page, vaultApi }) => {
  await vaultApi.put({ 'a.txt': 'a', 'Tax/t.txt': 't' });
  await openVault(page, vaultApi);
  const files = filesTab(page);
  await dragOver(page, files.row('a.txt'), files.row('Tax'));
  await page.keyboard.down('Control');
  await files.row('Tax').hover({ position: { x: 70, y: 16 } });
  await expect(page.getByText('Copy to')).toBeVisible();
  await page.mouse.up();
  await page.keyboard.up('Control');
  await expectToast(page, 'Copied Successfully.');
  await expectRows(page, ['Tax', 'a.txt']);
  expect(await vaultApi.names('Tax')).toEqual(['a.txt', 't.txt']);
});

test('COPYMOVE-08 COPYMOVE-09 an invalid target shows the reason at the pointer, and nothing is moved', async ({
  page,
  vaultApi,
}) => {
  await vaultApi.createFolders('Tax/2025', 'Letters');
  await openVault(page, vaultApi);
  const files = filesTab(page);
  await dragOver(page, files.row('Tax'), files.folder('Tax'));
  await expect(page.getByText("You can't move a folder to its subfolder")).toBeVisible();
  for (const x of [70, 71, 72, 73]) await files.folder('Files').hover({ position: { x, y: 12 } });
  await expect(page.getByText('Source and target folder cannot be the same')).toBeVisible();
  await page.mouse.up();
  await expect(page.getByText('Source and target folder cannot be the same')).toHaveCount(0);
  expect(await vaultApi.names()).toEqual(['Letters', 'Tax']);
  await expectPath(page, ['Files']);
});

test('MENU-11 PERM-16 a drag without edit rights shows at the pointer that a drop only copies', async ({
  page,
  vault,
}) => {
  const ada = await openVaultApi(vault.url, people.everything, RECORDS.acme);
  await ada.put({ 'Dragged/plan.txt': 'plan', 'Dragged/In/x.txt': 'x' });
  const reader = await openVaultApi(vault.url, people.reader, RECORDS.acme);
  const { sfid } = await reader.item('Dragged');
  await openVault(page, reader, `?record=${RECORDS.acme}&folder=${sfid}`);
  const files = filesTab(page);
  await dragOver(page, files.row('plan.txt'), files.row('In'));
  await expect(page.getByText('You may only copy here: hold Ctrl while you drop.')).toBeVisible();
  await page.mouse.up();
  expect(await ada.names('Dragged/In')).toEqual(['x.txt']);
});

test('COPYMOVE-07 COPYMOVE-12 a drop onto a folder with the same names needs a confirmation to merge', async ({
  page,
  vaultApi,
}) => {
  await vaultApi.put({ 'plan.txt': 'new', 'Tax/plan.txt': 'old' });
  await openVault(page, vaultApi);
  const files = filesTab(page);
  await dragOver(page, files.row('plan.txt'), files.row('Tax'));
  await page.mouse.up();
  const merge = mergeDialog(page);
  await expect(merge).toContainText('All items will be merged.');
  await merge.getByRole('button', { name: 'Confirm' }).click();
  await expectToast(page, 'Moved Successfully.');
  await expectRows(page, ['Tax']);
  expect((await vaultApi.item('Tax/plan.txt')).versionCount).toBe(2);
});
