import { expectRows, filesTab } from './support/files-tab.ts';
import { expect, openVault, test } from './support/test.ts';

test('UI-04 UI-05 columns can be resized to 80 pixels or more by mouse and keys; a reload resets them', async ({
  page,
  vaultApi,
}) => {
  await vaultApi.createFolders('Tax/2025');
  await openVault(page, vaultApi);
  const files = filesTab(page);
  const width = async (title: string) => Math.round((await files.header(title).boundingBox())?.width ?? 0);
  const drag = async (title: string, by: number) => {
    const edge = await files.grid.getByRole('separator', { name: `Width of ${title}` }).boundingBox();
    if (!edge) throw new Error(`${title} has no edge`);
    const [x, y] = [edge.x + edge.width / 2, edge.y + edge.height / 2];
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x + by / 2, y);
    await page.mouse.move(x + by, y);
    await page.mouse.up();
  };
  const [name, size] = [await width('Item Name'), await width('Size')];
  await drag('Item Name', -120);
  await expect.poll(() => width('Item Name')).toBe(name - 120);
  await drag('Size', 60);
  await expect.poll(() => width('Size')).toBe(size + 60);
  await drag('Size', -900);
  await expect.poll(() => width('Size')).toBe(80);

  const edge = files.grid.getByRole('separator', { name: 'Width of Size' });
  await edge.focus();
  await page.keyboard.press('ArrowRight');
  await expect.poll(() => width('Size')).toBe(96);
  await expect(edge).toHaveAttribute('aria-valuenow', '96');

  await files.folder('Tax').click();
  await expectRows(page, ['2025']);
  expect(await width('Size')).toBe(96);
  await page.reload();
  await expectRows(page, ['2025']);
  expect(await width('Size')).toBe(size);
});
