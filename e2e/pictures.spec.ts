import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { TURNED_HEIC } from '../server/src/testing/pictures.ts';
import { expectAccessibleInBothThemes } from './support/accessible.ts';
import { pdf, picture } from './support/documents.ts';
import { expectRows, filesTab } from './support/files-tab.ts';
import { openPreview, previewModal } from './support/preview-modal.ts';
import { expect, openVault, type Page, test } from './support/test.ts';
import { expectFitsEveryWindow } from './support/windows.ts';

// The trace recorder loads pictures in a way that the page's content security policy refuses.
test.use({ trace: 'off' });

const SVG =
  '<svg xmlns="http://www.w3.org/2000/svg" width="60" height="40"><rect width="60" height="40"/></svg>';

async function samples() {
  return {
    'Tax/inside.txt': 'x',
    'avif.avif': await picture({ width: 60, height: 40, format: 'avif' }),
    'drawing.svg': SVG,
    'letter.pdf': await pdf('Dear Ada'),
    'notes.txt': 'Some notes',
    'phone.heic': TURNED_HEIC,
    'photo.jpg': await picture({ width: 1200, height: 800, format: 'jpeg', orientation: 6 }),
    'scan.tiff': await picture({ width: 300, height: 200, format: 'tiff' }),
    'wide.webp': await picture({ width: 800, height: 100, format: 'webp' }),
  };
}
const NAMES = [
  'Tax',
  'avif.avif',
  'drawing.svg',
  'letter.pdf',
  'notes.txt',
  'phone.heic',
  'photo.jpg',
  'scan.tiff',
  'wide.webp',
];
const WITH_THUMBNAIL = NAMES.filter((name) => name !== 'Tax' && name !== 'notes.txt');

/** The size of an image element; this folder is compiled without the DOM types. */
interface NaturalSize {
  naturalWidth: number;
  naturalHeight: number;
}

const view = (page: Page, name: string) =>
  page.getByRole('group', { name: 'View' }).getByRole('button', { name, exact: true });
/** Returns the natural widths of the thumbnails of these files; [] without a thumbnail. */
const thumbnailSizes = (page: Page, names: readonly string[]) => async () =>
  Promise.all(
    names.map((name) =>
      filesTab(page)
        .row(name)
        .locator('img')
        .evaluateAll((all) => (all as unknown as NaturalSize[]).map((one) => one.naturalWidth)),
    ),
  );

test('USE-33 the grid shows thumbnails, and the chosen view is stored', async ({ page, vaultApi }) => {
  await vaultApi.put(await samples());
  await openVault(page, vaultApi);
  await expect(view(page, 'List')).toHaveAttribute('aria-pressed', 'true');
  await view(page, 'Grid').click();
  await expectRows(page, NAMES);
  await expect(page.getByRole('columnheader')).toHaveCount(0);
  await expect
    .poll(thumbnailSizes(page, WITH_THUMBNAIL))
    .toEqual([[60], [480], [339], [64], [320], [300], [480]]);
  expect(await thumbnailSizes(page, ['Tax', 'notes.txt'])()).toEqual([[], []]);

  await page.reload();
  await expect(view(page, 'Grid')).toHaveAttribute('aria-pressed', 'true');
  await expect.poll(thumbnailSizes(page, ['photo.jpg'])).toEqual([[320]]);
  await view(page, 'List with thumbnails').click();
  await expect(filesTab(page).header('Item Name')).toBeVisible();
  await expect.poll(thumbnailSizes(page, ['photo.jpg', 'letter.pdf'])).toEqual([[64], [68]]);
  await view(page, 'List').click();
  await expect.poll(thumbnailSizes(page, ['photo.jpg'])).toEqual([[]]);
});

test('USE-33 the grid has the shortcuts, the selection and the menu of the list', async ({
  page,
  vaultApi,
}) => {
  await vaultApi.put(await samples());
  await openVault(page, vaultApi);
  await view(page, 'Grid').click();
  const { row, checkbox, selection, grid } = filesTab(page);
  await expect(row('Tax')).toBeVisible();
  await row('avif.avif').focus();
  await page.keyboard.press('ArrowRight');
  await expect(row('drawing.svg')).toBeFocused();
  const tops = await grid
    .getByRole('row')
    .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().top));
  const perLine = tops.filter((top) => top === tops[0]).length;
  expect(perLine).toBeGreaterThan(2);
  await page.keyboard.press('Home');
  await page.keyboard.press('ArrowDown');
  await expect(row(NAMES[perLine] ?? '')).toBeFocused();
  await page.keyboard.press('ArrowUp');
  await expect(row('Tax')).toBeFocused();

  await page.keyboard.press('Space');
  await expect(checkbox('Tax')).toBeChecked();
  await page.keyboard.press('Shift+ArrowRight');
  await expect(selection).toHaveText('2 item(s) selected');
  await page.keyboard.press('Control+a');
  await expect(selection).toHaveText(`${NAMES.length} item(s) selected`);
  await page.keyboard.press('Escape');
  await expect(selection).toBeHidden();

  await row('notes.txt').click();
  await expect(selection).toHaveText('1 item(s) selected');
  await checkbox('photo.jpg').check();
  await expect(selection).toHaveText('2 item(s) selected');
  await page.keyboard.press('Escape');

  await row('photo.jpg').focus();
  await page.keyboard.press('Enter');
  await expect(previewModal(page, 'photo.jpg').dialog).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(row('photo.jpg')).toBeFocused();
  await row('photo.jpg').click({ button: 'right' });
  const menu = page.getByRole('menu', { name: 'Selected items' });
  await expect(menu.getByRole('menuitem', { name: 'Rename' })).toBeVisible();
  await page.keyboard.press('Escape');
  await row('Tax').click({ position: { x: 80, y: 60 } });
  await expectRows(page, ['inside.txt']);
});

test('USE-32 SVG, WebP, AVIF, HEIC and TIFF are shown as pictures, upright', async ({ page, vaultApi }) => {
  await vaultApi.put(await samples());
  await openVault(page, vaultApi);
  for (const [name, width, height] of [
    ['avif.avif', 60, 40],
    ['drawing.svg', 2048, 1365],
    ['phone.heic', 64, 96],
    ['scan.tiff', 300, 200],
    ['wide.webp', 800, 100],
  ] as const) {
    const { image } = await openPreview(page, name);
    await expect(image).toBeVisible();
    const size = image.evaluate((one) => {
      const { naturalWidth, naturalHeight } = one as unknown as NaturalSize;
      return [naturalWidth, naturalHeight];
    });
    expect(await size).toEqual([width, height]);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
  }
});

test('USE-32 hostile SVGs and unreadable pictures run no scripts and load nothing', async ({
  page,
  vaultApi,
}) => {
  const asked: string[] = [];
  const elsewhere = createServer((request, response) => {
    asked.push(request.url ?? '');
    response.end();
  });
  await once(elsewhere.listen(0, '127.0.0.1'), 'listening');
  const origin = `http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}`;
  const script = `fetch('${origin}/ran'); document.title = 'ran'; alert('ran')`;
  await vaultApi.put({
    'bad.svg': `<svg xmlns="http://www.w3.org/2000/svg" width="60" height="40" onload="${script.replaceAll('"', '')}">
      <script>${script}</script><image href="${origin}/image.png" width="9" height="9"/>
      <foreignObject width="60" height="40"><iframe xmlns="http://www.w3.org/1999/xhtml" src="${origin}/frame"/></foreignObject>
      <rect width="60" height="40" fill="red"/></svg>`,
    'broken.webp': 'no picture',
    'lie.svg': `<!doctype html><script>${script}</script>`,
  });
  const dialogs: string[] = [];
  page.on('dialog', (dialog) => {
    dialogs.push(dialog.message());
    void dialog.dismiss();
  });
  await openVault(page, vaultApi);
  const { image } = await openPreview(page, 'bad.svg');
  await expect(image).toBeVisible();
  await page.keyboard.press('Escape');
  for (const name of ['broken.webp', 'lie.svg']) {
    const { stage } = await openPreview(page, name);
    await expect(stage).toContainText('cannot be shown');
    await page.keyboard.press('Escape');
  }
  await view(page, 'Grid').click();
  await expect.poll(thumbnailSizes(page, ['bad.svg'])).toEqual([[480]]);
  expect(await thumbnailSizes(page, ['broken.webp', 'lie.svg'])()).toEqual([[], []]);
  expect([asked, dialogs, await page.title()]).toEqual([[], [], expect.not.stringContaining('ran')]);
  elsewhere.close();
});

test('USE-33 the grid and the thumbnails are accessible in both themes; the grid fits every window', async ({
  page,
  vaultApi,
  picture: take,
}) => {
  await vaultApi.put(await samples());
  await openVault(page, vaultApi);
  await view(page, 'Grid').click();
  await expect.poll(thumbnailSizes(page, ['photo.jpg'])).toEqual([[320]]);
  await filesTab(page).row('letter.pdf').click();
  await filesTab(page).row('photo.jpg').focus();
  await expectFitsEveryWindow(page, 'grid', take);
  await expectAccessibleInBothThemes(page);
  await view(page, 'List with thumbnails').click();
  await expect.poll(thumbnailSizes(page, ['photo.jpg'])).toEqual([[64]]);
  await take('list');
  await expectAccessibleInBothThemes(page);
});
