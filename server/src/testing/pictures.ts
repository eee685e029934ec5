import sharp from 'sharp';

interface PictureInput {
  /** in pixels, as the bytes lie */
  width: number;
  height: number;
  format: 'png' | 'jpeg' | 'gif';
  /** EXIF orientation of a JPEG: 6 says that it is to be turned clockwise by a quarter */
  orientation?: number;
}

const LEFT = '#d43f3a';
const RIGHT = '#1634a4';

/** A picture whose left half is red and whose right half is blue, as a camera or a program writes it. */
export async function realPicture({ width, height, format, orientation }: PictureInput): Promise<Buffer> {
  const half = { width: Math.floor(width / 2), height, channels: 3 as const };
  const right = await sharp({ create: { ...half, background: RIGHT } })
    .png()
    .toBuffer();
  const picture = sharp({ create: { width, height, channels: 3, background: LEFT } }).composite([
    { input: right, left: width - half.width, top: 0 },
  ]);
  return (orientation === undefined ? picture : picture.withMetadata({ orientation }))
    .toFormat(format)
    .toBuffer();
}

/**
 * The colour of one dot of a picture.
 * @param at its place from the left and from the top, 0 to 1
 * @returns red, green and blue, 0 to 255
 */
export async function pixelOf(
  picture: Buffer,
  at: { x: number; y: number },
): Promise<[red: number, green: number, blue: number]> {
  const { data, info } = await sharp(picture).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const start = info.channels * (Math.floor(at.y * info.height) * info.width + Math.floor(at.x * info.width));
  return [data[start] ?? 0, data[start + 1] ?? 0, data[start + 2] ?? 0];
}
