import { docx, lines, pdf, picture, pptx, scriptedPdf, xlsx } from './support/documents.ts';
import { escape, expectRows, filesTab } from './support/files-tab.ts';
import { colourOn, contentCalls, openPreview } from './support/preview-modal.ts';
import { expect, type Locator, openVault, test } from './support/test.ts';

/** The time limit for the start of LibreOffice on a loaded machine. */

/** Returns the visible text: of a PDF page, or of the frame that replaces it without LibreOffice. */
async function textOn(stage: Locator): Promise<string> {
  const hasFrame = (await stage.locator('iframe').count()) > 0;
  return hasFrame ? stage.frameLocator('iframe').locator('body').innerText() : stage.innerText();
}

test('PREVIEW-01 PREVIEW-02 PREVIEW-27 PREVIEW-28 LIMIT-18 LIMIT-34 a text shows 100 lines, and 100 more near its bottom', async ({
  page,
  vaultApi,
}) => {
  await vaultApi.put({ 'Notes.txt': lines(250) });
  await openVault(page, vaultApi);
  const { dialog, stage } = await openPreview(page, 'Notes.txt');
  await expect.poll(async () => Math.round((await dialog.boundingBox())?.width ?? 0)).toBe(1182);
  await expect(stage).toBeFocused();
  await expect(stage).toContainText('Line 100');
  await expect(stage).not.toContainText('Line 101');
  // More lines are loaded when the bottom is less than 100 px away.
  const scrollTo = (px: number) =>
    stage.evaluate((box, above) => box.scrollTo(0, box.scrollHeight - box.clientHeight - above), px);
  await scrollTo(110);
  await expect(stage).not.toContainText('Line 101');
  await scrollTo(95);
  await expect(stage).toContainText('Line 200');
  await expect(stage).not.toContainText('Line 201');
  await page.keyboard.press('End');
  await expect(stage).toContainText('Line 250');
});

test('PREVIEW-26 the encoding of texts is detected', async ({ page, vaultApi }) => {
  const utf16 = (text: string) => Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, 'utf16le')]);
  await vaultApi.put({
    'a.txt': 'Zoë, 10 €',
    'b.txt': utf16('Zoë, 20 €'),
    'c.txt': Buffer.from([0x5a, 0x6f, 0xeb, 0x2c, 0x20, 0x33, 0x30, 0x20, 0x80]),
    'd.txt': '',
  });
  await openVault(page, vaultApi);
  const shown = {
    'a.txt': 'Zoë, 10 €',
    'b.txt': 'Zoë, 20 €',
    'c.txt': 'Zoë, 30 €',
    'd.txt': 'This file is empty',
  };
  for (const [name, text] of Object.entries(shown)) {
    const { dialog, stage } = await openPreview(page, name);
    await expect(stage).toHaveText(text);
    await escape(page);
    await expect(dialog).toBeHidden();
  }
});

test('PREVIEW-02 PREVIEW-18 a picture is rotated by its EXIF orientation, fits the window and can be zoomed', async ({
  page,
  vaultApi,
}) => {
  await vaultApi.put({
    'Photo.jpg': await picture({ width: 1200, height: 800, format: 'jpeg', orientation: 6 }),
  });
  await openVault(page, vaultApi);
  const { image, zoom, stage, button } = await openPreview(page, 'Photo.jpg');
  await expect(image).toBeVisible();
  const size = async () => {
    const box = await image.boundingBox();
    return { width: Math.round(box?.width ?? 0), height: Math.round(box?.height ?? 0) };
  };
  const fitting = await size();
  expect(fitting.height / fitting.width).toBeCloseTo(1200 / 800, 1);
  const room = await stage.boundingBox();
  expect(fitting.height).toBeLessThanOrEqual(room?.height ?? 0);
  // After a clockwise rotation the left half is at the top.
  await expect.poll(() => colourOn(image, { x: 0.5, y: 0.1 })).toBe('red');
  await expect.poll(() => colourOn(image, { x: 0.5, y: 0.9 })).toBe('blue');

  await expect(button('Fit to window')).toBeDisabled();
  await button('Zoom in').click();
  await expect.poll(size).toEqual({ width: 600, height: 900 });
  await expect(zoom).toHaveText('75%');
  await page.keyboard.press('+');
  await expect(zoom).toHaveText('100%');
  await page.keyboard.press('-');
  await expect(zoom).toHaveText('75%');
  await page.keyboard.press('0');
  await expect.poll(size).toEqual(fitting);
});

test('PREVIEW-02 PREVIEW-29 PREVIEW-30 PREVIEW-31 LIMIT-19 a PDF is shown page by page, rendered at scale 3', async ({
  page,
  vaultApi,
}) => {
  await vaultApi.put({ 'Report.pdf': await pdf('Page one', 'Page two', 'Page three') });
  await openVault(page, vaultApi);
  const modal = await openPreview(page, 'Report.pdf');
  const { stage, button } = modal;
  await expect(modal.page).toHaveText('1 / 3');
  await expect(stage).toHaveText('Page one');
  const canvas = stage.locator('canvas');
  await expect(canvas).toHaveCount(1);
  await expect(canvas).toHaveAttribute('width', String(3 * 595));
  await expect(canvas).toHaveAttribute('height', String(3 * 842));

  await expect(button('Previous page')).toBeDisabled();
  await button('Next page').click();
  await expect(stage).toHaveText('Page two');
  await expect(modal.page).toHaveText('2 / 3');
  await page.keyboard.press('PageDown');
  await expect(stage).toHaveText('Page three');
  await expect(button('Next page')).toBeDisabled();
  await page.keyboard.press('PageDown');
  await expect(modal.page).toHaveText('3 / 3');
  await page.keyboard.press('Home');
  await expect(stage).toHaveText('Page one');
  await page.keyboard.press('End');
  await expect(stage).toHaveText('Page three');
  await button('Previous page').click();
  await expect(stage).toHaveText('Page two');
  await expect(canvas).toHaveCount(1);
});

test('a PDF runs no script when it opens, when it shows a page or when a link is clicked', async ({
  page,
  vaultApi,
}) => {
  await vaultApi.put({ 'Scripted.pdf': await scriptedPdf('Read me', 'app.alert("run"); this.print();') });
  await openVault(page, vaultApi);
  const dialogs: string[] = [];
  page.on('dialog', (dialog) => {
    dialogs.push(dialog.message());
    void dialog.dismiss();
  });
  const { stage } = await openPreview(page, 'Scripted.pdf');
  await expect(stage).toHaveText('Read me');
  await stage.click({ position: { x: 400, y: 300 } });
  await page.keyboard.press('Enter');
  await expect(stage).toHaveText('Read me');
  expect(dialogs).toEqual([]);
  await expect(stage.locator('a, script, iframe, embed, object')).toHaveCount(0);
});

test('PREVIEW-02 PREVIEW-15 PREVIEW-24 PREVIEW-25 D-37 the modal shows Office files as renderings of the server', async ({
  page,
  vaultApi,
}) => {
  test.slow();
  await vaultApi.put({
    'Letter.docx': await docx('Dear client', 'Yours sincerely'),
    'Ledger.xlsx': await xlsx([
      ['Paid to', 'Amount'],
      ['Rent', 1250],
    ]),
    'Slides.pptx': await pptx('Welcome', 'Results'),
    'Notes.txt': 'Call the bank.',
  });
  await openVault(page, vaultApi);
  const calls = contentCalls(page);
  const shown = { 'Letter.docx': 'Dear client', 'Ledger.xlsx': 'Rent', 'Slides.pptx': 'Welcome' };
  for (const [name, text] of Object.entries(shown)) {
    const { dialog, stage } = await openPreview(page, name);
    await expect.poll(() => textOn(stage)).toContain(text);
    await escape(page);
    await expect(dialog).toBeHidden();
  }
  const { stage } = await openPreview(page, 'Notes.txt');
  await expect(stage).toHaveText('Call the bank.');
  const ofName = async (name: string) => {
    const { externalId, versionId } = await vaultApi.item(name);
    return { externalId, versionId };
  };
  for (const [index, name] of ['Letter.docx', 'Ledger.xlsx', 'Slides.pptx', 'Notes.txt'].entries()) {
    const { externalId, versionId } = await ofName(name);
    const way = name === 'Notes.txt' ? 'preSign' : 'preview';
    expect(calls[index]).toContain(`${externalId}/${way}?versionId=${versionId}`);
  }
});

test('PREVIEW-16 PREVIEW-17 T-70 a Word file without data is shown as an empty page', async ({
  page,
  vaultApi,
}) => {
  await vaultApi.put({ 'New.docx': '' });
  await openVault(page, vaultApi);
  const modal = await openPreview(page, 'New.docx');
  await expect(modal.page).toHaveText('1 / 1');
  await expect(modal.stage).toHaveText('');
});

test('PREVIEW-34 each preview is recorded in the history of the file', async ({ page, vaultApi }) => {
  await vaultApi.put({ 'a.txt': 'This is a' });
  await openVault(page, vaultApi);
  await expectRows(page, ['a.txt']);
  for (let n = 0; n < 2; n += 1) {
    const { dialog, stage } = await openPreview(page, 'a.txt');
    await expect(stage).toHaveText('This is a');
    await escape(page);
    await expect(dialog).toBeHidden();
  }
  await filesTab(page)
    .row('a.txt')
    .click({ button: 'right', position: { x: 240, y: 22 } });
  await page.getByRole('menuitem', { name: 'Versions & History' }).click();
  const history = page.getByRole('dialog', { name: 'Versions & History' });
  await history.getByRole('tab', { name: 'History' }).click();
  await expect(history.getByText('This file has been previewed or downloaded 2 times.')).toBeVisible();
});
