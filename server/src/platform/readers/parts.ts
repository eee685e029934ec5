import { UnreadableDocument } from './errors.ts';

/*
 * Several byte sequences as one page: the number of the parts, the length of each (32 bits, big-endian), the parts.
 */

const NUMBER_BYTES = 4;
/** Far more than any kind returns. */
const MAX_PARTS = 64;

export function packParts(parts: readonly Uint8Array[]): Uint8Array {
  const head = Buffer.alloc(NUMBER_BYTES * (1 + parts.length));
  head.writeUInt32BE(parts.length);
  for (const [index, part] of parts.entries()) {
    head.writeUInt32BE(part.length, NUMBER_BYTES * (1 + index));
  }
  return Buffer.concat([head, ...parts]);
}

/** @throws UnreadableDocument for bytes that `packParts` did not write: the process that sent them is not trusted */
export function unpackParts(bytes: Uint8Array): Uint8Array[] {
  const packed = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  const count = packed.length < NUMBER_BYTES ? 0 : packed.readUInt32BE();
  let start = NUMBER_BYTES * (1 + count);
  if (count === 0 || count > MAX_PARTS || start > packed.length) throw notPacked();
  const parts: Uint8Array[] = [];
  for (let index = 1; index <= count; index += 1) {
    const end = start + packed.readUInt32BE(NUMBER_BYTES * index);
    if (end > packed.length) throw notPacked();
    parts.push(packed.subarray(start, end));
    start = end;
  }
  if (start !== packed.length) throw notPacked();
  return parts;
}

const notPacked = () => new UnreadableDocument('the reader process sent parts that do not fit together');
