import { Messages, type TrashItem } from '@vault/contract';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import {
  expectCount,
  expectVisible,
  idOf,
  openVault,
  expectTexts,
  PERSON_ID,
  press,
  refusal,
  toast,
} from '../testing/index.ts';

const itemOf = (name: string, at: number): TrashItem => ({
  id: idOf('trs', `N${at}`),
  name,
  contentType: 'text/plain',
  fileSizeString: '1.0 KB',
  originalLocation: '',
  deletedAt: '2026-03-04T05:06:07.000Z',
  deletedBy: { id: PERSON_ID, name: 'Ada Byron' },
});

const pageOf = (names: readonly string[]) => ({
  content: names.map(itemOf),
  totalElements: names.length,
  numberOfElements: names.length,
});

test('TRASH-18 restoring an already deleted item shows the message and the current list', async () => {
  const { server } = await openVault({
    at: '?tab=3',
    replies: { 'trash.list': pageOf(['b.txt', 'a.txt']), 'trash.deleters': [] },
  });
  const panel = page.getByRole('region', { name: 'Trash' });
  const row = panel.getByRole('row').filter({ has: page.getByRole('checkbox', { name: 'Select b.txt' }) });
  await row.click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Restore' }).click();
  server.reply({ 'trash.list': pageOf([]), 'trash.restore': refusal(404, 'NOT_FOUND', Messages.notFound) });
  await page
    .getByRole('dialog', { name: 'Confirm Restoration' })
    .getByRole('button', { name: 'Confirm' })
    .click();
  await expectVisible(toast('File or folder does not exist.'));
  await expectVisible(panel.getByText('No Data'));
});

test('TRASH-14 T-65 PERM-16 PERM-21 a reader sees the trash without any actions', async () => {
  await openVault({
    at: '?tab=3',
    abilities: { create: false, edit: false, download: false, share: false },
    replies: { 'trash.list': pageOf(['kept.txt']), 'trash.deleters': [] },
  });
  const panel = page.getByRole('region', { name: 'Trash' });
  const row = panel.getByRole('table', { name: 'Trash' }).getByRole('row').filter({ hasText: 'kept.txt' });
  await expect.element(row).toMatchTextContent(/Ada Byron/);
  await row.click({ button: 'right' });
  await expectCount(page.getByRole('menu'), 0);
  await expectCount(panel.getByRole('checkbox'), 0);
  await press('Delete');
  await expectCount(page.getByRole('dialog'), 0);
});

/** Waits until the list shows exactly these rows, in this order. */
const expectTrash = (names: readonly string[]) =>
  expect
    .poll(() =>
      page
        .getByRole('grid', { name: 'Trash' })
        .getByRole('checkbox', { name: /^Select (?!all$)/ })
        .elements()
        .map((box) => box.getAttribute('aria-label')?.replace('Select ', '')),
    )
    .toEqual(names);

test('TRASH-01 TRASH-03 TRASH-04 TRASH-05 TRASH-06 TRASH-07 TRASH-09 TRASH-10 Search applies the filters', async () => {
  const ben = { id: idOf('usr', 'Ben'), name: 'Ben Carter' };
  const { server } = await openVault({
    at: '?tab=3&page=2',
    replies: {
      'trash.list': ({ query }) => ({ ...pageOf([`page ${query.page}.txt`]), totalElements: 13 }),
      'trash.deleters': [ben],
    },
  });
  const panel = page.getByRole('region', { name: 'Trash' });
  const last = () => server.calls('trash.list').at(-1)?.query;
  const search = panel.getByRole('button', { name: 'Search' });
  const choose = async (label: string, option: string) => {
    await panel.getByRole('combobox', { name: label }).click();
    await page.getByTitle(option).last().click();
  };
  await expectTrash(['page 1.txt']);
  await choose('Type', 'Folders');
  // Choosing a filter sends no call before Search is pressed.
  expect(server.calls('trash.list')).toHaveLength(1);
  await search.click();
  await expectTrash(['page 0.txt']);
  expect(last()).toEqual({ types: 'FOLDER', page: 0, size: 10 });

  await choose('Type', 'All');
  await panel.getByRole('textbox', { name: 'Item Name' }).fill('NOTE 1');
  await press('Enter');
  await expect.poll(last).toMatchObject({ types: 'FILE,FOLDER', itemNameLike: 'NOTE 1' });
  await choose('Deleted by', ben.name);
  await choose('Date Deleted', 'Today');
  await search.click();
  await expect.poll(() => last()?.deletedBy).toBe(ben.id);
  // The start and the end of a day in Berlin, in UTC.
  expect(last()?.from?.toISOString()).toMatch(/T2[23]:00:00\.000Z$/);
  expect(last()?.to?.toISOString()).toMatch(/T2[12]:59:59\.000Z$/);
  expect(location.search).toMatch(/name=NOTE\+1&by=\w+&deleted=today/);
  server.reply({ 'trash.list': pageOf([]) });
  await choose('Date Deleted', 'Yesterday');
  await search.click();
  await expectVisible(panel.getByText('Nothing in the trash matches the filter.'));
  history.back();
  await expectVisible(panel.getByText('Today'));

  await choose('Date Deleted', 'Custom');
  await search.click();
  await expectTexts(panel.getByRole('alert'), ['Please enter start date']);
  for (const [field, day] of [
    ['Start date', '01/01/2020'],
    ['End date', '01/31/2020'],
  ] as const) {
    await panel.getByPlaceholder(field).fill(day);
    await press('Enter');
  }
  await search.click();
  await expect.poll(() => last()?.from?.toISOString()).toBe('2019-12-31T23:00:00.000Z');
  expect(last()?.to?.toISOString()).toBe('2020-01-31T22:59:59.000Z');

  server.reply({ 'trash.list': pageOf(['a.txt']) });
  await panel.getByRole('button', { name: 'Reset' }).click();
  await expectTrash(['a.txt']);
  expect(last()).toEqual({ types: 'FILE,FOLDER', page: 0, size: 10 });
  await panel.getByRole('button', { name: 'Item Name' }).click();
  await expect.poll(() => last()?.sort).toBe('name,asc');
  const asked = server.calls('trash.list').length;
  await panel.getByRole('button', { name: 'Reset' }).click();
  await expect.poll(() => server.calls('trash.list').length).toBe(asked + 1);
});
