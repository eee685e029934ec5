import { Messages } from '@vault/contract';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import {
  createRecord,
  expectCount,
  expectGone,
  expectRows,
  expectVisible,
  filesTab,
  focus,
  openVault,
  press,
  refusal,
  select,
  toast,
} from '../testing/index.ts';

const confirmation = () => {
  const dialog = page.getByRole('dialog', { name: 'Confirm Deletion' });
  return { dialog, confirm: dialog.getByRole('button', { name: 'Confirm' }) };
};

async function askToDelete(...names: string[]): Promise<void> {
  await select(...names);
  await filesTab().tool('Delete selected items').click();
}

/** Opens a vault with a fake server that deletes items. */
async function openDeleting(items: readonly string[], at = '') {
  const record = createRecord(items);
  const { server } = await openVault({ record, at });
  server.reply({
    'organise.moveToTrash': ({ query }) => {
      record.removeIds(query.ids ?? []);
      return true;
    },
  });
  return { server, record };
}

test('DELETE-01 the Delete key deletes the focused row after a confirmation; Escape cancels', async () => {
  const { server } = await openDeleting(['A/', 'B/', 'C/']);
  const { dialog, confirm } = confirmation();
  const { row } = filesTab();
  await expectVisible(row('B'));
  focus(row('B'));
  await press('Delete');
  await expectVisible(dialog.getByText('B'));
  await press('Escape');
  await expectGone(dialog);
  await expect.element(row('B')).toHaveFocus();
  expect(server.calls('organise.moveToTrash')).toEqual([]);
  await press('Delete');
  await confirm.click();
  await expectRows(['A', 'C']);
  // The focus moves to the next row, so that keyboard users can continue.
  await expect.element(row('C')).toHaveFocus();
});

test('DELETE-05 deleting the last row of the last page shows the previous page', async () => {
  const names = Array.from({ length: 21 }, (_, n) => `Folder ${n + 10}`);
  await openDeleting(
    names.map((name) => `${name}/`),
    '?page=3',
  );
  await expectRows(names.slice(20));
  await askToDelete('Folder 30');
  await confirmation().confirm.click();
  await expectRows(names.slice(10, 20));
  expect(location.search).toBe('?page=2');
  await expect.element(filesTab().pages).toMatchTextContent(/Total 20 item/);
});

test('DELETE-05 MSG-52 deleting already deleted items shows the message and the current list', async () => {
  const { server, record } = await openVault({ items: ['A/', 'B/'] });
  await askToDelete('A');
  record.remove('A');
  server.reply({ 'organise.moveToTrash': refusal(404, 'NOT_FOUND', Messages.notFound) });
  await confirmation().confirm.click();
  await expectVisible(toast('File or folder does not exist.'));
  await expectRows(['B']);
  await expectCount(filesTab().folder('A'), 0);
  await expectGone(confirmation().dialog);
});

test('DELETE-01 API-05 USE-11 without network the dialog stays open for another attempt', async () => {
  const { server, record } = await openVault({ items: ['A/', 'B/'] });
  await askToDelete('A');
  server.reply({ 'organise.moveToTrash': () => Response.error() });
  const { confirm, dialog } = confirmation();
  await confirm.click();
  await expectVisible(toast(Messages.noConnection));
  await expectVisible(dialog);
  server.reply({
    'organise.moveToTrash': ({ query }) => {
      record.removeIds(query.ids ?? []);
      return true;
    },
  });
  await confirm.click();
  await expectRows(['B']);
});
