import { crc32 } from 'node:zlib';

/** A format whose members the scanner looks through. */
export type Format =
  | 'gzip'
  | 'zstd'
  | 'tar'
  | 'xz'
  | 'bzip2'
  | 'lzip'
  | 'archive'
  | 'compound'
  | 'powerpoint'
  | 'iso';

/** The first bytes of each format, as hexadecimal digits. Those of cpio and ar are digits and text: see `PLAIN`. */
const SIGNATURES: readonly [format: Format, bytes: Buffer][] = (
  [
    ['gzip', '1f8b08'],
    ['zstd', '28b52ffd'],
    ['xz', 'fd377a585a00'],
    ['lzip', '4c5a495001'],
    ['archive', '377abcaf271c'],
    // RAR, of version 4 and 5
    ['archive', '526172211a0700'],
    ['archive', '526172211a070100'],
    ['archive', '4d53434600000000'],
    ['compound', 'd0cf11e0a1b11ae1'],
    // [MS-PPT] 2.10.34, ExOleObjStgCompressedAtom: an object in a presentation
    ['powerpoint', '10001110'],
  ] as const
).map(([format, digits]) => [format, Buffer.from(digits, 'hex')]);
/** `BZh1` to `BZh9`, then the mark of a block or of the end. */
const BZIP2 = Buffer.from('BZh');
const BZIP2_MARKS = [Buffer.from('314159265359', 'hex'), Buffer.from('177245385090', 'hex')];
const LHA = /^..-lh[0-7d]-/s;
const LHA_LEVEL_AT = 20;
/** cpio (odc; newc and crc) and ar do not pack their members. Texts can begin with their first digits. */
const PLAIN = /^(070707[0-7]{70}|07070[12][0-9a-f]{104}|!<arch>\n)/i;
const PLAIN_BYTES = 110;
const ISO_AT = 32_769;
const TAR_BLOCK = 512;
/** Bytes of a head that are sufficient for `formatOf`. */
export const HEAD_BYTES = ISO_AT + 5;
/** Bytes that are sufficient for a format that can begin anywhere. */
export const SIGNATURE_BYTES = 64;
const GZIP_RESERVED_FLAGS = 0xe0;
/** Bytes of a record in front of the zlib stream of a packed object. */
export const POWERPOINT_HEADER_BYTES = 12;

/** What else the first bytes have: a signature of few bytes is in many files by chance. */
const HAS_HEADER: Partial<Record<Format, (bytes: Buffer, at: number) => boolean>> = {
  gzip: (bytes, at) => ((bytes[at + 3] ?? 0xff) & GZIP_RESERVED_FLAGS) === 0,
  xz: (bytes, at) =>
    at + 12 <= bytes.length && crc32(bytes.subarray(at + 6, at + 8)) === bytes.readUInt32LE(at + 8),
  // The byte order, and the size of a sector
  compound: (bytes, at) =>
    at + 32 <= bytes.length &&
    bytes.readUInt16LE(at + 28) === 0xfffe &&
    [9, 12].includes(bytes[at + 30] ?? 0),
  // RFC 1950, 2.2: the method, and the check of the first two bytes
  powerpoint: (bytes, at) =>
    at + POWERPOINT_HEADER_BYTES + 2 <= bytes.length &&
    ((bytes[at + POWERPOINT_HEADER_BYTES] ?? 0) & 15) === 8 &&
    bytes.readUInt16BE(at + POWERPOINT_HEADER_BYTES) % 31 === 0,
};

/** The format that begins at a position; null for any other bytes. */
export function formatOf(bytes: Buffer, at = 0): Format | null {
  const known = SIGNATURES.find(([, start]) => start.equals(bytes.subarray(at, at + start.length)))?.[0];
  if (known !== undefined) return (HAS_HEADER[known]?.(bytes, at) ?? true) ? known : null;
  if (isBzip2(bytes, at)) return 'bzip2';
  const start = bytes.toString('latin1', at, at + PLAIN_BYTES);
  if (PLAIN.test(start) || (LHA.test(start) && (bytes[at + LHA_LEVEL_AT] ?? 0xff) <= 3)) return 'archive';
  if (bytes.toString('latin1', at + ISO_AT, at + ISO_AT + 5) === 'CD001') return 'iso';
  return tarSizeOf(bytes.subarray(at, at + TAR_BLOCK)) === null ? null : 'tar';
}

/** Compares single bytes first, because a file can consist of the first three. */
function isBzip2(bytes: Buffer, at: number): boolean {
  const level = (bytes[at + 3] ?? 0) - 0x30;
  if (bytes[at] !== BZIP2[0] || level < 1 || level > 9) return false;
  const mark = BZIP2_MARKS.find(([first]) => first === bytes[at + 4]);
  return mark?.equals(bytes.subarray(at + 4, at + 10)) === true && BZIP2.equals(bytes.subarray(at, at + 3));
}

/** The format that begins at a position where one of the bytes of `ANYWHERE` was found. */
function formatAtMark(bytes: Buffer, at: number): Format | null {
  if (bytes[at] === BZIP2[0]) return isBzip2(bytes, at) ? 'bzip2' : null;
  return formatOf(bytes, at);
}

/** The end record of a ZIP on one disk. */
const ZIP_END = Buffer.from('504b050600000000', 'hex');
/** Formats that can follow other bytes, and so begin anywhere. */
const ANYWHERE = [...SIGNATURES.map(([, bytes]) => bytes), BZIP2];

/**
 * The byte sequences with which `embeddedIn` and `zipEndsIn` begin to look, for the engine, which finds all of them in
 * one pass.
 */
export const CONTAINER_MARKS: readonly Buffer[] = [...ANYWHERE, ZIP_END];

/** A format that begins inside other bytes. */
export interface EmbeddedFormat {
  format: Format;
  at: number;
}

/** The containers and the end records of ZIPs at positions where a mark was found, in order. */
export function containersAt(
  bytes: Buffer,
  marks: readonly number[],
): { formats: EmbeddedFormat[]; zipEnds: number[] } {
  const sorted = [...new Set(marks)].toSorted((a, b) => a - b);
  const formats = sorted.flatMap((at): EmbeddedFormat[] => {
    const format = formatAtMark(bytes, at);
    return format === null ? [] : [{ format, at }];
  });
  const zipEnds = sorted.filter((at) => ZIP_END.equals(bytes.subarray(at, at + ZIP_END.length)));
  return { formats, zipEnds };
}

/** The positions in a range at which a format begins, and that format. */
export function* embeddedIn(
  bytes: Buffer,
  { from, to = bytes.length }: { from: number; to?: number },
): Generator<EmbeddedFormat> {
  for (const start of ANYWHERE) {
    for (let at = bytes.indexOf(start, from); at >= 0 && at < to; at = bytes.indexOf(start, at + 1)) {
      const format = formatAtMark(bytes, at);
      if (format !== null) yield { format, at };
    }
  }
}

/** The positions in a range of end records of ZIPs. */
export function* zipEndsIn(bytes: Buffer, { from, to }: { from: number; to: number }): Generator<number> {
  for (let at = bytes.indexOf(ZIP_END, from); at >= 0 && at < to; at = bytes.indexOf(ZIP_END, at + 1))
    yield at;
}

/**
 * The size of the member that a tar header announces (POSIX.1-2017, pax, ustar Interchange Format).
 * @returns null when the bytes are no tar header
 */
export function tarSizeOf(header: Uint8Array): number | null {
  if (header.length < TAR_BLOCK || header[0] === 0) return null;
  const block = Buffer.from(header.buffer, header.byteOffset, TAR_BLOCK);
  let sum = 0;
  for (const [at, byte] of block.entries()) sum += at >= 148 && at < 156 ? 32 : byte;
  if (octal(block.toString('latin1', 148, 156)) !== sum) return null;
  // Numbers above 8 GiB are stored in base 256.
  if (((block[124] ?? 0) & 0x80) !== 0) return Number(block.readBigUInt64BE(128));
  return octal(block.toString('latin1', 124, 136));
}

const octal = (text: string): number | null => {
  const digits = /^[ \0]*([0-7]*)[ \0]*/.exec(text)?.[1] ?? '';
  return digits === '' ? 0 : Number.parseInt(digits, 8);
};
