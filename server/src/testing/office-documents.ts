import { Document, PageBreak, Packer, Paragraph, type ParagraphChild, TextRun } from 'docx';
import PptxGenJs from 'pptxgenjs';
import writeExcelFile from 'write-excel-file/node';
import { rawZip } from './raw-zip.ts';

/** Documents written by common libraries, for tests that read or render them. */

/** A Word document with a page for each text. */
export async function realDocx(...pages: readonly string[]): Promise<Buffer> {
  const children = pages.map((text, n): Paragraph => {
    const runs: ParagraphChild[] = [new TextRun(text)];
    if (n > 0) runs.unshift(new TextRun({ children: [new PageBreak()] }));
    return new Paragraph({ children: runs });
  });
  return Packer.toBuffer(new Document({ sections: [{ children }] }));
}

/** A workbook with one sheet of texts and numbers. */
export async function realXlsx(rows: readonly (readonly (string | number)[])[]): Promise<Buffer> {
  const data = rows.map((row) => row.map((value) => ({ value })));
  return Buffer.from(await writeExcelFile(data, { sheet: 'Sheet & Co' }).toBuffer());
}

/** A presentation with a slide for each text. */
export async function realPptx(...slides: readonly string[]): Promise<Buffer> {
  // A CommonJS build behind an ES entry: its types declare the class on `default` of the namespace only.
  const file = new (PptxGenJs as unknown as typeof PptxGenJs.default)();
  for (const text of slides) file.addSlide().addText(text, { x: 1, y: 1, w: 5, h: 1 });
  const bytes = await file.write({ outputType: 'nodebuffer' });
  return Buffer.from(bytes as Uint8Array<ArrayBuffer>);
}

const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const WORD = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main';
const DRAWING = 'http://schemas.openxmlformats.org/drawingml/2006';

/**
 * A Word document, built by hand around its main part.
 * @param relations of the main part, as XML
 * @param more additional parts by name
 */
export function rawDocx(
  documentXml: string | Buffer,
  relations = '',
  more: Record<string, Buffer> = {},
): Buffer {
  const main = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml';
  const deflated = (name: string, content: string | Buffer) => ({ name, content, method: 8 });
  return rawZip([
    deflated(
      '[Content_Types].xml',
      `<?xml version="1.0"?><Types xmlns="${PACKAGE}/content-types">
        <Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>
        <Default Extension="xml" ContentType="application/xml"/>
        <Override PartName="/word/document.xml" ContentType="${main}"/></Types>`,
    ),
    deflated(
      '_rels/.rels',
      `<?xml version="1.0"?><Relationships xmlns="${PACKAGE}/relationships">
        <Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="word/document.xml"/></Relationships>`,
    ),
    deflated('word/document.xml', documentXml),
    deflated(
      'word/_rels/document.xml.rels',
      `<?xml version="1.0"?><Relationships xmlns="${PACKAGE}/relationships">${relations}</Relationships>`,
    ),
    ...Object.entries(more).map(([name, content]) => deflated(name, content)),
  ]);
}

/**
 * The main part of a Word document.
 * @param body the content of its body, as XML
 */
export const wordXml = (body: string, prolog = '') =>
  `<?xml version="1.0" encoding="UTF-8"?>${prolog}<w:document xmlns:w="${WORD}" xmlns:r="${OFFICE}" ` +
  `xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006" ` +
  `xmlns:wp="${DRAWING}/wordprocessingDrawing" xmlns:a="${DRAWING}/main" xmlns:pic="${DRAWING}/picture">` +
  `<w:body>${body}</w:body></w:document>`;

/**
 * An inline drawing.
 * @param shape such as a `pic:pic`, as XML
 */
export const drawingXml = (shape: string) => `<w:drawing><wp:inline>
    <wp:extent cx="1905000" cy="1905000"/><wp:docPr id="1" name="p"/>
    <a:graphic><a:graphicData uri="${DRAWING}/picture">${shape}</a:graphicData></a:graphic>
    </wp:inline></w:drawing>`;

/**
 * A Word document with a linked picture.
 * @param path of the picture on this machine
 */
export function linkingDocx(path: string): Buffer {
  const shape = `<pic:pic><pic:nvPicPr><pic:cNvPr id="1" name="p"/><pic:cNvPicPr/></pic:nvPicPr>
    <pic:blipFill><a:blip r:link="rId5"/><a:stretch><a:fillRect/></a:stretch></pic:blipFill>
    <pic:spPr><a:xfrm><a:off x="0" y="0"/><a:ext cx="1905000" cy="1905000"/></a:xfrm>
    <a:prstGeom prst="rect"/></pic:spPr></pic:pic>`;
  const body = `<w:p><w:r><w:t>before</w:t></w:r><w:r>${drawingXml(shape)}</w:r></w:p>`;
  const target = `Type="${OFFICE}/image" Target="file://${path}" TargetMode="External"`;
  return rawDocx(wordXml(body), `<Relationship Id="rId5" ${target}/>`);
}

/** A Word document with one paragraph of a thousand million letters, if its entities are expanded. */
export function entityBomb(): Buffer {
  const levels = Array.from({ length: 9 }, (_, n) => `<!ENTITY e${n + 1} "${`&e${n};`.repeat(10)}">`);
  const prolog = `<!DOCTYPE d [<!ENTITY e0 "lol">${levels.join('')}]>`;
  return rawDocx(wordXml('<w:p><w:r><w:t>before</w:t><w:t>&e9;</w:t></w:r></w:p>', prolog));
}
