import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import {
  boxOf,
  choose,
  createRecord,
  expectCount,
  expectGone,
  expectPath,
  expectTexts,
  filesTab,
  focus,
  openMenu,
  openVault,
  press,
  select,
} from '../testing/index.ts';

const DATE = /^\d\d\/\d\d\/\d{4} \d\d:\d\d:\d\d [AP]M$/;
const detailsModal = () => page.getByRole('dialog', { name: 'Details' });

test('DETAILS-01 DETAILS-03 the context menu opens the details of a folder', async () => {
  const record = createRecord(['Clients/']);
  record.add('Clients/Acme/', { size: 2048 });
  await openVault({ record });
  await filesTab().folder('Clients').click();
  await choose('Acme', 'Details');
  await expectTexts(detailsModal().getByRole('term'), [
    'Folder name',
    'Modified',
    'Last updated by',
    'Size',
    'Path',
  ]);
  await expectTexts(detailsModal().getByRole('definition'), [
    'Acme',
    DATE,
    'Ada Byron',
    '2.0 KB',
    'Files / Clients / Acme',
  ]);
});

test('DETAILS-02 FILES-22 the info icon shows the details of the open folder, by keyboard only', async () => {
  await openVault({ items: ['Clients/a.txt'] });
  const files = filesTab();
  await files.folder('Clients').click();
  await expectPath(['Files', 'Clients']);
  const info = files.tool('Details of this folder');
  focus(info);
  await press('Enter');
  await expectTexts(detailsModal().getByRole('definition'), [
    'Clients',
    DATE,
    'Ada Byron',
    '1.0 KB',
    'Files / Clients',
  ]);
  await press('Escape');
  await expectGone(detailsModal());
  await expect.element(info).toHaveFocus();
});

test('FILES-23 the details of the root show Files, the total size and no path', async () => {
  const record = createRecord(['Clients/a.txt', 'b.txt']);
  await openVault({ record, replies: { 'tree.folders': () => ({ ...record.tree(), rootSize: 8 }) } });
  await filesTab().tool('Details of this folder').click();
  await expectTexts(detailsModal().getByRole('definition'), ['Files', '-', '-', '8.0 bytes', '']);
});

test('DETAILS-02 MENU-09 the menu of several items has no Details', async () => {
  await openVault({ items: ['A/', 'B/'] });
  await select('A', 'B');
  const menu = await openMenu('B');
  await expectCount(menu.getByRole('menuitem', { name: 'Details' }), 0);
});

test('DETAILS-01 the details show the last editor of a file and its complete long name', async () => {
  const name = `${'details '.repeat(28)}end.txt`;
  const record = createRecord([]);
  record.add(name, { uploadedBy: 'Ben Carter' });
  await openVault({ record });
  await choose(name, 'Details');
  const values = detailsModal().getByRole('definition');
  await expectTexts(values.nth(0), [name]);
  await expectTexts(values.nth(2), ['Ben Carter']);
  await expectTexts(values.nth(4), [`Files / ${name}`]);
  // The dialog grows while it opens.
  await expect.poll(() => boxOf(values.nth(4)).right - boxOf(detailsModal()).right).toBeLessThanOrEqual(0);
});

test('SAFE-12 the details say that a hold or a retention rule forbids the permanent deletion', async () => {
  const { server } = await openVault({
    items: ['Case/', 'Tax/'],
    replies: { 'holds.ofItem': { isOnHold: true, keptUntil: null } },
  });
  await choose('Case', 'Details');
  await expectTexts(detailsModal().getByRole('definition').nth(5), ['Not possible: legal hold']);
  await press('Escape');
  await expectGone(detailsModal());
  server.reply({ 'holds.ofItem': { isOnHold: false, keptUntil: '2033-05-03T12:00:00.000Z' } });
  await choose('Tax', 'Details');
  await expectTexts(detailsModal().getByRole('definition').nth(5), [
    'Not possible until May 3, 2033: retention',
  ]);
});
