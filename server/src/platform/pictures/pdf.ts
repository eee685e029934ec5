import { PDFiumLibrary } from '@hyzyla/pdfium';
import sharp, { type Sharp } from 'sharp';
import { UnreadablePicture } from './errors.ts';

/** Maximum points of a page's side in ISO 32000 (annex C). */
const MAX_POINTS = 14_400;

let library: Promise<PDFiumLibrary> | null = null;

/**
 * The first page of a PDF on white, its longer side `side` pixels long. Form fields stay empty: they need the part of
 * PDFium that runs scripts.
 * @throws UnreadablePicture, or the error of PDFium, for instance for a PDF with a password
 */
export async function openFirstPage(bytes: Uint8Array, side: number): Promise<Sharp> {
  library ??= PDFiumLibrary.init();
  const document = await (await library).loadDocument(bytes);
  try {
    if (document.getPageCount() < 1) throw new UnreadablePicture('a PDF without pages');
    const page = document.getPage(0);
    const { originalWidth, originalHeight } = page.getOriginalSize();
    const longest = Math.max(originalWidth, originalHeight);
    if (!(originalWidth > 0 && originalHeight > 0 && longest <= MAX_POINTS)) {
      throw new UnreadablePicture(`a page of ${originalWidth} x ${originalHeight} points`);
    }
    const scale = side / longest;
    const size = {
      width: Math.max(1, Math.round(originalWidth * scale)),
      height: Math.max(1, Math.round(originalHeight * scale)),
    };
    const { data, width, height } = await page.render({ ...size, render: 'bitmap' });
    return sharp(data, { raw: { width, height, channels: 4 } }).removeAlpha();
  } finally {
    document.destroy();
  }
}
