import { filesTab, select } from './support/files-tab.ts';
import { holdCalls } from './support/network.ts';
import { openRelocate } from './support/relocate-modal.ts';
import { searchBox } from './support/search-box.ts';
import { openShare } from './support/share-modal.ts';
import { expect, type Locator, openVault, test } from './support/test.ts';
import { expectStatuses, inMemory, openUpload, PIPELINE } from './support/upload-modal.ts';

const folders = (count: number) =>
  Array.from({ length: count }, (_, n) => `Folder ${String(n + 1).padStart(2, '0')}`);

test('USE-23 forced colours mark the active tab, the selected folder, rows and options', async ({
  page,
  vaultApi,
  picture,
}) => {
  await page.emulateMedia({ forcedColors: 'active' });
  const long = `${'Minutes of the meeting of the shareholders '.repeat(5)}2026.pdf`;
  await vaultApi.createFolders(...folders(2));
  await vaultApi.put({ [long]: 'x' });
  await openVault(page, vaultApi);
  const files = filesTab(page);
  await select(page, 'Folder 01');
  await picture('forced');
  const edge = (element: Locator, side: 'left' | 'bottom') =>
    element.evaluate(
      (box, name) =>
        box.ownerDocument.defaultView.getComputedStyle(box).getPropertyValue(`border-${name}-color`),
      side,
    );
  const tab = (name: string) => edge(page.getByRole('tab', { name }), 'bottom');
  expect(await tab('Files')).not.toBe(await tab('Links'));
  expect(await edge(files.folder('Files'), 'left')).not.toBe(await edge(files.folder('Folder 01'), 'left'));
  const row = (name: string) => edge(files.cells(name).first(), 'left');
  expect(await row('Folder 01')).not.toBe(await row('Folder 02'));
  // A shortened long name keeps its end; its width is measured in the font of the row.
  await expect(files.row(long)).toContainText('…2026.pdf');
  // Popovers and dialogs have a visible edge.
  await searchBox(page).open();
  await expect(page.locator('.ant-popover-container')).toHaveCSS('outline-style', 'solid');
  await page.keyboard.press('Escape');
  await files.tool('Create').click();
  await expect(page.locator('.ant-modal-container')).toHaveCSS('outline-style', 'solid');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);

  const modal = await openShare(page, 'Folder 01', 'Share Folder Link');
  await modal.remark.focus();
  const look = (radio: Locator) => radio.locator('xpath=..').screenshot();
  expect((await look(modal.anyone)).equals(await look(modal.specific))).toBe(false);
  await picture('dialog');
});

/** Returns a computed style property of an element or of its pseudo-element. */
const computed = (element: Locator, property: string, pseudo = '') =>
  element.evaluate(
    (box, [name, part]) =>
      box.ownerDocument.defaultView.getComputedStyle(box, part || null).getPropertyValue(name),
    [property, pseudo] as const,
  );

test('USE-23 forced colours mark what Ant Design shows only by a background or a shadow', async ({
  page,
  vaultApi,
  picture,
}) => {
  await page.emulateMedia({ forcedColors: 'active' });
  await vaultApi.createFolders('Letters', 'Tax/2025');
  await openVault(page, vaultApi);
  const files = filesTab(page);
  const ground = await computed(page.locator('body'), 'background-color');

  // "Select all" while one of several rows is selected.
  await select(page, 'Tax');
  const some = page.locator('.ant-checkbox-indeterminate');
  expect(await computed(some, 'background-color', '::after')).not.toBe(ground);

  // The focused field, and tooltips.
  await searchBox(page).words.focus();
  const field = page.locator('.ant-input-affix-wrapper').filter({ has: searchBox(page).words });
  await expect(field).toHaveCSS('outline-style', 'solid');
  await page.keyboard.press('Escape');
  await files.tool('Details of this folder').hover();
  await expect(page.locator('.ant-tooltip-container')).toHaveCSS('outline-style', 'solid');

  // Checks the selected option of a list, and the active option.
  await page.getByRole('combobox', { name: 'Items per page' }).click();
  const options = page.locator('.ant-select-item-option');
  await page.keyboard.press('ArrowDown');
  expect(await computed(options.first(), 'background-color')).not.toBe(ground);
  await expect(page.locator('.ant-select-item-option-active')).toHaveCSS('outline-style', 'solid');
  await picture('options');
  await page.keyboard.press('Escape');

  // The edge of a menu, and its active entry.
  await page.getByRole('button', { name: /account of/ }).click();
  await expect(page.getByRole('menu')).toHaveCSS('border-style', 'solid');
  await expect(page.getByRole('menuitem', { name: 'Your account' })).toBeFocused();
  await page.keyboard.press('ArrowUp');
  const signOut = page.getByRole('menuitem', { name: 'Sign out' });
  await expect(signOut).toBeFocused();
  await expect(signOut).toHaveCSS('outline-style', 'solid');
  await picture('menu');
  await page.keyboard.press('Escape');

  // A button with aria-disabled looks like a disabled button.
  const modal = await openRelocate(page, 'Tax', 'Copy');
  const disabled = await computed(modal.submit, 'color');
  await modal.folder('Letters').click();
  await expect(modal.submit).toBeEnabled();
  expect(await computed(modal.submit, 'color')).not.toBe(disabled);
  await modal.folder('Tax').click();
  await expect(modal.target).toHaveText(/Files \/ Tax/);
  await expect(modal.submit).toHaveAttribute('aria-disabled', 'true');
  expect(await computed(modal.submit, 'color')).toBe(disabled);
  await modal.cancel.click();

  // The completed part of a progress bar.
  const bytes = await holdCalls(page, PIPELINE.bytes);
  const upload = await openUpload(page);
  await upload.files.setInputFiles(inMemory({ 'a.txt': 'a' }));
  await bytes.firstCall;
  const done = upload.row('a.txt').getByRole('progressbar').locator('div');
  expect(await computed(done, 'background-color')).not.toBe(ground);
  await picture('upload');
  await bytes.letThrough();
  await expectStatuses(page, { 'a.txt': 'Completed' });
});
