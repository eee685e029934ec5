import { readFile } from 'node:fs/promises';
import { PREVIEW_LIMIT_BYTES } from '@vault/contract';
import { pdf, picture } from './support/documents.ts';
import { choose, escape, expectRows, filesTab } from './support/files-tab.ts';
import { clickName, contentCalls, fileName, openPreview, previewModal } from './support/preview-modal.ts';
import { openVaultApi } from './support/vault-api.ts';
import { people, RECORDS } from './support/people.ts';
import { expect, openVault, type Page, test } from './support/test.ts';

const limitModal = (page: Page) => page.getByRole('dialog', { name: 'Notification' });

test('FILES-44 MENU-03 a click on the name, Enter and Space open the preview; Escape returns the focus', async ({
  page,
  vaultApi,
}) => {
  await vaultApi.put({ 'a.txt': 'This is a', 'Tax/b.txt': 'This is b' });
  await openVault(page, vaultApi);
  const { row } = filesTab(page);
  const { dialog, stage } = await openPreview(page, 'a.txt');
  await expect(stage).toHaveText('This is a');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(fileName(page, 'a.txt')).toBeFocused();

  for (const [opens, closes] of [
    ['Enter', 'Escape'],
    ['Space', 'Space'],
  ] as const) {
    await row('a.txt').focus();
    await page.keyboard.press(opens);
    await expect(stage).toBeFocused();
    await expect(stage).toHaveText('This is a');
    await page.keyboard.press(closes);
    await expect(dialog).toBeHidden();
    await expect(row('a.txt')).toBeFocused();
  }
  // Space does nothing on a folder.
  await row('Tax').focus();
  await page.keyboard.press('Space');
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('PREVIEW-03 PREVIEW-04 PREVIEW-05 PREVIEW-11 … PREVIEW-14 PREVIEW-33 a file over its limit shows a notification instead of the preview', async ({
  page,
  vaultApi,
}) => {
  const { image, txt } = PREVIEW_LIMIT_BYTES;
  await vaultApi.put({
    'Scan.png': Buffer.alloc(image + 1),
    'Log.txt': Buffer.alloc(txt + 1, 'x'),
    'Just right.txt': Buffer.alloc(txt, 'x'),
    'Book.docx': Buffer.alloc(PREVIEW_LIMIT_BYTES.office + 1),
  });
  await openVault(page, vaultApi);
  const calls = contentCalls(page);
  const tooLarge = 'this file because it exceeds the file size limit.';
  for (const [name, text] of [
    ['Scan.png', `You cannot preview ${tooLarge}`],
    ['Log.txt', `You cannot preview ${tooLarge}`],
    ['Book.docx', `You cannot edit or preview ${tooLarge}`],
  ] as const) {
    await clickName(page, name);
    await expect(limitModal(page)).toContainText(text);
    await expect(limitModal(page).getByRole('link')).toHaveCount(0);
    await page.keyboard.press('Escape');
    await expect(limitModal(page)).toBeHidden();
  }
  expect(calls).toEqual([]);
  const { stage } = await openPreview(page, 'Just right.txt');
  await expect(stage).toContainText('xxxx');

  await page.keyboard.press('Escape');
  await choose(page, 'Log.txt', 'Edit');
  await expect(limitModal(page)).toContainText(`You cannot edit or preview ${tooLarge}`);
});

test('PREVIEW-03 PREVIEW-06 MSG-54 Learn More links to the configured help address', async ({
  page,
  vaultApi,
}) => {
  await vaultApi.put({ 'Log.txt': Buffer.alloc(PREVIEW_LIMIT_BYTES.txt + 1, 'x') });
  const help = 'https://help.example.test/limits';
  await page.route('**/vault', async (route) => {
    const response = await route.fetch();
    const html = await response.text();
    await route.fulfill({ response, body: html.replace('"helpUrl": ""', `"helpUrl": "${help}"`) });
  });
  await openVault(page, vaultApi);
  await clickName(page, 'Log.txt');
  const link = limitModal(page).getByRole('link', { name: 'Learn More' });
  await expect(link).toHaveAttribute('href', help);
  await expect(link).toHaveAttribute('target', '_blank');
});

test('arrow keys and buttons open the next file in list order and skip folders', async ({
  page,
  vaultApi,
}) => {
  await vaultApi.put({
    'Tax/x.txt': 'x',
    'a.txt': 'This is a',
    'b.pdf': await pdf('This is b'),
    'c.dat': 'x;y',
    'd.txt': 'This is d',
  });
  await openVault(page, vaultApi);
  await filesTab(page).sortBy('Item Name');
  await expectRows(page, ['Tax', 'a.txt', 'b.pdf', 'c.dat', 'd.txt']);
  const first = await openPreview(page, 'a.txt');
  await expect(first.stage).toHaveText('This is a');
  await expect(first.button('Previous file')).toBeDisabled();
  await page.keyboard.press('ArrowLeft');
  await expect(first.file).toHaveText('1 / 4');
  await page.keyboard.press('ArrowRight');
  const b = previewModal(page, 'b.pdf');
  await expect(b.stage).toHaveText('This is b');
  await expect(b.file).toHaveText('2 / 4');
  await page.keyboard.press('ArrowRight');
  await expect(previewModal(page, 'c.dat').stage).toContainText('Preview is not supported.');
  await previewModal(page, 'c.dat').button('Next file').click();
  const d = previewModal(page, 'd.txt');
  await expect(d.stage).toHaveText('This is d');
  await expect(d.button('Next file')).toBeDisabled();
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowLeft');
  await expect(b.stage).toHaveText('This is b');
});

test('arrow keys scroll a picture that is wider than the window instead of opening the next file', async ({
  page,
  vaultApi,
}) => {
  await vaultApi.put({
    'a.png': await picture({ width: 2400, height: 600, format: 'png' }),
    'b.txt': 'This is b',
  });
  await openVault(page, vaultApi);
  const { stage, zoom } = await openPreview(page, 'a.png');
  await expect(zoom).toHaveText('47%');
  await expect(stage).toBeFocused();
  for (const step of ['50%', '75%', '100%']) {
    await page.keyboard.press('+');
    await expect(zoom).toHaveText(step);
  }
  const left = () => stage.evaluate((box) => box.scrollLeft);
  const before = await left();
  await page.keyboard.press('ArrowRight');
  await expect.poll(left).toBeGreaterThan(before);
  await expect(stage).toBeVisible();
  await page.keyboard.press('0');
  await page.keyboard.press('ArrowRight');
  await expect(previewModal(page, 'b.txt').stage).toHaveText('This is b');
});

test('PDF controls, Download and Details work by keyboard only; closing returns the focus', async ({
  page,
  vaultApi,
}) => {
  const bytes = await pdf('Page one', 'Page two');
  await vaultApi.put({ 'Report.pdf': bytes });
  await openVault(page, vaultApi);
  await filesTab(page).row('Report.pdf').focus();
  await page.keyboard.press('Enter');
  const { dialog, stage, button } = previewModal(page, 'Report.pdf');
  await expect(stage).toHaveText('Page one');
  await button('Next page').focus();
  await page.keyboard.press('Space');
  await expect(stage).toHaveText('Page two');
  await expect(dialog).toBeVisible();

  await button('Download').focus();
  const [download] = await Promise.all([page.waitForEvent('download'), page.keyboard.press('Enter')]);
  expect(download.suggestedFilename()).toBe('Report.pdf');
  expect((await readFile(await download.path())).equals(Buffer.from(bytes))).toBe(true);

  await button('Details').focus();
  await page.keyboard.press('Enter');
  const details = page.getByRole('dialog', { name: 'Details' });
  await expect(details).toContainText('Files / Report.pdf');
  await escape(page);
  await expect(details).toBeHidden();
  await expect(dialog).toBeVisible();
  await expect(button('Details')).toBeFocused();
  // The tooltip of the button handles the first Escape.
  await stage.focus();
  await escape(page);
  await expect(dialog).toBeHidden();
  await expect(filesTab(page).row('Report.pdf')).toBeFocused();
});

test('PREVIEW-09 a loading preview shows a spinner; a failure shows the server message and a retry', async ({
  page,
  vaultApi,
}) => {
  await vaultApi.put({ 'a.txt': 'This is a' });
  await openVault(page, vaultApi);
  const go = Promise.withResolvers<void>();
  await page.route('**/preSign*', async (route) => {
    await go.promise;
    const failure = { code: 503, data: null, errorMessage: 'The store is being moved.' };
    await route.fulfill({ status: 503, json: failure });
  });
  const { stage, dialog } = await openPreview(page, 'a.txt');
  await expect(dialog.getByText('Loading the preview')).toBeVisible();
  go.resolve();
  await expect(stage).toContainText('The store is being moved.');
  await page.unroute('**/preSign*');
  await dialog.getByRole('button', { name: 'Try again' }).click();
  await expect(stage).toHaveText('This is a');
});

test('a long name does not overlap the buttons of the preview', async ({ page, vaultApi }) => {
  await page.setViewportSize({ width: 1050, height: 700 });
  const name = `${'Minutes of the meeting '.repeat(9).trim()}.txt`;
  await vaultApi.put({ [name]: 'x', 'b.txt': 'x' });
  await openVault(page, vaultApi);
  await filesTab(page).row(name).focus();
  await page.keyboard.press('Enter');
  const { dialog, button } = previewModal(page, name);
  const overlap = async () => {
    const title = await dialog.getByText('Minutes of the meeting').first().boundingBox();
    const next = await button('Previous file').boundingBox();
    return (title?.x ?? 0) + (title?.width ?? 0) - (next?.x ?? 0);
  };
  await expect(button('Previous file')).toBeVisible();
  // The dialog grows while it opens.
  await expect.poll(overlap).toBeLessThanOrEqual(0);
});

test('PERM-14 MENU-05 a reader has a preview without Download and Edit', async ({ page, vault }) => {
  const ada = await openVaultApi(vault.url, people.everything, RECORDS.acme);
  await ada.put({ 'looked at by readers.txt': 'This is read' });
  const reader = await openVaultApi(vault.url, people.reader, RECORDS.acme);
  await openVault(page, reader, `?record=${RECORDS.acme}&size=50`);
  const { stage, button } = await openPreview(page, 'looked at by readers.txt');
  await expect(stage).toHaveText('This is read');
  await expect(button('Details')).toBeVisible();
  await expect(button('Download')).toHaveCount(0);
  await expect(button('Edit')).toHaveCount(0);
});
