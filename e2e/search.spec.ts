import { contract } from '@vault/contract';
import { expectAccessible, expectAccessibleInBothThemes } from './support/accessible.ts';
import { expectPath, expectRows, filesTab, listCalls } from './support/files-tab.ts';
import { searchBox } from './support/search-box.ts';
import { expect, openVault, test } from './support/test.ts';

const PAPERS = {
  'Tax/2025/return 2025.txt': 'The return mentions a zebra once.',
  'Tax/invoice tax.txt': 'nothing',
  'Letters/Invoice.txt': 'To whom it may concern: zebra crossing ahead.',
  'Letters/a_b 100%.txt': 'x',
  'invoice.txt': 'x',
};

/** The matches of 'invoice' in all folders, by name. */
const FOUND = ['invoice tax.txt', 'Invoice.txt', 'invoice.txt'];

test('SCOPE-03 SEARCH-01 SEARCH-16 SEARCH-17 FILES-03 BREADCRUMB-04 BREADCRUMB-05 MSG-05 MSG-06 search results replace tree and path', async ({
  page,
  vaultApi,
}) => {
  await vaultApi.put(PAPERS);
  await openVault(page, vaultApi);
  const files = filesTab(page);
  const search = searchBox(page);
  await expect(search.words).toHaveAttribute('placeholder', 'Search in this folder');

  const calls = listCalls(page);
  await search.words.pressSequentially('invoice');
  await expectRows(page, ['Letters', 'Tax', 'invoice.txt']);
  expect(calls.filter((query) => query.has('name'))).toEqual([]);

  await search.start();
  await expectRows(page, FOUND);
  await expect(search.panel).toHaveCount(0);
  await expect(search.results).toBeVisible();
  await expect(files.tree).toHaveCount(0);
  await expect(files.back).toHaveCount(0);
  await expect(page.getByText('Total 3 item(s)')).toBeVisible();

  await search.results.click();
  await expectRows(page, ['Letters', 'Tax', 'invoice.txt']);
  await expectPath(page, ['Files']);
  await expect(files.tree).toBeVisible();
  await expect(search.words).toHaveValue('');
});

test('SEARCH-02 SEARCH-03 SEARCH-24 a search covers the open folder with subfolders, or all folders', async ({
  page,
  vaultApi,
}) => {
  await vaultApi.put(PAPERS);
  await openVault(page, vaultApi);
  await filesTab(page).folder('Letters').click();
  await expectPath(page, ['Files', 'Letters']);
  const search = searchBox(page);
  await search.find('invoice');
  await expectRows(page, ['Invoice.txt']);
  await search.open();
  await search.choose('All folders');
  await search.start();
  await expectRows(page, FOUND);
  // The location of a match links to its folder.
  await filesTab(page).row('invoice tax.txt').getByRole('link', { name: 'Files / Tax' }).click();
  await expectPath(page, ['Files', 'Tax']);
  await expectRows(page, ['2025', 'invoice tax.txt']);
  await expect(search.words).toHaveValue('');
});

test('SEARCH-04 SEARCH-05 SEARCH-06 SEARCH-26 a search covers names, contents or both, and marks words found in contents', async ({
  page,
  vaultApi,
}) => {
  await vaultApi.put({ ...PAPERS, 'zebra.txt': 'only by name' });
  await openVault(page, vaultApi);
  const search = searchBox(page);
  await search.open();
  await search.choose('Name search');
  await search.find('zebra');
  await expectRows(page, ['zebra.txt']);
  // The text is extracted in the background.
  await expect
    .poll(async () => {
      const query = { name: 'zebra', searchCriteria: 'CONTENT', allFolder: 'true' } as const;
      const params = { recordId: vaultApi.recordId };
      return (await vaultApi.client.data(contract.files.list, { params, query })).totalElements;
    })
    .toBe(2);
  await search.open();
  await search.choose('Content search');
  await search.start();
  await expectRows(page, ['Invoice.txt', 'return 2025.txt']);
  const row = filesTab(page).row('Invoice.txt');
  await expect(row.locator('mark')).toHaveText(['zebra']);
  await expect(row).toContainText('may concern: zebra crossing ahead.');
  await search.open();
  await search.choose('All search');
  await search.start();
  await expectRows(page, ['Invoice.txt', 'return 2025.txt', 'zebra.txt']);
});

test('SEARCH-27 the URL stores page and order of a search for reload and Back', async ({
  page,
  vaultApi,
}) => {
  const many = Object.fromEntries(
    Array.from({ length: 12 }, (_, n) => [
      `Box ${n % 3}/paper ${String(n).padStart(2, '0')}.txt`,
      'x'.repeat(n + 1),
    ]),
  );
  await vaultApi.put(many);
  await openVault(page, vaultApi);
  const files = filesTab(page);
  const search = searchBox(page);
  await search.find('paper');
  await expect(page.getByText('Total 12 item(s)')).toBeVisible();
  await files.sortBy('Size');
  await expect(files.header('Size')).toHaveAttribute('aria-sort', 'ascending');
  await files.sortBy('Size');
  await expect(files.row('paper 11.txt')).toBeVisible();
  await page.getByRole('listitem', { name: '2', exact: true }).click();
  await expectRows(page, ['paper 01.txt', 'paper 00.txt']);
  await page.reload();
  await expectRows(page, ['paper 01.txt', 'paper 00.txt']);
  await expect(search.words).toHaveValue('paper');
  await page.goBack();
  await expect(files.row('paper 11.txt')).toBeVisible();
});

test('UI-03 the search works by keyboard only and is accessible', async ({ page, vaultApi }) => {
  await vaultApi.put(PAPERS);
  await openVault(page, vaultApi);
  const search = searchBox(page);
  await page.keyboard.press('/');
  await expect(search.words).toBeFocused();
  await page.keyboard.type('invoice');
  await expect(search.panel).toBeVisible();
  await expectAccessibleInBothThemes(page);
  await page.keyboard.press('Escape');
  await expect(search.panel).toHaveCount(0);
  await page.keyboard.press('Enter');
  await expectRows(page, FOUND);
  await expectAccessible(page);
});
