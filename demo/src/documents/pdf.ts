import { PDFDocument } from 'pdf-lib';
import type { Article, Block } from './content.ts';
import { PdfSheet } from './pdf-sheet.ts';

/** Draws an article as a PDF of A4 pages with letterhead and page numbers; its dates are those of the article. */
export async function renderPdf(article: Article): Promise<Uint8Array> {
  const file = await openPdf(article.title, article.author, article.date);
  const sheet = await PdfSheet.open(file, article.from);
  sheet.letterhead();
  sheet.title(article.title);
  for (const block of article.blocks) drawBlock(sheet, block);
  sheet.footers();
  return file.save();
}

/** A scan: a PDF whose only page is a picture (JPEG bytes) in A4 size. */
export async function renderScannedPdf(jpeg: Uint8Array, title: string, date: Date): Promise<Uint8Array> {
  const file = await openPdf(title, 'Front office scanner', date);
  const page = file.addPage([595.28, 841.89]);
  const picture = await file.embedJpg(jpeg);
  page.drawImage(picture, { x: 0, y: 0, width: page.getWidth(), height: page.getHeight() });
  return file.save();
}

/** Without `updateMetadata: false` pdf-lib writes the present time into the file. */
async function openPdf(title: string, author: string, date: Date): Promise<PDFDocument> {
  const file = await PDFDocument.create({ updateMetadata: false });
  file.setTitle(title);
  file.setAuthor(author);
  file.setProducer('Portal Vault demo');
  file.setCreationDate(date);
  file.setModificationDate(date);
  return file;
}

function drawBlock(sheet: PdfSheet, block: Block): void {
  if (block.kind === 'heading') sheet.heading(block.text);
  else if (block.kind === 'paragraph') sheet.paragraph(block.text);
  else if (block.kind === 'bullets') sheet.bullets(block.items);
  else if (block.kind === 'facts') sheet.facts(block.rows);
  else if (block.kind === 'table') sheet.table(block);
  else sheet.signatures(block.names);
}
