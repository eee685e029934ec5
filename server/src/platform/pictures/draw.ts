import type { Sharp } from 'sharp';
import sharp from 'sharp';
import { UnreadablePicture } from './errors.ts';
import { formatOf, looksLikeSvg } from './format.ts';
import { openSvg, openVips } from './vips.ts';

/** The kind of the bytes, by the extension of their file. The format of a `pic` is detected by its bytes. */
export type PictureForm = 'pic' | 'svg' | 'pdf';

/** Maximum pixels of the longer side of a preview: enough for a scanned A4 page at 300 dpi. */
const PICTURE_SIDE = 4096;
/** SVG has no pixels; this fills a screen. */
const SVG_SIDE = 2048;
const PICTURE_WEBP = { quality: 82, effort: 2 };
const THUMBNAIL_WEBP = { quality: 72, effort: 3 };

/**
 * A picture as WebP, upright, its longer side at most 4,096 pixels, without its metadata (USE-32).
 * @throws UnreadablePicture or an error of the decoder when it cannot be drawn within the limits
 */
export async function drawPicture(bytes: Uint8Array, form: 'pic' | 'svg'): Promise<Buffer> {
  const size = {
    width: PICTURE_SIDE,
    height: PICTURE_SIDE,
    fit: 'inside',
    withoutEnlargement: true,
  } as const;
  return withPicture(bytes, { form, side: SVG_SIDE }, (picture) =>
    picture.resize(size).webp(PICTURE_WEBP).toBuffer(),
  );
}

/**
 * Thumbnails of a picture or of the first page of a PDF as WebP, on white, upright (USE-33). The picture is decoded
 * once for all of them.
 * @param sides pixels of the longer side of each, the largest first
 * @throws UnreadablePicture or an error of the decoder when it cannot be drawn within the limits
 */
export async function drawThumbnails(
  bytes: Uint8Array,
  form: PictureForm,
  sides: readonly number[],
): Promise<Buffer[]> {
  const [largest = 0] = sides;
  const { data, info } = await withPicture(bytes, { form, side: largest }, (picture) =>
    fitInto(picture, largest)
      .flatten({ background: '#fff' })
      .toColourspace('srgb')
      .raw()
      .toBuffer({ resolveWithObject: true }),
  );
  const { width, height, channels } = info;
  return Promise.all(
    sides.map((side) =>
      fitInto(sharp(data, { raw: { width, height, channels } }), side)
        .webp(THUMBNAIL_WEBP)
        .toBuffer(),
    ),
  );
}

const fitInto = (picture: Sharp, side: number): Sharp =>
  picture.resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true });

interface Opened {
  form: PictureForm;
  /** the longer side in pixels, for formats that have no pixels */
  side: number;
}

/** Decodes a picture and draws it. */
async function withPicture<T>(
  bytes: Uint8Array,
  { form, side }: Opened,
  draw: (picture: Sharp) => Promise<T>,
): Promise<T> {
  if (form === 'pdf') return draw(await (await import('./pdf.ts')).openFirstPage(bytes, side));
  if (form === 'svg') {
    if (!looksLikeSvg(bytes)) throw new UnreadablePicture('no SVG');
    return draw(await openSvg(bytes, side));
  }
  const format = formatOf(bytes);
  if (format === null) throw new UnreadablePicture('no picture');
  if (format === 'heic') return (await import('./heic.ts')).withHeic(bytes, draw);
  if (format === 'bmp') return draw((await import('./bmp.ts')).openBmp(bytes));
  return draw(await openVips(bytes, format));
}
