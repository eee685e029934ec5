import { contract } from '@vault/contract';
import { expectAccessible, expectAccessibleInBothThemes } from './support/accessible.ts';
import { expectPath, expectRows, filesTab, listCalls, openMenu, select } from './support/files-tab.ts';
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

test('USE-41 results show their scope and filters; each filter can be removed', async ({
  page,
  vaultApi,
}) => {
  await vaultApi.put({ ...PAPERS, 'Letters/invoices/x.txt': 'x' });
  await openVault(page, vaultApi);
  await filesTab(page).folder('Letters').click();
  await expectPath(page, ['Files', 'Letters']);
  const search = searchBox(page);
  const calls = listCalls(page);
  await search.open();
  await expect(search.panel.getByRole('radio', { name: 'All search' })).toBeChecked();
  await search.choose('Files');
  await search.choose('Name search');
  await search.times.click();
  await page.getByTitle('Last week', { exact: true }).click();
  await search.find('invoice');
  await expectRows(page, ['Invoice.txt']);
  await expect(search.chips).toHaveText(['In ‘Letters’', 'Name search', 'Files', 'Last week']);
  await expectAccessible(page);

  await search.takeOff('Files');
  await expectRows(page, ['invoices', 'Invoice.txt']);
  await search.takeOff('In ‘Letters’');
  await expectRows(page, ['invoices', ...FOUND]);
  await expect(search.words).toHaveAccessibleName('Search in all folders');
  await search.takeOff('Last week');
  await search.takeOff('Name search');
  await expect(search.chips).toHaveText(['In all folders']);
  await expect.poll(() => calls.at(-1)?.get('searchCriteria')).toBe('ALL');
  expect(calls.at(-1)?.has('startTime')).toBe(false);
});

test('USE-41 a search by name without matches offers a search in contents', async ({ page, vaultApi }) => {
  await vaultApi.put(PAPERS);
  await openVault(page, vaultApi);
  const search = searchBox(page);
  await search.open();
  await search.choose('Name search');
  await search.choose('Folders');
  await search.find('crossing');
  await expect(page.getByText('Nothing was found.')).toBeVisible();
  const calls = listCalls(page);
  await page.getByRole('button', { name: 'Search in contents' }).click();
  await expect(search.chips).toHaveText(['In all folders', 'Content search']);
  await expect.poll(() => calls.at(-1)?.get('searchCriteria')).toBe('CONTENT');
  expect(calls.at(-1)?.get('items')).toBe('FILE,FOLDER');
});

test('USE-41 pages beyond 10,000 matches can be opened', async ({ page, vaultApi }) => {
  await vaultApi.put(PAPERS);
  // A simulated reply with 10,041 matches; a property test covers the counts of the server.
  await page.route('**/files-v2/**', (route) => {
    const query = new URL(route.request().url()).searchParams;
    if (!query.has('name')) return route.continue();
    const end = (Number(query.get('page')) + 1) * 10;
    const totalElements = Math.min(10_041, Math.max(10_000, end) + 1);
    const data = { content: [], totalElements, numberOfElements: 0 };
    return route.fulfill({ json: { status: 200, code: 200, data, errorMessage: null } });
  });
  await openVault(page, vaultApi);
  await searchBox(page).find('invoice');
  await expect(page.getByText('More than 10,000 items')).toBeVisible();
  for (const last of ['1001', '1002', '1003', '1004', '1005']) {
    await page.getByRole('listitem', { name: last, exact: true }).click();
    await expect(page).toHaveURL(new RegExp(`page=${last}$|page=${last}&`));
  }
  await expect(page.getByRole('listitem', { name: '1006', exact: true })).toHaveCount(0);
});

test('SEARCH-07 SEARCH-08 a search covers all items, files or folders', async ({ page, vaultApi }) => {
  await vaultApi.createFolders('Tax/Tax letters');
  await vaultApi.put({ 'tax.txt': 'x' });
  await openVault(page, vaultApi);
  const search = searchBox(page);
  await search.find('tax');
  await expectRows(page, ['Tax', 'Tax letters', 'tax.txt']);
  for (const [label, rows] of [
    ['Files', ['tax.txt']],
    ['Folders', ['Tax', 'Tax letters']],
    ['All items', ['Tax', 'Tax letters', 'tax.txt']],
  ] as const) {
    await search.open();
    await search.choose(label);
    await search.start();
    await expectRows(page, rows);
  }
});

test('SEARCH % and _ are literal, and a search without matches shows a message', async ({
  page,
  vaultApi,
}) => {
  await vaultApi.put(PAPERS);
  await openVault(page, vaultApi);
  const search = searchBox(page);
  await search.find('100%');
  await expectRows(page, ['a_b 100%.txt']);
  await search.find('i_v');
  await expect(page.getByText('No Data', { exact: true })).toBeVisible();
  await expect(page.getByText('Nothing was found.')).toBeVisible();
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

test('SEARCH-05 without the setting there is no content search', async ({ page, vaultApi }) => {
  await page.route('**/tenant_meta_data/search', (route) =>
    route.fulfill({ json: { code: 200, data: [], errorMessage: null } }),
  );
  const answered = page.waitForEvent('requestfinished', (request) =>
    request.url().endsWith('/tenant_meta_data/search'),
  );
  await openVault(page, vaultApi);
  const search = searchBox(page);
  await search.open();
  await answered;
  await expect(search.panel.getByText('This folder')).toBeVisible();
  await expect(search.panel.getByText('Content search')).toHaveCount(0);
  const calls = listCalls(page);
  await search.find('nothing');
  await expect.poll(() => calls.at(-1)?.get('searchCriteria')).toBe('NAME');
  await expect(page.getByText('Nothing was found.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Search in contents' })).toHaveCount(0);
});

test('SEARCH-09 SEARCH-12 SEARCH-18 SEARCH-19 SEARCH-20 a search is limited by a time range, or by custom dates, both inclusive', async ({
  page,
  vaultApi,
}) => {
  await vaultApi.put({ 'tax.txt': 'x' });
  await openVault(page, vaultApi);
  const search = searchBox(page);
  const calls = listCalls(page);
  await search.words.fill('tax');
  await search.open();
  await search.times.click();
  await page.getByTitle('Last week', { exact: true }).click();
  await search.start();
  // The list shows the same row before the search.
  await expect.poll(() => calls.at(-1)?.get('startTime')).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
  await expectRows(page, ['tax.txt']);
  expect(calls.at(-1)?.get('endTime')).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);

  await search.open();
  await search.times.click();
  await page.getByTitle('Custom date range', { exact: true }).click();
  await search.start();
  await expect(search.panel.getByRole('alert')).toHaveText('Please enter start date');
  const start = search.panel.getByPlaceholder('Start date');
  await start.fill('01/01/2020');
  await start.press('Enter');
  await search.panel.getByPlaceholder('End date').fill('01/31/2020');
  await search.panel.getByPlaceholder('End date').press('Enter');
  await search.start();
  await expectRows(page, []);
  await expect(page).toHaveURL(/dates=2020-01-01\.\.2020-01-31/);

  await search.open();
  await search.times.click();
  await page.getByTitle('Any time', { exact: true }).click();
  await search.times.click();
  await page.getByTitle('Custom date range', { exact: true }).click();
  await page.getByText('Search results').hover();
  await search.words.press('Escape');
  await expect(search.panel).toHaveCount(0);
  await search.open();
  await expect(search.panel.getByText('Any time')).toBeVisible();
});

test('SEARCH-13 SEARCH-14 SEARCH-15 the panel shows the three newest searches; a click only fills the search box', async ({
  page,
  vaultApi,
}) => {
  await vaultApi.put(PAPERS);
  await openVault(page, vaultApi);
  const search = searchBox(page);
  await search.open();
  for (const words of ['first', 'second', 'invoice', 'third', 'second']) {
    // Waits for the reply: the next search would abort the call before the server records it.
    const answered = page.waitForResponse((reply) => new URL(reply.url()).searchParams.get('name') === words);
    await search.find(words);
    await answered;
  }
  await search.results.click();
  await expect(search.words).toHaveValue('');
  await search.open();
  await expect(search.recent).toHaveText(['second', 'third', 'invoice']);
  await search.recent.filter({ hasText: 'invoice' }).click();
  await expect(search.words).toHaveValue('invoice');
  await expect(search.results).toHaveCount(0);
  await search.start();
  await expectRows(page, FOUND);
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

test('SEARCH-28 search results have the selection and menu of the normal list', async ({
  page,
  vaultApi,
}) => {
  await vaultApi.put(PAPERS);
  await openVault(page, vaultApi);
  await searchBox(page).find('invoice');
  await expectRows(page, FOUND);
  await select(page, 'Invoice.txt', 'invoice tax.txt');
  const menu = await openMenu(page, 'invoice tax.txt');
  await menu.getByRole('menuitem', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Confirm' }).click();
  await expectRows(page, ['invoice.txt']);
  expect(await vaultApi.names('Letters')).toEqual(['a_b 100%.txt']);
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
