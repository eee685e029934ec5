import { expectPath, expectRows, filesTab } from './support/files-tab.ts';
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
