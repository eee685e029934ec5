import { UnreadablePicture } from './errors.ts';

/** The maximum for formats that libvips decodes row by row, so that their pixels are never all in memory. */
export const MAX_STREAMED_PIXELS = 100_000_000;
/** The maximum for formats whose pixels are all in memory: more than the 48 megapixels of a phone. */
export const MAX_WHOLE_PIXELS = 50_000_000;

/** AVIF needs 18 bytes of memory per pixel (measured). */
export const MAX_AVIF_PIXELS = 20_000_000;

/** @throws UnreadablePicture for a side below 1 pixel, or a size above the limit */
export function checkPixels(
  { width, height }: { width: number; height: number },
  maxPixels: number = MAX_WHOLE_PIXELS,
): void {
  if (!(width >= 1 && height >= 1)) throw new UnreadablePicture(`a picture of ${width} x ${height} pixels`);
  if (width * height > maxPixels) {
    throw new UnreadablePicture(`${width} x ${height} pixels are more than ${maxPixels}`);
  }
}
