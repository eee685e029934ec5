import { openVaultApi } from './support/vault-api.ts';
import { expectRows } from './support/files-tab.ts';
import { people } from './support/people.ts';
import { expect, openVault, test } from './support/test.ts';
import { trashTab } from './support/trash-tab.ts';

const folders = (count: number) =>
  Array.from({ length: count }, (_, n) => `Folder ${String(n + 1).padStart(2, '0')}`);

test('USE-40 FILES-30 the default page size is ten, and the chosen one is stored per user', async ({
  page,
  vault,
  vaultApi,
}) => {
  await vaultApi.createFolders(...folders(25));
  await openVault(page, vaultApi);
  await expectRows(page, folders(25).slice(0, 10));
  await page.getByRole('combobox', { name: 'Items per page' }).click();
  await page.locator('.ant-select-item-option').filter({ hasText: '20 / page' }).click();
  await expectRows(page, folders(25).slice(0, 20));
  await page.goto('/vault');
  await expectRows(page, folders(25).slice(0, 20));
  await page.getByRole('tab', { name: 'Trash' }).click();
  await expect(trashTab(page).panel).toContainText('20 / page');

  const other = await openVaultApi(vault.url, people.colleague);
  await page.addInitScript((token) => sessionStorage.setItem('vault.token', token), other.client.token ?? '');
  await page.goto('/vault?tab=3');
  await expect(trashTab(page).panel).toContainText('10 / page');
});
