import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import {
  boxOf,
  createRecord,
  expectRows,
  expectVisible,
  filesTab,
  focus,
  openMenu,
  openVault,
  press,
  relocateModal,
  toast,
} from '../testing/index.ts';

test('MENU-16 UI-08 LIMIT-35 LIMIT-36 the menu is 180 wide, its items 36 high, and its labels fit', async () => {
  await openVault({ items: ['a.txt'] });
  const menu = await openMenu('a.txt');
  expect(boxOf(menu).width).toBe(180);
  expect(boxOf(menu.getByRole('menuitem').first()).height).toBe(36);
  const tooWide = menu
    .getByRole('menuitem')
    .elements()
    .filter((item) => item.scrollWidth > item.clientWidth);
  expect(tooWide).toEqual([]);
});

test('Ctrl+A and Ctrl+X mark all items as cut; Ctrl+V moves them only one time', async () => {
  const record = createRecord(['Old/a.txt', 'Old/b.txt', 'New/c.txt']);
  const sfids = ['Old/a.txt', 'Old/b.txt'].map((path) => record.item(path).sfid);
  const { server } = await openVault({ record });
  server.reply({
    'organise.move': () => {
      for (const name of ['a.txt', 'b.txt']) {
        const { sfid } = record.item(`Old/${name}`);
        record.remove(`Old/${name}`);
        record.add(`New/${name}`, { sfid });
      }
      return { outcome: 'done' };
    },
  });
  const files = filesTab();
  await files.folder('Old').click();
  await expectRows(['a.txt', 'b.txt']);
  focus(files.row('a.txt'));
  await press('Control+a');
  await expect.element(files.selection).toHaveTextContent('2 item(s) selected');
  await press('Control+x');
  await expectVisible(toast('2 items cut. Open a folder and press Ctrl+V to paste.'));
  await expect.element(files.row('a.txt')).toHaveAttribute('data-faded', 'true');
  await files.folder('New').click();
  await expectRows(['c.txt']);
  await press('Control+v');
  await expectVisible(toast('Moved Successfully.'));
  await expectRows(['c.txt', 'a.txt', 'b.txt']);
  await files.folder('Old').click();
  await expectRows([]);
  await press('Control+v');
  const [call, ...more] = server.calls('organise.move');
  expect(call?.body).toMatchObject({ sfids, path: 'New' });
  expect(more).toEqual([]);
});

test('after Ctrl+C each Ctrl+V copies; in the folder of the source it duplicates', async () => {
  const record = createRecord(['Tax/t.txt', 'a.txt']);
  const { server } = await openVault({ record });
  server.reply({
    'organise.copy': ({ body }) => {
      record.add(body.sign === 'duplicate' ? 'a (1).txt' : 'Tax/a.txt');
      return { outcome: 'done' };
    },
  });
  const files = filesTab();
  await expectVisible(files.row('a.txt'));
  focus(files.row('a.txt'));
  await press('Control+c', 'Control+v');
  await expectRows(['Tax', 'a.txt', 'a (1).txt']);
  await files.folder('Tax').click();
  await expectRows(['t.txt']);
  await press('Control+v');
  await expectRows(['t.txt', 'a.txt']);
  const { sfid } = record.item('a.txt');
  expect(server.calls('organise.copy').map(({ body }) => [body.sfids, body.path])).toEqual([
    [[sfid], ''],
    [[sfid], 'Tax'],
  ]);
});

test('a move works by keyboard only: menu key, M, arrows in the tree, Tab, Enter', async () => {
  const record = createRecord(['Letters/l.txt', 'Tax/t.txt', 'a.txt']);
  const { server } = await openVault({ record });
  server.reply({
    'organise.move': ({ body }) => {
      record.removeIds(body.sfids);
      record.add(`${body.path}/a.txt`);
      return { outcome: 'done' };
    },
  });
  await expectVisible(filesTab().row('a.txt'));
  focus(filesTab().row('a.txt'));
  await press('ContextMenu');
  await expectVisible(page.getByRole('menu'));
  await press('m', 'Enter');
  const modal = relocateModal('Move');
  await expect.element(modal.tree).toHaveFocus();
  await press('End', 'Enter');
  await expect.element(modal.target).toMatchTextContent(/Files \/ Tax/);
  focus(modal.submit);
  await press('Enter');
  await expectVisible(toast('Moved Successfully.'));
  await expectRows(['t.txt', 'a.txt']);
});
