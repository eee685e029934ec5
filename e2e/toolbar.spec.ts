import { expectPath, expectRows, expectToast, filesTab, listCalls } from './support/files-tab.ts';
import { slowly } from './support/network.ts';
import { expect, openVault, test } from './support/test.ts';

const LISTS = '**/files-v2/**';

test('FILES-04 FILES-15 FILES-16 T-66 Download downloads the open folder, except the root or with a selection', async ({
  page,
  vaultApi,
}) => {
  await vaultApi.createFolders('Tax/2025');
  await openVault(page, vaultApi);
  const files = filesTab(page);
  await expect(files.toolbar.getByRole('button')).toHaveText([
    'Create',
    'Upload',
    'Share',
    'Download',
    'Refresh',
    '',
  ]);
  for (const label of ['Create', 'Upload', 'Refresh']) await expect(files.tool(label)).toBeEnabled();
  await expect(files.tool('Download')).toBeDisabled();

  await files.folder('Tax').click();
  await expect(files.tool('Download')).toBeEnabled();
  await files.checkbox('2025').check();
  await expect(files.tool('Download')).toBeDisabled();
  await files.checkbox('2025').uncheck();
  await expect(files.tool('Download')).toBeEnabled();
});

test('FILES-20 FILES-21 FILES-29 MSG-03 rows are selected by checkbox, and a click on the label clears the selection', async ({
  page,
  vaultApi,
}) => {
  await vaultApi.createFolders('A', 'B', 'C');
  await openVault(page, vaultApi);
  const files = filesTab(page);
  await expect(files.selection).toHaveCount(0);
  await files.checkbox('A').check();
  await expect(files.selection).toHaveText('1 item(s) selected');
  await files.checkbox('C').check();
  await expect(files.selection).toHaveText('2 item(s) selected');
  await expect(files.selectAll).toHaveJSProperty('indeterminate', true);
  await files.selection.click();
  await expect(files.selection).toHaveCount(0);
  await expect(files.grid.getByRole('checkbox', { checked: true })).toHaveCount(0);

  await files.selectAll.check();
  await expect(files.selection).toHaveText('3 item(s) selected');
  await files.selectAll.uncheck();
  await expect(files.selection).toHaveCount(0);
  await files.checkbox('A').click();
  await files.checkbox('C').click({ modifiers: ['Shift'] });
  await expect(files.selection).toHaveText('3 item(s) selected');
});

test('FILES-45 FILES-46 FILES-47 a change of page, size, order or folder, and Refresh, clear the selection', async ({
  page,
  vaultApi,
}) => {
  const names = Array.from({ length: 12 }, (_, n) => `Folder ${n + 10}`);
  await vaultApi.createFolders(...names);
  await openVault(page, vaultApi);
  const files = filesTab(page);
  const select = async (name: string) => {
    await files.checkbox(name).check();
    await expect(files.selection).toHaveText('1 item(s) selected');
  };
  const cleared = async () => {
    await expect(files.selection).toHaveCount(0);
    await expect(files.grid.getByRole('checkbox', { checked: true })).toHaveCount(0);
  };
  await select('Folder 10');
  await files.pages.getByText('2', { exact: true }).click();
  await expectRows(page, names.slice(10));
  await cleared();
  await select('Folder 20');
  await files.sortBy('Item Name');
  await expectRows(page, names.slice(0, 10));
  await cleared();
  await select('Folder 11');
  await files.pages.getByRole('combobox', { name: 'Items per page' }).click();
  await page.locator('.ant-select-item-option').filter({ hasText: '20 / page' }).click();
  await expectRows(page, names);
  await cleared();
  await select('Folder 11');
  await files.tool('Refresh').click();
  await cleared();
  await select('Folder 11');
  await files.folder('Folder 12').click();
  await expectPath(page, ['Files', 'Folder 12']);
  await page.goBack();
  await expectRows(page, names);
  await cleared();
});

test('FILES-48 LIMIT-03 T-67 the toolbar follows the selection after 200 ms; actions use the newest selection', async ({
  page,
  vaultApi,
}) => {
  await vaultApi.createFolders('A', 'B', 'C');
  await page.clock.install();
  await openVault(page, vaultApi);
  const files = filesTab(page);
  await expectRows(page, ['A', 'B', 'C']);
  await page.clock.pauseAt(Date.now() + 60_000);
  await files.checkbox('A').check();
  await page.clock.runFor(199);
  await expect(files.selection).toHaveCount(0);
  await files.checkbox('B').check();
  await page.clock.runFor(199);
  await expect(files.selection).toHaveCount(0);
  await page.clock.runFor(1);
  await expect(files.selection).toHaveText('2 item(s) selected');

  await files.checkbox('C').check();
  await files.tool('Delete selected items').click();
  await page.clock.runFor(100);
  await expect(page.getByRole('dialog', { name: 'Confirm Deletion' })).toContainText('3 items');
});

test('FILES-18 FILES-19 Refresh reloads list and tree and keeps page and order', async ({
  page,
  vaultApi,
}) => {
  const names = Array.from({ length: 12 }, (_, n) => `Folder ${n + 10}`);
  await vaultApi.createFolders(...names);
  await openVault(page, vaultApi, '?page=2&sort=name,asc');
  const files = filesTab(page);
  await expectRows(page, names.slice(10));
  await vaultApi.createFolders('Folder 99');
  await files.tool('Refresh').click();
  await expectRows(page, [...names.slice(10), 'Folder 99']);
  await expect(files.folder('Folder 99')).toHaveCount(1);
  await expect(page).toHaveURL('/vault?page=2&sort=name,asc');
});

test('FILES-36 MSG-04 an empty folder shows No Data, and a drop hint with the create permission', async ({
  page,
  vaultApi,
}) => {
  await openVault(page, vaultApi);
  await expect(page.getByText('No Data', { exact: true })).toBeVisible();
  await expect(page.getByText(/Drop files or folders here/)).toBeVisible();
  await expect(filesTab(page).pages).toContainText('Total 0 item(s)');
});

test('FILES-33 a hovered or focused row shows its Download icon', async ({ page, vaultApi }) => {
  await vaultApi.createFolders('A', 'B');
  await openVault(page, vaultApi);
  const { row } = filesTab(page);
  const icon = page.getByRole('button', { name: 'Download B' });
  await expect(row('B')).toBeVisible();
  await expect(icon).toBeHidden();
  await row('B').hover();
  await expect(icon).toBeVisible();
  await row('A').hover();
  await expect(icon).toBeHidden();
  await row('B').focus();
  await expect(icon).toBeVisible();
  await expect(icon).toHaveCSS('opacity', '1');
});

test('SHELL-05 a slow load shows a spinner above the former list; a quick load shows none', async ({
  page,
  vaultApi,
}) => {
  await vaultApi.createFolders('A', 'B');
  await page.clock.install();
  await openVault(page, vaultApi);
  await expectRows(page, ['A', 'B']);
  const list = await slowly(page, LISTS);
  await page.clock.pauseAt(Date.now() + 60_000);
  await filesTab(page).tool('Refresh').click();
  await list.asked;
  const spinner = page.getByRole('status').filter({ hasText: /^Loading$/ });
  await page.clock.runFor(149);
  await expect(spinner).toHaveCount(0);
  await page.clock.runFor(1);
  await expect(spinner).toBeVisible();
  await expectRows(page, ['A', 'B']);
  await list.letThrough();
  await page.clock.resume();
  await expect(spinner).toHaveCount(0);
});

test('MSG-45 MSG-46 a failed call shows its message or Request Failed in a toast, and can be retried', async ({
  page,
  vaultApi,
}) => {
  await vaultApi.createFolders('A/B');
  await openVault(page, vaultApi);
  const files = filesTab(page);
  await expectRows(page, ['A']);
  await page.route(LISTS, (route) =>
    route.fulfill({
      status: 400,
      json: { code: 400, data: null, errorMessage: 'The archive is being moved.' },
    }),
  );
  await files.tool('Refresh').click();
  await expectToast(page, 'The archive is being moved.');
  await expectRows(page, ['A']);
  await page.unroute(LISTS);

  await page.route(LISTS, (route) =>
    route.fulfill({ status: 500, json: { code: 500, data: null, errorMessage: null } }),
  );
  await files.folder('A').click();
  await expectToast(page, 'Request Failed');
  await expect(page.getByText('The list could not be loaded')).toBeVisible();
  await page.unroute(LISTS);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expectRows(page, ['B']);
});

test('T-46 an HTTP 200 with another code is a failure', async ({ page, vaultApi }) => {
  const calls = listCalls(page);
  await vaultApi.createFolders('A');
  await openVault(page, vaultApi);
  await expectRows(page, ['A']);
  await page.route(LISTS, (route) =>
    route.fulfill({ status: 200, json: { code: 400, data: null, errorMessage: null } }),
  );
  await filesTab(page).tool('Refresh').click();
  await expectToast(page, 'Request Failed');
  expect(calls).toHaveLength(2);
});
