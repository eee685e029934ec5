import { escape, expectPath, expectRows, expectToast, filesTab } from './support/files-tab.ts';
import { holdCalls } from './support/network.ts';
import { EICAR } from './support/sample-files.ts';
import { expect, openVault, type Page, signIn, test } from './support/test.ts';
import { expectStatuses, inMemory, openUpload, PIPELINE } from './support/upload-modal.ts';

const names = Array.from({ length: 12 }, (_, n) => `file ${String(n + 1).padStart(2, '0')}.txt`);
const [first = '', last = '', beforeLast = ''] = [names[0], names[11], names[10]];

/** Adds twelve files and holds the calls with their bytes. */
async function addHeldUp(page: Page) {
  const bytes = await holdCalls(page, PIPELINE.bytes);
  const modal = await openUpload(page);
  await modal.files.setInputFiles(inMemory(Object.fromEntries(names.map((name) => [name, `I am ${name}`]))));
  await bytes.firstCall;
  return { modal, bytes };
}

test('UPLOAD-10 UPLOAD-11 UPLOAD-17 UPLOAD-18 UPLOAD-19 UPLOAD-30 LIMIT-01 ten uploads run at a time; a waiting one can be cancelled and restarted', async ({
  page,
  vaultApi,
}) => {
  await openVault(page, vaultApi);
  const { modal, bytes } = await addHeldUp(page);
  // The uploads start without Finish Upload, which is enabled while they run.
  await expect(modal.finish).toBeEnabled();
  const statuses = modal.list.locator('[data-status]');
  await modal.list.evaluate((box) => box.scrollTo(0, box.scrollHeight));
  await expectStatuses(page, { [names[9] ?? '']: 'Uploading', [beforeLast]: 'Waiting', [last]: 'Waiting' });
  await expect(modal.cancel(names[9] ?? '')).toHaveCount(0);
  await expect(modal.list.getByRole('button', { name: /^Cancel/ })).toHaveCount(2);

  await modal.cancel(last).click();
  await expectToast(page, 'Cancelled successfully.');
  await expectStatuses(page, { [last]: 'Cancelled', [beforeLast]: 'Waiting' });
  await bytes.letThrough();
  await expectStatuses(page, { [beforeLast]: 'Completed' });
  await expect(modal.summary).toHaveText('0 folder(s) and 11 file(s) have been uploaded.');
  await expect(statuses.getByText('Failed')).toHaveCount(0);

  await modal.retry(last).click();
  await expectStatuses(page, { [last]: 'Completed' });
  await expect(modal.summary).toHaveText('0 folder(s) and 12 file(s) have been uploaded.');
  await modal.finish.click();
  await expect(filesTab(page).pages).toContainText('Total 12 item(s)');
});

test('SPEED-04 UPLOAD-32 many files are sent together; an infected one fails alone, which a low window shows', async ({
  page,
  vaultApi,
}) => {
  await page.setViewportSize({ width: 1050, height: 480 });
  await openVault(page, vaultApi);
  const calls: string[] = [];
  page.on('request', (request) => calls.push(new URL(request.url()).pathname));
  const modal = await openUpload(page);
  const contents = Object.fromEntries(Array.from({ length: 60 }, (_, n) => [`many ${n}.txt`, `file ${n}`]));
  await modal.files.setInputFiles(inMemory({ ...contents, 'many 12.txt': EICAR }));
  await expect(modal.summary).toContainText('0 folder(s) and 59 file(s) have been uploaded.');
  await expect(modal.summary).toContainText('Failed to upload 0 folder(s) and 1 file(s).');
  await expect(modal.summary.getByText('Failed to upload')).toBeInViewport({ ratio: 1 });
  await modal.list.evaluate((box) => box.scrollTo(0, box.scrollHeight / 6));
  await expect(modal.row('many 12.txt').locator('[data-status]')).toHaveText('Scan Failed');
  expect(calls.filter((path) => path.endsWith('/upload/files')).length).toBeGreaterThan(0);
  expect(calls.filter((path) => path.endsWith('/upload/pre')).length).toBeLessThan(20);
  await modal.finish.click();
  await expect(filesTab(page).pages).toContainText('Total 59 item(s)');
});

test('UPLOAD-06 UPLOAD-12 UPLOAD-41 UPLOAD-42 UPLOAD-45 UPLOAD-46 MSG-08 MSG-55 closing needs a confirmation; waiting uploads are cancelled, running ones continue', async ({
  page,
  vaultApi,
}) => {
  await openVault(page, vaultApi, '?size=20');
  const { modal, bytes } = await addHeldUp(page);
  await modal.finish.click();
  await expect(modal.confirmation).toContainText(
    'Uploads that are waiting will be cancelled. Are you sure you want to proceed?',
  );
  const no = modal.confirmation.getByRole('button', { name: 'Cancel' });
  await expect(no).toBeFocused();
  await no.click();
  await expect(modal.confirmation).toBeHidden();
  await modal.list.evaluate((box) => box.scrollTo(0, box.scrollHeight));
  await expectStatuses(page, { [beforeLast]: 'Waiting', [last]: 'Waiting' });

  await modal.close.click();
  await modal.confirmation.getByRole('button', { name: 'Confirm' }).click();
  await expectToast(page, 'Cancelled successfully.');
  await expect(modal.dialog).toBeHidden();
  await expect(modal.background).toContainText('Uploading 10 items');
  await expect(page.getByText('No Data', { exact: true })).toBeVisible();

  await modal.background.getByRole('button', { name: 'Show' }).click();
  await expectStatuses(page, { [first]: 'Uploading' });
  await escape(page);
  await modal.confirmation.getByRole('button', { name: 'Confirm' }).click();
  await expect(modal.dialog).toBeHidden();
  await bytes.letThrough();
  await expectRows(page, names.slice(0, 10));
  await expectToast(page, '0 folder(s) and 10 file(s) have been uploaded.');
  await expect(modal.background).toBeHidden();
});

test('SHELL-14 uploads continue during navigation, and leaving the page needs a confirmation', async ({
  page,
  vaultApi,
}) => {
  await vaultApi.createFolders('Letters', 'Tax');
  await openVault(page, vaultApi);
  const { modal, bytes } = await addHeldUp(page);
  await modal.finish.click();
  await modal.confirmation.getByRole('button', { name: 'Confirm' }).click();
  const files = filesTab(page);
  await files.folder('Letters').click();
  await expect(page.getByText('No Data', { exact: true })).toBeVisible();
  await expect(modal.background).toContainText('Uploading 10 items');

  const asked = page.waitForEvent('dialog');
  const left = page.evaluate('location.reload()').catch(() => null);
  const question = await asked;
  expect(question.type()).toBe('beforeunload');
  await question.dismiss();
  await left;
  await expect(modal.background).toContainText('Uploading 10 items');

  await bytes.letThrough();
  await expect(modal.background).toBeHidden();
  await files.folder('Files').click();
  await expectRows(page, ['Letters', 'Tax', ...names.slice(0, 8)]);
  await page.reload();
  await expect(files.pages).toContainText('Total 12 item(s)');
});

test('UPLOAD-02 an upload goes into the folder where it was started', async ({ page, vaultApi }) => {
  await vaultApi.createFolders('First', 'Second');
  await openVault(page, vaultApi);
  const files = filesTab(page);
  await files.folder('First').click();
  await expect(page.getByText('No Data', { exact: true })).toBeVisible();
  const bytes = await holdCalls(page, PIPELINE.bytes);
  const modal = await openUpload(page);
  await modal.files.setInputFiles(inMemory({ 'one.txt': '1' }));
  await bytes.firstCall;
  await modal.finish.click();
  await modal.confirmation.getByRole('button', { name: 'Confirm' }).click();
  await files.folder('Second').click();
  await expectPath(page, ['Files', 'Second']);
  await openUpload(page);
  await expect(modal.dialog).toContainText('Files / Second');
  await expect(modal.row('one.txt')).toContainText('to Files / First');
  await modal.files.setInputFiles(inMemory({ 'two.txt': '2' }));
  await bytes.letThrough();
  await expectStatuses(page, { 'one.txt': 'Completed', 'two.txt': 'Completed' });
  await modal.finish.click();
  await expectRows(page, ['two.txt']);
  expect(await vaultApi.names('First')).toEqual(['one.txt']);
});

test('AUTH-03 a sign-out during uploads needs a confirmation and ends them', async ({ page, owner }) => {
  await signIn(page, owner);
  const { modal } = await addHeldUp(page);
  await modal.finish.click();
  await modal.confirmation.getByRole('button', { name: 'Confirm' }).click();
  await page.getByRole('button', { name: `account of ${owner.name}` }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  const question = page.getByRole('dialog');
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(modal.background).toBeVisible();
  await page.getByRole('button', { name: `account of ${owner.name}` }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await question.getByRole('button', { name: 'Confirm' }).click();
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible();
  await expect(modal.background).toHaveCount(0);
});
