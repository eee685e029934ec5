import { Messages, type TrashItem } from '@vault/contract';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import {
  expectCount,
  expectVisible,
  idOf,
  openVault,
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

test('TRASH-18 restoring an item that is already deleted shows the message and the list', async () => {
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
