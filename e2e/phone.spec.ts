import { expectAccessible } from './support/accessible.ts';
import type { VaultApi } from './support/vault-api.ts';
import { linksTab, makeLink } from './support/links-tab.ts';
import { expectReachable } from './support/reach.ts';
import { shareModal } from './support/share-modal.ts';
import { expect, type Locator, type Page, test } from './support/test.ts';
import { trashTab } from './support/trash-tab.ts';
import { expectStatuses, uploadModal } from './support/upload-modal.ts';
import { overflow } from './support/windows.ts';

const PHONE = { width: 390, height: 844 };
/** 1366 × 650 at a zoom of 200 % */
const ZOOMED = { width: 683, height: 325 };

test.use({ viewport: PHONE, hasTouch: true });

const listOf = (page: Page) => page.getByRole('list', { name: 'Files and folders' });

async function openPhone(page: Page, { client }: VaultApi): Promise<void> {
  await page.addInitScript((token) => sessionStorage.setItem('vault.token', token), client.token ?? '');
  await page.goto('/vault');
  await expect(page.getByRole('toolbar', { name: 'Folder' })).toBeVisible();
}

/** Returns the right and bottom edges of an element in the window, in CSS pixels. */
async function ends(element: Locator): Promise<{ right: number; bottom: number }> {
  const box = await element.boundingBox();
  if (box === null) throw new Error('the element is not shown');
  return { right: box.x + box.width, bottom: box.y + box.height };
}

test('USE-46 on a phone browsing, previews and downloads need one tap each', async ({
  page,
  vaultApi,
  picture,
}) => {
  const long = `${'Minutes of the meeting of the shareholders '.repeat(5)}2026.pdf`;
  await vaultApi.put({ 'Tax/2025/return.txt': 'paid', 'note.txt': 'hello', [long]: 'x' });
  await openPhone(page, vaultApi);
  const list = listOf(page);
  await expect(list.getByRole('listitem')).toHaveCount(3);
  await expect(page.getByRole('table')).toHaveCount(0);
  expect(await overflow(page)).toBe(0);
  await expectReachable(page, 'list');
  await expectAccessible(page);
  await picture('list');

  await list.getByRole('button', { name: 'Tax', exact: true }).tap();
  await list.getByRole('button', { name: '2025', exact: true }).tap();
  await expect(list.getByRole('listitem')).toHaveCount(1);
  await list.getByRole('button', { name: 'return.txt', exact: true }).tap();
  const preview = page.getByRole('dialog', { name: 'return.txt' });
  await expect(preview).toContainText('paid');
  await expectReachable(page, 'preview');
  await expectAccessible(page);
  await picture('preview');
  await preview.getByRole('button', { name: 'Close' }).tap();
  await expect(preview).toBeHidden();

  const saved = page.waitForEvent('download');
  await list.getByRole('button', { name: 'Download return.txt' }).tap();
  expect((await saved).suggestedFilename()).toBe('return.txt');
  await page.getByRole('button', { name: 'Back to the parent folder' }).tap();
  await expect(list.getByRole('button', { name: '2025', exact: true })).toBeVisible();
});

test('USE-46 a phone uploads with the camera and shares', async ({ page, vaultApi, picture }) => {
  await vaultApi.createFolders('Tax');
  await openPhone(page, vaultApi);
  await page.getByRole('toolbar', { name: 'Folder' }).getByRole('button', { name: 'Upload' }).tap();
  const upload = uploadModal(page);
  await expect(upload.dialog.getByRole('button', { name: 'Take photo' })).toBeVisible();
  const camera = upload.dialog.getByLabel('Photo to upload');
  await expect(camera).toHaveAttribute('capture', 'environment');
  await expectReachable(page, 'upload');
  await expectAccessible(page);
  await picture('upload');
  await camera.setInputFiles({ name: 'photo.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('photo') });
  await expectStatuses(page, { 'photo.jpg': 'Completed' });
  await upload.finish.tap();
  const list = listOf(page);
  await expect(list).toContainText('photo.jpg');

  await list.getByRole('button', { name: 'More for photo.jpg' }).tap();
  const menu = page.getByRole('menu', { name: 'photo.jpg' });
  await expect(menu).toBeVisible();
  await expectAccessible(page);
  await menu.getByRole('menuitem', { name: 'Share', exact: true }).tap();
  await page.getByRole('menuitem', { name: 'Share Link' }).tap();
  const share = shareModal(page, 'Share Link');
  await expect(share.dialog).toBeVisible();
  await expectReachable(page, 'share');
  await expectAccessible(page);
  await picture('share');
  expect(await overflow(page)).toBe(0);
});

test('USE-46 narrow windows show links and trash as cards', async ({ page, vaultApi, picture }) => {
  await vaultApi.createFolders('Tax');
  await vaultApi.put({ 'old.txt': 'x' });
  await vaultApi.trash('old.txt');
  await makeLink(vaultApi, ['Tax']);
  await openPhone(page, vaultApi);
  for (const size of [PHONE, ZOOMED]) {
    await page.setViewportSize(size);
    await page.getByRole('tab', { name: 'Links' }).tap();
    await expect(linksTab(page).row('Tax')).toBeVisible();
    for (const tab of ['Links', 'Trash']) {
      await page.getByRole('tab', { name: tab }).tap();
      await expect(page.getByText('Total 1 item(s)')).toBeAttached();
      expect(await overflow(page), tab).toBe(0);
      await expectReachable(page, tab);
      await expectAccessible(page);
      await picture(`${tab}-${size.width}`);
    }
    await trashTab(page).checkbox('old.txt').check();
    await expect(trashTab(page).bar.getByRole('button')).toHaveCount(3);
    const bar = await ends(trashTab(page).bar);
    for (const part of await trashTab(page).bar.locator('> *').all()) {
      const { right, bottom } = await ends(part);
      expect(right).toBeLessThanOrEqual(bar.right);
      expect(bottom).toBeLessThanOrEqual(bar.bottom);
    }
    const cells = trashTab(page).row('old.txt').getByRole('gridcell');
    for (const cell of await cells.all()) {
      expect((await ends(cell)).right).toBeLessThanOrEqual(size.width);
    }
  }
});
