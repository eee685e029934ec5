import { Messages } from '@vault/contract';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import {
  choose,
  createRecord,
  expectPath,
  expectRows,
  expectVisible,
  filesTab,
  openRelocate,
  openVault,
  press,
  refusal,
  select,
  toast,
} from '../testing/index.ts';

const undo = () => page.getByRole('button', { name: 'Undo' });

test('Ctrl+Z undoes a rename', async () => {
  const record = createRecord(['Tax/']);
  const { server } = await openVault({ record });
  server.reply({
    'organise.renameFolder': ({ query }) => {
      const { sfid } = record.item(query.oriFolderName);
      record.remove(query.oriFolderName);
      record.add(`${query.newFolderName}/`, { sfid });
      return { outcome: 'done' };
    },
  });
  await choose('Tax', 'Rename');
  await page.getByLabelText('Name').fill('Taxes');
  await press('Enter');
  // A toast stays open while the pointer is on it.
  await undo().hover();
  await expectRows(['Taxes']);
  await expect.element(filesTab().row('Taxes')).toHaveFocus();
  await press('Control+z');
  await expectRows(['Tax']);
});

test('Undo after a deletion restores the items, and this restoration can be undone', async () => {
  const items = ['Tax/', 'a.txt'];
  const record = createRecord(items);
  const sfids = ['Tax', 'a.txt'].map((path) => record.item(path).sfid);
  const { server } = await openVault({ record });
  server.reply({
    'organise.moveToTrash': ({ query }) => {
      record.removeIds(query.ids ?? []);
      return true;
    },
    'trash.restore': ({ body }) => {
      expect(body).toEqual(sfids);
      for (const [at, path] of items.entries()) record.add(path, { sfid: sfids[at] ?? '' });
      return true;
    },
  });
  await select('Tax', 'a.txt');
  await press('Delete');
  await page
    .getByRole('dialog', { name: 'Confirm Deletion' })
    .getByRole('button', { name: 'Confirm' })
    .click();
  await undo().hover();
  await expectRows([]);
  await undo().click();
  const restored = toast('Restored successfully.').getByRole('button', { name: 'Undo' });
  await restored.hover();
  await expectRows(['Tax', 'a.txt']);
  await restored.click();
  await expectRows([]);
});

test('Undo shows the reason when a change can no longer be undone', async () => {
  const record = createRecord(['Old/a.txt', 'Tax/t.txt']);
  const { server } = await openVault({ record });
  const moved = record.item('Old/a.txt');
  server.reply({
    'organise.move': () => {
      record.remove('Old/a.txt');
      record.add('Tax/a.txt', { sfid: moved.sfid });
      return { outcome: 'done' };
    },
  });
  await filesTab().folder('Old').click();
  const modal = await openRelocate('a.txt', 'Move');
  await modal.folder('Tax').click();
  await modal.submit.click();
  await undo().hover();
  await expectPath(['Files', 'Tax']);
  record.remove('Old');
  server.reply({ 'organise.move': refusal(404, 'NOT_FOUND', Messages.notFound) });
  await undo().click();
  await expectVisible(
    toast('This can no longer be undone: the item or its former folder is no longer there.'),
  );
});
