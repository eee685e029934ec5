import { readFile } from 'node:fs/promises';
import type { VaultApi } from './support/vault-api.ts';
import { choose, escape, expectToast, listCalls } from './support/files-tab.ts';
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
    action: (at: number, label: string) =>
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

test('VERSION-05 VERSION-13 VERSION-06 a version can be downloaded and its ID copied', async ({
  page,
  context,
  vaultApi,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await threeVersions(vaultApi, 'a.txt');
  await openVault(page, vaultApi);
  const { action } = await openVersions(page, 'a.txt');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    action(2, 'Download version').click(),
  ]);
  await expectToast(page, 'Version downloaded successfully.');
  expect(download.suggestedFilename()).toBe('a.txt');
  expect(String(await readFile(await download.path()))).toBe('first');

  await action(0, 'Copy version ID').click();
  await expectToast(page, 'File version copied to clipboard.');
  const { versionId } = await vaultApi.item('a.txt');
  expect(await page.evaluate('navigator.clipboard.readText()')).toBe(versionId);
});

test('VERSION-05 a large version shows the progress of its download, which can be cancelled', async ({
  page,
  vaultApi,
}) => {
  for (const letter of ['a', 'b']) await vaultApi.put({ 'plan.txt': letter.repeat(4 * 1024 ** 2) });
  await openVault(page, vaultApi);
  const { action, dialog } = await openVersions(page, 'plan.txt');
  const network = await page.context().newCDPSession(page);
  const bytesPerSecond = 256 * 1024;
  await network.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 0,
    downloadThroughput: bytesPerSecond,
    uploadThroughput: bytesPerSecond,
  });
  await action(1, 'Download version').click();
  await dialog.getByRole('button', { name: 'Close' }).click();
  const downloads = page.getByRole('region', { name: 'Downloads' });
  await expect(downloads.getByText(/ of 4\.0 MB/)).toBeVisible();
  await downloads.getByRole('button', { name: 'Cancel the download of plan.txt' }).click();
  await expect(downloads).toHaveCount(0);
});

test('VERSION-08 VERSION-15 VERSION-16 an older version can be made current; closing the modal reloads the list', async ({
  page,
  vaultApi,
}) => {
  await threeVersions(vaultApi, 'a.txt');
  await openVault(page, vaultApi);
  const { action, rows, dialog } = await openVersions(page, 'a.txt');
  const calls = listCalls(page);
  await action(2, 'Make current').click();
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
  const { action, dialog } = await openVersions(page, 'a.txt');
  await action(2, 'Preview version').click();
  const { stage, button, dialog: preview } = previewModal(page, 'a.txt');
  await expect(stage).toHaveText('first');
  await expect(preview).toContainText('Version of');
  await expect(button('Edit')).toHaveCount(0);
  // A click succeeds only on the topmost dialog.
  await stage.click();
  await escape(page);
  await expect(preview).toBeHidden();
  await expect(dialog).toBeVisible();
  await expect(action(2, 'Preview version')).toBeFocused();
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
