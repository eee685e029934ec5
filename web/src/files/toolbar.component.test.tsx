import { expect, test, vi } from 'vitest';
import { page, type Locator } from 'vitest/browser';
import { withResolvers } from '../kit/with-resolvers.ts';
import {
  createRecord,
  expectCount,
  expectGone,
  expectPath,
  expectRows,
  expectTexts,
  expectVisible,
  filesTab,
  openVault,
  refusal,
  textsOf,
  toast,
} from '../testing/index.ts';

const numbered = (count: number) => Array.from({ length: count }, (_, n) => `Folder ${n + 10}`);
const foldersOf = (names: readonly string[]) => names.map((name) => `${name}/`);

test('FILES-04 FILES-15 FILES-16 T-66 Download downloads the open folder only', async () => {
  await openVault({ items: ['Tax/2025/'] });
  const files = filesTab();
  await expectTexts(files.toolbar.getByRole('button'), [
    'Create',
    'Upload',
    'Share',
    'Download',
    'Refresh',
    '',
  ]);
  for (const label of ['Create', 'Upload', 'Refresh']) await expect.element(files.tool(label)).toBeEnabled();
  await expect.element(files.tool('Download')).toBeDisabled();
  await files.folder('Tax').click();
  await expect.element(files.tool('Download')).toBeEnabled();
  await files.checkbox('2025').click();
  await expect.element(files.tool('Download')).toBeDisabled();
  await files.checkbox('2025').click();
  await expect.element(files.tool('Download')).toBeEnabled();
});

test('FILES-20 FILES-21 FILES-29 MSG-03 checkboxes select, and a click on the label clears', async () => {
  await openVault({ items: ['A/', 'B/', 'C/'] });
  const files = filesTab();
  await expectRows(['A', 'B', 'C']);
  await expectCount(files.selection, 0);
  await files.checkbox('A').click();
  await expect.element(files.selection).toHaveTextContent('1 item(s) selected');
  await files.checkbox('C').click();
  await expect.element(files.selection).toHaveTextContent('2 item(s) selected');
  await expect.element(files.selectAll).toBePartiallyChecked();
  await files.selection.click();
  await expectCount(files.selection, 0);
  await expectCount(files.grid.getByRole('checkbox', { checked: true }), 0);

  await files.selectAll.click();
  await expect.element(files.selection).toHaveTextContent('3 item(s) selected');
  await files.selectAll.click();
  await expectCount(files.selection, 0);
  await files.checkbox('A').click();
  await files.checkbox('C').click({ modifiers: ['Shift'] });
  await expect.element(files.selection).toHaveTextContent('3 item(s) selected');
});

test('FILES-45 FILES-46 FILES-47 another page, size, order or folder clears the selection', async () => {
  const names = numbered(12);
  await openVault({ items: foldersOf(names) });
  const files = filesTab();
  const select = async (name: string) => {
    await files.checkbox(name).click();
    await expect.element(files.selection).toHaveTextContent('1 item(s) selected');
  };
  const cleared = async () => {
    await expectCount(files.selection, 0);
    await expectCount(files.grid.getByRole('checkbox', { checked: true }), 0);
  };
  await select('Folder 10');
  await files.pages.getByRole('listitem', { name: '2' }).click();
  await expectRows(names.slice(10));
  await cleared();
  await select('Folder 20');
  await files.sortBy('Item Name');
  await expectRows(names.slice(0, 10));
  await cleared();
  await select('Folder 11');
  await files.pages.getByRole('combobox', { name: 'Items per page' }).click();
  await page.getByTitle('20 / page').last().click();
  await expectRows(names);
  await cleared();
  await select('Folder 11');
  await files.tool('Refresh').click();
  await cleared();
  await select('Folder 11');
  await files.folder('Folder 12').click();
  await expectPath(['Files', 'Folder 12']);
  history.back();
  await expectRows(names);
  await cleared();
});

test('FILES-48 LIMIT-03 T-67 the toolbar follows the selection after 200 ms', async () => {
  await openVault({ items: ['A/', 'B/', 'C/'] });
  const files = filesTab();
  await expectRows(['A', 'B', 'C']);
  const click = (locator: Locator) => (locator.element() as HTMLElement).click();
  const shown = () => textsOf(files.selection);
  // The clicks are dispatched directly, because the actions of locators advance the faked time.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  click(files.checkbox('A'));
  await vi.advanceTimersByTimeAsync(199);
  expect(shown()).toEqual([]);
  click(files.checkbox('B'));
  await vi.advanceTimersByTimeAsync(199);
  expect(shown()).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  await expect.poll(shown).toEqual(['2 item(s) selected']);

  // An action uses the newest selection.
  click(files.checkbox('C'));
  click(files.tool('Delete selected items'));
  await expect.element(page.getByRole('dialog', { name: 'Confirm Deletion' })).toMatchTextContent(/3 items/);
});

test('FILES-18 FILES-19 Refresh reloads list and tree and keeps page and order', async () => {
  const names = numbered(12);
  const { record } = await openVault({ items: foldersOf(names), at: '?page=2&sort=name,asc' });
  const files = filesTab();
  await expectRows(names.slice(10));
  record.add('Folder 99/');
  await files.tool('Refresh').click();
  await expectRows([...names.slice(10), 'Folder 99']);
  await expectCount(files.folder('Folder 99'), 1);
  expect(location.search).toBe('?page=2&sort=name,asc');
});

test('FILES-36 MSG-04 PERM-04 an empty folder shows No Data and a drop hint', async () => {
  await openVault();
  await expectVisible(page.getByText('No Data'));
  await expectVisible(page.getByText(/Drop files or folders here/));
  await expect.element(filesTab().pages).toMatchTextContent(/Total 0 item/);
});

test('PERM-04 PERM-13 an empty folder shows no drop hint without the create permission', async () => {
  await openVault({ abilities: { create: false } });
  await expectVisible(page.getByText('No Data'));
  await expectCount(page.getByText(/Drop files/), 0);
});

test('FILES-33 a row shows its Download icon while it has the pointer or the focus', async () => {
  await openVault({ items: ['A/', 'B/'] });
  const { row } = filesTab();
  const icon = page.getByRole('button', { name: 'Download B' });
  await expectVisible(row('B'));
  await expectGone(icon);
  // Left of the icon: the tooltip of a hovered icon would cover the row above.
  const left = { position: { x: 240, y: 22 } };
  await row('B').hover(left);
  await expectVisible(icon);
  await row('A').hover(left);
  await expectGone(icon);
  (row('B').element() as HTMLElement).focus();
  await expect.element(icon).toHaveStyle({ opacity: '1' });
});

test('SHELL-05 a slow load shows a spinner over the previous list; a quick load shows none', async () => {
  const { server } = await openVault({ items: ['A/', 'B/'] });
  await expectRows(['A', 'B']);
  const list = withResolvers<void>();
  const empty = { content: [], totalElements: 0, numberOfElements: 0 };
  server.reply({ 'files.list': () => list.promise.then(() => empty) });
  const spinner = page.getByRole('status').filter({ hasText: /^Loading$/ });
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  (filesTab().tool('Refresh').element() as HTMLElement).click();
  await vi.advanceTimersByTimeAsync(149);
  expect(spinner.elements()).toHaveLength(0);
  await vi.advanceTimersByTimeAsync(1);
  await expectVisible(spinner);
  await expectRows(['A', 'B']);
  list.resolve();
  vi.useRealTimers();
  await expectCount(spinner, 0);
});

test('MSG-45 MSG-46 T-46 a failed call shows its message in a toast, and can be retried', async () => {
  const record = createRecord(['A/B/']);
  const { server } = await openVault({ record });
  const files = filesTab();
  await expectRows(['A']);
  server.reply({ 'files.list': refusal(400, 'VALIDATION_FAILED', 'The archive is being moved.') });
  await files.tool('Refresh').click();
  await expectVisible(toast('The archive is being moved.'));
  await expectRows(['A']);

  // A reply of HTTP 200 with another code is a failure too.
  const failed = { code: 500, data: null, errorMessage: null };
  server.reply({ 'files.list': () => Response.json(failed) });
  const before = server.calls('files.list').length;
  await files.folder('A').click();
  await expectVisible(toast('Request Failed'));
  await expectVisible(page.getByText('The list could not be loaded'));
  // A failed call is not repeated automatically.
  expect(server.calls('files.list')).toHaveLength(before + 1);
  const content = record.itemsOf('A');
  server.reply({ 'files.list': { content, totalElements: 1, numberOfElements: 1 } });
  await page.getByRole('button', { name: 'Try again' }).click();
  await expectRows(['B']);
});
