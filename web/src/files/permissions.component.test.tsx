import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import {
  createRecord,
  expectCount,
  expectRows,
  expectTexts,
  expectVisible,
  filesTab,
  openVault,
  press,
} from '../testing/index.ts';

const NOTHING = { create: false, edit: false, download: false, share: false, noExp: false };

/** For each permission the visible buttons: in the toolbar, on a row, and for selected rows. */
const rights = [
  {
    id: 'PERM-04 PERM-05 PERM-06',
    who: 'person with all permissions',
    abilities: {},
    toolbar: ['Create', 'Upload', 'Share', 'Download', 'Refresh'],
    onRow: ['Download', 'Share'],
    forSelected: ['Download', 'Delete'],
  },
  {
    id: 'PERM-03 PERM-13 PERM-14 PERM-16',
    who: 'reader',
    abilities: NOTHING,
    toolbar: ['Refresh'],
    onRow: [],
    forSelected: [],
  },
  {
    id: 'PERM-04 PERM-13 FILES-05 FILES-06',
    who: 'creator',
    abilities: { ...NOTHING, create: true },
    toolbar: ['Create', 'Upload', 'Refresh'],
    onRow: [],
    forSelected: [],
  },
  {
    id: 'PERM-05 PERM-16',
    who: 'editor',
    abilities: { ...NOTHING, edit: true },
    toolbar: ['Refresh'],
    onRow: [],
    forSelected: ['Delete'],
  },
  {
    id: 'PERM-06 PERM-14 FILES-14 FILES-33',
    who: 'downloader',
    abilities: { ...NOTHING, download: true },
    toolbar: ['Download', 'Refresh'],
    onRow: ['Download'],
    forSelected: ['Download'],
  },
  {
    id: 'PERM-15 FILES-10 FILES-34',
    who: 'sharer',
    abilities: { ...NOTHING, share: true },
    toolbar: ['Share', 'Refresh'],
    onRow: ['Share'],
    forSelected: [],
  },
] as const;

for (const { id, who, abilities, toolbar, onRow, forSelected } of rights) {
  test(`${id} FILES-07 the ${who} has no buttons for forbidden actions`, async () => {
    const record = createRecord(['Rights/Inner/']);
    await openVault({ record, abilities, at: `?folder=${record.item('Rights').sfid}` });
    const files = filesTab();
    await expectRows(['Inner']);
    await expectTexts(files.toolbar.getByRole('button'), [...toolbar, '']);
    for (const label of toolbar) await expect.element(files.tool(label)).toBeEnabled();
    await files.row('Inner').hover();
    await expectCount(files.row('Inner').getByRole('button'), onRow.length);
    for (const label of onRow) {
      await expectVisible(files.row('Inner').getByRole('button', { name: `${label} Inner` }));
    }
    await files.checkbox('Inner').click();
    await expectVisible(files.selection);
    await expectCount(
      files.toolbar.getByRole('button', { name: /^\w+ selected items$/ }),
      forSelected.length,
    );
    for (const label of forSelected) {
      await expect.element(files.tool(`${label} selected items`)).toBeEnabled();
    }
  });
}

test('PERM-05 PERM-16 the Delete key does nothing without the edit permission', async () => {
  await openVault({ items: ['Kept/'], abilities: { edit: false } });
  const { row, checkbox, selection } = filesTab();
  await checkbox('Kept').click();
  await expectVisible(selection);
  (row('Kept').element() as HTMLElement).focus();
  await press('Delete');
  await expectCount(page.getByRole('dialog'), 0);
});
