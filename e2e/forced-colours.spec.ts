import { filesTab, select } from './support/files-tab.ts';
import { searchBox } from './support/search-box.ts';
import { openShare } from './support/share-modal.ts';
import { expect, type Locator, openVault, test } from './support/test.ts';

const folders = (count: number) =>
  Array.from({ length: count }, (_, n) => `Folder ${String(n + 1).padStart(2, '0')}`);

test('USE-23 forced colours mark the active tab, the selected folder, rows and options', async ({
  page,
  cabinet,
  picture,
}) => {
  await page.emulateMedia({ forcedColors: 'active' });
  const long = `${'Minutes of the meeting of the shareholders '.repeat(5)}2026.pdf`;
  await cabinet.createFolders(...folders(2));
  await cabinet.put({ [long]: 'x' });
  await openVault(page, cabinet);
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
  // A long name keeps its end: the room for it is measured in its own font.
  await expect(files.row(long)).toContainText('…2026.pdf');
  // What floats over the page has an edge.
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
