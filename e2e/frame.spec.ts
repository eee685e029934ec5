import type { VaultApi } from './support/vault-api.ts';
import { TOUR, tourDialogs } from './support/every-dialog.ts';
import { filesTab } from './support/files-tab.ts';
import { linksTab, makeLink } from './support/links-tab.ts';
import { expectReachable } from './support/reach.ts';
import { searchBox } from './support/search-box.ts';
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
/** Windows narrower than 760 px because of a zoom of 200 %: 1366 × 650, 1440 × 900 and 1050 × 480. */
const ZOOMED_SIZES = [
  { width: 683, height: 325 },
  { width: 720, height: 450 },
  { width: 525, height: 240 },
] as const;
/** Below this width Ant Design keeps a margin around its modals. */
const ANTD_PHONE = 768;
/** At 960 × 540 the page is wider than the window and scrolls horizontally. */
const TOUR_SIZE = { width: 960, height: 540 };

const folders = (count: number) =>
  Array.from({ length: count }, (_, n) => `Folder ${String(n + 1).padStart(2, '0')}`);

async function fill(vaultApi: VaultApi, count: number): Promise<void> {
  await vaultApi.createFolders(TOUR.folder, ...folders(count));
  await vaultApi.put({ [TOUR.file]: 'first', [TOUR.trashed]: 'x' });
  await vaultApi.trash(TOUR.trashed);
  await makeLink(vaultApi, [TOUR.folder]);
}

/** Turns the wheel over a list, from its top until its end is visible. */
async function wheelTo(page: Page, over: Locator, end: Locator): Promise<void> {
  await over.evaluate((list) => {
    for (let box = list; box !== null; box = box.parentElement) box.scrollTop = 0;
  });
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

test('USE-02 the wheel scrolls every list down to its pager at every size', async ({
  page,
  vaultApi,
  picture,
}) => {
  await fill(vaultApi, 12);
  await openVault(page, vaultApi);
  const [files, links, trash] = [filesTab(page), linksTab(page), trashTab(page)];
  for (const size of SIZES) {
    await page.setViewportSize(size);
    for (const [tab, rows, pages] of [
      ['Files', files.grid, files.pages],
      ['Links', links.table, links.pages],
      ['Trash', trash.grid, trash.pages],
    ] as const) {
      await page.getByRole('tab', { name: tab }).click();
      const what = `${tab} at ${size.width} × ${size.height}`;
      await wheelTo(page, rows, pages);
      await expectReachable(page, what);
      await picture(what);
    }
  }
});

test.describe('dialogs', () => {
  test.use({ viewport: TOUR_SIZE });

  test('USE-02 USE-22 SHELL-06 every dialog is fully reachable at every size, directly below the tabs', async ({
    page,
    vaultApi,
  }) => {
    test.setTimeout(180_000);
    await fill(vaultApi, 0);
    await openVault(page, vaultApi);
    const dialog = page.getByRole('dialog').first();
    const gap = async () => {
      const [box, banner] = [await dialog.boundingBox(), await page.getByRole('banner').boundingBox()];
      return Math.round((box?.y ?? Number.NaN) - (banner?.y ?? 0) - (banner?.height ?? 0));
    };
    await tourDialogs(page, async (name) => {
      for (const size of [...SIZES, ...ZOOMED_SIZES, TOUR_SIZE]) {
        await page.setViewportSize(size);
        const what = `${name} at ${size.width} × ${size.height}`;
        await expect.poll(gap, what).toBe(size.width < ANTD_PHONE ? 8 : 0);
        await expectReachable(page, what);
      }
    });
  });
});

test('USE-02 every control of the lists is reachable at a zoom of 200 %', async ({ page, vaultApi }) => {
  await fill(vaultApi, 12);
  await openVault(page, vaultApi);
  for (const size of ZOOMED_SIZES) {
    await page.setViewportSize(size);
    for (const tab of ['Links', 'Trash', 'Files']) {
      await page.getByRole('tab', { name: tab }).click();
      await expectReachable(page, `${tab} at ${size.width} × ${size.height}`);
    }
    const { open, panel } = searchBox(page);
    await open();
    await expectReachable(page, `search options at ${size.width} × ${size.height}`);
    await page.keyboard.press('Escape');
    await expect(panel).toBeHidden();
  }
});

test('USE-40 the list fills the height of the window', async ({ page, vaultApi }) => {
  await vaultApi.createFolders(...folders(3));
  await openVault(page, vaultApi);
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
