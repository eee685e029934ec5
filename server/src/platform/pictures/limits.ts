import { UnreadablePicture } from './errors.ts';

/** Formats that libvips decodes line by line: the pixels are never in memory at once. */
export const MAX_STREAMED_PIXELS = 100_000_000;
/** Formats whose pixels are in memory at once; above the 48 megapixels of a phone. */
export const MAX_WHOLE_PIXELS = 50_000_000;

/** Of AVIF, 18 bytes of memory a pixel were measured. */
export const MAX_AVIF_PIXELS = 20_000_000;

/** @throws UnreadablePicture for a size that no picture has, or that is over the limit */
export function checkPixels(
  { width, height }: { width: number; height: number },
  maxPixels: number = MAX_WHOLE_PIXELS,
): void {
  if (!(width >= 1 && height >= 1)) throw new UnreadablePicture(`a picture of ${width} x ${height} pixels`);
  if (width * height > maxPixels) {
    throw new UnreadablePicture(`${width} x ${height} pixels are more than ${maxPixels}`);
  }
}
