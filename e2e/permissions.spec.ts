import { openVaultApi } from './support/vault-api.ts';
import { people } from './support/people.ts';
import { expect, openVault, test } from './support/test.ts';
import { drag, uploadModal, writeFiles } from './support/upload-modal.ts';

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
