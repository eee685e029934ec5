/** A format whose members the scanner looks through. */
export type Format = 'gzip' | 'zstd' | 'tar' | 'xz' | 'bzip2' | 'lzip' | 'archive' | 'compound';

/** The first bytes of each format, as hexadecimal digits. */
const SIGNATURES: readonly [format: Format, bytes: Buffer][] = (
  [
    ['gzip', '1f8b08'],
    ['zstd', '28b52ffd'],
    ['xz', 'fd377a585a00'],
    ['lzip', '4c5a495001'],
    ['archive', '377abcaf271c'],
    // RAR, of version 4 and 5
    ['archive', '526172211a07'],
    ['archive', '4d53434600000000'],
    // cpio: odc, newc and crc
    ['archive', '303730373037'],
    ['archive', '303730373031'],
    ['archive', '303730373032'],
    ['archive', '213c617263683e0a'],
    ['compound', 'd0cf11e0a1b11ae1'],
  ] as const
).map(([format, digits]) => [format, Buffer.from(digits, 'hex')]);
/** In hexadecimal digits: `BZh1` to `BZh9`, then the mark of a block or of the end. */
const BZIP2 = /^425a683[1-9](314159265359|177245385090)/;
const LHA = /^..-lh[0-7d]-/s;
const ISO_AT = 32_769;
const TAR_BLOCK = 512;
/** Bytes of a head that are sufficient for `formatOf`. */
export const HEAD_BYTES = ISO_AT + 5;
const GZIP_RESERVED_FLAGS = 0xe0;

/** The format that begins at a position; null for any other bytes. */
export function formatOf(bytes: Buffer, at = 0): Format | null {
  const known = SIGNATURES.find(([, start]) => start.equals(bytes.subarray(at, at + start.length)))?.[0];
  if (known === 'gzip') return ((bytes[at + 3] ?? 0xff) & GZIP_RESERVED_FLAGS) === 0 ? known : null;
  if (known !== undefined) return known;
  const start = bytes.toString('latin1', at, at + 10);
  if (BZIP2.test(bytes.toString('hex', at, at + 10))) return 'bzip2';
  if (LHA.test(start) || bytes.toString('latin1', at + ISO_AT, at + ISO_AT + 5) === 'CD001') return 'archive';
  return tarSizeOf(bytes.subarray(at, at + TAR_BLOCK)) === null ? null : 'tar';
}

/** cpio and ar do not pack their members, and text contains their signatures. */
const PLAIN = /^(07070[127]|!<arch>\n)$/;
/** Formats that can follow other bytes, and so begin anywhere. */
const ANYWHERE = [...SIGNATURES.map(([, bytes]) => bytes), Buffer.from('BZh')].filter(
  (bytes) => !PLAIN.test(bytes.toString('latin1')),
);

/** 7z, RAR, and the end record of a ZIP on one disk. */
const OPAQUE = ['377abcaf271c', '526172211a07', '504b050600000000'].map((digits) =>
  Buffer.from(digits, 'hex'),
);

/** Whether bytes contain an archive that can be opened only when it is in memory. */
export const hasOpaqueContainer = (bytes: Buffer): boolean => OPAQUE.some((start) => bytes.includes(start));

/** The positions from `from` on at which a format begins, and that format. */
export function* embeddedIn(bytes: Buffer, from: number): Generator<{ format: Format; at: number }> {
  for (const start of ANYWHERE) {
    for (let at = bytes.indexOf(start, from); at >= 0; at = bytes.indexOf(start, at + 1)) {
      const format = formatOf(bytes, at);
      if (format !== null) yield { format, at };
    }
  }
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
