import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { openVaultApi, type VaultApi } from './support/vault-api.ts';
import { choose, escape, expectRows, expectToast, filesTab, listCalls } from './support/files-tab.ts';
import { people, RECORDS } from './support/people.ts';
import { openPreview, previewModal } from './support/preview-modal.ts';
import { expect, openVault, type Page, test } from './support/test.ts';

/** The modal 'Versions & History'. */
function versionsModal(page: Page) {
  const dialog = page.getByRole('dialog', { name: 'Versions & History' });
  const table = dialog.getByRole('table');
  const rows = table.getByRole('row').filter({ has: page.getByRole('cell') });
  return {
    dialog,
    table,
    rows,
    /** a button of a version; 0 is the newest */
    act: (at: number, label: string) =>
      rows.nth(at).getByRole('button', { name: new RegExp(`^${label} of `) }),
    tab: (name: string) => dialog.getByRole('tab', { name }),
    confirmation: page.getByRole('dialog', { name: 'Confirm Deletion' }),
    receipt: page.getByRole('dialog', { name: 'Receipt' }),
  };
}

async function openVersions(page: Page, name: string) {
  await choose(page, name, 'Versions & History');
  const modal = versionsModal(page);
  await expect(modal.rows.first()).toBeVisible();
  return modal;
}

/** Creates three versions: 'first', 'second', 'third'. */
async function threeVersions(vaultApi: VaultApi, name: string): Promise<void> {
  for (const text of ['first', 'second', 'third']) await vaultApi.put({ [name]: text });
}

test('SCOPE-06 VERSION-01 VERSION-02 VERSION-03 VERSION-04 the modal has tabs, File details, columns and a badge of the current version', async ({
  page,
  vaultApi,
  owner,
}) => {
  await threeVersions(vaultApi, 'a.txt');
  await openVault(page, vaultApi);
  const { dialog, table, rows, tab, act } = await openVersions(page, 'a.txt');
  await expect(tab('Versions')).toHaveAttribute('aria-selected', 'true');
  await expect(tab('History')).toBeVisible();
  await expect(table.getByRole('columnheader')).toHaveText([
    'Modified',
    'Uploaded',
    'Uploaded by',
    'Size',
    'Action',
  ]);
  await expect(rows).toHaveCount(3);
  const [modified, uploaded, by, size] = await rows.nth(0).getByRole('cell').allInnerTexts();
  const date = /^\d\d\/\d\d\/\d{4} \d\d:\d\d:\d\d [AP]M$/;
  expect(uploaded).toMatch(date);
  expect(modified?.replaceAll(/\s+/g, ' ')).toBe(`${uploaded} Current`);
  expect(by).toContain(owner.name);
  expect(size).toBe('5.0 bytes');
  await expect(dialog.getByText('Current', { exact: true })).toHaveCount(1);
  await expect(act(0, 'Make current')).toHaveCount(0);

  await dialog.getByRole('button', { name: 'File details' }).click();
  const details = page.getByRole('dialog', { name: 'Details' });
  await expect(details).toContainText('Files / a.txt');
  await escape(page);
  await expect(details).toBeHidden();
  await expect(dialog).toBeVisible();
});

test('VERSION-05 VERSION-13 VERSION-06 a version can be downloaded and its ID copied', async ({
  page,
  context,
  vaultApi,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await threeVersions(vaultApi, 'a.txt');
  await openVault(page, vaultApi);
  const { act } = await openVersions(page, 'a.txt');
  const [download] = await Promise.all([page.waitForEvent('download'), act(2, 'Download version').click()]);
  await expectToast(page, 'Version downloaded successfully.');
  expect(download.suggestedFilename()).toBe('a.txt');
  expect(String(await readFile(await download.path()))).toBe('first');

  await act(0, 'Copy version ID').click();
  await expectToast(page, 'File version copied to clipboard.');
  const { versionId } = await vaultApi.item('a.txt');
  expect(await page.evaluate('navigator.clipboard.readText()')).toBe(versionId);
});

test('the receipt of a version shows size and checksums, and can be copied', async ({
  page,
  context,
  vaultApi,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await vaultApi.put({ 'a.txt': 'first' });
  await openVault(page, vaultApi);
  const { act, receipt, dialog } = await openVersions(page, 'a.txt');
  await act(0, 'Receipt').click();
  const sha256 = createHash('sha256').update('first').digest('hex');
  await expect(receipt.getByRole('definition').filter({ hasText: sha256 })).toBeVisible();
  await receipt.getByRole('button', { name: 'Copy receipt' }).click();
  await expectToast(page, 'Copied successfully.');
  const copied = await page.evaluate<string>('navigator.clipboard.readText()');
  expect(copied).toContain(`SHA-256: ${sha256}`);
  expect(copied).toContain('Size: 5 bytes');
  expect(copied).toContain(`Version ID: ${(await vaultApi.item('a.txt')).versionId}`);
  await escape(page);
  await expect(receipt).toBeHidden();
  await expect(dialog).toBeVisible();
});

test('VERSION-08 VERSION-15 VERSION-16 an older version can be made current; closing the modal reloads the list', async ({
  page,
  vaultApi,
}) => {
  await threeVersions(vaultApi, 'a.txt');
  await openVault(page, vaultApi);
  const { act, rows, dialog } = await openVersions(page, 'a.txt');
  const calls = listCalls(page);
  await act(2, 'Make current').click();
  await expectToast(page, 'Version made current successfully.');
  await expect(rows.nth(2)).toContainText('Current');
  await expect(rows.nth(0)).not.toContainText('Current');
  await expect(rows).toHaveCount(3);
  expect(String(await vaultApi.bytes('a.txt'))).toBe('first');
  expect(calls).toHaveLength(0);
  await escape(page);
  await expect(dialog).toBeHidden();
  await expect.poll(() => calls.length).toBe(1);
  const { stage } = await openPreview(page, 'a.txt');
  await expect(stage).toHaveText('first');
});

test('VERSION-16 closing without changes does not reload the list', async ({ page, vaultApi }) => {
  await threeVersions(vaultApi, 'a.txt');
  await openVault(page, vaultApi);
  const { dialog, tab, rows } = await openVersions(page, 'a.txt');
  const calls = listCalls(page);
  await tab('History').click();
  await tab('Versions').click();
  await expect(rows).toHaveCount(3);
  await escape(page);
  await expect(dialog).toBeHidden();
  // A list call at the closing would be sent before the calls of this preview.
  const { stage } = await openPreview(page, 'a.txt');
  await expect(stage).toHaveText('third');
  expect(calls).toHaveLength(0);
});

test('VERSION-07 VERSION-09 VERSION-10 VERSION-11 VERSION-14 VERSION-18 removing the current version makes the newest remaining one current', async ({
  page,
  vaultApi,
}) => {
  await threeVersions(vaultApi, 'a.txt');
  await openVault(page, vaultApi);
  const { act, rows, confirmation, dialog } = await openVersions(page, 'a.txt');
  const remove = act(0, 'Remove version');
  await remove.click();
  await expect(confirmation).toContainText('Are you sure you want to delete this version?');
  await confirmation.getByRole('button', { name: 'Cancel' }).click();
  await expect(confirmation).toBeHidden();
  await expect(rows).toHaveCount(3);
  await remove.click();
  await confirmation.getByRole('button', { name: 'Confirm' }).click();
  await expectToast(page, 'Version deleted successfully.');
  await expect(rows).toHaveCount(2);
  await expect(rows.nth(0)).toContainText('Current');
  expect(String(await vaultApi.bytes('a.txt'))).toBe('second');
  await expect(confirmation).toBeHidden();
  await escape(page);
  await expect(dialog).toBeHidden();
  await expect(filesTab(page).cells('a.txt').filter({ hasText: /^2$/ })).toBeVisible();
});

test('VERSION-10 VERSION-12 T-71 removing the only version deletes the file and closes the modal', async ({
  page,
  vaultApi,
}) => {
  await vaultApi.put({ 'a.txt': 'only', 'b.txt': 'x' });
  await openVault(page, vaultApi);
  const { act, confirmation, dialog } = await openVersions(page, 'a.txt');
  await act(0, 'Remove version').click();
  await expect(confirmation).toContainText('Are you sure to move the selected items to the trash?');
  await confirmation.getByRole('button', { name: 'Confirm' }).click();
  await expectToast(page, 'Deleted successfully.');
  await expect(dialog).toBeHidden();
  await expectRows(page, ['b.txt']);
});

test('the preview of an older version opens above the modal, also after an earlier preview', async ({
  page,
  vaultApi,
}) => {
  await threeVersions(vaultApi, 'a.txt');
  await openVault(page, vaultApi);
  const first = await openPreview(page, 'a.txt');
  await expect(first.stage).toHaveText('third');
  await escape(page);
  await expect(first.dialog).toBeHidden();
  const { act, dialog } = await openVersions(page, 'a.txt');
  await act(2, 'Preview version').click();
  const { stage, button, dialog: preview } = previewModal(page, 'a.txt');
  await expect(stage).toHaveText('first');
  await expect(preview).toContainText('Version of');
  await expect(button('Edit')).toHaveCount(0);
  // A click succeeds only on the topmost dialog.
  await stage.click();
  await escape(page);
  await expect(preview).toBeHidden();
  await expect(dialog).toBeVisible();
  await expect(act(2, 'Preview version')).toBeFocused();
});

test('many versions are shown page by page', async ({ page, vaultApi }) => {
  for (let n = 1; n <= 11; n += 1) await vaultApi.put({ 'a.txt': `text ${n}` });
  await openVault(page, vaultApi);
  const { dialog, rows, act, confirmation } = await openVersions(page, 'a.txt');
  await expect(rows).toHaveCount(10);
  await expect(dialog.getByText('Total 11 item(s)')).toBeVisible();
  await dialog.getByRole('listitem', { name: '2' }).click();
  await expect(rows).toHaveCount(1);
  // Removing the last row of a page shows the previous page.
  await act(0, 'Remove version').click();
  await confirmation.getByRole('button', { name: 'Confirm' }).click();
  await expect(rows).toHaveCount(10);
});

test('SCOPE-06 HISTORY-01 HISTORY-02 HISTORY-03 HISTORY-04 the history shows accessor, date, type and count of accesses', async ({
  page,
  vaultApi,
  owner,
}) => {
  await vaultApi.put({ 'a.txt': 'This is a' });
  await openVault(page, vaultApi);
  const { dialog, tab, table, rows } = await openVersions(page, 'a.txt');
  await tab('History').click();
  await expect(dialog.getByText('Nobody has opened this file yet')).toBeVisible();
  await escape(page);
  await expect(dialog).toBeHidden();

  const { stage, dialog: preview } = await openPreview(page, 'a.txt');
  await expect(stage).toHaveText('This is a');
  await escape(page);
  await expect(preview).toBeHidden();
  await vaultApi.bytes('a.txt');
  await openVersions(page, 'a.txt');
  await tab('History').click();
  await expect(dialog.getByText('This file has been previewed or downloaded 2 times.')).toBeVisible();
  await expect(table.getByRole('columnheader')).toHaveText(['Date', 'Accessor', 'Type']);
  const types = rows.getByRole('cell').filter({ hasText: /^(Preview|Download)$/ });
  await expect(types).toHaveText(['Download', 'Preview']);
  await expect(rows.nth(0)).toContainText(owner.name);
  await table.getByRole('button', { name: 'Date' }).click();
  await expect(types).toHaveText(['Preview', 'Download']);
  await table.getByRole('button', { name: 'Type' }).click();
  await expect(types).toHaveText(['Download', 'Preview']);
});

test('VERSION-17 PERM-14 a reader has neither Make current nor Remove nor Download', async ({
  page,
  vault,
}) => {
  const ada = await openVaultApi(vault.url, people.everything, RECORDS.acme);
  await threeVersions(ada, 'versions for readers.txt');
  const reader = await openVaultApi(vault.url, people.reader, RECORDS.acme);
  await openVault(page, reader, `?record=${RECORDS.acme}&size=50`);
  const { rows } = await openVersions(page, 'versions for readers.txt');
  const buttons = rows.nth(1).getByRole('button');
  await expect(buttons).toHaveCount(3);
  for (const [at, label] of ['Preview version', 'Copy version ID', 'Receipt'].entries()) {
    await expect(buttons.nth(at)).toHaveAccessibleName(new RegExp(`^${label} of `));
  }
});

test('removing a version of a file that another user has deleted shows the message', async ({
  page,
  vaultApi,
}) => {
  await threeVersions(vaultApi, 'a.txt');
  await openVault(page, vaultApi);
  const { act, confirmation } = await openVersions(page, 'a.txt');
  await act(1, 'Remove version').click();
  await vaultApi.trash('a.txt');
  await confirmation.getByRole('button', { name: 'Confirm' }).click();
  await expectToast(page, 'File or folder does not exist.');
});
