import { decode } from 'bmp-ts';
import sharp, { type Sharp } from 'sharp';
import { UnreadablePicture } from './errors.ts';
import { checkPixels } from './limits.ts';

const MIN_HEADER_BYTES = 54;

/** Decodes a BMP, which libvips does not read. @throws UnreadablePicture, or an error of the decoder */
export function openBmp(bytes: Uint8Array): Sharp {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  if (file.length < MIN_HEADER_BYTES) throw new UnreadablePicture('a BMP without a header');
  // The decoder allocates the size in the header, so it is checked first. A negative height means top-down rows.
  checkPixels({ width: file.readInt32LE(18), height: Math.abs(file.readInt32LE(22)) });
  const { data, width, height, bitPP } = decode(file, { toRGBA: true });
  const picture = sharp(data, { raw: { width, height, channels: 4 } });
  // Most writers leave the fourth byte at 0; it does not mean transparent.
  return bitPP === 32 ? picture : picture.removeAlpha();
}
