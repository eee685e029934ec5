import { largeSheet, rawXlsx } from '../server/src/testing/large-sheet.ts';
import { f64, rawXls, record, u16 } from '../server/src/testing/raw-xls.ts';
import { expectAccessible } from './support/accessible.ts';
import { expectRows } from './support/files-tab.ts';
import { linkPage, makeLink } from './support/link-page.ts';
import { openPreview } from './support/preview-modal.ts';
import { expect, type Locator, openVault, test } from './support/test.ts';

const STYLES =
  '<numFmts><numFmt numFmtId="164" formatCode="#,##0.00;[Red]-#,##0.00"/></numFmts>' +
  '<fonts><font/><font><b/></font></fonts>' +
  '<fills><fill/><fill/><fill><patternFill patternType="solid"><fgColor rgb="FFDDEBF7"/></patternFill></fill></fills>' +
  '<borders><border/><border><bottom style="thin"><color rgb="FF4472C4"/></bottom></border></borders>' +
  '<cellXfs><xf/><xf fontId="1" fillId="2" borderId="1"/><xf numFmtId="164"/><xf numFmtId="10"/><xf numFmtId="14"/></cellXfs>';

const text = (at: string, value: string, style = 0) =>
  `<c r="${at}" s="${style}" t="inlineStr"><is><t>${value}</t></is></c>`;
const number = (at: string, value: number, style = 0) => `<c r="${at}" s="${style}"><v>${value}</v></c>`;

const accounts = () =>
  rawXlsx({
    styles: STYLES,
    sheets: [
      [
        'March',
        '<cols><col min="1" max="1" width="24"/></cols><sheetData>' +
          `<row r="1">${text('A1', 'Paid to', 1)}${text('B1', 'Amount', 1)}${text('C1', 'Share', 1)}${text('D1', 'Day', 1)}</row>` +
          `<row r="2">${text('A2', 'Rent for the office')}${number('B2', -1234.5, 2)}${number('C2', 0.123, 3)}${number('D2', 45_000, 4)}</row>` +
          `<row r="3">${text('A3', 'A long text that goes on over its empty neighbours')}</row>` +
          `<row r="5">${text('B5', 'Merged', 1)}</row></sheetData>` +
          '<mergeCells><mergeCell ref="B5:D6"/></mergeCells>',
      ],
      ['April', `<sheetData><row r="1">${text('A1', 'Paid in April')}</row></sheetData>`],
    ],
  });

/** A workbook of Excel 97 with one number. */
const oldWorkbook = () =>
  rawXls({ sheets: [{ name: 'One', records: [record(0x0203, u16(0, 0, 0), f64(12.5))] }] });

const cell = (stage: Locator, value: string) => stage.getByRole('cell', { name: value, exact: true });

test('USE-30 a spreadsheet shows its formats, styles, merged cells and sheets', async ({
  page,
  vaultApi,
}) => {
  await vaultApi.put({ 'Accounts.xlsx': accounts() });
  await openVault(page, vaultApi);
  const { dialog, stage } = await openPreview(page, 'Accounts.xlsx');
  const amount = cell(stage, '-1,234.50');
  await expect(amount).toHaveCSS('text-align', 'right');
  await expect(amount).toHaveCSS('color', 'rgb(208, 0, 0)');
  await expect(amount).toHaveCSS('white-space', 'pre');
  await expect(cell(stage, '12.30%')).toBeVisible();
  await expect(cell(stage, '3/15/2023')).toBeVisible();
  const name = await stage.getByRole('columnheader', { name: 'B', exact: true }).boundingBox();
  const below = await cell(stage, 'Amount').boundingBox();
  expect([name?.x, (name?.y ?? 0) + (name?.height ?? 0)]).toEqual([below?.x, below?.y]);
  const header = cell(stage, 'Paid to');
  await expect(header).toHaveCSS('font-weight', '600');
  await expect(header).toHaveCSS('background-color', 'rgb(221, 235, 247)');
  // A cell covers the line below it, so that its lower border and the upper border of the next cell are one line.
  expect((await header.boundingBox())?.height).toBe(24);
  const merged = await cell(stage, 'Merged').boundingBox();
  expect(Math.round(merged?.height ?? 0)).toBe(48);
  await expect(stage).toBeFocused();
  await expectAccessible(page);
  await dialog.getByRole('tab', { name: 'March' }).press('ArrowRight');
  await expect(dialog.getByRole('tab', { name: 'April' })).toBeFocused();
  await expect(cell(stage, 'Paid in April')).toBeVisible();
  await expectAccessible(page);
});

test('USE-30 a sheet of 50 columns and 20,000 rows shows its first rows and scrolls to the last', async ({
  page,
  vaultApi,
}) => {
  test.slow();
  await vaultApi.put({ 'Ledger.xlsx': largeSheet(20_000, 50) });
  await openVault(page, vaultApi);
  await expectRows(page, ['Ledger.xlsx']);
  const start = Date.now();
  const { dialog, stage } = await openPreview(page, 'Ledger.xlsx');
  await cell(stage, 'Column 2').waitFor();
  const firstMs = Date.now() - start;
  await expect(dialog.getByText('Loading all rows…')).toHaveCount(0);
  await expect(rowNumber(stage, 2)).toBeInViewport();
  const wholeMs = Date.now() - start;
  const { mostCells, ...frames } = await scrollThrough(stage, process.env['FIGURES'] === 'true' ? 120 : 12);
  await expect(rowNumber(stage, 20_000)).toBeInViewport();
  // The header row and the first column stay visible.
  await expect(cell(stage, 'Column 50')).toBeInViewport();
  await expect(cell(stage, 'Column 1')).toBeInViewport();
  // Of a million cells, the page renders only the visible ones and some around them.
  expect(mostCells).toBeLessThan(3000);
  // The times depend on the load of the machine, so they are reported for docs/performance.md and not checked.
  const figures = JSON.stringify({ firstMs, wholeMs, ...frames });
  test.info().annotations.push({ type: 'figures', description: figures });
});

const rowNumber = (stage: Locator, row: number) =>
  stage.getByRole('rowheader', { name: String(row), exact: true });

/**
 * Scrolls down to the end and to the right.
 * @param steps number of frames of each of the three movements
 * @returns the times between frames in ms, and the maximum number of cells in the page after a frame
 */
const scrollThrough = (stage: Locator, steps: number) =>
  stage.evaluate(async (box, frames) => {
    const times: number[] = [];
    let mostCells = 0;
    const frame = () =>
      new Promise<number>((resolve) => {
        box.ownerDocument.defaultView?.requestAnimationFrame(resolve);
      });
    let last = await frame();
    const step = async (left: number, top: number) => {
      box.scrollTo(left, top);
      const now = await frame();
      times.push(now - last);
      mostCells = Math.max(mostCells, box.querySelectorAll('[role="cell"]').length);
      last = now;
    };
    const [width, height] = [box.scrollWidth - box.clientWidth, box.scrollHeight - box.clientHeight];
    for (let n = 1; n <= frames; n += 1) await step(0, n * 37);
    for (let n = 1; n <= frames; n += 1) await step(0, (height * n) / frames);
    for (let n = 1; n <= frames; n += 1) await step((width * n) / frames, height);
    const sorted = times.toSorted((one, other) => one - other);
    const at = (share: number) => Math.round(sorted[Math.floor((sorted.length - 1) * share)] ?? 0);
    return { p50: at(0.5), p95: at(0.95), p99: at(0.99), max: at(1), mostCells };
  }, steps);

test('USE-30 a shared sheet scrolls horizontally on a phone', async ({ page, vaultApi }) => {
  await vaultApi.put({ 'Accounts.xlsx': largeSheet(60, 20) });
  const url = await makeLink(vaultApi, { externalIds: [(await vaultApi.item('Accounts.xlsx')).sfid] });
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(url);
  await linkPage(page).open('Accounts.xlsx').click();
  const stage = page.getByRole('dialog').getByRole('region', { name: 'Accounts.xlsx' });
  await expect(cell(stage, 'Column 2')).toBeVisible();
  await stage.hover();
  await page.mouse.wheel(2_000, 0);
  await expect(cell(stage, 'Column 20')).toBeInViewport();
  await expectAccessible(page);
});

test('USE-30 USE-32 XLS, CSV and TSV files are shown as a table', async ({ page, vaultApi }) => {
  await vaultApi.put({
    'List.csv': 'Name;Sum\nAda;1,5\n"Ben; junior";=1+1\n',
    'Tabs.tsv': 'a\tb\n1\t2\n',
    'Old.xls': oldWorkbook(),
  });
  await openVault(page, vaultApi);
  const list = await openPreview(page, 'List.csv');
  await expect(cell(list.stage, 'Ben; junior')).toBeVisible();
  await expect(cell(list.stage, '=1+1')).toBeVisible();
  await expect(cell(list.stage, '1,5')).toHaveCSS('text-align', 'right');
  await page.keyboard.press('Escape');
  await expect(list.dialog).toBeHidden();
  const tabs = await openPreview(page, 'Tabs.tsv');
  await expect(cell(tabs.stage, '2')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(tabs.dialog).toBeHidden();
  const old = await openPreview(page, 'Old.xls');
  await expect(cell(old.stage, '12.5')).toHaveCSS('text-align', 'right');
});

test('USE-30 an unreadable spreadsheet shows a message and a download button', async ({ page, vaultApi }) => {
  await vaultApi.put({ 'Broken.xlsx': largeSheet(50, 5).subarray(0, 1500) });
  await openVault(page, vaultApi);
  const { dialog, button } = await openPreview(page, 'Broken.xlsx');
  await expect(dialog.getByRole('status')).toContainText(['This document cannot be shown.']);
  await expect(button('Download')).toBeVisible();
  await expectAccessible(page);
});
