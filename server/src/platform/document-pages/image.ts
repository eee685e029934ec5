/** A larger image is omitted: a browser needs more than 240 MB to draw it. */
const MAX_PIXELS = 60_000_000;

interface Size {
  width: number;
  height: number;
}

interface ImageKind {
  type: string;
  /** the first bytes; null for any byte */
  signature: readonly (number | null)[];
  /** null when the header is damaged */
  sizeOf: (bytes: Buffer) => Size | null;
}

/** The kinds of images that all browsers draw. */
const KINDS: readonly ImageKind[] = [
  {
    type: 'image/png',
    signature: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a],
    sizeOf: (bytes) => ({ width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) }),
  },
  { type: 'image/jpeg', signature: [0xff, 0xd8, 0xff], sizeOf: jpegSize },
  {
    type: 'image/gif',
    signature: [0x47, 0x49, 0x46, 0x38],
    sizeOf: (bytes) => ({ width: bytes.readUInt16LE(6), height: bytes.readUInt16LE(8) }),
  },
  {
    type: 'image/bmp',
    signature: [0x42, 0x4d],
    sizeOf: (bytes) => ({ width: Math.abs(bytes.readInt32LE(18)), height: Math.abs(bytes.readInt32LE(22)) }),
  },
  {
    type: 'image/webp',
    signature: [0x52, 0x49, 0x46, 0x46, null, null, null, null, 0x57, 0x45, 0x42, 0x50],
    sizeOf: webpSize,
  },
];

/**
 * An image of a document as a `data:` URI. Its kind is detected by its bytes, not by its name.
 * @returns null for kinds that browsers do not draw (EMF, WMF), for SVG (it can contain references), or when too large
 */
export function imageUri(bytes: Uint8Array): string | null {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const kind = KINDS.find(({ signature }) =>
    signature.every((byte, at) => byte === null || buffer[at] === byte),
  );
  if (kind === undefined) return null;
  const size = sizeOf(kind, buffer);
  if (size === null || size.width * size.height > MAX_PIXELS) return null;
  return `data:${kind.type};base64,${buffer.toString('base64')}`;
}

function sizeOf(kind: ImageKind, bytes: Buffer): Size | null {
  try {
    return kind.sizeOf(bytes);
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/** The size in the first frame header (ITU T.81, B.2.2). @throws RangeError when the bytes end before it */
function jpegSize(bytes: Buffer): Size | null {
  let at = 2;
  for (;;) {
    if (bytes.readUInt8(at) !== 0xff) return null;
    const marker = bytes.readUInt8(at + 1);
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame) return { height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7) };
    at += marker === 0xff ? 1 : 2 + bytes.readUInt16BE(at + 2);
  }
}

/** The size of a WebP image (RFC 9649, 2.5 to 2.7). */
function webpSize(bytes: Buffer): Size | null {
  const form = bytes.toString('latin1', 12, 16);
  if (form === 'VP8 ')
    return { width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff };
  if (form === 'VP8X') return { width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 };
  if (form !== 'VP8L') return null;
  const bits = bytes.readUInt32LE(21);
  return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
}
