import type { TrashItem } from '@vault/contract';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import {
  createRecord,
  expectGone,
  expectRows,
  expectVisible,
  filesTab,
  focus,
  idOf,
  openVault,
  PERSON_ID,
  press,
} from '../testing/index.ts';

const NAMES = ['Folder 01', 'Folder 02', 'Folder 03'];
const trashed = (name: string, at: number): TrashItem => ({
  id: idOf('trs', `N${at}`),
  name,
  contentType: 'folder',
  fileSizeString: '-',
  originalLocation: '',
  deletedAt: '2026-03-04T05:06:07.000Z',
  deletedBy: { id: PERSON_ID, name: 'Ada Byron' },
});

test('USE-10 the shortcuts of the list work from its header, toolbar and rows', async () => {
  const record = createRecord(NAMES.map((name) => `${name}/`));
  await openVault({
    record,
    replies: {
      'organise.moveToTrash': ({ query }) => {
        record.removeIds(query.ids ?? []);
        return true;
      },
      'trash.list': { content: NAMES.map(trashed), totalElements: 3, numberOfElements: 3 },
      'trash.deleters': [],
    },
  });
  const files = filesTab();
  const deletion = page.getByRole('dialog', { name: 'Confirm Deletion' });
  await files.selectAll.click();
  await expect.element(files.selectAll).toHaveFocus();
  await press('Delete');
  await expectVisible(deletion.getByText('3 items'));
  await press('Escape');
  await expectGone(deletion);
  focus(files.selectAll);
  await press('Escape');
  await expectGone(files.selection);
  focus(files.tool('Refresh'));
  await press('Control+a');
  await expect.element(files.selection).toHaveTextContent('3 item(s) selected');
  await press('Delete');
  await expectVisible(deletion.getByText('3 items'));
  await deletion.getByRole('button', { name: 'Confirm' }).click();
  await expectRows([]);

  await page.getByRole('tab', { name: 'Trash' }).click();
  const trash = page.getByRole('grid', { name: 'Trash' });
  await trash.getByRole('checkbox', { name: 'Select all' }).click();
  await press('Delete');
  await expectVisible(deletion);
  await press('Escape');
  await expectGone(deletion);
  const bar = page.getByRole('toolbar', { name: 'Selected items of the trash' });
  focus(bar.getByRole('button', { name: 'Restore' }));
  await press('Delete');
  await expectVisible(deletion);
});
