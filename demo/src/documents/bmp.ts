import type { Bitmap } from './bitmap.ts';

const HEADERS = 14 + 40;
const PALETTE = 256 * 4;
/** 150 dots per inch. */
const DOTS_PER_METRE = 5906;

/** Writes grey dots as an uncompressed 8-bit Windows BMP (BITMAPINFOHEADER, grey palette, rows from the bottom). */
export function encodeBmp({ width, height, dots }: Bitmap): Uint8Array {
  const stride = (width + 3) & ~3;
  const file = Buffer.alloc(HEADERS + PALETTE + stride * height);
  file.write('BM', 0, 'latin1');
  file.writeUInt32LE(file.length, 2);
  file.writeUInt32LE(HEADERS + PALETTE, 10);
  file.writeUInt32LE(40, 14);
  file.writeInt32LE(width, 18);
  file.writeInt32LE(height, 22);
  file.writeUInt16LE(1, 26);
  file.writeUInt16LE(8, 28);
  file.writeUInt32LE(stride * height, 34);
  file.writeInt32LE(DOTS_PER_METRE, 38);
  file.writeInt32LE(DOTS_PER_METRE, 42);
  file.writeUInt32LE(256, 46);
  for (let grey = 0; grey < 256; grey += 1)
    file.fill(Buffer.from([grey, grey, grey, 0]), HEADERS + grey * 4, HEADERS + grey * 4 + 4);
  for (let row = 0; row < height; row += 1) {
    const source = (height - 1 - row) * width;
    file.set(dots.subarray(source, source + width), HEADERS + PALETTE + row * stride);
  }
  return file;
}
