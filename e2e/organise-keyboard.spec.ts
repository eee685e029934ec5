import { expectRows, expectToast, filesTab, openMenu } from './support/files-tab.ts';
import { relocateModal } from './support/relocate-modal.ts';
import { expect, openVault, test } from './support/test.ts';

test('MENU-16 UI-08 LIMIT-35 LIMIT-36 the menu is 180 px wide with items of 36 px, and its longest label fits', async ({
  page,
  vaultApi,
}) => {
  await vaultApi.put({ 'a.txt': 'a' });
  await openVault(page, vaultApi);
  const menu = await openMenu(page, 'a.txt');
  expect((await menu.boundingBox())?.width).toBe(180);
  expect((await menu.getByRole('menuitem').first().boundingBox())?.height).toBe(36);
  const overflowing = await menu
    .getByRole('menuitem')
    .evaluateAll((items) => items.filter((item) => item.scrollWidth > item.clientWidth).length);
  expect(overflowing).toBe(0);
});

test('Ctrl+A, Ctrl+X and Ctrl+V mark the cut items and move them', async ({ page, vaultApi }) => {
  await vaultApi.put({ 'Old/a.txt': 'a', 'Old/b.txt': 'b', 'New/c.txt': 'c' });
  await openVault(page, vaultApi);
  const files = filesTab(page);
  const press = (key: string) => page.keyboard.press(key);
  await files.folder('Old').click();
  await expectRows(page, ['a.txt', 'b.txt']);
  await files.row('a.txt').focus();
  await press('Control+a');
  await expect(files.selection).toHaveText('2 item(s) selected');
  await press('Control+x');
  await expectToast(page, '2 items cut. Open a folder and press Ctrl+V to paste.');
  await expect(files.row('a.txt')).toHaveAttribute('data-faded', 'true');
  await files.folder('New').click();
  await expectRows(page, ['c.txt']);
  await press('Control+v');
  await expectToast(page, 'Moved Successfully.');
  await expectRows(page, ['a.txt', 'b.txt', 'c.txt']);
  expect(await vaultApi.names('Old')).toEqual([]);
  // Cut items can be pasted only once.
  await files.folder('Old').click();
  await expectRows(page, []);
  await press('Control+v');
  expect(await vaultApi.names('Old')).toEqual([]);
});

test('Ctrl+C and Ctrl+V copy repeatedly; in the same folder they duplicate', async ({ page, vaultApi }) => {
  await vaultApi.put({ 'a.txt': 'a', 'Tax/t.txt': 't' });
  await openVault(page, vaultApi);
  const files = filesTab(page);
  await files.row('a.txt').focus();
  await page.keyboard.press('Control+c');
  await page.keyboard.press('Control+v');
  await expectRows(page, ['Tax', 'a (1).txt', 'a.txt']);
  await files.folder('Tax').click();
  await expectRows(page, ['t.txt']);
  await page.keyboard.press('Control+v');
  await expectRows(page, ['a.txt', 't.txt']);
});

test('a move works by keyboard only: menu key, M, arrows in the tree, Tab, Enter', async ({
  page,
  vaultApi,
}) => {
  await vaultApi.put({ 'a.txt': 'a', 'Letters/l.txt': 'l', 'Tax/t.txt': 't' });
  await openVault(page, vaultApi);
  const press = (key: string) => page.keyboard.press(key);
  await filesTab(page).row('a.txt').focus();
  await press('ContextMenu');
  await expect(page.getByRole('menu')).toBeVisible();
  await press('m');
  await press('Enter');
  const modal = relocateModal(page, 'Move');
  await expect(modal.tree).toBeFocused();
  await press('End');
  await press('Enter');
  await expect(modal.target).toHaveText(/Files \/ Tax/);
  await modal.submit.focus();
  await press('Enter');
  await expectToast(page, 'Moved Successfully.');
  await expectRows(page, ['a.txt', 't.txt']);
});
