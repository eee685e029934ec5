import { PDFDocument } from '@cantoo/pdf-lib';
import type { CombinePhotos } from './combine-photos.ts';
import { drawPhoto } from './draw-photo.ts';

/** The longer side of an A4 page, in points. */
const PAGE_SIDE = 842;

/** USE-47: creates one page per photo, in order, with the photo's proportions on A4. */
export const photosToPdf: CombinePhotos = async (photos, { name, onPage }) => {
  const target = await PDFDocument.create({ updateMetadata: false });
  const pages = new Set<File>();
  for (const [n, photo] of photos.entries()) {
    const drawn = await drawPhoto(photo);
    if (drawn !== null) {
      const image = await target.embedJpg(drawn.jpeg);
      const scale = PAGE_SIDE / Math.max(drawn.width, drawn.height);
      const [width, height] = [drawn.width * scale, drawn.height * scale];
      target.addPage([width, height]).drawImage(image, { x: 0, y: 0, width, height });
      pages.add(photo);
    }
    onPage(n + 1);
  }
  if (pages.size === 0) return { pdf: null, pages };
  const bytes = new Uint8Array(await target.save());
  return { pdf: new File([bytes], name, { type: 'application/pdf' }), pages };
};
