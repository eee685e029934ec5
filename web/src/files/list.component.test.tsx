import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import {
  boxOf,
  createRecord,
  expectCount,
  expectRows,
  expectTexts,
  expectVisible,
  filesTab,
  openVault,
  press,
  textsOf,
} from '../testing/index.ts';

const numbered = (count: number) =>
  Array.from({ length: count }, (_, n) => `Folder ${String(n + 1).padStart(2, '0')}`);
const foldersOf = (names: readonly string[]) => names.map((name) => `${name}/`);

test('FILES-24 … FILES-29 FILES-38 FILES-40 UI-01 UI-12 the columns show files and folders', async () => {
  const record = createRecord(['Tax/2025/return.txt', 'Ledger.XLSX', 'LICENSE']);
  record.add('report.pdf', {
    versionCount: 2,
    size: 1536,
    fileSize: '1.5 KB',
    createddate: '2026-07-01T22:30:05.000Z',
  });
  await openVault({ record });
  const files = filesTab();
  await expectVisible(files.row('report.pdf'));
  expect(textsOf(files.grid.getByRole('row').first())).toEqual([
    'Item NameVersionSizeDate ModifiedLast Updated By',
  ]);
  // In the time zone of the browser, Europe/Berlin.
  const cells = ['', 'report.pdf', '2', '1.5 KB', '07/02/2026 12:30:05 AM', /Ada Byron$/];
  await expectTexts(files.cells('report.pdf'), cells);
  await expectTexts(files.cells('Tax'), ['', 'Tax', '-', '1.0 KB', /[AP]M$/, /Ada Byron$/]);
  const kindOf = (name: string) =>
    files.row(name).element().querySelector('svg[data-kind]')?.getAttribute('data-kind');
  const names = ['Tax', 'report.pdf', 'Ledger.XLSX', 'LICENSE'];
  expect(names.map(kindOf)).toEqual(['folder', 'pdf', 'excel', 'other']);
  const inTree = files.folder('Tax').element().querySelector('svg[data-kind]');
  expect(inTree?.getAttribute('data-kind')).toBe('folder');
});

test('SAFE-02 a file whose stored bytes are damaged says so below its name', async () => {
  const record = createRecord(['intact.pdf']);
  record.add('broken.pdf', { isDamaged: true });
  await openVault({ record });
  const files = filesTab();
  const sentence = 'Damaged. The file cannot be opened; please tell your administrator.';
  await expect.element(files.row('broken.pdf')).toMatchTextContent(sentence);
  await expect.element(files.row('intact.pdf')).not.toMatchTextContent('Damaged');
  await page.viewport(390, 800);
  await expectVisible(page.getByText(sentence));
});

test('FILES-30 FILES-31 FILES-32 LIMIT-26 T-09 the list has pages of 10 … 50 rows and a quick jumper', async () => {
  const names = numbered(53);
  const { server } = await openVault({ items: foldersOf(names) });
  const { pages } = filesTab();
  await expectRows(names.slice(0, 10));
  await expect.element(pages).toMatchTextContent(/Total 53 item/);
  await pages.getByRole('listitem', { name: '2' }).click();
  await expectRows(names.slice(10, 20));
  await pages.getByRole('textbox', { name: 'Page' }).fill('6');
  await press('Enter');
  await expectRows(names.slice(50));
  const calls = () => server.calls('files.list').map(({ query }) => [query.page, query.size]);
  expect(calls()).toEqual([
    [0, 10],
    [1, 10],
    [5, 10],
  ]);
  await pages.getByRole('combobox', { name: 'Items per page' }).click();
  const options = page.getByTitle(/^\d+ \/ page$/);
  await expect
    .poll(() => [...new Set(textsOf(options))])
    .toEqual(['10 / page', '20 / page', '30 / page', '40 / page', '50 / page']);
  await page.getByTitle('50 / page').last().click();
  await expectRows(names.slice(0, 50));
  expect(calls().at(-1)).toEqual([0, 50]);
});

test('FILES-37 LIMIT-27 more than ten rows scroll within 440 pixels below a fixed header', async () => {
  // A higher window has more space for rows (USE-40).
  await page.viewport(1440, 740);
  await openVault({ items: foldersOf(numbered(12)), at: '?size=20' });
  const { grid, row } = filesTab();
  await expectVisible(row('Folder 12'));
  const frame = grid.element().parentElement;
  const head = grid.getByRole('row').first();
  const { top } = boxOf(head);
  const room = (frame?.clientHeight ?? 0) - (frame?.querySelector('thead')?.offsetHeight ?? 0);
  expect(room).toBeGreaterThanOrEqual(440);
  expect(room).toBeLessThan(460);
  const bottom = frame?.getBoundingClientRect().bottom ?? 0;
  expect(boxOf(row('Folder 12')).bottom).toBeGreaterThan(bottom);
  row('Folder 12').element().scrollIntoView({ block: 'nearest' });
  await expect.poll(() => boxOf(row('Folder 12')).bottom).toBeLessThanOrEqual(bottom);
  expect(boxOf(head).top).toBe(top);
});

test('FILES-24 FILES-25 FILES-26 FILES-27 FILES-28 T-76 a column sorts ascending, descending, not at all', async () => {
  const record = createRecord(['Inner/']);
  const files = [
    ['a.txt', 30, 'Dan Evans'],
    ['b.txt', 10, 'Ada Byron'],
    ['c.txt', 20, 'Ben Carter'],
  ] as const;
  for (const [name, size, uploadedBy] of files) record.add(name, { size, uploadedBy });
  const { server } = await openVault({ record });
  const { sortBy, header, grid } = filesTab();
  const unsorted = ['Inner', 'a.txt', 'b.txt', 'c.txt'];
  const upwards = {
    'Item Name': { field: 'name', order: ['a.txt', 'b.txt', 'c.txt'] },
    Size: { field: 'size', order: ['b.txt', 'c.txt', 'a.txt'] },
    'Date Modified': { field: 'createddate', order: ['a.txt', 'b.txt', 'c.txt'] },
    'Last Updated By': { field: 'uploadedBy', order: ['b.txt', 'c.txt', 'a.txt'] },
  };
  await expectRows(unsorted);
  for (const [title, { field, order }] of Object.entries(upwards)) {
    const before = server.calls('files.list').length;
    const sorts = () =>
      server
        .calls('files.list')
        .slice(before)
        .map(({ query }) => query.sort);
    const sortOf = () => header(title)?.getAttribute('aria-sort');
    await sortBy(title);
    await expectRows(['Inner', ...order]);
    expect(sortOf()).toBe('ascending');
    await sortBy(title);
    await expectRows(['Inner', ...order.toReversed()]);
    expect(sortOf()).toBe('descending');
    await sortBy(title);
    await expect.poll(sorts).toEqual([`${field},asc`, `${field},desc`, undefined]);
    await expectRows(unsorted);
    expect(sortOf()).toBeNull();
  }
  await expectCount(grid.getByRole('button', { name: 'Version' }), 0);
});

test('UI-11 a long name is cut in the middle; a tooltip of at most 400 × 160 shows all of it', async () => {
  const long = `${'Correspondence '.repeat(16)}end.2026`;
  await openVault({ items: [`${long}/`] });
  const name = filesTab().grid.getByRole('link', { name: long });
  await expect.element(name).toMatchTextContent(/^Correspondence.*….*2026/);
  await page.elementLocator(name.element().querySelector('[aria-hidden=true]') ?? name.element()).hover();
  const tooltip = page.getByRole('tooltip');
  await expect.element(tooltip).toHaveTextContent(long);
  expect(boxOf(tooltip).width).toBeLessThanOrEqual(400);
  expect(boxOf(tooltip).height).toBeLessThanOrEqual(160);
});
