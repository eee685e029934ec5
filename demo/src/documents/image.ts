import sharp from 'sharp';
import { seededRandom } from '../random.ts';
import type { Bitmap } from './bitmap.ts';
import { encodeBmp } from './bmp.ts';

/** Writes a drawn SVG (without text: a server may have no fonts) as png, gif, jpg or jpeg, without grain. */
export async function renderDrawing(svg: string, extension: string): Promise<Uint8Array> {
  const picture = sharp(Buffer.from(svg));
  if (extension === 'png') return picture.png().toBuffer();
  if (extension === 'gif') return picture.gif().toBuffer();
  if (extension === 'jpg' || extension === 'jpeg')
    return picture.flatten({ background: '#fff' }).jpeg().toBuffer();
  throw new RangeError(`A drawing cannot be a .${extension}`);
}

/** Writes scanned dots as png, bmp, gif, jpg or jpeg. */
export async function renderScan(bitmap: Bitmap, extension: string): Promise<Uint8Array> {
  if (extension === 'bmp') return encodeBmp(bitmap);
  const { width, height, dots } = bitmap;
  const picture = sharp(dots, { raw: { width, height, channels: 1 } }).withDensity(150);
  if (extension === 'png') return picture.png().toBuffer();
  if (extension === 'gif') return picture.gif({ colours: 16 }).toBuffer();
  if (extension === 'jpg' || extension === 'jpeg') return picture.jpeg({ quality: 60 }).toBuffer();
  throw new RangeError(`A scan cannot be a .${extension}`);
}

/** The data of a camera for a photo. */
export interface Shot {
  takenAt: Date;
  /** The camera was held upright: the pixels are rotated and EXIF orientation 6 describes the rotation. */
  upright?: boolean;
}

/** Makes a photo of a drawn SVG: grain, JPEG, EXIF with camera and time, and the orientation when rotated. */
export async function renderPhoto(svg: string, { takenAt, upright = false }: Shot): Promise<Uint8Array> {
  const grained = await sharp(Buffer.from(svg))
    .composite([{ input: await grain(), tile: true, blend: 'soft-light' }])
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const { width, height } = grained.info;
  const stamp = takenAt.toISOString().slice(0, 19).replace('T', ' ').replaceAll('-', ':');
  return sharp(grained.data, { raw: { width, height, channels: 3 } })
    .rotate(upright ? 270 : 0)
    .withExif({
      IFD0: { Make: 'Portal Vault', Model: 'Site camera', DateTime: stamp },
      IFD2: { DateTimeOriginal: stamp },
    })
    .withMetadata({ orientation: upright ? 6 : 1 })
    .jpeg({ quality: 72 })
    .toBuffer();
}

let grainTile: Promise<Buffer> | null = null;

/** One tile of grey noise, made once and repeated over every photo. */
function grain(): Promise<Buffer> {
  grainTile ??= makeGrain();
  return grainTile;
}

function makeGrain(): Promise<Buffer> {
  const random = seededRandom('grain');
  const size = 256;
  const dots = new Uint8Array(size * size).map(() => 128 + random.int(-20, 20) + random.int(-20, 20));
  return sharp(dots, { raw: { width: size, height: size, channels: 1 } })
    .png()
    .toBuffer();
}
