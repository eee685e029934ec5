import type { Cabinet } from './support/cabinet.ts';
import { TOUR, tourDialogs } from './support/every-dialog.ts';
import { filesTab } from './support/files-tab.ts';
import { linksTab, makeLink } from './support/links-tab.ts';
import { expectReachable } from './support/reach.ts';
import { expect, type Locator, openVault, type Page, test } from './support/test.ts';
import { trashTab } from './support/trash-tab.ts';

const SIZES = [
  { width: 1050, height: 480 },
  { width: 1366, height: 650 },
  { width: 1440, height: 900 },
  { width: 1920, height: 1080 },
  // 1920 × 1080 at a zoom of 200 %
  { width: 960, height: 540 },
] as const;
/** The lowest windows of SHELL-07's width: a dialog that is whole there is whole in higher ones. */
const DIALOG_SIZES: readonly (typeof SIZES)[number][] = SIZES.slice(0, 2);

const folders = (count: number) =>
  Array.from({ length: count }, (_, n) => `Folder ${String(n + 1).padStart(2, '0')}`);

async function fill(cabinet: Cabinet, count: number): Promise<void> {
  await cabinet.createFolders(TOUR.folder, ...folders(count));
  await cabinet.put({ [TOUR.file]: 'first', [TOUR.trashed]: 'x' });
  await cabinet.trash(TOUR.trashed);
  await makeLink(cabinet, [TOUR.folder]);
}

/** Turns the wheel over a list until its end is in sight. */
async function wheelTo(page: Page, over: Locator, end: Locator): Promise<void> {
  await over.hover({ position: { x: 300, y: 60 } });
  await expect
    .poll(async () => {
      await page.mouse.wheel(0, 200);
      return isWhole(page, end);
    })
    .toBe(true);
}

async function isWhole(page: Page, element: Locator): Promise<boolean> {
  const box = await element.boundingBox();
  const height = page.viewportSize()?.height ?? 0;
  return box !== null && box.y >= 0 && box.y + box.height <= height;
}

for (const size of SIZES) {
  test.describe(`${size.width} × ${size.height}`, () => {
    test.use({ viewport: size });

    test(`USE-02 every list is reached by wheel to its pager (${size.width} × ${size.height})`, async ({
      page,
      cabinet,
      picture,
    }) => {
      await fill(cabinet, 12);
      await openVault(page, cabinet);
      const files = filesTab(page);
      await wheelTo(page, files.grid, files.pages);
      await expectReachable(page, 'files');
      await picture(`files-${size.width}x${size.height}`);

      await page.getByRole('tab', { name: 'Links' }).click();
      const links = linksTab(page);
      await wheelTo(page, links.table, links.pages);
      await expectReachable(page, 'links');
      await picture(`links-${size.width}x${size.height}`);

      await page.getByRole('tab', { name: 'Trash' }).click();
      const trash = trashTab(page);
      await wheelTo(page, trash.grid, trash.pages);
      await expectReachable(page, 'trash');
      await picture(`trash-${size.width}x${size.height}`);
    });

    if (!DIALOG_SIZES.includes(size)) return;
    test(`USE-02 USE-22 SHELL-06 every dialog is whole, at one height (${size.width} × ${size.height})`, async ({
      page,
      cabinet,
      picture,
    }) => {
      await fill(cabinet, 0);
      await openVault(page, cabinet);
      const dialog = page.getByRole('dialog').first();
      const topOf = async () => Math.round((await dialog.boundingBox())?.y ?? Number.NaN);
      await tourDialogs(page, async (name) => {
        await expect.poll(topOf, name).toBe(84);
        await expectReachable(page, name);
        await picture(`dialog-${name}-${size.width}x${size.height}`);
      });
    });
  });
}

test('USE-40 the list takes the height of the window', async ({ page, cabinet }) => {
  await cabinet.createFolders(...folders(3));
  await openVault(page, cabinet);
  const { grid, pages } = filesTab(page);
  for (const height of [900, 1080]) {
    await page.setViewportSize({ width: 1440, height });
    await expect.poll(async () => bottomOf(pages)).toBeGreaterThan(height - 20);
    expect(await bottomOf(pages)).toBeLessThan(height);
  }
  const room = () =>
    grid.locator('..').evaluate((box) => box.clientHeight - box.querySelector('thead').offsetHeight);
  expect(await room()).toBeGreaterThan(600);
  await page.setViewportSize({ width: 1050, height: 480 });
  await expect.poll(room).toBeLessThan(460);
  expect(await room()).toBeGreaterThanOrEqual(440);
});

async function bottomOf(element: Locator): Promise<number> {
  const box = await element.boundingBox();
  return (box?.y ?? Number.NaN) + (box?.height ?? 0);
}
