import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { encode } from 'bmp-ts';
import { PDFDocument, rgb } from 'pdf-lib';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { pixelOf, realPicture, TURNED_HEIC } from '../../testing/pictures.ts';
import { drawPicture, drawThumbnails } from './draw.ts';

// Uses real libvips, libheif and PDFium. A real server counts requests for external files.

const RED = [212, 63, 58];
const BLUE = [22, 52, 164];
const near = (wanted: readonly number[]) => wanted.map((value) => expect.closeTo(value, -1.5));
const sizeOf = async (picture: Buffer) => {
  const { format, width, height, exif, orientation } = await sharp(picture).metadata();
  return { format, width, height, exif, orientation };
};
const plain = { format: 'webp', exif: undefined, orientation: undefined };
const at = (x: number, y: number) => ({ x, y });

describe('USE-32 a picture is drawn', () => {
  test.each(['jpeg', 'png', 'gif', 'webp', 'tiff', 'avif'] as const)(
    'a picture in the format %s is drawn as WebP',
    async (format) => {
      const drawn = await drawPicture(await realPicture({ width: 60, height: 40, format }), 'pic');
      expect(await sizeOf(drawn)).toEqual({ ...plain, width: 60, height: 40 });
      expect(await pixelOf(drawn, at(0.2, 0.5))).toEqual(near(RED));
      expect(await pixelOf(drawn, at(0.8, 0.5))).toEqual(near(BLUE));
    },
  );

  test.each(['jpeg', 'webp', 'tiff'] as const)(
    'a picture in the format %s with an orientation is drawn upright',
    async (format) => {
      const turned = await realPicture({ width: 60, height: 40, format, orientation: 6 });
      const drawn = await drawPicture(turned, 'pic');
      expect(await sizeOf(drawn)).toEqual({ ...plain, width: 40, height: 60 });
      expect(await pixelOf(drawn, at(0.5, 0.2))).toEqual(near(RED));
      expect(await pixelOf(drawn, at(0.5, 0.8))).toEqual(near(BLUE));
    },
  );

  test('a HEIC picture of a phone is drawn upright', async () => {
    const drawn = await drawPicture(TURNED_HEIC, 'pic');
    expect(await sizeOf(drawn)).toEqual({ ...plain, width: 64, height: 96 });
    expect(await pixelOf(drawn, at(0.5, 0.2))).toEqual(near(RED));
    expect(await pixelOf(drawn, at(0.5, 0.8))).toEqual(near(BLUE));
  });

  test('a BMP is drawn upright, although its rows are stored from the bottom', async () => {
    const drawn = await drawPicture(await redOverBlueBmp(), 'pic');
    expect(await sizeOf(drawn)).toEqual({ ...plain, width: 20, height: 30 });
    expect(await pixelOf(drawn, at(0.5, 0.2))).toEqual(near(RED));
    expect(await pixelOf(drawn, at(0.5, 0.8))).toEqual(near(BLUE));
  });

  test('the bytes determine the kind of a picture when its name has another extension', async () => {
    const named = await realPicture({ width: 60, height: 40, format: 'webp' });
    expect(await sizeOf(await drawPicture(named, 'pic'))).toMatchObject({ width: 60, height: 40 });
  });

  test('a drawn picture has at most 4,096 pixels per side, from SVG 2,048', async () => {
    const wide = await realPicture({ width: 5000, height: 50, format: 'jpeg' });
    expect(await sizeOf(await drawPicture(wide, 'pic'))).toMatchObject({ width: 4096, height: 41 });
    const drawn = await drawPicture(svg('<rect width="60" height="40" fill="#d43f3a"/>'), 'svg');
    expect(await sizeOf(drawn)).toMatchObject({ width: 2048, height: 1365 });
    expect(await pixelOf(drawn, at(0.5, 0.5))).toEqual(near(RED));
  });
});

describe('USE-33 thumbnails', () => {
  test('thumbnails have the requested sides, are upright and never larger than the picture', async () => {
    const photo = await realPicture({ width: 1200, height: 800, format: 'jpeg', orientation: 6 });
    const [large, small] = await drawThumbnails(photo, 'pic', [480, 96]);
    expect(await sizeOf(large!)).toEqual({ ...plain, width: 320, height: 480 });
    expect(await sizeOf(small!)).toEqual({ ...plain, width: 64, height: 96 });
    const [icon] = await drawThumbnails(
      await realPicture({ width: 16, height: 16, format: 'png' }),
      'pic',
      [480],
    );
    expect(await sizeOf(icon!)).toMatchObject({ width: 16, height: 16 });
  });

  test('thumbnails show the first page of a PDF', async () => {
    const [large, small] = await drawThumbnails(await twoPages(), 'pdf', [480, 96]);
    expect(await sizeOf(large!)).toEqual({ ...plain, width: 339, height: 480 });
    expect(await sizeOf(small!)).toMatchObject({ width: 68, height: 96 });
    expect(await pixelOf(large!, at(0.5, 0.25))).toEqual(near([255, 0, 0]));
    expect(await pixelOf(large!, at(0.5, 0.75))).toEqual(near([255, 255, 255]));
  });

  test('thumbnails have a white background where the picture is transparent', async () => {
    const empty = await sharp({ create: { width: 9, height: 9, channels: 4, background: '#0000' } })
      .png()
      .toBuffer();
    const [drawn] = await drawThumbnails(empty, 'pic', [480]);
    expect(await pixelOf(drawn!, at(0.5, 0.5))).toEqual(near([255, 255, 255]));
  });
});

describe('hostile pictures', () => {
  const requests: string[] = [];
  const server = createServer((request, response) => {
    requests.push(request.url ?? '');
    response.end();
  });
  let origin = '';
  beforeAll(async () => {
    await once(server.listen(0, '127.0.0.1'), 'listening');
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => void server.close());

  test('USE-32 an SVG loads no external file, runs no script and shows no foreign object', async () => {
    const drawn = await drawPicture(
      svg(`
        <?xml-stylesheet href="${origin}/sheet.css"?>
        <style>@import url(${origin}/style.css); @font-face { font-family: f; src: url(${origin}/font) }</style>
        <script href="${origin}/script.js">document.querySelector('rect').setAttribute('fill', '#1634a4')</script>
        <rect width="60" height="40" fill="#d43f3a" onload="this.remove()"/>
        <image href="${origin}/image.png" width="60" height="40"/>
        <image href="file:///etc/passwd" width="60" height="40"/>
        <use href="${origin}/use.svg#a"/>
        <xi:include xmlns:xi="http://www.w3.org/2001/XInclude" href="${origin}/include.svg"/>
        <foreignObject width="60" height="40"><body xmlns="http://www.w3.org/1999/xhtml" bgcolor="#1634a4">
          <iframe src="${origin}/frame"/></body></foreignObject>
        <rect width="60" height="40" fill="url(${origin}/paint.svg#a)"/>`),
      'svg',
    );
    expect(await pixelOf(drawn, at(0.5, 0.5))).toEqual(near(RED));
    expect(requests).toEqual([]);
  });

  test.each<[string, () => Buffer | Promise<Buffer>, 'pic' | 'svg' | 'pdf', RegExp]>([
    ['a PNG of 30,000 x 30,000 pixels', () => pngOf(30_000, 30_000), 'pic', /pixel/i],
    ['a JPEG of 60,000 x 60,000 pixels', () => jpegOf(60_000, 60_000), 'pic', /pixel/i],
    ['a BMP of 30,000 x 30,000 pixels', () => bmpOf(30_000, 30_000), 'pic', /900000000|pixel/i],
    ['a BMP without pixels', () => bmpOf(100, 100), 'pic', /./],
    [
      'a truncated JPEG',
      async () => cut(await realPicture({ width: 900, height: 600, format: 'jpeg' })),
      'pic',
      /./,
    ],
    [
      'a truncated PNG',
      async () => cut(await realPicture({ width: 900, height: 600, format: 'png' })),
      'pic',
      /./,
    ],
    [
      'a truncated WebP',
      async () => cut(await realPicture({ width: 900, height: 600, format: 'webp' })),
      'pic',
      /./,
    ],
    [
      'a truncated TIFF',
      async () => cut(await realPicture({ width: 900, height: 600, format: 'tiff' })),
      'pic',
      /./,
    ],
    ['a truncated HEIC', () => cut(TURNED_HEIC), 'pic', /./],
    ['an SVG with the name of a photo', () => svg('<rect/>'), 'pic', /no picture/],
    [
      'a photo with the name of an SVG',
      () => realPicture({ width: 9, height: 9, format: 'png' }),
      'svg',
      /no SVG/,
    ],
    ['HTML', () => Buffer.from('<!doctype html><script>1</script>'), 'svg', /no SVG/],
    ['nothing', () => Buffer.alloc(0), 'pic', /no picture/],
    ['not a PDF', () => Buffer.from('%PDF-1.7\nnothing'), 'pdf', /./],
    ['an SVG of entities', () => Buffer.from(ENTITIES), 'svg', /./],
    ['an SVG of 10 million pixels a side', () => svg('<rect/>', '10000000'), 'svg', /pixels/],
  ])('%s is refused as a picture', async (_, bytes, form, reason) => {
    await expect(drawThumbnails(await bytes(), form, [480])).rejects.toThrow(reason);
  });

  test('after a refused picture the next one is drawn', async () => {
    await expect(drawPicture(cut(TURNED_HEIC), 'pic')).rejects.toThrow(/./);
    expect(await sizeOf(await drawPicture(TURNED_HEIC, 'pic'))).toMatchObject({ width: 64 });
    await expect(drawThumbnails(Buffer.from('%PDF-'), 'pdf', [96])).rejects.toThrow(/./);
    expect(await drawThumbnails(await twoPages(), 'pdf', [96])).toHaveLength(1);
  });
});

const ENTITIES = `<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY a0 "x">${Array.from(
  { length: 30 },
  (_, level) => `<!ENTITY a${level + 1} "${`&a${level};`.repeat(10)}">`,
).join('')}]><svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><text>&a30;</text></svg>`;

function svg(inside: string, side = '60'): Buffer {
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${side}" height="40" viewBox="0 0 60 40">${inside}</svg>`,
  );
}

const cut = (bytes: Buffer): Buffer => bytes.subarray(0, Math.floor(bytes.length * 0.6));

async function redOverBlueBmp(): Promise<Buffer> {
  const turned = await realPicture({ width: 30, height: 20, format: 'jpeg', orientation: 6 });
  const { data, info } = await sharp(turned)
    .autoOrient()
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  // The encoder expects the order alpha, blue, green, red.
  const pixels = Buffer.from(data);
  for (let dot = 0; dot < pixels.length; dot += 4) pixels.subarray(dot, dot + 4).reverse();
  return encode({ data: pixels, width: info.width, height: info.height, bitPP: 24 }).data;
}

/** The head of a PNG without pixels. */
async function pngOf(width: number, height: number): Promise<Buffer> {
  const png = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#fff' } })
    .png()
    .toBuffer();
  png.writeUInt32BE(width, 16);
  png.writeUInt32BE(height, 20);
  return png;
}

async function jpegOf(width: number, height: number): Promise<Buffer> {
  const jpeg = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#fff' } })
    .jpeg()
    .toBuffer();
  const frame = jpeg.indexOf(Buffer.from([0xff, 0xc0]));
  jpeg.writeUInt16BE(height, frame + 5);
  jpeg.writeUInt16BE(width, frame + 7);
  return jpeg;
}

function bmpOf(width: number, height: number): Buffer {
  const head = Buffer.alloc(54);
  head.write('BM');
  head.writeUInt32LE(54, 10);
  head.writeUInt32LE(40, 14);
  head.writeInt32LE(width, 18);
  head.writeInt32LE(height, 22);
  head.writeUInt16LE(1, 26);
  head.writeUInt16LE(24, 28);
  return head;
}

/** The upper half of the first page is red; the second page is blue. */
async function twoPages(): Promise<Buffer> {
  const pdf = await PDFDocument.create();
  const first = pdf.addPage([595, 842]);
  first.drawRectangle({ x: 0, y: 421, width: 595, height: 421, color: rgb(1, 0, 0) });
  pdf.addPage([595, 842]).drawRectangle({ x: 0, y: 0, width: 595, height: 842, color: rgb(0, 0, 1) });
  return Buffer.from(await pdf.save());
}
