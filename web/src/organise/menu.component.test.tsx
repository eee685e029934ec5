import { expect, test } from 'vitest';
import { page, type Locator } from 'vitest/browser';
import {
  boxOf,
  choose,
  createRecord,
  expectAccessible,
  expectCount,
  expectGone,
  expectRows,
  expectTexts,
  expectVisible,
  filesTab,
  openMenu,
  openVault,
  press,
  select,
  toast,
} from '../testing/index.ts';

/** Returns the entries of a menu without those that other tests check. */
const organising = (menu: Locator) =>
  menu
    .getByRole('menuitem')
    .elements()
    .map((item) => item.querySelector('span:nth-child(2)')?.textContent ?? '')
    .filter((label) => !['Preview', 'Edit', 'Share', 'Versions & History'].includes(label));

const focus = (locator: Locator) => (locator.element() as HTMLElement).focus();

test('FILES-35 FILES-49 MENU-01 MENU-09 MENU-10 a right click selects the row and opens its menu', async () => {
  await openVault({ items: ['a.txt', 'b.txt', 'Tax/c.txt'] });
  const files = filesTab();
  await select('b.txt', 'Tax');
  const menu = await openMenu('a.txt');
  await expect.element(files.selection).toHaveTextContent('1 item(s) selected');
  await expect.element(files.checkbox('a.txt')).toBeChecked();
  expect(organising(menu)).toEqual(['Download', 'Details', 'Duplicate', 'Copy', 'Move', 'Rename', 'Delete']);
  const [row, box] = [boxOf(files.row('a.txt')), boxOf(menu)];
  expect([Math.round(box.x), Math.round(box.y)]).toEqual([Math.round(row.x + 240), Math.round(row.y + 22)]);
  await expectAccessible();
});

test('FILES-49 a right click on a selected row opens the menu for all selected rows', async () => {
  await openVault({ items: ['a.txt', 'b.txt', 'Tax/c.txt'] });
  await select('a.txt', 'Tax');
  const menu = await openMenu('Tax');
  await expect.element(filesTab().selection).toHaveTextContent('2 item(s) selected');
  expect(organising(menu)).toEqual(['Download', 'Copy', 'Move', 'Delete']);
});

test('MENU-15 the menu stays inside the window near its edges', async () => {
  await page.viewport(1050, 560);
  await openVault({ items: Array.from({ length: 8 }, (_, n) => `${n}.txt`) });
  const row = filesTab().row('7.txt');
  await expectVisible(row);
  await row.click({ button: 'right', position: { x: boxOf(row).width - 4, y: 20 } });
  await expectVisible(page.getByRole('menu'));
  const box = boxOf(page.getByRole('menu'));
  expect(box.right).toBeLessThanOrEqual(1050);
  expect(box.y).toBeGreaterThanOrEqual(0);
  expect(box.bottom).toBeLessThanOrEqual(560);
});

test('MENU-18 MENU-19 MENU-20 a click, another selection and another folder close the menu', async () => {
  await openVault({ items: ['A/B/', 'C/'] });
  const files = filesTab();
  const menu = await openMenu('C');
  await page.getByText('Total 2 item(s)').click();
  await expectGone(menu);
  await openMenu('C');
  await files.checkbox('A').click();
  await expectGone(menu);
  await files.selection.click();
  await openMenu('C');
  await files.folder('A').click();
  await expectRows(['B']);
  await expectGone(menu);
});

test('UI-03 the menu works by keyboard only, and Escape returns the focus', async () => {
  await openVault({ items: ['a.txt', 'b.txt'] });
  const files = filesTab();
  const menu = page.getByRole('menu');
  const item = (name: string) => menu.getByRole('menuitem', { name });
  await expectVisible(files.row('b.txt'));
  focus(files.row('b.txt'));
  await press('Shift+F10');
  await expectVisible(menu);
  await press('ArrowDown');
  await expect.element(menu.getByRole('menuitem').first()).toHaveFocus();
  await press('ArrowUp');
  await expect.element(item('Delete')).toHaveFocus();
  await press('r');
  await expect.element(item('Rename')).toHaveFocus();
  await press('Escape');
  await expectGone(menu);
  await expect.element(files.row('b.txt')).toHaveFocus();

  await press('ContextMenu');
  await expectVisible(menu);
  await press('End', 'Enter');
  const confirmation = page.getByRole('dialog', { name: 'Confirm Deletion' });
  await expect.element(confirmation).toMatchTextContent(/b\.txt/);
  await press('Escape');
  await expectGone(confirmation);
  await expect.element(files.row('b.txt')).toHaveFocus();
});

test('the button More beside the number of selected rows opens the menu', async () => {
  await openVault({ items: ['A/', 'B/'] });
  await select('A', 'B');
  const more = filesTab().toolbar.getByRole('button', { name: 'More for the selected items' });
  await more.click();
  await expectVisible(page.getByRole('menu'));
  expect(organising(page.getByRole('menu'))).toEqual(['Download', 'Copy', 'Move', 'Delete']);
  await press('Escape');
  await expect.element(more).toHaveFocus();
});

test('DETAILS-01 DETAILS-02 the context menu opens the details of a file', async () => {
  const record = createRecord(['Tax/']);
  record.add('Tax/return.txt', { size: 4, fileSize: '4.0 bytes' });
  await openVault({ record });
  await filesTab().folder('Tax').click();
  await choose('return.txt', 'Details');
  const details = page.getByRole('dialog', { name: 'Details' });
  await expectTexts(details.getByRole('term'), ['File name', 'Modified', 'Last updated by', 'Size', 'Path']);
  await expectTexts(details.getByRole('definition'), [
    'return.txt',
    /^\d\d\/\d\d\/\d{4} \d\d:\d\d:\d\d [AP]M$/,
    'Ada Byron',
    '4.0 bytes',
    'Files / Tax / return.txt',
  ]);
  await press('Escape');
  await expect.element(filesTab().row('return.txt')).toHaveFocus();
});

test('MENU-11 D-16 PERM-16 a reader has Details, Duplicate and Copy, and no other keys', async () => {
  const { server, record } = await openVault({
    items: ['note.txt'],
    abilities: { create: false, edit: false, download: false, share: false },
  });
  server.reply({
    'organise.copy': ({ body }) => {
      expect(body).toMatchObject({ sfids: [record.item('note.txt').sfid], sign: 'duplicate' });
      record.add('note (1).txt');
      return { outcome: 'done' };
    },
  });
  expect(organising(await openMenu('note.txt'))).toEqual(['Details', 'Duplicate', 'Copy']);
  await press('Escape', 'F2', 'Delete', 'Control+x');
  await expectCount(page.getByRole('dialog'), 0);
  await choose('note.txt', 'Duplicate');
  await expectVisible(toast('Duplicated successfully.'));
  await expectRows(['note.txt', 'note (1).txt']);
});
