import type { VaultApi } from './support/vault-api.ts';
import { lines } from './support/documents.ts';
import { choose, escape, expectToast, filesTab } from './support/files-tab.ts';
import { holdCalls } from './support/network.ts';
import { openPreview, previewModal, type PreviewModal } from './support/preview-modal.ts';
import { expect, openVault, type Page, test } from './support/test.ts';

const NEWER = 'Another person has saved a newer version of this file.';

/** Opens the editor of a text from its preview; the cursor is at the beginning of the text. */
async function edit(page: Page, name: string): Promise<PreviewModal> {
  const modal = await openPreview(page, name);
  await modal.button('Edit').click();
  await expect(modal.editor).toBeFocused();
  return modal;
}

const versionsOf = async (vaultApi: VaultApi, name: string) => (await vaultApi.item(name)).versionCount;

test('SCOPE-06 PREVIEW-20 MENU-05 a text is edited in its preview and saved as a new version, which is shown', async ({
  page,
  vaultApi,
}) => {
  await vaultApi.put({ 'Notes.txt': 'Call the bank.\n' });
  await openVault(page, vaultApi);
  await choose(page, 'Notes.txt', 'Edit');
  const { dialog, editor, stage, button } = previewModal(page, 'Notes.txt');
  await expect(editor).toHaveValue('Call the bank.\n');
  // Without the focus in the editor a space would close the preview.
  await expect(editor).toBeFocused();
  await expect(button('Save')).toBeDisabled();
  await page.keyboard.type('1. ');
  await button('Save').click();
  await expectToast(page, 'Updated successfully.');
  await expect(stage).toHaveText('1. Call the bank.');
  expect(String(await vaultApi.bytes('Notes.txt'))).toBe('1. Call the bank.\n');
  await escape(page);
  await expect(dialog).toBeHidden();
  await expect(filesTab(page).cells('Notes.txt').filter({ hasText: /^2$/ })).toBeVisible();
});

test('Control+S saves a new version each time, and the editor stays open', async ({ page, vaultApi }) => {
  await vaultApi.put({ 'Notes.txt': 'x' });
  await openVault(page, vaultApi);
  const { editor, button } = await edit(page, 'Notes.txt');
  for (const [typed, text] of [
    ['a', 'ax'],
    ['b', 'abx'],
  ] as const) {
    await page.keyboard.type(typed);
    await page.keyboard.press('Control+s');
    await expect(button('Save')).toBeDisabled();
    await expect.poll(async () => String(await vaultApi.bytes('Notes.txt'))).toBe(text);
    await expect(editor).toBeFocused();
  }
  expect(await versionsOf(vaultApi, 'Notes.txt')).toBe(3);
});

test('a saved text keeps its line ends and BOM; other encodings become UTF-8 with a BOM', async ({
  page,
  vaultApi,
}) => {
  const mark = '\uFEFF';
  await vaultApi.put({
    'dos.txt': lines(3, '\r\n'),
    'mark.txt': `${mark}Zoë`,
    'old.txt': Buffer.from('Zoë', 'latin1'),
  });
  await openVault(page, vaultApi);
  const expected = {
    'dos.txt': 'New\r\nLine 1\r\nLine 2\r\nLine 3\r\n',
    'mark.txt': `${mark}New\nZoë`,
    'old.txt': `${mark}New\nZoë`,
  };
  for (const [name, text] of Object.entries(expected)) {
    const { dialog, button, stage } = await edit(page, name);
    await page.keyboard.type('New\n');
    await button('Save').click();
    await expect(stage).toContainText('New');
    expect(String(await vaultApi.bytes(name))).toBe(text);
    await escape(page);
    await expect(dialog).toBeHidden();
  }
});

test('the second of two users who edit a text can copy their text or load the newer version', async ({
  page,
  context,
  vaultApi,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await vaultApi.put({ 'Notes.txt': 'x' });
  const other = await context.newPage();
  for (const one of [page, other]) await openVault(one, vaultApi);
  const mine = await edit(page, 'Notes.txt');
  const theirs = await edit(other, 'Notes.txt');
  await other.keyboard.type('theirs ');
  await theirs.button('Save').click();
  await expect(theirs.stage).toHaveText('theirs x');

  await page.bringToFront();
  await page.keyboard.type('mine ');
  await mine.button('Save').click();
  await expect(mine.dialog.getByRole('alert')).toContainText(NEWER);
  await expect(mine.editor).toHaveValue('mine x');
  expect(String(await vaultApi.bytes('Notes.txt'))).toBe('theirs x');
  expect(await versionsOf(vaultApi, 'Notes.txt')).toBe(2);

  await mine.button('Copy my text').click();
  await expectToast(page, 'Copied successfully.');
  expect(await page.evaluate('navigator.clipboard.readText()')).toBe('mine x');
  await mine.button('Load the newer version').click();
  await expect(mine.editor).toHaveValue('theirs x');
  await mine.editor.focus();
  await page.keyboard.press('Control+Home');
  await page.keyboard.type('both ');
  await mine.button('Save').click();
  await expect(mine.stage).toHaveText('both theirs x');
  expect(await versionsOf(vaultApi, 'Notes.txt')).toBe(3);
});

test('Escape, Cancel and Close need a confirmation to discard unsaved text', async ({ page, vaultApi }) => {
  await vaultApi.put({ 'Notes.txt': 'x' });
  await openVault(page, vaultApi);
  const { dialog, editor, button, discard, close, stage } = await edit(page, 'Notes.txt');
  await page.keyboard.type('new ');
  for (const leave of [() => escape(page), () => button('Cancel').click(), () => close.click()]) {
    await leave();
    await expect(discard).toContainText('Your changes have not been saved.');
    await discard.getByRole('button', { name: 'Cancel' }).click();
    await expect(discard).toBeHidden();
    await expect(editor).toHaveValue('new x');
  }
  await button('Cancel').click();
  await discard.getByRole('button', { name: 'Confirm' }).click();
  await expect(stage).toHaveText('x');
  await button('Edit').click();
  await expect(editor).toHaveValue('x');
  // Without changes there is no confirmation.
  await escape(page);
  await expect(dialog).toBeHidden();
  expect(await versionsOf(vaultApi, 'Notes.txt')).toBe(1);
});

test('USE-05 while a text is edited or loads, only Escape works, with a confirmation', async ({
  page,
  vaultApi,
}) => {
  await vaultApi.put({ 'A.txt': 'a', 'Notes.txt': 'x', 'Z.txt': 'z' });
  await openVault(page, vaultApi);
  const { dialog, button, editor, discard } = await openPreview(page, 'Notes.txt');
  const bytes = await holdCalls(page, /\/preSign/);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await choose(page, 'Notes.txt', 'Edit');
  await bytes.firstCall;
  await expect(dialog).toBeVisible();
  for (const key of [' ', 'ArrowRight', 'ArrowLeft', 'Delete', '/']) await page.keyboard.press(key);
  await expect(dialog).toBeVisible();
  await bytes.letThrough();
  await expect(editor).toBeFocused();
  await page.keyboard.type('new ');

  // The focus is on the frame, on a button, and on no element.
  for (const leaveText of [
    () => dialog.locator('.ant-modal-title').click(),
    () => button('Cancel').focus(),
    () => editor.blur(),
  ]) {
    await leaveText();
    for (const key of ['ArrowRight', 'ArrowLeft', 'Delete', '/']) await page.keyboard.press(key);
    await expect(discard).toHaveCount(0);
    await expect(editor).toHaveValue('new x');
    await expect(page.getByRole('dialog')).toHaveCount(1);
  }
  await dialog.locator('.ant-modal-title').click();
  await page.keyboard.press(' ');
  await expect(discard).toHaveCount(0);
  await escape(page);
  await expect(discard).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(discard).toBeHidden();
  await expect(editor).toHaveValue('new x');
});

test('leaving the page with an unsaved text needs a confirmation of the browser', async ({
  page,
  vaultApi,
}) => {
  await vaultApi.put({ 'Notes.txt': 'x' });
  await openVault(page, vaultApi);
  const { editor } = await edit(page, 'Notes.txt');
  await page.keyboard.type('new ');
  const asked = page.waitForEvent('dialog');
  const leaving = page.close({ runBeforeUnload: true });
  const dialog = await asked;
  expect(dialog.type()).toBe('beforeunload');
  await dialog.dismiss();
  await leaving;
  await expect(editor).toHaveValue('new x');
});
