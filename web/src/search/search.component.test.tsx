import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import {
  expectAccessible,
  expectCount,
  expectPath,
  expectRows,
  expectTexts,
  expectVisible,
  filesTab,
  openMenu,
  openVault,
  press,
  select,
} from '../testing/index.ts';

const PAPERS = [
  'Letters/Invoice.txt',
  'Letters/a_b 100%.txt',
  'Tax/2025/return 2025.txt',
  'Tax/invoice tax.txt',
  'invoice.txt',
];

/** Locators of the search box and its panel, by role and name. */
function searchBox() {
  // The accessible name depends on the scope of the search.
  const words = page.getByRole('textbox', { name: /^Search in (this folder|all folders)$/ });
  const panel = page.getByRole('dialog', { name: 'Search options' });
  return {
    words,
    panel,
    results: page.getByRole('button', { name: 'Search results' }),
    chips: page.getByRole('list', { name: 'Filters of the search' }).getByRole('listitem'),
    takeOff: (label: string) => page.getByRole('button', { name: `Remove filter: ${label}` }).click(),
    choose: (label: string) => panel.getByText(label).click(),
    start: () => panel.getByRole('button', { name: 'Search' }).click(),
    recent: panel.getByRole('region', { name: 'Recent Searches' }).getByRole('button'),
    chooseTime: async (title: string) => {
      await panel.getByRole('combobox', { name: 'Changed' }).click();
      await page.getByTitle(title).last().click();
    },
    open: async () => {
      await words.click();
      await expectVisible(panel);
    },
    /** types words and starts the search with Enter */
    find: async (text: string) => {
      await words.fill(text);
      await press('Enter');
      await expectCount(panel, 0);
    },
  };
}

test('USE-41 results show their scope and filters; each filter can be removed', async () => {
  const { server } = await openVault({ items: [...PAPERS, 'Letters/invoices/x.txt'] });
  await filesTab().folder('Letters').click();
  await expectPath(['Files', 'Letters']);
  const search = searchBox();
  const last = () => server.calls('files.list').at(-1)?.query;
  await search.open();
  await expect.element(search.panel.getByRole('radio', { name: 'All search' })).toBeChecked();
  await search.choose('Files');
  await search.choose('Name search');
  await search.chooseTime('Last week');
  await search.find('invoice');
  await expectRows(['Invoice.txt']);
  await expectTexts(search.chips, ['In ‘Letters’', 'Name search', 'Files', 'Last week']);
  await expectAccessible();

  await search.takeOff('Files');
  await expectRows(['invoices', 'Invoice.txt']);
  await search.takeOff('In ‘Letters’');
  await expectRows(['invoices', 'Invoice.txt', 'invoice tax.txt', 'invoice.txt']);
  await expectVisible(page.getByRole('textbox', { name: 'Search in all folders' }));
  await search.takeOff('Last week');
  await search.takeOff('Name search');
  await expectTexts(search.chips, ['In all folders']);
  await expect.poll(() => last()?.searchCriteria).toBe('ALL');
  expect(last()?.startTime).toBeUndefined();
});

test('USE-41 a search by name without matches offers a search in contents', async () => {
  const { server } = await openVault({ items: PAPERS });
  const search = searchBox();
  await search.open();
  await search.choose('Name search');
  await search.choose('Folders');
  await search.find('crossing');
  await expectVisible(page.getByText(/^Nothing was found\./));
  await page.getByRole('button', { name: 'Search in contents' }).click();
  await expectTexts(search.chips, ['In all folders', 'Content search']);
  await expect
    .poll(() => server.calls('files.list').at(-1)?.query)
    .toMatchObject({ searchCriteria: 'CONTENT', items: 'FILE,FOLDER' });
});

test('USE-41 pages beyond 10,000 matches can be opened', async () => {
  const { server } = await openVault({ items: PAPERS });
  await expectVisible(filesTab().row('invoice.txt'));
  server.reply({
    'files.list': ({ query }) => {
      const end = (query.page + 1) * 10;
      const totalElements = Math.min(10_041, Math.max(10_000, end) + 1);
      return { content: [], totalElements, numberOfElements: 0 };
    },
  });
  await searchBox().find('invoice');
  await expectVisible(page.getByText('More than 10,000 items'));
  for (const last of ['1001', '1002', '1003', '1004', '1005']) {
    await page.getByRole('listitem', { name: last }).click();
    await expect.poll(() => new URLSearchParams(location.search).get('page')).toBe(last);
  }
  await expectCount(page.getByRole('listitem', { name: '1006' }), 0);
});

test('SEARCH-07 SEARCH-08 a search covers all items, files or folders', async () => {
  await openVault({ items: ['Tax/Tax letters/', 'tax.txt'] });
  const search = searchBox();
  await search.find('tax');
  await expectRows(['Tax', 'Tax letters', 'tax.txt']);
  for (const [label, rows] of [
    ['Files', ['tax.txt']],
    ['Folders', ['Tax', 'Tax letters']],
    ['All items', ['Tax', 'Tax letters', 'tax.txt']],
  ] as const) {
    await search.open();
    await search.choose(label);
    await search.start();
    await expectRows(rows);
  }
});

test('a search without matches shows a message; % and _ are sent unchanged', async () => {
  const { server } = await openVault({ items: PAPERS });
  await searchBox().find('100%_v');
  await expectVisible(page.getByText('No Data'));
  await expectVisible(page.getByText(/^Nothing was found\./));
  expect(server.calls('files.list').at(-1)?.query.name).toBe('100%_v');
});

test('SEARCH-05 when the setting is off, the search in contents is not offered', async () => {
  const { server } = await openVault({ items: PAPERS, replies: { 'files.settings': [] } });
  const search = searchBox();
  await search.open();
  await expectVisible(search.panel.getByText('This folder'));
  await expect
    .poll(() => server.calls('files.settings').map(({ body }) => body.filters.key))
    .toContain('fileSearch');
  await expectCount(search.panel.getByText('Content search'), 0);
  await search.find('nothing');
  await expect.poll(() => server.calls('files.list').at(-1)?.query.searchCriteria).toBe('NAME');
  await expectVisible(page.getByText(/^Nothing was found\./));
  await expectCount(page.getByRole('button', { name: 'Search in contents' }), 0);
});

test('SEARCH-09 SEARCH-12 SEARCH-18 SEARCH-19 SEARCH-20 a search is limited by time or custom dates', async () => {
  const { server } = await openVault({ items: ['tax.txt'] });
  const search = searchBox();
  const last = () => server.calls('files.list').at(-1)?.query;
  await search.words.fill('tax');
  await search.open();
  await search.chooseTime('Last week');
  await search.start();
  await expect.poll(() => last()?.startTime).toBeInstanceOf(Date);
  expect(last()?.endTime).toBeInstanceOf(Date);

  await search.open();
  await search.chooseTime('Custom date range');
  await search.start();
  await expectTexts(search.panel.getByRole('alert'), ['Please enter start date']);
  for (const [field, day] of [
    ['Start date', '01/01/2020'],
    ['End date', '01/31/2020'],
  ] as const) {
    await search.panel.getByPlaceholder(field).fill(day);
    await press('Enter');
  }
  await search.start();
  // Both days are days of the browser's time zone, Europe/Berlin.
  await expect
    .poll(() => [last()?.startTime?.toISOString(), last()?.endTime?.toISOString()])
    .toEqual(['2019-12-31T23:00:00.000Z', '2020-01-31T22:59:59.000Z']);
  expect(location.search).toContain('dates=2020-01-01..2020-01-31');

  await search.open();
  await search.chooseTime('Any time');
  await search.chooseTime('Custom date range');
  await search.words.click();
  await press('Escape');
  await expectCount(search.panel, 0);
  await search.open();
  await expectVisible(search.panel.getByText('Any time'));
});

test('SEARCH-13 SEARCH-15 a search is added to the recent searches without a reload', async () => {
  const texts: string[] = [];
  const { server } = await openVault({
    items: PAPERS,
    replies: {
      'history.recentSearches': () => {
        const content = texts.map((text, at) => ({ id: `his${at}`.padEnd(18, '0'), content: text }));
        return { content, totalElements: content.length, numberOfElements: content.length };
      },
    },
  });
  const search = searchBox();
  await search.open();
  await expect.poll(() => server.calls('history.recentSearches').length).toBe(1);
  for (const text of ['first', 'second']) {
    texts.unshift(text);
    await search.find(text);
    await expect.poll(() => server.calls('files.list').at(-1)?.query.name).toBe(text);
    await search.open();
    await expectTexts(search.recent, texts);
  }
});

test('SEARCH-13 SEARCH-14 SEARCH-15 a recent search only fills the search box', async () => {
  const content = ['second', 'third', 'invoice'].map((text, at) => ({
    id: `his${at}`.padEnd(18, '0'),
    content: text,
  }));
  const { server } = await openVault({
    items: PAPERS,
    replies: { 'history.recentSearches': { content, totalElements: 3, numberOfElements: 3 } },
  });
  const search = searchBox();
  await search.open();
  await expectTexts(search.recent, ['second', 'third', 'invoice']);
  expect(server.calls('history.recentSearches')[0]?.query).toMatchObject({ page: 0, size: 3 });
  await search.recent.filter({ hasText: 'invoice' }).click();
  await expect.element(search.words).toHaveValue('invoice');
  await expectCount(search.results, 0);
  await search.start();
  await expectRows(['Invoice.txt', 'invoice tax.txt', 'invoice.txt']);
});

test('SEARCH-28 search results have the selection and menu of the normal list', async () => {
  const { server, record } = await openVault({ items: PAPERS });
  server.reply({
    'organise.moveToTrash': () => {
      record.remove('Letters/Invoice.txt');
      record.remove('Tax/invoice tax.txt');
      return true;
    },
  });
  await searchBox().find('invoice');
  await expectRows(['Invoice.txt', 'invoice tax.txt', 'invoice.txt']);
  const sfids = ['Letters/Invoice.txt', 'Tax/invoice tax.txt'].map((path) => record.item(path).sfid);
  await select('Invoice.txt', 'invoice tax.txt');
  const menu = await openMenu('invoice tax.txt');
  await menu.getByRole('menuitem', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Confirm' }).click();
  await expectRows(['invoice.txt']);
  expect(server.calls('organise.moveToTrash')[0]?.query.ids).toEqual(sfids);
});
