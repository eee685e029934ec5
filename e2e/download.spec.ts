import { readFile } from 'node:fs/promises';
import { expectPath, expectRows, expectToast, filesTab } from './support/files-tab.ts';
import { createSampleFiles } from './support/sample-files.ts';
import { expect, openVault, type Page, test } from './support/test.ts';
import { openZip, textsInZip } from './support/zip.ts';

const zipModal = (page: Page) => {
  const dialog = page.getByRole('dialog', { name: 'Download this folder as a ZIP file' });
  return {
    dialog,
    subfolders: dialog.getByRole('checkbox', { name: 'Include subfolders' }),
    versions: dialog.getByRole('checkbox', { name: 'Include all versions' }),
    size: dialog.getByRole('status'),
    cancel: dialog.getByRole('button', { name: 'Cancel' }),
    download: dialog.getByRole('button', { name: 'Download' }),
  };
};

/** Returns the file that the browser saves after an action. */
async function saved(page: Page, action: () => Promise<void>): Promise<{ name: string; path: string }> {
  const [download] = await Promise.all([page.waitForEvent('download'), action()]);
  return { name: download.suggestedFilename(), path: await download.path() };
}

/** Collects the bodies of download requests. */
function downloadCalls(page: Page): unknown[] {
  const bodies: unknown[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/download/ticket')) bodies.push(request.postDataJSON());
  });
  return bodies;
}

test('DOWNLOAD-09 DOWNLOAD-14 MSG-60 a single file is saved under its own name, byte for byte', async ({
  page,
  vaultApi,
}) => {
  const sampleFiles = await createSampleFiles();
  await vaultApi.put({ ...sampleFiles, "it's 100% (final) #1.json": '{"a":1}' });
  await openVault(page, vaultApi);
  const { row } = filesTab(page);
  for (const [name, bytes] of Object.entries({
    'Engagement letter.pdf': sampleFiles['Engagement letter.pdf'] ?? '',
    "it's 100% (final) #1.json": '{"a":1}',
  })) {
    await row(name).hover();
    const file = await saved(page, () => page.getByRole('button', { name: `Download ${name}` }).click());
    expect(file.name).toBe(name);
    expect((await readFile(file.path)).equals(Buffer.from(bytes))).toBe(true);
  }
  await expectToast(page, 'Downloaded successfully.');
});

test('DOWNLOAD-07 DOWNLOAD-08 DOWNLOAD-10 several files are saved as files.zip without options', async ({
  page,
  vaultApi,
}) => {
  await vaultApi.put({ 'a.txt': 'This is a', 'b.txt': 'This is b', 'c.txt': 'This is c' });
  await openVault(page, vaultApi);
  const files = filesTab(page);
  const calls = downloadCalls(page);
  await files.checkbox('a.txt').check();
  await files.checkbox('c.txt').check();
  const file = await saved(page, () => files.tool('Download selected items').click());
  await expectToast(page, 'Downloaded successfully.');
  expect(file.name).toBe('files.zip');
  expect(await textsInZip(file.path)).toEqual({ 'a.txt': 'This is a', 'c.txt': 'This is c' });
  expect(calls).toMatchObject([{ paths: [], allVersion: false, containsSubFolders: false }]);
  await expect(zipModal(page).dialog).toBeHidden();
});

test('SCOPE-07 DOWNLOAD-01 DOWNLOAD-02 DOWNLOAD-03 DOWNLOAD-06 DOWNLOAD-09 MSG-13 LIMIT-13 a folder download shows its options first and is saved as one ZIP with subfolders', async ({
  page,
  vaultApi,
}) => {
  await vaultApi.put({
    'Tax/note.txt': 'x'.repeat(512),
    'Tax/2025/return.txt': 'y'.repeat(1024),
    'Tax/2026/Q1/vat.txt': 'z'.repeat(512),
  });
  await vaultApi.createFolders('Tax/Empty');
  await openVault(page, vaultApi);
  const { dialog, subfolders, versions, size, cancel, download } = zipModal(page);
  await filesTab(page).row('Tax').hover();
  await page.getByRole('button', { name: 'Download Tax' }).click();
  await expect(subfolders).toBeChecked();
  await expect(versions).not.toBeChecked();
  await expect(size).toHaveText('3 files, 2.0 KB');
  await subfolders.uncheck();
  await expect(size).toHaveText('1 file, 512.0 bytes');
  await subfolders.check();
  await expect(size).toHaveText('3 files, 2.0 KB');

  const calls = downloadCalls(page);
  const file = await saved(page, () => download.click());
  await expectToast(page, 'Downloaded successfully.');
  await expect(dialog).toBeHidden();
  expect(file.name).toBe('Tax.zip');
  expect(calls).toMatchObject([{ paths: ['Tax'], allVersion: false, containsSubFolders: true }]);
  expect(await textsInZip(file.path)).toEqual({
    'Tax/2025/return.txt': 'y'.repeat(1024),
    'Tax/2026/Q1/vat.txt': 'z'.repeat(512),
    'Tax/Empty/': '',
    'Tax/note.txt': 'x'.repeat(512),
  });

  await filesTab(page).row('Tax').hover();
  await page.getByRole('button', { name: 'Download Tax' }).click();
  await cancel.click();
  await expect(dialog).toBeHidden();
  expect(calls).toHaveLength(1);
});

test('DOWNLOAD-02 DOWNLOAD-16 the ZIP has the older versions beside the current one, with dates in their names', async ({
  page,
  vaultApi,
}) => {
  await vaultApi.put({ 'Tax/report.txt': 'first' });
  await vaultApi.put({ 'Tax/report.txt': 'second' });
  await openVault(page, vaultApi);
  const { versions, size, download } = zipModal(page);
  await filesTab(page).folder('Tax').click();
  await expectRows(page, ['report.txt']);
  await filesTab(page).tool('Download').click();
  await expect(size).toHaveText('1 file, 6.0 bytes');
  await versions.check();
  await expect(size).toHaveText('2 files, 11.0 bytes');
  const { path } = await saved(page, () => download.click());
  const entries = await textsInZip(path);
  expect(entries['Tax/report.txt']).toBe('second');
  const older = Object.keys(entries).filter((name) => name !== 'Tax/report.txt');
  expect(older).toEqual([expect.stringMatching(/^Tax\/report \(\d{4}-\d\d-\d\d \d{6}\)\.txt$/)]);
  expect(entries[older[0] ?? '']).toBe('first');
});

test('FILES-17 DOWNLOAD-01 Download in the toolbar downloads the open folder', async ({ page, vaultApi }) => {
  await vaultApi.put({ 'Tax/2025/a.txt': 'a', 'Tax/b.txt': 'b' });
  await openVault(page, vaultApi);
  const files = filesTab(page);
  await files.folder('Tax').click();
  await expectRows(page, ['2025', 'b.txt']);
  await files.row('2025').getByText('2025', { exact: true }).click();
  await expectPath(page, ['Files', 'Tax', '2025']);
  await files.tool('Download').click();
  const { dialog, size, download } = zipModal(page);
  await expect(dialog).toContainText('2025');
  await expect(size).toHaveText('1 file, 1.0 bytes');
  const file = await saved(page, () => download.click());
  expect(file.name).toBe('2025.zip');
  expect(await textsInZip(file.path)).toEqual({ '2025/a.txt': 'a' });
});

test('DOWNLOAD-08 DOWNLOAD-10 files and folders together show the options and are saved as folders.zip', async ({
  page,
  vaultApi,
}) => {
  await vaultApi.put({ 'Letters/a.txt': 'a', 'Tax/2025/b.txt': 'b', 'c.txt': 'c' });
  await openVault(page, vaultApi);
  const files = filesTab(page);
  await files.selectAll.check();
  await files.tool('Download selected items').click();
  const { dialog, size, download } = zipModal(page);
  await expect(dialog).toContainText(/2 folders.*1 file/);
  await expect(size).toHaveText('3 files, 3.0 bytes');
  const file = await saved(page, () => download.click());
  expect(file.name).toBe('folders.zip');
  expect(await textsInZip(file.path)).toEqual({ 'Letters/a.txt': 'a', 'Tax/2025/b.txt': 'b', 'c.txt': 'c' });
});

test('USE-09 DOWNLOAD-04 DOWNLOAD-05 DOWNLOAD-15 LIMIT-11 over 1000 files there is a warning and Download is disabled; 1000 are allowed', async ({
  page,
  vaultApi,
}) => {
  test.slow();
  const sampleFiles = Array.from({ length: 1000 }, (_, n) => [
    `Many/deep/${String(n).padStart(4, '0')}.txt`,
    'same',
  ]);
  await vaultApi.put({ ...Object.fromEntries(sampleFiles), 'Many/one more.txt': 'same' });
  await openVault(page, vaultApi);
  const { dialog, size, cancel, download, subfolders } = zipModal(page);
  const open = async () => {
    await filesTab(page).row('Many').hover();
    await page.getByRole('button', { name: 'Download Many' }).click();
  };
  const warning = dialog.getByText(
    'The maximum number of downloaded files cannot exceed 1000 and the total size cannot exceed 1GB.',
  );
  await open();
  await expect(size).toHaveText('More than 1,000 files');
  await expect(warning).toBeVisible();
  await expect(dialog).toContainText('Leave out the subfolders.');
  await expect(download).toBeDisabled();
  await subfolders.uncheck();
  await expect(size).toHaveText('1 file, 4.0 bytes');
  await expect(warning).toBeHidden();
  await expect(download).toBeEnabled();
  await cancel.click();

  await vaultApi.trash('Many/one more.txt');
  await open();
  await expect(size).toHaveText('1000 files, 3.9 KB');
  await expect(warning).toBeHidden();
  const file = await saved(page, () => download.click());
  const entries = await openZip(file.path);
  expect([...entries.keys()].filter((name) => name.endsWith('.txt'))).toHaveLength(1000);
});
