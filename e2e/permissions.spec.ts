import { openVaultApi } from './support/vault-api.ts';
import { expectRows, filesTab } from './support/files-tab.ts';
import { people, RECORDS } from './support/people.ts';
import { expect, openVault, test } from './support/test.ts';
import { drag, uploadModal, writeFiles } from './support/upload-modal.ts';

/** The visible buttons per permission: in the toolbar, on a row, and for selected rows. */
const rights = [
  {
    id: 'PERM-04 PERM-05 PERM-06',
    who: 'everything',
    toolbar: ['Create', 'Upload', 'Share', 'Download', 'Refresh'],
    onRow: ['Download', 'Share'],
    forSelected: ['Download', 'Delete'],
  },
  { id: 'PERM-03 PERM-13 PERM-14 PERM-16', who: 'reader', toolbar: ['Refresh'], onRow: [], forSelected: [] },
  {
    id: 'PERM-04 PERM-13 FILES-05 FILES-06',
    who: 'creator',
    toolbar: ['Create', 'Upload', 'Refresh'],
    onRow: [],
    forSelected: [],
  },
  { id: 'PERM-05 PERM-16', who: 'editor', toolbar: ['Refresh'], onRow: [], forSelected: ['Delete'] },
  {
    id: 'PERM-06 PERM-14 FILES-14 FILES-33',
    who: 'downloader',
    toolbar: ['Download', 'Refresh'],
    onRow: ['Download'],
    forSelected: ['Download'],
  },
  {
    id: 'PERM-15 FILES-10 FILES-34',
    who: 'sharer',
    toolbar: ['Share', 'Refresh'],
    onRow: ['Share'],
    forSelected: [],
  },
] as const;

for (const { id, who, toolbar, onRow, forSelected } of rights) {
  test(`${id} FILES-07 the ${who} has no buttons for forbidden actions`, async ({ page, vault }) => {
    const owner = await openVaultApi(vault.url, people.everything, RECORDS.acme);
    await owner.createFolders('Rights/Inner');
    const vaultApi = await openVaultApi(vault.url, people[who], RECORDS.acme);
    const { sfid } = await vaultApi.item('Rights');
    await openVault(page, vaultApi, `?record=${RECORDS.acme}&folder=${sfid}`);
    const files = filesTab(page);
    await expectRows(page, ['Inner']);
    await expect(files.toolbar.getByRole('button')).toHaveText([...toolbar, '']);
    for (const label of toolbar) await expect(files.tool(label)).toBeEnabled();
    await files.row('Inner').hover();
    await expect(files.row('Inner').getByRole('button')).toHaveCount(onRow.length);
    for (const label of onRow) {
      await expect(files.row('Inner').getByRole('button', { name: `${label} Inner` })).toBeVisible();
    }
    await files.checkbox('Inner').check();
    await expect(files.selection).toBeVisible();
    const forRows = files.toolbar.getByRole('button', { name: /^\w+ selected items$/ });
    await expect(forRows).toHaveCount(forSelected.length);
    for (const label of forSelected) await expect(files.tool(`${label} selected items`)).toBeEnabled();
  });
}

test('PERM-05 PERM-16 the Delete key does nothing without the edit permission', async ({ page, vault }) => {
  const owner = await openVaultApi(vault.url, people.everything, RECORDS.acme);
  await owner.createFolders('Kept');
  const vaultApi = await openVaultApi(vault.url, people.creator, RECORDS.acme);
  await openVault(page, vaultApi, `?record=${RECORDS.acme}&size=50`);
  const { row, checkbox, selection } = filesTab(page);
  await checkbox('Kept').check();
  await expect(selection).toBeVisible();
  await row('Kept').press('Delete');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  expect(await owner.names()).toContain('Kept');
});

test('PERM-04 PERM-13 without the create permission the list has no drop zone and no drop hint', async ({
  page,
  vault,
}, testInfo) => {
  const disk = await writeFiles(testInfo.outputPath('disk'), { 'a.txt': 'a' });
  const vaultApi = await openVaultApi(vault.url, people.reader);
  await openVault(page, vaultApi, `?record=${vaultApi.recordId}`);
  await expect(page.getByText('No Data', { exact: true })).toBeVisible();
  await expect(page.getByText(/Drop files/)).toHaveCount(0);
  const dragged = await drag(page, [`${disk}/a.txt`]);
  await dragged.over({ x: 900, y: 500 });
  await expect(page.getByText('Drop to upload into')).toHaveCount(0);
  await dragged.drop({ x: 900, y: 500 });
  await expect(uploadModal(page).dialog).toHaveCount(0);
  // The vault is still open: the browser has not navigated to the dropped file.
  await expect(page.getByText('No Data', { exact: true })).toBeVisible();
});
