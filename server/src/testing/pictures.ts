import sharp from 'sharp';

interface PictureInput {
  /** in pixels, before the orientation is applied */
  width: number;
  height: number;
  format: 'png' | 'jpeg' | 'gif' | 'webp' | 'tiff' | 'avif';
  /** EXIF orientation: 6 means a rotation by 90 degrees clockwise */
  orientation?: number;
}

const LEFT = '#d43f3a';
const RIGHT = '#1634a4';

/** A picture with a red left half and a blue right half, in the format of a camera or a program. */
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
 * The colour of one pixel of a picture.
 * @param at its position from the left and from the top, 0 to 1
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

/**
 * A HEIC of 96 x 64 pixels like that of a phone that is held upright: HEVC, and an `irot` box that rotates it by 90
 * degrees clockwise. The left half is red and the right half is blue, before the rotation. Made with heif-enc of
 * libheif 1.15.
 */
export const TURNED_HEIC = Buffer.from(
  [
    'AAAAHGZ0eXBoZWljAAAAAG1pZjFoZWljbWlhZgAAAUxtZXRhAAAAAAAAACFoZGxyAAAAAAAAAABwaWN0AAAAAAAAAAAAAAAA',
    'AAAAAA5waXRtAAAAAAABAAAAImlsb2MAAAAAREAAAQABAAAAAAFwAAEAAAAAAAAAoQAAACNpaW5mAAAAAAABAAAAFWluZmUC',
    'AAAAAAEAAGh2YzEAAAAAzGlwcnAAAACtaXBjbwAAAHhodmNDAQNwAAAAAAAAAAAAHvAA/P34+AAADwMgAAEAGEABDAH//wNw',
    'AAADAJAAAAMAAAMAHroCQCEAAQArQgEBA3AAAAMAkAAAAwAAAwAeoDCBBZbqSSmubgQEDAgAAAMACAAAAwAIQCIAAQAHRAHB',
    'crAiQAAAABRpc3BlAAAAAAAAAGAAAABAAAAAEHBpeGkAAAAAAwgICAAAAAlpcm90AwAAABdpcG1hAAAAAAAAAAEAAQSBAoOE',
    'AAAAqW1kYXQAAACdKAGvDuDnG4GA5Ov7a4n//lejkP4KkNFW0RP6Ko7T9yIT//AZWZbl5BIdPT1u03Vwu5we0njJt986PkrK',
    'wIOqtdFT2ty0ahkNmUM2app+zYp630ICKP5lv8VBrnIIpjp4TSOlQ5X0gmJv2rDeKHCNEc3TgpyBFuk3Sia/1MGsaV/3kfAj',
    'Pd2kbIwhD7kIZxu6HNfsA383gPoIr+je2A==',
  ].join(''),
  'base64',
);

const PHOTO_WIDTH = 4032;
const PHOTO_HEIGHT = 3024;
const DRAWN = `<svg xmlns="http://www.w3.org/2000/svg" width="${PHOTO_WIDTH}" height="${PHOTO_HEIGHT}"><defs>
  <linearGradient id="g"><stop stop-color="#28c"/><stop offset="1" stop-color="#e92"/></linearGradient></defs>
  <rect width="100%" height="100%" fill="url(#g)"/><circle cx="900" cy="900" r="500" fill="#c33"/></svg>`;

/** A JPEG of 12 megapixels with grain, in the size of a phone's, held upright. */
export async function cameraPhoto(): Promise<Buffer> {
  const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const;
  const size = { width: PHOTO_WIDTH / 4, height: PHOTO_HEIGHT / 4 };
  const grain = await sharp({ create: { ...size, channels: 3, noise, background: '#888' } })
    .png()
    .toBuffer();
  const dots = await sharp(grain)
    .resize(PHOTO_WIDTH, PHOTO_HEIGHT, { kernel: 'cubic' })
    .composite([{ input: Buffer.from(DRAWN), blend: 'soft-light' }])
    .removeAlpha()
    .toBuffer();
  return sharp(dots).withMetadata({ orientation: 6 }).jpeg({ quality: 85 }).toBuffer();
}
