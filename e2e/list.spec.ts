import { openVaultApi } from './support/vault-api.ts';
import { expectRows, filesTab, listCalls } from './support/files-tab.ts';
import { people, RECORDS } from './support/people.ts';
import { expect, openVault, test } from './support/test.ts';

const numbered = (count: number) =>
  Array.from({ length: count }, (_, n) => `Folder ${String(n + 1).padStart(2, '0')}`);

test('FILES-24 … FILES-29 FILES-38 FILES-40 UI-01 UI-12 the columns show the data of folders and files', async ({
  page,
  owner,
  vaultApi,
}) => {
  await vaultApi.put({ 'Tax/2025/return.txt': 'x'.repeat(2048), 'report.pdf': 'first' });
  await vaultApi.put({ 'report.pdf': 'y'.repeat(1536), 'Ledger.XLSX': 'x', LICENSE: 'x' });
  await openVault(page, vaultApi);
  const files = filesTab(page);
  await expect(files.grid.getByRole('columnheader')).toHaveText([
    '',
    'Item Name',
    'Version',
    'Size',
    'Date Modified',
    'Last Updated By',
  ]);
  const { createddate } = await vaultApi.item('report.pdf');
  const local = new Date(createddate)
    .toLocaleString('en-US', {
      timeZone: 'Europe/Berlin',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
    })
    .replace(',', '')
    .replace('\u{202f}', ' ');
  const who = new RegExp(`${owner.name}$`);
  await expect(files.cells('report.pdf')).toHaveText(['', 'report.pdf', '2', '1.5 KB', local, who]);
  await expect(files.cells('Tax')).toHaveText(['', 'Tax', '-', '2.0 KB', /[AP]M$/, who]);
  const icons = { Tax: 'folder', 'report.pdf': 'pdf', 'Ledger.XLSX': 'excel', LICENSE: 'other' };
  for (const [name, kind] of Object.entries(icons)) {
    await expect(files.row(name).locator('svg[data-kind]'), name).toHaveAttribute('data-kind', kind);
  }
  await expect(files.folder('Tax').locator('svg[data-kind]')).toHaveAttribute('data-kind', 'folder');
});

test('FILES-30 FILES-31 FILES-32 LIMIT-26 T-09 the list has pages of 10 … 50 rows, a quick jumper and the total', async ({
  page,
  vaultApi,
}) => {
  const names = numbered(53);
  await vaultApi.createFolders(...names);
  const calls = listCalls(page);
  await openVault(page, vaultApi);
  const { pages } = filesTab(page);
  await expectRows(page, names.slice(0, 10));
  await expect(pages).toContainText('Total 53 item(s)');
  await pages.getByText('2', { exact: true }).click();
  await expectRows(page, names.slice(10, 20));

  await pages.getByRole('textbox', { name: 'Page' }).fill('6');
  await pages.getByRole('textbox', { name: 'Page' }).press('Enter');
  await expectRows(page, names.slice(50));
  expect(calls.map((call) => [call.get('page'), call.get('size')])).toEqual([
    ['0', '10'],
    ['1', '10'],
    ['5', '10'],
  ]);

  await pages.getByRole('combobox', { name: 'Items per page' }).click();
  const options = page.locator('.ant-select-item-option');
  await expect(options).toHaveText(['10 / page', '20 / page', '30 / page', '40 / page', '50 / page']);
  await options.filter({ hasText: '50 / page' }).click();
  await expectRows(page, names.slice(0, 50));
  expect(calls.at(-1)?.toString()).toBe('page=0&size=50');
});

test('FILES-37 LIMIT-27 more than ten rows scroll within 440 pixels below a fixed header', async ({
  page,
  vaultApi,
}) => {
  // A higher window has more space for rows (USE-40).
  await page.setViewportSize({ width: 1440, height: 740 });
  await vaultApi.createFolders(...numbered(12));
  await openVault(page, vaultApi, '?size=20');
  const { grid, row } = filesTab(page);
  await expect(grid.getByRole('row')).toHaveCount(13);
  const frame = grid.locator('..');
  const head = grid.getByRole('columnheader').first();
  const top = (await head.boundingBox())?.y;
  const room = await frame.evaluate((box) => box.clientHeight - box.querySelector('thead').offsetHeight);
  expect(room).toBeGreaterThanOrEqual(440);
  expect(room).toBeLessThan(460);
  await expect(row('Folder 12')).not.toBeInViewport();
  await row('Folder 12').scrollIntoViewIfNeeded();
  await expect(row('Folder 12')).toBeInViewport();
  expect((await head.boundingBox())?.y).toBe(top);
});

test('FILES-24 FILES-25 FILES-26 FILES-27 FILES-28 T-76 each column sorts ascending, descending, then not at all', async ({
  page,
  vault,
}) => {
  const [ada, ben, dan] = await Promise.all(
    [people.everything, people.colleague, people.creator].map((one) =>
      openVaultApi(vault.url, one, RECORDS.acme),
    ),
  );
  if (!ada || !ben || !dan) throw new Error('three people were signed in');
  await ben.put({ 'Sorting/c.txt': 'x'.repeat(20) });
  await dan.put({ 'Sorting/a.txt': 'x'.repeat(30) });
  await ada.put({ 'Sorting/b.txt': 'x'.repeat(10), 'Sorting/Inner/d.txt': '' });
  const { sfid } = await ada.item('Sorting');
  const calls = listCalls(page);
  await openVault(page, ada, `?record=${RECORDS.acme}&folder=${sfid}`);
  const files = filesTab(page);
  const unsorted = ['Inner', 'a.txt', 'b.txt', 'c.txt'];
  const upwards = {
    'Item Name': { field: 'name', order: ['a.txt', 'b.txt', 'c.txt'] },
    Size: { field: 'size', order: ['b.txt', 'c.txt', 'a.txt'] },
    'Date Modified': { field: 'createddate', order: ['c.txt', 'a.txt', 'b.txt'] },
    'Last Updated By': { field: 'uploadedBy', order: ['b.txt', 'c.txt', 'a.txt'] },
  };
  await expectRows(page, unsorted);
  for (const [title, { field, order }] of Object.entries(upwards)) {
    calls.length = 0;
    await files.sortBy(title);
    await expectRows(page, ['Inner', ...order]);
    await expect(files.header(title)).toHaveAttribute('aria-sort', 'ascending');
    await files.sortBy(title);
    await expectRows(page, ['Inner', ...order.toReversed()]);
    await expect(files.header(title)).toHaveAttribute('aria-sort', 'descending');
    await files.sortBy(title);
    await expectRows(page, unsorted);
    await expect(files.header(title)).not.toHaveAttribute('aria-sort');
    expect(calls.map((call) => call.get('sort'))).toEqual([`${field},asc`, `${field},desc`, null]);
    expect(calls.at(-1)?.has('sort')).toBe(false);
  }
  await expect(files.header('Version').getByRole('button')).toHaveCount(0);
});

test('UI-04 UI-05 columns are resized by mouse and keys, at least 80 pixels, until a reload', async ({
  page,
  vaultApi,
}) => {
  await vaultApi.createFolders('Tax/2025');
  await openVault(page, vaultApi);
  const files = filesTab(page);
  const width = async (title: string) => Math.round((await files.header(title).boundingBox())?.width ?? 0);
  const drag = async (title: string, by: number) => {
    const edge = await files.grid.getByRole('separator', { name: `Width of ${title}` }).boundingBox();
    if (!edge) throw new Error(`${title} has no edge`);
    const [x, y] = [edge.x + edge.width / 2, edge.y + edge.height / 2];
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x + by / 2, y);
    await page.mouse.move(x + by, y);
    await page.mouse.up();
  };
  const [name, size] = [await width('Item Name'), await width('Size')];
  await drag('Item Name', -120);
  await expect.poll(() => width('Item Name')).toBe(name - 120);
  await drag('Size', 60);
  await expect.poll(() => width('Size')).toBe(size + 60);
  await drag('Size', -900);
  await expect.poll(() => width('Size')).toBe(80);

  const edge = files.grid.getByRole('separator', { name: 'Width of Size' });
  await edge.focus();
  await page.keyboard.press('ArrowRight');
  await expect.poll(() => width('Size')).toBe(96);
  await expect(edge).toHaveAttribute('aria-valuenow', '96');

  await files.folder('Tax').click();
  await expectRows(page, ['2025']);
  expect(await width('Size')).toBe(96);
  await page.reload();
  await expectRows(page, ['2025']);
  expect(await width('Size')).toBe(size);
});

test('UI-11 a long name is cut in the middle; a tooltip of at most 400 × 160 shows all of it', async ({
  page,
  vaultApi,
}) => {
  const long = `${'Correspondence '.repeat(16)}end.2026`;
  await vaultApi.createFolders(long);
  await openVault(page, vaultApi);
  const name = filesTab(page).grid.getByRole('link', { name: long });
  await expect(name).toContainText(/^Correspondence.*….*2026/);
  await name.locator('[aria-hidden=true]').hover();
  const tooltip = page.getByRole('tooltip');
  await expect(tooltip).toHaveText(long);
  const box = await tooltip.boundingBox();
  expect(box?.width).toBeLessThanOrEqual(400);
  expect(box?.height).toBeLessThanOrEqual(160);
});
