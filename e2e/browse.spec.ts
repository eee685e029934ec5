import { escape, expectPath, expectRows, expectToast, filesTab, listCalls } from './support/files-tab.ts';
import { expect, openVault, test } from './support/test.ts';

const DEEP = 'Clients/Acme/2026/Tax/Returns';

test('FILES-01 FILES-02 SHELL-02 SHELL-03 the folder tree is to the left of the list and can be hidden', async ({
  page,
  vaultApi,
}) => {
  await vaultApi.createFolders('Letters', 'Tax/2025');
  await openVault(page, vaultApi);
  const files = filesTab(page);
  await expect(page.getByRole('tab')).toHaveText(['Files', 'Links', 'Trash']);
  await expect(page.getByRole('tabpanel', { name: 'Files' })).toBeVisible();
  await expect(files.tree.getByRole('treeitem')).toHaveText(['Files', 'Letters', 'Tax']);
  await expect(files.folder('Files')).toHaveAttribute('aria-selected', 'true');
  await expectRows(page, ['Letters', 'Tax']);

  const [tree, list] = [await files.tree.boundingBox(), await files.grid.boundingBox()];
  expect(tree?.x).toBeLessThan(list?.x ?? 0);
  await page.getByRole('button', { name: 'Hide folders' }).click();
  await expect(files.tree).toHaveCount(0);
  await page.getByRole('button', { name: 'Show folders' }).click();
  await expect(files.folder('Tax')).toBeVisible();
});

test('SHELL-04 leaving a tab unmounts it, and returning to it mounts it with a new state', async ({
  page,
  vaultApi,
}) => {
  await vaultApi.createFolders('Letters', 'Tax/2025');
  await openVault(page, vaultApi);
  const { folder, tree, checkbox, selection } = filesTab(page);
  // Hidden elements match too.
  const panels = page.getByRole('tabpanel', { includeHidden: true });
  const everything = { includeHidden: true } as const;
  await folder('Tax').click();
  await tree.press('ArrowRight');
  await checkbox('2025').check();
  await expect(selection).toBeVisible();
  for (const other of ['Links', 'Trash']) {
    await page.getByRole('tab', { name: other }).click();
    await expect(page.getByRole('tabpanel', { name: other })).toBeVisible();
    await expect(panels).toHaveCount(1);
    await expect(page.getByRole('grid', { name: 'Files and folders', ...everything })).toHaveCount(0);
    await expect(page.getByRole('tree', everything)).toHaveCount(0);
  }
  await page.getByRole('tab', { name: 'Files' }).click();
  await expect(checkbox('2025')).not.toBeChecked();
  await expect(selection).toHaveCount(0);
  await expect(panels).toHaveCount(1);
  await expect(page.getByRole('grid', everything)).toHaveCount(1);
});

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

test('FILES-43 a click on the open folder reloads it', async ({ page, vaultApi }) => {
  await vaultApi.createFolders('Tax');
  await openVault(page, vaultApi);
  const files = filesTab(page);
  await files.folder('Tax').click();
  await expectPath(page, ['Files', 'Tax']);
  await vaultApi.createFolders('Tax/Made elsewhere');
  await files.folder('Tax').click();
  await expectRows(page, ['Made elsewhere']);
});

test('UI-02 BREADCRUMB-01 BREADCRUMB-06 the arrow opens the parent, disabled at the root; each entry opens its folder', async ({
  page,
  vaultApi,
}) => {
  await vaultApi.createFolders('Tax/2025/Returns');
  await openVault(page, vaultApi);
  const files = filesTab(page);
  await expect(files.back).toBeDisabled();
  await files.folder('Tax').click();
  await expectRows(page, ['2025']);
  await files.row('2025').getByText('2025', { exact: true }).click();
  await expectPath(page, ['Files', 'Tax', '2025']);
  await files.back.click();
  await expectPath(page, ['Files', 'Tax']);
  await files.row('2025').getByText('2025', { exact: true }).click();
  await files.path.getByRole('button', { name: 'Files', exact: true }).click();
  await expectPath(page, ['Files']);
  await expect(files.back).toBeDisabled();
});

test('BREADCRUMB-02 BREADCRUMB-03 a path with more than four entries has a menu of the middle entries', async ({
  page,
  vaultApi,
}) => {
  await vaultApi.createFolders(DEEP);
  const { sfid } = await vaultApi.item('Clients/Acme/2026');
  await openVault(page, vaultApi, `?folder=${sfid}`);
  const files = filesTab(page);
  const menu = files.path.getByRole('button', { name: 'Folders between' });
  await expectPath(page, ['Files', 'Clients', 'Acme', '2026']);
  await expect(menu).toHaveCount(0);

  await files.row('Tax').getByText('Tax', { exact: true }).click();
  await expectPath(page, ['Files', '', '2026', 'Tax']);
  await files.row('Returns').getByText('Returns', { exact: true }).click();
  await expectPath(page, ['Files', '', 'Tax', 'Returns']);
  await menu.click();
  await expect(page.getByRole('menuitem')).toHaveText(['Clients', 'Acme', '2026']);
  await page.getByRole('menuitem', { name: 'Acme' }).click();
  await expectPath(page, ['Files', 'Clients', 'Acme']);
  await expectRows(page, ['2026']);
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

test('invalid values in the URL are replaced by defaults', async ({ page, vaultApi }) => {
  await vaultApi.createFolders('Letters', 'Tax');
  const calls = listCalls(page);
  await openVault(page, vaultApi, '?tab=9&page=7&size=13&sort=secret,desc&folder=');
  await expectRows(page, ['Letters', 'Tax']);
  await expect(page).not.toHaveURL(/page=/);
  expect(calls.at(-1)?.toString()).toBe('page=0&size=10');
});

test('FILES-22 FILES-23 the info icon shows the open folder; of the root its name and total size', async ({
  page,
  owner,
  vaultApi,
}) => {
  await vaultApi.put({ 'Tax/2025/return.txt': 'x'.repeat(1536), 'note.txt': 'y'.repeat(512) });
  await openVault(page, vaultApi);
  const files = filesTab(page);
  const details = page.getByRole('dialog', { name: 'Details' });
  const rows = async () => {
    const [labels, values] = await Promise.all(
      (['term', 'definition'] as const).map((role) => details.getByRole(role).allTextContents()),
    );
    return Object.fromEntries(labels?.map((label, index) => [label, values?.[index]]) ?? []);
  };
  await files.tool('Details of this folder').click();
  await expect.poll(rows).toMatchObject({ 'Folder name': 'Files', Size: '2.0 KB', Path: '' });
  await escape(page);
  await expect(details).toBeHidden();
  await expect(files.tool('Details of this folder')).toBeFocused();

  await files.folder('Tax').click();
  await files.row('2025').getByText('2025', { exact: true }).click();
  await expectPath(page, ['Files', 'Tax', '2025']);
  await files.tool('Details of this folder').click();
  await expect.poll(rows).toEqual({
    'Folder name': '2025',
    Modified: expect.stringMatching(/^\d\d\/\d\d\/\d{4} \d\d:\d\d:\d\d [AP]M$/) as unknown,
    'Last updated by': owner.name,
    Size: '1.5 KB',
    Path: 'Files / Tax / 2025',
  });
});

test('a large tree renders only the visible folders and scrolls to the open one', async ({
  page,
  vaultApi,
}) => {
  const names = Array.from({ length: 120 }, (_, n) => `Client ${String(n + 1).padStart(3, '0')}`);
  await vaultApi.put(Object.fromEntries(names.map((name) => [`Clients/${name}/note.txt`, 'note'])));
  const { sfid } = await vaultApi.item('Clients/Client 090');
  await openVault(page, vaultApi, `?folder=${sfid}`);
  const files = filesTab(page);
  await expect(files.folder('Client 090')).toBeInViewport();
  await expect(files.folder('Client 001')).toHaveCount(0);
  expect(await files.tree.getByRole('treeitem').count()).toBeLessThan(80);
  await files.tree.hover();
  await page.mouse.wheel(0, -10_000);
  await expect(files.folder('Client 001')).toBeInViewport();
});
