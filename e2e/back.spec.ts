import { expectPath, expectRows, filesTab } from './support/files-tab.ts';
import { openPreview, previewModal } from './support/preview-modal.ts';
import { expect, type Locator, openVault, type Page, test } from './support/test.ts';
import { trashTab } from './support/trash-tab.ts';
import { openUpload } from './support/upload-modal.ts';

interface LayerCase {
  name: string;
  /** opens the layer @returns the open layer */
  open: (page: Page) => Promise<Locator>;
}

const dialog = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true });
/** The layers that need a server; all others are in back.component.test.tsx. */
const LAYERS: LayerCase[] = [
  { name: 'Upload', open: async (page) => (await openUpload(page)).dialog },
  { name: 'the preview', open: async (page) => (await openPreview(page, 'a.txt')).dialog },
];

for (const { name, open } of LAYERS) {
  test(`USE-04 Back closes ${name}, and the next Back leaves the folder`, async ({ page, vaultApi }) => {
    await vaultApi.put({ 'Tax/a.txt': 'a' });
    await openVault(page, vaultApi);
    await filesTab(page).folder('Tax').click();
    await expectPath(page, ['Files', 'Tax']);
    await expectRows(page, ['a.txt']);
    const layer = await open(page);
    await expect.poll(() => page.evaluate('history.state?.vaultLayers')).toBe(1);
    await page.goBack();
    await expect(layer).toBeHidden();
    await expectPath(page, ['Files', 'Tax']);

    // Closing with Escape leaves no entry in the history.
    const again = await open(page);
    await expect.poll(() => page.evaluate('history.state?.vaultLayers')).toBe(1);
    await page.keyboard.press('Escape');
    await expect(again).toBeHidden();
    await expect.poll(() => page.evaluate('history.state?.vaultLayers ?? 0')).toBe(0);
    await page.goBack();
    await expectPath(page, ['Files']);
  });
}

test('USE-04 Back closes one layer at a time: confirmation, details, preview, folder', async ({
  page,
  vaultApi,
}) => {
  await vaultApi.put({ 'Tax/a.txt': 'a' });
  await openVault(page, vaultApi);
  await filesTab(page).folder('Tax').click();
  await expectPath(page, ['Files', 'Tax']);
  const preview = await openPreview(page, 'a.txt');
  await preview.button('Details').click();
  await expect(dialog(page, 'Details')).toBeVisible();
  await expect.poll(() => page.evaluate('history.state?.vaultLayers')).toBe(2);
  await page.goBack();
  await expect(dialog(page, 'Details')).toBeHidden();
  await expect(preview.dialog).toBeVisible();

  // Closing a changed text needs a confirmation; Back cancels the confirmation.
  await preview.button('Edit').click();
  await expect(preview.editor).toBeFocused();
  await page.keyboard.type('more ');
  await page.goBack();
  await expect(preview.discard).toBeVisible();
  await expect.poll(() => page.evaluate('history.state?.vaultLayers')).toBe(2);
  await page.goBack();
  await expect(preview.discard).toBeHidden();
  await expect(preview.editor).toHaveValue('more a');
  await expect.poll(() => page.evaluate('history.state?.vaultLayers')).toBe(1);
  await page.goBack();
  await preview.discard.getByRole('button', { name: 'Confirm' }).click();
  await expect(preview.dialog).toBeHidden();
  await expectPath(page, ['Files', 'Tax']);
  await expect.poll(() => page.evaluate('history.state?.vaultLayers ?? 0')).toBe(0);
  await page.goBack();
  await expectPath(page, ['Files']);
});

test('USE-04 Back and Forward navigate between tabs and folders', async ({ page, vaultApi }) => {
  await vaultApi.put({ 'Tax/a.txt': 'a' });
  await openVault(page, vaultApi);
  await filesTab(page).folder('Tax').click();
  await expectPath(page, ['Files', 'Tax']);
  await page.getByRole('tab', { name: 'Trash' }).click();
  await expect(trashTab(page).panel).toBeVisible();
  await page.goBack();
  await expectPath(page, ['Files', 'Tax']);
  await page.goBack();
  await expectPath(page, ['Files']);
  await page.goForward();
  await expectPath(page, ['Files', 'Tax']);
  // A reload closes an open dialog.
  await openPreview(page, 'a.txt');
  await expect.poll(() => page.evaluate('history.state?.vaultLayers')).toBe(1);
  await page.reload();
  await expectRows(page, ['a.txt']);
  await expect(previewModal(page, 'a.txt').dialog).toHaveCount(0);
  await expect.poll(() => page.evaluate('history.state?.vaultLayers ?? 0')).toBe(0);
});
