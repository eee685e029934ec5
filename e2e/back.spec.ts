import { choose, expectPath, expectRows, filesTab, openMenu, select } from './support/files-tab.ts';
import { openPreview, previewModal } from './support/preview-modal.ts';
import { openRelocate } from './support/relocate-modal.ts';
import { searchBox } from './support/search-box.ts';
import { openShare } from './support/share-modal.ts';
import { expect, type Locator, openVault, type Page, test } from './support/test.ts';
import { trashTab } from './support/trash-tab.ts';
import { openUpload } from './support/upload-modal.ts';

interface LayerCase {
  name: string;
  /** opens the layer @returns the open layer */
  open: (page: Page) => Promise<Locator>;
}

const dialog = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true });
const opened = async (layer: Locator): Promise<Locator> => {
  await expect(layer).toBeVisible();
  return layer;
};
const byCommand = (command: string, name: string) => ({
  name: command,
  open: async (page: Page) => {
    await choose(page, 'a.txt', command);
    return opened(dialog(page, name));
  },
});

const LAYERS: LayerCase[] = [
  byCommand('Rename', 'Rename'),
  byCommand('Details', 'Details'),
  byCommand('Versions & History', 'Versions & History'),
  { name: 'Move', open: async (page) => (await openRelocate(page, 'a.txt', 'Move')).dialog },
  { name: 'Share', open: async (page) => (await openShare(page, 'a.txt', 'Share Link')).dialog },
  { name: 'Upload', open: async (page) => (await openUpload(page)).dialog },
  { name: 'the preview', open: async (page) => (await openPreview(page, 'a.txt')).dialog },
  { name: 'the context menu', open: (page) => openMenu(page, 'a.txt') },
  {
    name: 'New folder',
    open: async (page) => {
      await filesTab(page).tool('Create').click();
      return opened(page.getByRole('dialog'));
    },
  },
  {
    name: 'the question before deleting',
    open: async (page) => {
      await select(page, 'a.txt');
      await page.keyboard.press('Delete');
      return opened(dialog(page, 'Confirm Deletion'));
    },
  },
  {
    name: 'the search panel',
    open: async (page) => {
      await searchBox(page).open();
      return searchBox(page).panel;
    },
  },
  {
    name: 'the menu of the account',
    open: async (page) => {
      await page.getByRole('button', { name: /account of/ }).click();
      return opened(page.getByRole('menuitem', { name: 'Sign out' }));
    },
  },
];

for (const { name, open } of LAYERS) {
  test(`USE-04 Back closes ${name}, and the next Back leaves the folder`, async ({ page, vaultApi }) => {
    await vaultApi.put({ 'Tax/a.txt': 'a' });
    await openVault(page, vaultApi);
    await filesTab(page).folder('Tax').click();
    await expectPath(page, ['Files', 'Tax']);
    await expectRows(page, ['a.txt']);
    const layer = await open(page);
    await expect.poll(() => page.evaluate('history.state.vaultLayers')).toBe(1);
    await page.goBack();
    await expect(layer).toBeHidden();
    await expectPath(page, ['Files', 'Tax']);

    // Closing with Escape leaves no entry in the history.
    const again = await open(page);
    await expect.poll(() => page.evaluate('history.state.vaultLayers')).toBe(1);
    await page.keyboard.press('Escape');
    await expect(again).toBeHidden();
    await expect.poll(() => page.evaluate('history.state.vaultLayers ?? 0')).toBe(0);
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
  await expect.poll(() => page.evaluate('history.state.vaultLayers')).toBe(2);
  await page.goBack();
  await expect(dialog(page, 'Details')).toBeHidden();
  await expect(preview.dialog).toBeVisible();

  // Closing a changed text needs a confirmation; Back cancels the confirmation.
  await preview.button('Edit').click();
  await expect(preview.editor).toBeFocused();
  await page.keyboard.type('more ');
  await page.goBack();
  await expect(preview.discard).toBeVisible();
  await expect.poll(() => page.evaluate('history.state.vaultLayers')).toBe(2);
  await page.goBack();
  await expect(preview.discard).toBeHidden();
  await expect(preview.editor).toHaveValue('more a');
  await expect.poll(() => page.evaluate('history.state.vaultLayers')).toBe(1);
  await page.goBack();
  await preview.discard.getByRole('button', { name: 'Confirm' }).click();
  await expect(preview.dialog).toBeHidden();
  await expectPath(page, ['Files', 'Tax']);
  await expect.poll(() => page.evaluate('history.state.vaultLayers ?? 0')).toBe(0);
  await page.goBack();
  await expectPath(page, ['Files']);
});

test('USE-04 Back closes an open select list before its dialog', async ({ page, vaultApi }) => {
  await vaultApi.put({ 'a.txt': 'a' });
  await openVault(page, vaultApi);
  const { panel, times, open } = searchBox(page);
  await open();
  await times.click();
  const option = page.getByRole('option').first();
  await expect(page.locator('.ant-select-dropdown')).toBeVisible();
  await expect(option).toBeAttached();
  await expect.poll(() => page.evaluate('history.state.vaultLayers')).toBe(2);
  await page.goBack();
  await expect(page.locator('.ant-select-dropdown')).toBeHidden();
  await expect(panel).toBeVisible();
  await page.goBack();
  await expect(panel).toBeHidden();
});

test('USE-04 a navigation from a panel replaces its history entry; Back opens the previous folder', async ({
  page,
  vaultApi,
}) => {
  await vaultApi.put({ 'Tax/a.txt': 'a', 'b.txt': 'b' });
  await openVault(page, vaultApi);
  const { results, find } = searchBox(page);
  await find('a.txt');
  await expect(results).toBeVisible();
  await page.goBack();
  await expectRows(page, ['Tax', 'b.txt']);
  await page.goForward();
  await expect(results).toBeVisible();
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
  await expect.poll(() => page.evaluate('history.state.vaultLayers')).toBe(1);
  await page.reload();
  await expectRows(page, ['a.txt']);
  await expect(previewModal(page, 'a.txt').dialog).toHaveCount(0);
  await expect.poll(() => page.evaluate('history.state.vaultLayers ?? 0')).toBe(0);
});
