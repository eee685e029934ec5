import { crc32, deflateRawSync, inflateRawSync } from 'node:zlib';

interface Part {
  name: string;
  bytes: Buffer;
}

const END_OF_DIRECTORY = 0x06054b50;
const DIRECTORY_ENTRY = 0x02014b50;
const LOCAL_HEADER = 0x04034b50;

/**
 * Repacks an Office file so that the same content gives the same small bytes. The Office libraries write the present
 * time into the ZIP entries and into docProps/core.xml, and one of them stores its parts uncompressed. `bytes` is a
 * complete ZIP without ZIP64, encryption or comment, as those libraries write it; `date` becomes the time created and
 * modified.
 */
export function repackOffice(bytes: Uint8Array, date: Date): Uint8Array {
  const parts = readParts(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  const stamp = `${date.toISOString().slice(0, 19)}Z`;
  const dated = parts.map((part) =>
    part.name === 'docProps/core.xml' ? { ...part, bytes: withDates(part.bytes, stamp) } : part,
  );
  return writeParts(dated, date);
}

function withDates(core: Buffer, stamp: string): Buffer {
  const text = core.toString('utf8').replaceAll(/(<dcterms:(?:created|modified)[^>]*>)[^<]*/g, `$1${stamp}`);
  return Buffer.from(text, 'utf8');
}

function readParts(zip: Buffer): Part[] {
  const end = zip.length - 22;
  if (zip.readUInt32LE(end) !== END_OF_DIRECTORY) throw new Error('Not a plain ZIP');
  let at = zip.readUInt32LE(end + 16);
  const parts: Part[] = [];
  for (let left = zip.readUInt16LE(end + 10); left > 0; left -= 1) {
    const nameLength = zip.readUInt16LE(at + 28);
    const name = zip.toString('utf8', at + 46, at + 46 + nameLength);
    // Folder entries contain nothing beyond the names of the parts.
    if (!name.endsWith('/')) parts.push({ name, bytes: readPart(zip, at) });
    at += 46 + nameLength + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32);
  }
  return parts;
}

function readPart(zip: Buffer, entry: number): Buffer {
  const local = zip.readUInt32LE(entry + 42);
  const start = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28);
  const packed = zip.subarray(start, start + zip.readUInt32LE(entry + 20));
  return zip.readUInt16LE(entry + 10) === 0 ? packed : inflateRawSync(packed);
}

function writeParts(parts: Part[], date: Date): Uint8Array {
  const time = dosTime(date);
  const bodies: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { name, bytes } of parts) {
    const packed = deflateRawSync(bytes);
    const common = commonHeader({ name, packed, bytes, time });
    const local = Buffer.concat([uint32(LOCAL_HEADER), common, Buffer.from(name), packed]);
    bodies.push(local);
    const tail = Buffer.alloc(14);
    tail.writeUInt32LE(offset, 10);
    directory.push(
      Buffer.concat([uint32(DIRECTORY_ENTRY), Buffer.from([20, 0]), common, tail, Buffer.from(name)]),
    );
    offset += local.length;
  }
  const listed = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(END_OF_DIRECTORY, 0);
  end.writeUInt16LE(parts.length, 8);
  end.writeUInt16LE(parts.length, 10);
  end.writeUInt32LE(listed.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...bodies, listed, end]);
}

/** The 26 bytes that local header and directory entry share: version, flags, method, time, CRC-32, sizes, lengths. */
function commonHeader({ name, packed, bytes, time }: Part & { packed: Buffer; time: number }): Buffer {
  const header = Buffer.alloc(26);
  header.writeUInt16LE(20, 0);
  header.writeUInt16LE(8, 4);
  header.writeUInt32LE(time, 6);
  header.writeUInt32LE(crc32(bytes), 10);
  header.writeUInt32LE(packed.length, 14);
  header.writeUInt32LE(bytes.length, 18);
  header.writeUInt16LE(Buffer.byteLength(name), 22);
  return header;
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}

function dosTime(date: Date): number {
  const day = ((date.getUTCFullYear() - 1980) << 9) | ((date.getUTCMonth() + 1) << 5) | date.getUTCDate();
  const time = (date.getUTCHours() << 11) | (date.getUTCMinutes() << 5) | (date.getUTCSeconds() >> 1);
  return ((day << 16) | time) >>> 0;
}
