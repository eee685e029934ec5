import sharp, { type Sharp } from 'sharp';
import { UnreadablePicture } from './errors.ts';
import { checkPixels, MAX_AVIF_PIXELS, MAX_STREAMED_PIXELS, MAX_WHOLE_PIXELS } from './limits.ts';
import type { PictureFormat } from './format.ts';

// The process reads one picture after the other; what it keeps between them counts against its memory.
sharp.cache(false);
sharp.concurrency(1);
// Only the decoders that are needed: not those of PDF, ImageMagick, OpenSlide and the like, whatever the build has.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: ['Jpeg', 'Png', 'Webp', 'Nsgif', 'Tiff', 'Heif', 'Svg'].map((name) => `VipsForeignLoad${name}`),
});

/** Formats that libvips reads. AVIF is what its build reads of HEIF. */
export type VipsFormat = Exclude<PictureFormat, 'bmp' | 'heic'>;

const MAX_PIXELS: Record<VipsFormat, number> = {
  jpeg: MAX_STREAMED_PIXELS,
  png: MAX_STREAMED_PIXELS,
  tiff: MAX_STREAMED_PIXELS,
  gif: MAX_WHOLE_PIXELS,
  webp: MAX_WHOLE_PIXELS,
  avif: MAX_AVIF_PIXELS,
};

/** The first picture of a file, turned upright as its EXIF orientation asks. @throws UnreadablePicture */
export async function openVips(bytes: Uint8Array, format: VipsFormat): Promise<Sharp> {
  const limitInputPixels = MAX_PIXELS[format];
  // 'error': a truncated file is refused, one with odd metadata is not.
  const picture = sharp(bytes, { limitInputPixels, failOn: 'error', sequentialRead: true, pages: 1 });
  checkPixels(await picture.metadata(), limitInputPixels);
  return picture.autoOrient();
}

/** CSS pixels and the resolution of SVG: 96 to the inch, of which libvips takes 72 for a scale of 1. */
const SVG_DENSITY = 72;
const MIN_DENSITY = 1;
/** As much as sharp takes; the pixels are limited anyway. */
const MAX_DENSITY = 100_000;

/**
 * An SVG, drawn so that its longer side has about `side` pixels. librsvg runs no scripts, knows no foreignObject and
 * loads nothing from elsewhere for an SVG without an address.
 * @throws UnreadablePicture
 */
export async function openSvg(bytes: Uint8Array, side: number): Promise<Sharp> {
  const { width, height } = await sharp(bytes, { density: SVG_DENSITY, limitInputPixels: false }).metadata();
  checkPixels({ width, height }, Infinity);
  const density = (SVG_DENSITY * side) / Math.max(width, height);
  if (density < MIN_DENSITY) throw new UnreadablePicture(`an SVG of ${width} x ${height} pixels`);
  return sharp(bytes, { density: Math.min(density, MAX_DENSITY), limitInputPixels: MAX_WHOLE_PIXELS });
}
