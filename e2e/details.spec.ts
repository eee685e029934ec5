import { openVaultApi } from './support/vault-api.ts';
import { choose, escape, expectPath, filesTab } from './support/files-tab.ts';
import { people, RECORDS } from './support/people.ts';
import { expect, type Locator, openVault, type Page, test } from './support/test.ts';

const detailsModal = (page: Page) => page.getByRole('dialog', { name: 'Details' });
const DATE = /^\d\d\/\d\d\/\d{4} \d\d:\d\d:\d\d [AP]M$/;

test('DETAILS-01 DETAILS-03 the context menu opens the details of a folder', async ({
  page,
  vaultApi,
  owner,
}) => {
  await vaultApi.put({ 'Clients/Acme/return.txt': 'x'.repeat(2048) });
  await openVault(page, vaultApi);
  await filesTab(page).folder('Clients').click();
  await choose(page, 'Acme', 'Details');
  const details = detailsModal(page);
  await expect(details.getByRole('term')).toHaveText([
    'Folder name',
    'Modified',
    'Last updated by',
    'Size',
    'Path',
  ]);
  await expect(details.getByRole('definition')).toHaveText([
    'Acme',
    DATE,
    owner.name,
    '2.0 KB',
    'Files / Clients / Acme',
  ]);
});

test('DETAILS-02 FILES-22 the info icon shows the details of the open folder, by keyboard only', async ({
  page,
  vaultApi,
  owner,
}) => {
  await vaultApi.put({ 'Clients/a.txt': 'four' });
  await openVault(page, vaultApi);
  const files = filesTab(page);
  await files.folder('Clients').click();
  await expectPath(page, ['Files', 'Clients']);
  const info = files.tool('Details of this folder');
  await info.focus();
  await page.keyboard.press('Enter');
  const details = detailsModal(page);
  await expect(details.getByRole('definition')).toHaveText([
    'Clients',
    DATE,
    owner.name,
    '4.0 bytes',
    'Files / Clients',
  ]);
  await escape(page);
  await expect(details).toBeHidden();
  await expect(info).toBeFocused();
});

test('FILES-23 the details of the root show Files, the total size and no path', async ({
  page,
  vaultApi,
}) => {
  await vaultApi.put({ 'Clients/a.txt': 'four', 'b.txt': 'four' });
  await openVault(page, vaultApi);
  await filesTab(page).tool('Details of this folder').click();
  const values = detailsModal(page).getByRole('definition');
  await expect(values).toHaveText(['Files', '-', '-', '8.0 bytes', '']);
});

test('DETAILS-02 MENU-09 the menu of several items has no Details', async ({ page, vaultApi }) => {
  await vaultApi.createFolders('A', 'B');
  await openVault(page, vaultApi);
  const files = filesTab(page);
  await files.checkbox('A').check();
  await files.checkbox('B').check();
  await files.row('B').click({ button: 'right', position: { x: 240, y: 22 } });
  await expect(page.getByRole('menu', { name: 'Selected items' })).toBeVisible();
  await expect(page.getByRole('menuitem', { name: 'Details' })).toHaveCount(0);
});

test('DETAILS-01 the details show the last editor of a file and the whole of a long name', async ({
  page,
  vault,
}) => {
  const name = `${'details '.repeat(28)}end.txt`;
  const ben = await openVaultApi(vault.url, people.colleague, RECORDS.acme);
  await ben.put({ [name]: 'x' });
  const ada = await openVaultApi(vault.url, people.everything, RECORDS.acme);
  await openVault(page, ada, `?record=${RECORDS.acme}&size=50`);
  await choose(page, name, 'Details');
  const details = detailsModal(page);
  const values = details.getByRole('definition');
  await expect(values.nth(0)).toHaveText(name);
  await expect(values.nth(2)).toHaveText(people.colleague.name);
  await expect(values.nth(4)).toHaveText(`Files / ${name}`);
  const rightOf = async (locator: Locator) => {
    const { x, width } = (await locator.boundingBox()) ?? { x: 0, width: 0 };
    return x + width;
  };
  // The dialog grows while it opens.
  await expect
    .poll(async () => (await rightOf(values.nth(4))) - (await rightOf(details)))
    .toBeLessThanOrEqual(0);
});
