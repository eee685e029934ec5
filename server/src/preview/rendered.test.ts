import { contract } from '@vault/contract';
import { PDFDocument } from 'pdf-lib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type OfficeConverter, openOffice } from '../platform/office/index.ts';
import { openDocumentReader } from '../platform/readers/index.ts';
import { RECORDS } from '../testing/accounts.ts';
import { createTestApp, type TestApp } from '../testing/app.ts';
import { entityBomb, rawDocx, realDocx, realPptx, realXlsx, wordXml } from '../testing/office-documents.ts';
import { rawXlsx } from '../testing/large-sheet.ts';
import { rawZip } from '../testing/raw-zip.ts';
import { put } from './fixtures/previews.ts';

// Uses real HTTP, PostgreSQL, the blob store, the document reader, and LibreOffice where it is installed.

const { office: call } = contract.preview;
const UNSUPPORTED = {
  code: 400,
  data: null,
  errorMessage: 'Preview is not supported.',
  errorCode: 'PREVIEW_UNSUPPORTED',
};

async function look(vault: TestApp, name: string, bytes: Buffer): Promise<Response> {
  const { externalId } = await put(vault, RECORDS.acme, { name, bytes });
  return (await vault.as('reader')).fetch(call.path.replace(':externalId', externalId));
}

const bomb = () =>
  rawZip([
    { name: '[Content_Types].xml', content: '<Types/>' },
    { name: 'word/document.xml', method: 8, content: Buffer.alloc(30_000_000, ' ') },
  ]);

describe('C29 without a converter', () => {
  let vault: TestApp;
  beforeAll(async () => {
    vault = await createTestApp({ office: null });
  });
  afterAll(() => vault.close());

  test.each([
    [
      'letter.docx',
      () => realDocx('Dear <b>Ada</b> & "Ben"'),
      '<p><span>Dear &lt;b&gt;Ada&lt;/b&gt; &amp; &quot;Ben&quot;</span></p>',
    ],
    [
      'sums.xlsx',
      () => realXlsx([['Name', 1.5]]),
      '<h2>Sheet &amp; Co</h2>\n<table>\n<tr><td>Name</td><td>1.5</td></tr>\n</table>',
    ],
    ['talk.pptx', () => realPptx('First', 'Second'), '<figcaption>Slide 1 of 2</figcaption>'],
  ])('USE-31 %s is a page that cannot run scripts', async (name, make, html) => {
    const reply = await look(vault, name, await make());
    expect(reply.status).toBe(200);
    expect(reply.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(reply.headers.get('content-security-policy')).toMatch(/^sandbox; default-src 'none'/);
    expect(reply.headers.get('x-content-type-options')).toBe('nosniff');
    expect(reply.headers.get('content-disposition')).toContain('.html"');
    const text = await reply.text();
    expect(text).toContain(html);
    expect(text).not.toMatch(/<script|<b>|href=|src=|\son\w+=/);
  });

  test('USE-30 a workbook shows formatted values on the plain page too', async () => {
    const workbook = rawXlsx({
      styles: '<cellXfs><xf numFmtId="10"/></cellXfs>',
      sheets: [['A', '<sheetData><row r="1"><c r="A1"><v>0.1234</v></c></row></sheetData>']],
    });
    expect(await (await look(vault, 'share.xlsx', workbook)).text()).toContain('<td>12.34%</td>');
  });

  test('a long document is cut, with a notice', async () => {
    const reply = await look(
      vault,
      'long.docx',
      rawDocx(wordXml(`<w:p><w:r><w:t>${'word '.repeat(20)}</w:t></w:r></w:p>`.repeat(30_000))),
    );
    const text = await reply.text();
    expect(text.length).toBeLessThan(4_000_000);
    expect(text).toContain('The preview ends here.');
  });

  test.each<[string, Buffer]>([
    ['legacy.doc', Buffer.from(`d0cf11e0a1b11ae1${'00'.repeat(600)}`, 'hex')],
    ['legacy.xls', Buffer.from('x')],
    ['legacy.ppt', Buffer.alloc(0)],
    ['broken.docx', Buffer.from('PK\x03\x04 broken')],
    ['empty.xlsx', Buffer.alloc(0)],
    ['bomb.docx', bomb()],
    ['entities.docx', entityBomb()],
  ])('E10 %s cannot be shown', async (name, bytes) => {
    const reply = await look(vault, name, bytes);
    expect([reply.status, await reply.json()]).toEqual([400, UNSUPPORTED]);
  });
});

let office: OfficeConverter | null = null;
const log = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined };
const officeReader = openDocumentReader({ hidden: '/nowhere', log });
office = await openOffice({ program: null, hidden: '/nowhere', log, reader: officeReader });
const skipped = office === null ? ' (LibreOffice is not installed here: skipped)' : '';

describe.skipIf(office === null)(`C29 by LibreOffice${skipped}`, () => {
  let vault: TestApp;
  beforeAll(async () => {
    vault = await createTestApp({ office });
  });
  afterAll(async () => {
    await vault.close();
    await office?.close();
    await officeReader.close();
  });

  test('a presentation is sent as a PDF with its slides; equal bytes give the same PDF', async () => {
    const bytes = await realPptx('One', 'Two', 'Three');
    const replies = [await look(vault, 'talk.pptx', bytes), await look(vault, 'copy.pptx', bytes)];
    const [first, second] = await Promise.all(
      replies.map(async (reply) => Buffer.from(await reply.arrayBuffer())),
    );
    expect((await PDFDocument.load(first ?? '')).getPageCount()).toBe(3);
    expect(second).toEqual(first);
  });

  test.each<[string, Buffer]>([
    ['broken.docx', Buffer.from('PK\x03\x04 broken')],
    ['page.doc', Buffer.from('<html><script>alert(1)</script></html>')],
    ['bomb.docx', bomb()],
    ['empty.xls', Buffer.alloc(0)],
  ])('E10 %s cannot be shown', async (name, bytes) => {
    const reply = await look(vault, name, bytes);
    expect([reply.status, await reply.json()]).toEqual([400, UNSUPPORTED]);
  });

  test('USE-34 a document that LibreOffice refuses has the simplified view', async () => {
    const paragraph = wordXml('<w:p><w:r><w:t>Dear Ada</w:t></w:r></w:p>');
    // A part name that derives from the name of another part violates OPC.
    const bytes = rawDocx(paragraph, '', { 'word/document.xml/image.gif': Buffer.from('GIF89a') });
    const reply = await look(vault, 'letter.docx', bytes);
    expect([reply.status, reply.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    expect(await reply.text()).toContain('Dear Ada');
  });

  test('an entity bomb is refused or rendered within the limits, while other calls succeed', async () => {
    const looking = look(vault, 'entities.docx', entityBomb());
    const { code } = await (
      await vault.as('reader')
    ).call(contract.tree.folders, { params: { recordId: RECORDS.acme } });
    expect(code).toBe(200);
    const reply = await looking;
    expect([200, 400]).toContain(reply.status);
    await reply.arrayBuffer();
  });
});
