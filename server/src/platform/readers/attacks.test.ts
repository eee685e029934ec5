import pino from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { entityBomb, rawDocx, realXlsx, wordXml } from '../../testing/office-documents.ts';
import { rawXlsx } from '../../testing/large-sheet.ts';
import { rawZip } from '../../testing/raw-zip.ts';
import { type DocumentReader, type KindName, openDocumentReader, UnreadableDocument } from './index.ts';

// Hostile documents in the reader process of the product, with its limits.

let reader: DocumentReader;
beforeAll(() => {
  reader = openDocumentReader({ hidden: '/nonexistent', log: pino({ level: 'silent' }), atOnce: 1 });
});
afterAll(() => reader.close());

type Read = readonly [kind: KindName, options?: unknown];
const TEXT = (form: 'plain' | 'pdf' | 'office'): Read => ['text', { form }];
const SHEET: Read = ['sheet', { extension: 'xlsx' }];
const PDF_THUMBNAILS: Read = ['thumbnails', { form: 'pdf', sides: [64] }];

async function textOf([kind, options]: Read, bytes: Uint8Array): Promise<string> {
  return Buffer.from((await reader.read(kind, async () => bytes, options)).bytes).toString();
}

/** A workbook of about 1 KB whose list of sheets has the same sheet 2,000 times. */
function repeatedSheet(): Buffer {
  const entry = '<sheet name="S" sheetId="1" r:id="rId1"/>';
  const row = '<row><c t="str"><v>zebra</v></c></row>';
  return rawXlsx({
    sheets: [['A', `<sheetData>${row}${'<row/>'.repeat(10_000)}</sheetData>`]],
    properties: `/></workbook><sheets>${entry.repeat(2_000)}</sheets><x `,
  });
}

test('GUARD-26 a sheet that a workbook of 1 KB names 2,000 times is read once', async () => {
  const workbook = repeatedSheet();
  expect(workbook.length).toBeLessThan(2_500);
  for (const read of [TEXT('office'), ['plain'] as const]) {
    // oxlint-disable-next-line no-await-in-loop -- one process reads them
    expect((await textOf(read, workbook)).split('zebra')).toHaveLength(2);
  }
});

/** A PDF from its objects, in order; the first is the catalog. */
function rawPdf(...objects: string[]): Buffer {
  let text = '%PDF-1.4\n';
  const offsets = objects.map((object, n) => {
    const at = text.length;
    text += `${n + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(at).padStart(10, '0')} 00000 n \n`;
  });
  const xref = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${offsets.join('')}`;
  const trailer = `trailer << /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${text.length}\n%%EOF`;
  return Buffer.from(`${text}${xref}${trailer}`);
}

const CATALOG = '<< /Type /Catalog /Pages 2 0 R >>';
const pageTreeCycle = rawPdf(
  CATALOG,
  '<< /Type /Pages /Count 100000 /Kids [3 0 R 2 0 R] >>',
  '<< /Type /Pages /Count 100000 /Parent 2 0 R /Kids [2 0 R 3 0 R] >>',
);
const deepPageTree = rawPdf(
  CATALOG,
  ...Array.from({ length: 5_000 }, (_, n) => `<< /Type /Pages /Count 1 /Kids [${n + 3} 0 R] >>`),
);
const overlapping = rawZip([
  { name: '[Content_Types].xml', content: '<Types/>', method: 8 },
  { name: 'word/document.xml', content: 'x', claims: { headerStart: 0 } },
]);
const nested = rawDocx(wordXml('<w:tbl><w:tr><w:tc>'.repeat(30_000)));
const quadratic = rawDocx(wordXml(`<w:p ${'a'.repeat(200_000)} ${'<'.repeat(200_000)}`));
const nestedMail = Array.from(
  { length: 3_000 },
  (_, n) => `Content-Type: multipart/mixed; boundary="b${n}"\r\n\r\n--b${n}\r\n`,
).join('');
const nestedHtml = `Content-Type: text/html\r\n\r\n${'<div>'.repeat(100_000)}`;
const blank = rawPdf(CATALOG, '<< /Type /Pages /Count 1 /Kids [3 0 R] >>', '<< /Type /Page /Parent 2 0 R >>');

const ATTACKS: [string, Read, Uint8Array | string][] = [
  ['a page tree that contains itself', TEXT('pdf'), pageTreeCycle],
  ['a page tree that contains itself, drawn', PDF_THUMBNAILS, pageTreeCycle],
  ['5,000 levels of pages', TEXT('pdf'), deepPageTree],
  ['5,000 levels of pages, drawn', PDF_THUMBNAILS, deepPageTree],
  ['an entity bomb as text', TEXT('office'), entityBomb()],
  ['an entity bomb as a page', ['docx'], entityBomb()],
  ['30,000 nested tables as text', TEXT('office'), nested],
  ['30,000 nested tables as a page', ['docx'], nested],
  ['endless tags as text', TEXT('office'), quadratic],
  ['endless tags as a page', ['docx'], quadratic],
  ['overlapping entries as a list', ['zip'], overlapping],
  ['overlapping entries as text', TEXT('office'), overlapping],
  ['overlapping entries as a page', ['docx'], overlapping],
  ['overlapping entries for LibreOffice', ['officeCheck'], overlapping],
  ['an entity bomb of cells', SHEET, entityBomb()],
  ['3,000 nested mails', ['eml'], nestedMail],
  ['100,000 nested elements of a mail', ['eml'], nestedHtml],
  ['a million separators', ['sheet', { extension: 'csv' }], ',"'.repeat(1_000_000)],
  [
    'a compound file that refers to itself',
    ['msg'],
    Buffer.from(`d0cf11e0a1b11ae1${'00'.repeat(1016)}`, 'hex'),
  ],
];

test.each(ATTACKS)('GUARD-26 %s ends as a page or a refusal of the process', async (_, read, attack) => {
  const failure = await textOf(read, Buffer.from(attack)).then(
    () => null,
    (error: unknown) => error,
  );
  if (failure !== null) expect(failure).toBeInstanceOf(UnreadableDocument);
  expect(await textOf(TEXT('plain'), Buffer.from('next'))).toBe('next');
});

test('GUARD-26 SEARCH-26 text, PDF and workbook are read in the process', async () => {
  expect(await textOf(TEXT('plain'), Buffer.alloc(5_000_000, 'x'))).toHaveLength(500_000);
  expect(await textOf(TEXT('pdf'), blank)).toBe('');
  expect(await textOf(TEXT('office'), await realXlsx([['zebra', 4711]]))).toContain('zebra\t4711');
});
