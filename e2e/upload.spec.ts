import { expectAccessible } from './support/accessible.ts';
import { openVaultApi } from './support/vault-api.ts';
import { escape, expectNoToast, expectRows, expectToast, filesTab } from './support/files-tab.ts';
import { holdCalls } from './support/network.ts';
import { createSampleFiles } from './support/sample-files.ts';
import { FEW_OWNERS, people, RECORDS } from './support/people.ts';
import { startVault } from './support/server.ts';
import { expect, openVault, test } from './support/test.ts';
import {
  drag,
  expectStatuses,
  inMemory,
  openUpload,
  PIPELINE,
  pipelineCalls,
  uploadModal,
  writeFiles,
} from './support/upload-modal.ts';

const CHARACTERS =
  "The characters allowed in file names include letters (A-Z, a-z), numbers (0-9), spaces, and the following symbols: ( _ - . ! # $ % & ' () + , = ~).";

test('UPLOAD-01 UPLOAD-02 UPLOAD-03 UPLOAD-04 UPLOAD-05 UPLOAD-08 UPLOAD-10 UPLOAD-13 UPLOAD-43 MSG-07 chosen files are sent, scanned and stored in the open folder, byte for byte', async ({
  page,
  vaultApi,
}, testInfo) => {
  await vaultApi.createFolders('Tax/2026');
  const sampleFiles = await createSampleFiles();
  const names = Object.keys(sampleFiles);
  const folder = await writeFiles(testInfo.outputPath('disk'), sampleFiles);
  const { sfid } = await vaultApi.item('Tax/2026');
  await openVault(page, vaultApi, `?folder=${sfid}`);

  const modal = await openUpload(page);
  await expect(modal.dialog).toContainText('Files / Tax / 2026');
  await expect(modal.dialog).toContainText('Drop files or folders here');
  await expect(modal.close).toBeEnabled();
  await expect(modal.finish).toBeDisabled();
  const choosing = page.waitForEvent('filechooser');
  await modal.dialog.getByRole('button', { name: /choose files/ }).click();
  const chooser = await choosing;
  expect(chooser.isMultiple()).toBe(true);
  await chooser.setFiles(names.map((name) => `${folder}/${name}`));

  await expectStatuses(page, Object.fromEntries(names.map((name) => [name, 'Completed'])));
  await expect(modal.list.getByRole('listitem')).toHaveCount(4);
  await expect(modal.summary).toHaveText('0 folder(s) and 4 file(s) have been uploaded.');
  await modal.finish.click();
  await expect(modal.dialog).toBeHidden();
  await expectRows(page, names.toSorted());
  for (const [name, bytes] of Object.entries(sampleFiles)) {
    expect((await vaultApi.bytes(`Tax/2026/${name}`)).equals(bytes), name).toBe(true);
  }
});

test('UPLOAD-26 API-22 T-47 each file needs four calls in order, and its bytes are sent without the token', async ({
  page,
  vaultApi,
}) => {
  await openVault(page, vaultApi);
  const calls = pipelineCalls(page);
  const modal = await openUpload(page);
  await modal.files.setInputFiles(inMemory({ '100% & more #1.txt': 'content' }));
  await expectStatuses(page, { '100% & more #1.txt': 'Completed' });
  expect(calls.map(({ stage }) => stage)).toEqual(['address', 'bytes', 'scan', 'transfer']);
  const bytes = calls[1]?.headers ?? {};
  expect(bytes['authorization']).toBeUndefined();
  expect(bytes['x-rel-file-name']).toBe('100%25%20%26%20more%20%231.txt');
  expect(calls[3]?.body).toMatchObject({
    shareToClient: true,
    category: 'Other',
    linkedId: vaultApi.recordId,
  });
  await expect(modal.summary).toHaveText('0 folder(s) and 1 file(s) has been uploaded.');
  expect(await vaultApi.names()).toEqual(['100% & more #1.txt']);
});

test('FILES-09 UPLOAD-09 files dropped anywhere on the list open the upload for that folder', async ({
  page,
  vaultApi,
}, testInfo) => {
  await vaultApi.createFolders('Inbox');
  const folder = await writeFiles(testInfo.outputPath('disk'), { 'a.txt': 'a', 'b.txt': 'b' });
  await openVault(page, vaultApi);
  await filesTab(page).folder('Inbox').click();
  await expect(page.getByText('No Data', { exact: true })).toBeVisible();
  const list = await filesTab(page).grid.boundingBox();
  const point = { x: (list?.x ?? 0) + 200, y: (list?.y ?? 0) + 200 };
  const dragged = await drag(page, [`${folder}/a.txt`, `${folder}/b.txt`]);
  await dragged.over(point);
  await expect(page.getByText('Drop to upload into')).toBeVisible();
  await dragged.drop(point);

  const modal = uploadModal(page);
  await expect(modal.dialog).toContainText('Files / Inbox');
  await expectStatuses(page, { 'a.txt': 'Completed', 'b.txt': 'Completed' });
  await modal.finish.click();
  await expectRows(page, ['a.txt', 'b.txt']);
  await expect(page.getByText('Drop to upload into')).toHaveCount(0);
});

test('UPLOAD-03 UPLOAD-09 files dropped on the zone of the open modal are added to its list', async ({
  page,
  vaultApi,
}, testInfo) => {
  const folder = await writeFiles(testInfo.outputPath('disk'), { 'a.txt': 'a', 'b.txt': 'b' });
  await openVault(page, vaultApi);
  const modal = await openUpload(page);
  const zone = modal.dialog.getByRole('button', { name: /Drop files or folders here/ });
  for (const name of ['a.txt', 'b.txt']) {
    // `hover` waits until the zone is stable: its height changes with the first row of the list.
    await zone.hover();
    const box = await zone.boundingBox();
    const point = { x: (box?.x ?? 0) + 40, y: (box?.y ?? 0) + 8 };
    const dragged = await drag(page, [`${folder}/${name}`]);
    await dragged.over(point);
    await dragged.drop(point);
    await expectStatuses(page, { [name]: 'Completed' });
  }
  await expect(modal.list.getByRole('listitem')).toHaveCount(2);
  await modal.finish.click();
  await expectRows(page, ['a.txt', 'b.txt']);
});

test('UPLOAD-38 D-11 a file with an existing name becomes the newest version', async ({ page, vaultApi }) => {
  await vaultApi.put({ 'report.txt': 'first' });
  await openVault(page, vaultApi);
  const files = filesTab(page);
  await expect(files.cells('report.txt').nth(2)).toHaveText('1');
  const modal = await openUpload(page);
  await modal.files.setInputFiles(inMemory({ 'report.txt': 'the second one' }));
  await expectStatuses(page, { 'report.txt': 'Completed' });
  await modal.finish.click();
  await expect(files.cells('report.txt').nth(2)).toHaveText('2');
  await expect(files.cells('report.txt').nth(3)).toHaveText('14.0 bytes');
  await expectRows(page, ['report.txt']);
  expect((await vaultApi.bytes('report.txt')).toString()).toBe('the second one');
});

test('UPLOAD-38 D-11 two simultaneous uploads with the same name create two versions of one file', async ({
  page,
  context,
  vaultApi,
}) => {
  const other = await context.newPage();
  const held = await Promise.all(
    [page, other].map(async (one, n) => {
      await openVault(one, vaultApi);
      const transfer = await holdCalls(one, PIPELINE.transfer);
      const modal = await openUpload(one);
      await modal.files.setInputFiles(inMemory({ 'minutes.txt': `by person ${n}` }));
      await transfer.firstCall;
      return transfer;
    }),
  );
  await Promise.all(held.map((transfer) => transfer.letThrough()));
  await expectStatuses(page, { 'minutes.txt': 'Completed' });
  await expectStatuses(other, { 'minutes.txt': 'Completed' });
  expect(await vaultApi.names()).toEqual(['minutes.txt']);
  expect(await vaultApi.item('minutes.txt')).toMatchObject({ versionCount: 2 });
});

test('UPLOAD-39 D-41 a file over the server limit gets Upload Failed with the reason; others are uploaded', async ({
  page,
}) => {
  // This journey starts a separate server, which takes time.
  test.slow();
  const strict = await startVault({ MAX_UPLOAD_BYTES: '1000' }, FEW_OWNERS);
  try {
    const vaultApi = await openVaultApi(strict.url, people.everything, RECORDS.acme);
    await openVault(page, vaultApi, '', strict.url);
    const modal = await openUpload(page);
    // The file is so large that most of it is not sent yet when the reply arrives.
    const large = 'x'.repeat(12_000_000);
    await modal.files.setInputFiles(inMemory({ 'fits.txt': 'x'.repeat(1000), 'large.txt': large }));
    await expectStatuses(page, { 'fits.txt': 'Completed', 'large.txt': 'Upload Failed' });
    await expect(modal.row('large.txt')).toContainText('The upload is larger than 1000.0 bytes');
    expect(await vaultApi.names()).toEqual(['fits.txt']);
  } finally {
    await strict.stop();
  }
});

test('UPLOAD-35 T-19 a name that is already in the list is not added again', async ({ page, vaultApi }) => {
  await openVault(page, vaultApi);
  const modal = await openUpload(page);
  await modal.files.setInputFiles(inMemory({ 'a.txt': 'first', 'b.txt': 'b' }));
  await expectStatuses(page, { 'a.txt': 'Completed', 'b.txt': 'Completed' });
  await modal.files.setInputFiles(inMemory({ 'a.txt': 'again', 'c.txt': 'c' }));
  await expectToast(page, 'File a.txt already exists.');
  await expectStatuses(page, { 'c.txt': 'Completed' });
  await expect(modal.list.getByRole('listitem')).toHaveCount(3);
  await modal.finish.click();
  await expectRows(page, ['a.txt', 'b.txt', 'c.txt']);
  expect((await vaultApi.bytes('a.txt')).toString()).toBe('first');
  // After the dialog is opened again, a file with the same name becomes a new version.
  await openUpload(page);
  await modal.files.setInputFiles(inMemory({ 'a.txt': 'again' }));
  await expectStatuses(page, { 'a.txt': 'Completed' });
  expect((await vaultApi.bytes('a.txt')).toString()).toBe('again');
});

test('UPLOAD-37 NAME-01 NAME-02 NAME-03 forbidden names are refused with a warning; the other files are uploaded', async ({
  page,
  vaultApi,
}) => {
  await openVault(page, vaultApi);
  const modal = await openUpload(page);
  await modal.files.setInputFiles(
    inMemory({ 'Zoë.txt': 'x', 'plan @home.txt': 'x', "it's fine (1).txt": 'x' }),
  );
  await expectToast(page, CHARACTERS);
  const notAdded = modal.dialog.getByRole('list', { name: '2 items were not added' });
  await expect(notAdded.getByRole('listitem')).toHaveText([
    `Zoë.txt – ${CHARACTERS}`,
    `plan @home.txt – ${CHARACTERS}`,
  ]);
  await expectStatuses(page, { "it's fine (1).txt": 'Completed' });
  await expect(modal.list.getByRole('listitem')).toHaveCount(1);
  await modal.finish.click();
  await expectRows(page, ["it's fine (1).txt"]);
});

test('USE-08 files of a folder with forbidden names are uploaded with proposed names', async ({
  page,
  vaultApi,
  picture,
}, testInfo) => {
  const disk = await writeFiles(testInfo.outputPath('disk'), {
    'Tax/good.txt': '1',
    'Tax/Übersicht.txt': '2',
  });
  await openVault(page, vaultApi);
  const modal = await openUpload(page);
  await modal.folder.setInputFiles(`${disk}/Tax`);
  await expectStatuses(page, { Tax: 'Completed' });
  const notAdded = modal.dialog.getByRole('list', { name: '1 item was not added' });
  await expect(notAdded.getByRole('listitem')).toHaveText([`Tax/Übersicht.txt – ${CHARACTERS}`]);
  await modal.dialog.getByRole('button', { name: 'Upload with allowed names' }).click();
  await expect(modal.dialog.getByLabel('New name of Tax/Übersicht.txt')).toHaveValue('Uebersicht.txt');
  await expectAccessible(page);
  await picture('proposals');
  await modal.dialog.getByRole('button', { name: 'Upload with these names' }).click();
  await expect(notAdded).toHaveCount(0);
  await expect(modal.summary).toHaveText('2 folder(s) and 0 file(s) have been uploaded.');
  expect(await vaultApi.names('Tax')).toEqual(['good.txt', 'Uebersicht.txt']);
});

test('UPLOAD-07 LIMIT-04 the list scrolls when it has more than eight rows', async ({ page, vaultApi }) => {
  await openVault(page, vaultApi);
  const modal = await openUpload(page);
  const scrolls = () => modal.list.evaluate((box) => box.scrollHeight > box.clientHeight);
  const files = (from: number, to: number) =>
    inMemory(Object.fromEntries(Array.from({ length: to - from }, (_, n) => [`file ${from + n}.txt`, 'x'])));
  await modal.files.setInputFiles(files(1, 9));
  await expect(modal.summary).toHaveText('0 folder(s) and 8 file(s) have been uploaded.');
  expect(await scrolls()).toBe(false);
  await modal.files.setInputFiles(files(9, 10));
  await expect(modal.summary).toHaveText('0 folder(s) and 9 file(s) have been uploaded.');
  await expect.poll(scrolls).toBe(true);
});

test('UPLOAD-40 the modal closes without confirmation when idle; empty files are uploaded', async ({
  page,
  vaultApi,
}) => {
  await openVault(page, vaultApi);
  const modal = await openUpload(page);
  await escape(page);
  await expect(modal.dialog).toBeHidden();
  await expect(filesTab(page).tool('Upload')).toBeFocused();
  await openUpload(page);
  await modal.files.setInputFiles(inMemory({ 'empty.txt': '' }));
  await expectStatuses(page, { 'empty.txt': 'Completed' });
  await modal.close.click();
  await expect(modal.dialog).toBeHidden();
  await expect(modal.confirmation).toBeHidden();
  await expectRows(page, ['empty.txt']);
  expectNoToast(page, 'Cancelled successfully.');
});
