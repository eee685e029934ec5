import {
  AlignmentType,
  Document,
  Footer,
  Header,
  HeadingLevel,
  ImageRun,
  Packer,
  Paragraph,
  Table,
  TableCell,
  TableRow,
  TextRun,
} from 'docx';
import { describe, expect, test } from 'vitest';
import { drawingXml, entityBomb, linkingDocx, rawDocx, wordXml } from '../../testing/office-documents.ts';
import { realPicture } from '../../testing/pictures.ts';
import { rawZip } from '../../testing/raw-zip.ts';
import { docxPage } from './docx.ts';

const picture = await realPicture({ width: 4, height: 4, format: 'png' });

const IMAGE_RELATION = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships/image';

/** The elements of a page, without its head. */
const bodyOf = (html: string) => html.slice(html.indexOf('<body>'));

async function letter(): Promise<string> {
  const cell = (text: string) => new TableCell({ children: [new Paragraph(text)] });
  const file = new Document({
    sections: [
      {
        headers: { default: new Header({ children: [new Paragraph('Firm & Partner')] }) },
        footers: { default: new Footer({ children: [new Paragraph('Page foot')] }) },
        children: [
          new Paragraph({ text: 'Engagement', heading: HeadingLevel.HEADING_1 }),
          new Paragraph({
            alignment: AlignmentType.CENTER,
            children: [new TextRun({ text: 'bold <i>', bold: true })],
          }),
          new Paragraph({ text: 'first point', bullet: { level: 0 } }),
          new Paragraph({
            children: [
              new ImageRun({ type: 'png', data: picture, transformation: { width: 40, height: 40 } }),
            ],
          }),
          new Table({ rows: [new TableRow({ children: [cell('Fee'), cell('1,200')] })] }),
        ],
      },
    ],
  });
  return docxPage(await Packer.toBuffer(file));
}

/** A document with a text and a drawing. @param picture the content of its `pic` element, as XML */
function drawing(pictureXml: string): Buffer {
  const body = `<w:p><w:r><w:t>before</w:t></w:r><w:r>${drawingXml(`<pic:pic>${pictureXml}</pic:pic>`)}</w:r></w:p>`;
  const relation = `<Relationship Id="rId7" Type="${IMAGE_RELATION}" Target="media/image1.png"/>`;
  return rawDocx(wordXml(body), relation, { 'word/media/image1.png': picture });
}

describe('USE-31 a Word document as a page', () => {
  test('USE-31 the page has headings, bold, alignment, lists, images, tables, headers and footers', async () => {
    const html = bodyOf(await letter());
    expect(html).toMatch(/<header[^>]*>.*Firm &amp; Partner.*<\/header>/);
    expect(html).toMatch(/<footer[^>]*>.*Page foot.*<\/footer>/);
    expect(html).toMatch(/<p class="docx_heading1"[^>]*>.*Engagement/);
    expect(html).toMatch(/text-align:center[^>]*>.*font-weight:bold[^>]*>bold &lt;i&gt;/);
    expect(html).toMatch(/<p class="[^"]*docx-num-\d+-0"[^>]*><span>first point/);
    expect(html).toContain(`src="data:image/png;base64,${picture.toString('base64')}"`);
    expect(html).toMatch(/<table[^>]*>.*<td[^>]*>.*Fee.*<\/td>.*1,200.*<\/table>/);
  });

  test('USE-31 a page has no external reference and no script', async () => {
    const hostile =
      '<w:p><w:hyperlink r:id="rId9"><w:r><w:t>click</w:t></w:r></w:hyperlink></w:p>' +
      '<w:p><w:r><w:rPr><w:rFonts w:ascii="x&quot;}&lt;/style&gt;&lt;script&gt;alert(1)&lt;/script&gt;"/>' +
      '<w:color w:val="red;background:url(https://tracker.example/a)"/></w:rPr><w:t>&lt;script&gt;</w:t></w:r></w:p>';
    const relation =
      '<Relationship Id="rId9" Type="hyperlink" Target="javascript:alert(1)" TargetMode="External"/>';
    const html = await docxPage(rawDocx(wordXml(hostile), relation));
    expect(html).not.toMatch(/<script|javascript:|tracker\.example|url\(/i);
    expect(html).toContain('click');
    expect(html).toContain("default-src 'none'");
  });

  test('USE-31 an image that a document only links to is omitted', async () => {
    const html = await docxPage(linkingDocx('/etc/passwd'));
    expect(html).toContain('before');
    expect(bodyOf(html)).not.toMatch(/<img|passwd/);
  });

  test('USE-31 a picture with alternatives shows its fallback, one without an image is omitted', async () => {
    const html = bodyOf(
      await docxPage(
        drawing(`<mc:AlternateContent><mc:Choice Requires="ma"><pic:blipFill>
      <a:blip r:embed="rId1"/></pic:blipFill></mc:Choice><mc:Fallback><pic:blipFill><a:blip r:embed="rId7"/></pic:blipFill>
      </mc:Fallback></mc:AlternateContent><pic:spPr/>`),
      ),
    );
    expect(html).toContain(`src="data:image/png;base64,${picture.toString('base64')}"`);
    const without = bodyOf(await docxPage(drawing('<pic:spPr/>')));
    expect(without).toContain('before');
    expect(without).not.toContain('<img');
  });

  test.each([
    ['an entity bomb', entityBomb()],
    ['not a ZIP', Buffer.from('<w:document/>')],
    ['a ZIP of another kind', rawZip([{ name: 'a.txt', content: 'x' }])],
    ['a truncated document', rawDocx(wordXml('<w:p/>')).subarray(0, 500)],
    [
      'an entry larger than its stated size',
      rawZip([
        { name: 'word/document.xml', content: 'x'.repeat(1000), method: 8, claims: { sizeBytes: 10 } },
      ]),
    ],
    ['a ZIP bomb', rawZip([{ name: 'word/document.xml', content: Buffer.alloc(200_000_000), method: 8 }])],
    ['nesting of 100,000 levels', rawDocx(wordXml('<w:sdt>'.repeat(100_000) + '</w:sdt>'.repeat(100_000)))],
  ])('USE-31 %s is refused as a Word document', async (_, bytes) => {
    await expect(docxPage(bytes)).rejects.toThrow(/DTD|zip|Word document|size|too many|deep|early/i);
  });
});
