import { expectPath, expectRows, expectToast, filesTab } from './support/files-tab.ts';
import { expect, openVault, test } from './support/test.ts';

const DEEP = 'Clients/Acme/2026/Tax/Returns';

test('SCOPE-03 FILES-41 FILES-42 selecting a folder in tree or list updates tree, path and list', async ({
  page,
  vaultApi,
}) => {
  await vaultApi.createFolders('Tax/2025/Returns', 'Letters');
  await openVault(page, vaultApi);
  const files = filesTab(page);

  await files.folder('Tax').click();
  await expectPath(page, ['Files', 'Tax']);
  await expectRows(page, ['2025']);
  await files.row('2025').getByText('2025', { exact: true }).click();
  await expectPath(page, ['Files', 'Tax', '2025']);
  await expect(files.folder('2025')).toHaveAttribute('aria-selected', 'true');
  await files.row('Returns').getByText('0.0 bytes').click();
  await expectPath(page, ['Files', 'Tax', '2025', 'Returns']);
  await expect(files.folder('Returns')).toHaveAttribute('aria-selected', 'true');
  await expect(page.getByText('No Data', { exact: true })).toBeVisible();
  await files.folder('Files').click();
  await expectRows(page, ['Letters', 'Tax']);
});

test('FILES-50 the root opens first; the nearest existing parent replaces a deleted open folder', async ({
  page,
  vaultApi,
}) => {
  await vaultApi.createFolders(DEEP, 'Letters');
  await openVault(page, vaultApi);
  await expectPath(page, ['Files']);
  const { sfid } = await vaultApi.item(DEEP);
  await page.goto(`/vault?folder=${sfid}`);
  await expectPath(page, ['Files', '', 'Tax', 'Returns']);

  await vaultApi.trash('Clients/Acme/2026');
  await filesTab(page).tool('Refresh').click();
  await expectToast(page, 'This folder is no longer here. ‘Acme’ is open instead.');
  await expectPath(page, ['Files', 'Clients', 'Acme']);
  await expect(page.getByText('No Data', { exact: true })).toBeVisible();

  await page.goto(`/vault?folder=${sfid}`);
  await expectPath(page, ['Files']);
  await expectRows(page, ['Clients', 'Letters']);
});

test('the URL stores folder, page, size and order for reload, Back and Forward', async ({
  page,
  vaultApi,
}) => {
  const names = Array.from({ length: 23 }, (_, n) => `Client ${String(n + 1).padStart(2, '0')}`);
  await vaultApi.createFolders(...names.map((name) => `Clients/${name}`));
  await openVault(page, vaultApi);
  const files = filesTab(page);
  await files.folder('Clients').click();
  await expectRows(page, names.slice(0, 10));
  await files.sortBy('Item Name');
  await expect(files.header('Item Name')).toHaveAttribute('aria-sort', 'ascending');
  await files.sortBy('Item Name');
  const backwards = names.toReversed();
  await expectRows(page, backwards.slice(0, 10));
  await files.pages.getByText('3', { exact: true }).click();
  await expectRows(page, backwards.slice(20));

  const { sfid } = await vaultApi.item('Clients');
  await expect(page).toHaveURL(`/vault?folder=${sfid}&sort=name,desc&page=3`);
  await page.reload();
  await expectRows(page, backwards.slice(20));
  await expect(files.header('Item Name')).toHaveAttribute('aria-sort', 'descending');
  await page.goBack();
  await expectRows(page, backwards.slice(0, 10));
  await page.goBack();
  await page.goBack();
  await expectRows(page, names.slice(0, 10));
  await page.goForward();
  await page.goForward();
  await page.goForward();
  await expectRows(page, backwards.slice(20));
});
