import { mkdir } from 'node:fs/promises';
import { expectRows, expectToast, filesTab } from './support/files-tab.ts';
import { EICAR } from './support/sample-files.ts';
import { expect, openVault, test } from './support/test.ts';
import {
  drag,
  expectStatuses,
  inMemory,
  openUpload,
  pipelineCalls,
  uploadModal,
  writeFiles,
} from './support/upload-modal.ts';

/** Returns `count` files in folders of 25, by path below the top folder. */
const manyFiles = (count: number) =>
  Object.fromEntries(
    Array.from({ length: count }, (_, n) => [
      `Box ${String(Math.floor(n / 25) + 1).padStart(2, '0')}/paper ${String(n + 1).padStart(3, '0')}.txt`,
      `This is paper ${n + 1}.\n`,
    ]),
  );
const below = (top: string, contents: Record<string, string>) =>
  Object.fromEntries(Object.entries(contents).map(([path, content]) => [`${top}/${path}`, content]));

test('UPLOAD-09 UPLOAD-27 UPLOAD-28 UPLOAD-44 a folder of 200 files is sent as one ZIP and transferred in chunks of 20', async ({
  page,
  vaultApi,
}, testInfo) => {
  test.slow();
  const disk = await writeFiles(testInfo.outputPath('disk'), below('Archive', manyFiles(200)));
  await openVault(page, vaultApi);
  const calls = pipelineCalls(page);
  const modal = await openUpload(page);
  await expect(modal.dialog.getByRole('button', { name: 'Upload Folder' })).toBeVisible();
  await modal.folder.setInputFiles(`${disk}/Archive`);
  await expect(modal.row('Archive')).toContainText('200 files');
  await expectStatuses(page, { Archive: 'Completed' });
  await expect(modal.summary).toHaveText('1 folder(s) and 0 file(s) has been uploaded.');

  const stages = calls.map(({ stage }) => stage);
  expect(stages).toEqual(['address', 'bytes', 'scan', ...Array.from({ length: 10 }, () => 'transfer')]);
  const keys = calls.slice(3).map(({ body }) => (body as { fileKeys: string[] }).fileKeys);
  expect(keys.map((chunk) => chunk.length)).toEqual(Array.from({ length: 10 }, () => 20));
  expect(new Set(keys.flat()).size).toBe(200);

  await modal.finish.click();
  await expectRows(page, ['Archive']);
  const files = filesTab(page);
  await files.folder('Archive').click();
  const boxes = Array.from({ length: 8 }, (_, n) => `Box 0${n + 1}`);
  await expectRows(page, boxes);
  await files.tree.press('ArrowRight');
  await expect(files.folder('Box 08')).toBeVisible();
  await files.folder('Box 08').click();
  await expect(files.pages).toContainText('Total 25 item(s)');
  expect((await vaultApi.bytes('Archive/Box 08/paper 200.txt')).toString()).toBe('This is paper 200.\n');
  expect(await vaultApi.names('Archive/Box 01')).toHaveLength(25);
});

test('SCOPE-04 UPLOAD-09 UPLOAD-24 UPLOAD-34 a dropped folder of over 100 files is read completely, without its empty folders', async ({
  page,
  vaultApi,
}, testInfo) => {
  const flat = Object.fromEntries(Array.from({ length: 130 }, (_, n) => [`flat ${n + 1}.txt`, `${n}`]));
  const disk = await writeFiles(testInfo.outputPath('disk'), {
    ...below('Dropped', { ...flat, 'a/b/c/deep.txt': 'deep' }),
    'beside.txt': 'beside',
  });
  await writeFiles(`${disk}/Dropped/a`, { 'hollow/.keep': '' });
  await openVault(page, vaultApi);
  await expect(page.getByText('No Data', { exact: true })).toBeVisible();
  const dragged = await drag(page, [`${disk}/Dropped`, `${disk}/beside.txt`]);
  const point = { x: 900, y: 500 };
  await dragged.over(point);
  await dragged.drop(point);

  const modal = uploadModal(page);
  await expectStatuses(page, { Dropped: 'Completed', 'beside.txt': 'Completed' });
  await expect(modal.summary).toHaveText('1 folder(s) and 1 file(s) have been uploaded.');
  await modal.expand('Dropped').click();
  await expect(modal.expand('Dropped')).toHaveAttribute('aria-expanded', 'true');
  await expect(modal.status('flat 1.txt')).toHaveText('Completed');
  await modal.finish.click();
  await expectRows(page, ['Dropped', 'beside.txt']);
  expect(await vaultApi.names('Dropped')).toHaveLength(131);
  expect((await vaultApi.bytes('Dropped/a/b/c/deep.txt')).toString()).toBe('deep');
});

test('UPLOAD-34 a folder without files is not uploaded', async ({ page, vaultApi }, testInfo) => {
  const disk = await writeFiles(testInfo.outputPath('disk'), { 'real.txt': 'x' });
  await mkdir(`${disk}/Hollow/inner`, { recursive: true });
  await openVault(page, vaultApi);
  await expect(page.getByText('No Data', { exact: true })).toBeVisible();
  const dragged = await drag(page, [`${disk}/Hollow`, `${disk}/real.txt`]);
  await dragged.over({ x: 900, y: 500 });
  await dragged.drop({ x: 900, y: 500 });
  const modal = uploadModal(page);
  await expectStatuses(page, { 'real.txt': 'Completed' });
  await expect(modal.list.getByRole('listitem')).toHaveCount(1);
  await expect(modal.dialog).toContainText('Hollow – The folder is empty.');
  await modal.finish.click();
  await expectRows(page, ['real.txt']);
});

test('UPLOAD-36 UPLOAD-38 D-11 a repeated folder in the list is refused; an existing folder is merged', async ({
  page,
  vaultApi,
}, testInfo) => {
  await vaultApi.put({ 'Tax/2025/a.txt': 'old', 'Tax/kept.txt': 'kept' });
  const disk = await writeFiles(testInfo.outputPath('disk'), {
    'Tax/2025/a.txt': 'new',
    'Tax/2026/b.txt': 'b',
  });
  await openVault(page, vaultApi);
  const modal = await openUpload(page);
  await modal.folder.setInputFiles(`${disk}/Tax`);
  await expectStatuses(page, { Tax: 'Completed' });
  await modal.folder.setInputFiles(`${disk}/Tax`);
  await expectToast(page, 'Folder Tax already exists.');
  await expect(modal.list.getByRole('listitem')).toHaveCount(1);
  await modal.finish.click();
  await expectRows(page, ['Tax']);
  expect(await vaultApi.names('Tax')).toEqual(['2025', '2026', 'kept.txt']);
  expect(await vaultApi.item('Tax/2025/a.txt')).toMatchObject({ versionCount: 2, size: 3 });
});

test('UPLOAD-37 T-54 USE-08 a folder with a forbidden name inside is uploaded without it', async ({
  page,
  vaultApi,
}, testInfo) => {
  const disk = await writeFiles(testInfo.outputPath('disk'), {
    'Mixed/good.txt': 'x',
    'Mixed/year [2026]/bad.txt': 'x',
  });
  await openVault(page, vaultApi);
  const modal = await openUpload(page);
  await modal.folder.setInputFiles(`${disk}/Mixed`);
  await expect(modal.dialog).toContainText('Mixed/year [2026]');
  await expect(modal.dialog).toContainText('The characters allowed in file names');
  await expectStatuses(page, { Mixed: 'Completed' });
  expect(await vaultApi.names('Mixed')).toEqual(['good.txt']);
});

test('UPLOAD-15 UPLOAD-20 UPLOAD-48 a file with a virus gets Scan Failed without a retry; the others are uploaded', async ({
  page,
  vaultApi,
}) => {
  await openVault(page, vaultApi);
  const modal = await openUpload(page);
  await modal.files.setInputFiles(
    inMemory({ 'a.txt': 'clean', 'invoice.pdf': EICAR, 'z.txt': 'clean as well' }),
  );
  await expectStatuses(page, { 'a.txt': 'Completed', 'invoice.pdf': 'Scan Failed', 'z.txt': 'Completed' });
  await modal.status('invoice.pdf').hover();
  await expect(page.getByRole('tooltip')).toHaveText(
    'The file may have security risks and cannot be uploaded.',
  );
  await expect(modal.retry('invoice.pdf')).toHaveCount(0);
  await expect(modal.dialog.getByRole('button', { name: 'Retry all failed' })).toHaveCount(0);
  await expect(modal.summary).toContainText('0 folder(s) and 2 file(s) have been uploaded.');
  await expect(modal.summary).toContainText('Failed to upload 0 folder(s) and 1 file(s).');
  await modal.finish.click();
  await expectRows(page, ['a.txt', 'z.txt']);
});

test('UPLOAD-15 UPLOAD-21 UPLOAD-25 the row of a folder shows the infected file; the clean files are uploaded', async ({
  page,
  vaultApi,
}, testInfo) => {
  const disk = await writeFiles(testInfo.outputPath('disk'), {
    'Case/clean.txt': 'clean',
    'Case/letters/bad.txt': EICAR,
    'Case/letters/good.txt': 'good',
  });
  await openVault(page, vaultApi);
  const modal = await openUpload(page);
  await modal.folder.setInputFiles(`${disk}/Case`);
  await expectStatuses(page, { Case: 'Scan Failed' });
  await modal.expand('Case').click();
  await expectStatuses(page, {
    'clean.txt': 'Completed',
    'letters/bad.txt': 'Scan Failed',
    'letters/good.txt': 'Completed',
  });
  await modal.status('letters/bad.txt').focus();
  await expect(page.getByRole('tooltip')).toHaveText(
    'The file may have security risks and cannot be uploaded.',
  );
  await expect(modal.retry('letters/bad.txt')).toHaveCount(0);
  await expect(modal.retry('Case')).toHaveCount(0);
  await expect(modal.summary).toHaveText('Failed to upload 1 folder(s) and 0 file(s).');
  await modal.finish.click();
  await expectRows(page, ['Case']);
  expect(await vaultApi.names('Case')).toEqual(['letters', 'clean.txt']);
  expect(await vaultApi.names('Case/letters')).toEqual(['good.txt']);
});
