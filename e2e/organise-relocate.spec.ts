import { expectAccessible } from './support/accessible.ts';
import { choose, expectPath, expectRows, expectToast, filesTab, select } from './support/files-tab.ts';
import { mergeDialog, openRelocate, relocateModal } from './support/relocate-modal.ts';
import { expect, openVault, test } from './support/test.ts';

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
