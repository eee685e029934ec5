import { filesTab } from './support/files-tab.ts';
import { startDemoVault, type Vault } from './support/server.ts';
import { expect, type Page, test } from './support/test.ts';

/** The vault of a first `npm start`: a separate server without any settings. */
let demo: Vault;

test.describe.configure({ mode: 'serial' });
test.beforeAll(async () => {
  test.setTimeout(180_000);
  demo = await startDemoVault();
});
test.afterAll(async () => demo.stop());

const accounts = [
  { name: 'Ada Byron', record: 'Acme Ltd', toolbar: ['Create', 'Upload', 'Share', 'Download', 'Refresh'] },
  {
    name: 'Ben Carter',
    record: 'Birch & Sons',
    toolbar: ['Create', 'Upload', 'Share', 'Download', 'Refresh'],
  },
  { name: 'Chloe Diaz', record: 'Cedar Clinic', toolbar: ['Download', 'Refresh'] },
  { name: 'Dan Evans', record: 'Birch & Sons', toolbar: ['Create', 'Upload', 'Refresh'] },
];

const enterAs = (page: Page, name: string) => page.getByRole('button', { name: new RegExp(name) }).click();

async function openRecord(page: Page, name: string): Promise<void> {
  await page.getByRole('combobox', { name: 'Client record' }).click();
  await page.locator('.ant-select-item-option').filter({ hasText: name }).click();
  await expect(page).toHaveURL(/record=/);
}

for (const { name, record, toolbar } of accounts) {
  test(`AUTH-04 PERM-01 one click signs ${name} in and shows only the permitted buttons`, async ({
    page,
  }) => {
    await page.goto(demo.url);
    await enterAs(page, name);
    await expect(page.getByRole('tab', { name: 'Files' })).toBeVisible();
    await openRecord(page, record);
    const files = filesTab(page);
    await expect(files.grid.getByRole('link').first()).toBeVisible();
    // The tree of the previous record is visible until this tree is loaded.
    await expect.poll(() => files.tree.getByRole('treeitem').count()).toBeGreaterThan(5);
    await expect(files.toolbar.getByRole('button')).toHaveText([...toolbar, '']);
  });
}

test('AUTH-04 SHELL-09 Eve Foster, without the vault module, sees the no-access page', async ({ page }) => {
  await page.goto(demo.url);
  await enterAs(page, 'Eve Foster');
  await expect(page.getByText('You do not have access to Document Vault')).toBeVisible();
  await expect(page.getByText('Please contact site admin.')).toBeVisible();
});
