import { type EndpointName, Messages } from '@vault/contract';
import { expect, test } from 'vitest';
import { page, type Locator } from 'vitest/browser';
import {
  choose,
  createRecord,
  expectGone,
  expectRows,
  expectVisible,
  type FakeServer,
  idOf,
  openRelocate,
  openVault,
  PERSON_ID,
  pressTwice,
  refusal,
  type Replies,
  toast,
} from '../testing/index.ts';

interface Press {
  server: FakeServer;
  name: EndpointName;
  button: Locator;
  /** the reply to the call after the failure */
  replies: Replies;
}

/** Clicks a button twice while its call fails, and twice after that. Expects one call for each pair of clicks. */
async function expectOneCallEach({ server, name, button, replies }: Press): Promise<void> {
  server.reply({ [name]: refusal(500, 'INTERNAL_ERROR', 'Out of order.') });
  await pressTwice(button);
  // The message is visible only after the button is enabled again.
  await expectVisible(page.getByText('Out of order.').first());
  expect(server.calls(name)).toHaveLength(1);
  server.reply(replies);
  await pressTwice(button);
}

const confirmButton = () =>
  page.getByRole('dialog', { name: 'Confirm Deletion' }).getByRole('button', { name: 'Confirm' });

test('COPYMOVE-12 two clicks on Move send one call, also after a failure', async () => {
  const { server } = await openVault({ items: ['a.txt', 'Tax/'] });
  const modal = await openRelocate('a.txt', 'Move');
  await modal.folder('Tax').click();
  const replies: Replies = { 'organise.move': { outcome: 'done' } };
  await expectOneCallEach({ server, name: 'organise.move', button: modal.submit, replies });
  await expectGone(modal.dialog);
  expect(server.calls('organise.move')).toHaveLength(2);
});

test('DELETE-04 two clicks on Confirm send one call, also after a failure', async () => {
  const record = createRecord(['a.txt']);
  const { server } = await openVault({ record });
  await choose('a.txt', 'Delete');
  const replies: Replies = {
    'organise.moveToTrash': ({ query }) => {
      record.removeIds(query.ids ?? []);
      return true;
    },
  };
  await expectOneCallEach({ server, name: 'organise.moveToTrash', button: confirmButton(), replies });
  await expectRows([]);
  expect(server.calls('organise.moveToTrash')).toHaveLength(2);
});

test('two clicks on Undo undo the change one time', async () => {
  const record = createRecord(['a.txt']);
  const { server } = await openVault({ record });
  server.reply({
    'organise.moveToTrash': () => {
      record.remove('a.txt');
      return true;
    },
    'trash.restore': () => {
      record.add('a.txt');
      return true;
    },
  });
  await choose('a.txt', 'Delete');
  await confirmButton().click();
  await pressTwice(page.getByRole('button', { name: 'Undo' }));
  // The row may still be visible from before the deletion, so the toast is checked first.
  await expectVisible(toast(Messages.restored));
  await expectRows(['a.txt']);
  expect(server.calls('trash.restore')).toHaveLength(1);
});

test('TRASH-15 two clicks on Confirm restore once, also after a failure', async () => {
  const item = {
    id: idOf('trs', 'A'),
    name: 'a.txt',
    contentType: 'text/plain',
    fileSizeString: '1.0 KB',
    originalLocation: '',
    deletedAt: '2026-03-04T05:06:07.000Z',
    deletedBy: { id: PERSON_ID, name: 'Ada Byron' },
  };
  let content = [item];
  const { server } = await openVault({
    at: '?tab=3',
    replies: {
      'trash.list': () => ({ content, totalElements: content.length, numberOfElements: content.length }),
      'trash.deleters': [],
    },
  });
  await page.getByRole('row').filter({ hasText: 'a.txt' }).click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Restore' }).click();
  const button = page
    .getByRole('dialog', { name: 'Confirm Restoration' })
    .getByRole('button', { name: 'Confirm' });
  const replies: Replies = {
    'trash.restore': () => {
      content = [];
      return true;
    },
  };
  await expectOneCallEach({ server, name: 'trash.restore', button, replies });
  await expectVisible(page.getByText('No Data'));
  expect(server.calls('trash.restore')).toHaveLength(2);
});

test('AUTH-04 two clicks on Change password send one call, also after a failure', async () => {
  const { server } = await openVault();
  await page.getByRole('button', { name: /account of Ada Byron/ }).click();
  await page.getByRole('menuitem', { name: 'Change password' }).click();
  const dialog = page.getByRole('dialog', { name: 'Change password' });
  await dialog.getByLabelText('Current password').fill('not so secret');
  await dialog.getByLabelText('New password').fill('quiet river under stones');
  const button = dialog.getByRole('button', { name: 'Change password' });
  const replies: Replies = { 'session.changePassword': true };
  await expectOneCallEach({ server, name: 'session.changePassword', button, replies });
  await expectGone(dialog);
  expect(server.calls('session.changePassword')).toHaveLength(2);
});
