import { PDFDocument, PDFName, PDFString } from 'pdf-lib';
import { realDocx, realPptx, realXlsx } from '../../server/src/testing/office-documents.ts';
import { realPicture } from '../../server/src/testing/pictures.ts';

/** Small real documents of every kind with a preview. */

/** Creates a PDF in A4 with a page for each text. */
export async function pdf(...pages: readonly string[]): Promise<Uint8Array> {
  return (await pdfOf(pages)).save();
}

/** Creates a PDF with scripts that run on opening, on display of a page, and by a link. */
export async function scriptedPdf(text: string, script: string): Promise<Uint8Array> {
  const file = await pdfOf([text]);
  file.addJavaScript('start', script);
  const { context } = file;
  const action = context.obj({ S: 'JavaScript', JS: PDFString.of(script) });
  file.catalog.set(PDFName.of('OpenAction'), action);
  const page = file.getPage(0);
  page.node.set(PDFName.of('AA'), context.obj({ O: action }));
  const link = { Type: 'Annot', Subtype: 'Link', Rect: [0, 0, 595, 842], A: action };
  page.node.set(PDFName.of('Annots'), context.obj([context.register(context.obj(link))]));
  return file.save();
}

async function pdfOf(pages: readonly string[]): Promise<PDFDocument> {
  const file = await PDFDocument.create();
  for (const text of pages) file.addPage([595, 842]).drawText(text, { x: 60, y: 760, size: 20 });
  return file;
}

export const docx = realDocx;
export const xlsx = realXlsx;
export const pptx = realPptx;
export const picture = realPicture;

/** Returns a text of `count` lines 'Line 1', 'Line 2' … */
export const lines = (count: number, end = '\n'): string =>
  Array.from({ length: count }, (_, n) => `Line ${n + 1}${end}`).join('');
