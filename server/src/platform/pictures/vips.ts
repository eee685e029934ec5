import sharp, { type Sharp } from 'sharp';
import { UnreadablePicture } from './errors.ts';
import { checkPixels, MAX_AVIF_PIXELS, MAX_STREAMED_PIXELS, MAX_WHOLE_PIXELS } from './limits.ts';
import type { PictureFormat } from './format.ts';

// The process reads one picture at a time; a cache between pictures would count against its memory.
sharp.cache(false);
sharp.concurrency(1);
// Allows only the needed decoders, and not those of PDF, ImageMagick, OpenSlide and others that a build can contain.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: ['Jpeg', 'Png', 'Webp', 'Nsgif', 'Tiff', 'Heif', 'Svg'].map((name) => `VipsForeignLoad${name}`),
});

/** Formats that libvips reads. Of HEIF its build reads AVIF only. */
export type VipsFormat = Exclude<PictureFormat, 'bmp' | 'heic'>;

const MAX_PIXELS: Record<VipsFormat, number> = {
  jpeg: MAX_STREAMED_PIXELS,
  png: MAX_STREAMED_PIXELS,
  tiff: MAX_STREAMED_PIXELS,
  gif: MAX_WHOLE_PIXELS,
  webp: MAX_WHOLE_PIXELS,
  avif: MAX_AVIF_PIXELS,
};

/** The first picture of a file, rotated by its EXIF orientation. @throws UnreadablePicture */
export async function openVips(bytes: Uint8Array, format: VipsFormat): Promise<Sharp> {
  const limitInputPixels = MAX_PIXELS[format];
  // 'error' refuses a truncated file, and accepts one with invalid metadata.
  const picture = sharp(bytes, { limitInputPixels, failOn: 'error', sequentialRead: true, pages: 1 });
  checkPixels(await picture.metadata(), limitInputPixels);
  return picture.autoOrient();
}

/** SVG has 96 CSS pixels per inch; a scale of 1 in libvips is 72 per inch. */
const SVG_DENSITY = 72;
const MIN_DENSITY = 1;
/** The maximum density of sharp; the number of pixels is limited separately. */
const MAX_DENSITY = 100_000;

/**
 * Draws an SVG so that its longer side has about `side` pixels. librsvg runs no scripts, ignores foreignObject, and
 * loads no external file for an SVG without an address.
 * @throws UnreadablePicture
 */
export async function openSvg(bytes: Uint8Array, side: number): Promise<Sharp> {
  const { width, height } = await sharp(bytes, { density: SVG_DENSITY, limitInputPixels: false }).metadata();
  checkPixels({ width, height }, Infinity);
  const density = (SVG_DENSITY * side) / Math.max(width, height);
  if (density < MIN_DENSITY) throw new UnreadablePicture(`an SVG of ${width} x ${height} pixels`);
  return sharp(bytes, { density: Math.min(density, MAX_DENSITY), limitInputPixels: MAX_WHOLE_PIXELS });
}
