/** The encoding of a picture. */
export type PictureFormat = 'jpeg' | 'png' | 'gif' | 'webp' | 'tiff' | 'bmp' | 'avif' | 'heic';

type Signature = readonly [format: PictureFormat, matches: (head: Buffer) => boolean];

const startsWith = (text: string) => (head: Buffer) => head.toString('latin1', 0, text.length) === text;
const asciiAt = (head: Buffer, start: number, end: number) => head.toString('latin1', start, end);

const SIGNATURES: readonly Signature[] = [
  ['jpeg', startsWith('\xff\xd8\xff')],
  ['png', startsWith('\x89PNG\r\n\x1a\n')],
  ['gif', startsWith('GIF8')],
  ['webp', (head) => asciiAt(head, 0, 4) === 'RIFF' && asciiAt(head, 8, 12) === 'WEBP'],
  ['tiff', startsWith('II*\0')],
  ['tiff', startsWith('MM\0*')],
  ['bmp', startsWith('BM')],
  ['avif', (head) => brandsOf(head).some((brand) => brand === 'avif' || brand === 'avis')],
  ['heic', (head) => brandsOf(head).some((brand) => /^(hei[cmsx]|hev[cmsx]|mif1|msf1)$/.test(brand))],
];

/** Maximum number of brands that are read from a file type box; real files have up to ten. */
const MAX_BRANDS = 32;

/** The brands of an ISO media file (ISO/IEC 14496-12, 4.3): the major one and the compatible ones. */
function brandsOf(head: Buffer): string[] {
  if (head.length < 16 || asciiAt(head, 4, 8) !== 'ftyp') return [];
  const end = Math.min(head.readUInt32BE(0), head.length, 16 + 4 * MAX_BRANDS);
  const brands = [asciiAt(head, 8, 12)];
  for (let at = 16; at + 4 <= end; at += 4) brands.push(asciiAt(head, at, at + 4));
  return brands;
}

/** Detects the format by the first bytes, whatever the file name is. @returns null for unknown formats */
export function formatOf(bytes: Uint8Array): PictureFormat | null {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 256));
  return SIGNATURES.find(([, matches]) => matches(head))?.[0] ?? null;
}

const SVG_START = /^\uFEFF?\s*<(\?xml|!--|!DOCTYPE\s+svg|svg[\s>])/i;

/** True for text that may be SVG. Compressed SVG is not read: its unpacked size is unknown. */
export function looksLikeSvg(bytes: Uint8Array): boolean {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 1024));
  return SVG_START.test(head.toString('utf8'));
}
