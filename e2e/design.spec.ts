import { choose, escape, expectRows, filesTab } from './support/files-tab.ts';
import { expect, openVault, test } from './support/test.ts';

test('USE-50 a dialog with nothing to cancel has one button, Done; all dialogs align their buttons', async ({
  page,
  vaultApi,
}) => {
  // Positions are measured, so animations are off.
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await vaultApi.put({ 'Tax/a.txt': 'x', 'note.txt': 'x' });
  await openVault(page, vaultApi);
  const files = filesTab(page);
  const dialog = page.getByRole('dialog');
  await files.tool('Details of this folder').click();
  await expect(dialog.getByRole('button')).toHaveText(['', 'Done']);
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect(dialog).toBeHidden();

  /** distances from the last button to the right and bottom edges of its dialog */
  const gaps: string[] = [];
  for (const command of ['Rename', 'Copy', 'Delete']) {
    await choose(page, 'note.txt', command);
    await expect(dialog).toBeVisible();
    const box = await dialog.locator('.ant-modal-container').boundingBox();
    const last = await dialog.getByRole('button').last().boundingBox();
    if (!box || !last) throw new Error('the dialog has no buttons');
    gaps.push(
      [box.x + box.width - last.x - last.width, box.y + box.height - last.y - last.height]
        .map(Math.round)
        .join(),
    );
    await escape(page);
    await expect(dialog).toBeHidden();
  }
  expect(new Set(gaps).size, gaps.join(' ')).toBe(1);
});

test('USE-50 each kind of file has its own tile colour', async ({ page, vaultApi }) => {
  const names = ['a.docx', 'a.jpg', 'a.mp3', 'a.mp4', 'a.pdf', 'a.pptx', 'a.txt', 'a.xlsx', 'a.zip'];
  await vaultApi.put(Object.fromEntries(names.map((name) => [name, 'x'])));
  await openVault(page, vaultApi);
  const files = filesTab(page);
  await expectRows(page, names);
  const colours: string[] = [];
  for (const name of names) {
    const ground = files.row(name).locator('svg[data-kind] path').first();
    colours.push(await ground.evaluate((path) => path.ownerDocument.defaultView.getComputedStyle(path).fill));
  }
  expect(new Set(colours).size).toBe(names.length);
});
