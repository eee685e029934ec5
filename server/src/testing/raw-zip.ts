import { crc32, deflateRawSync } from 'node:zlib';

/** One entry of a hand-made ZIP. Only the name is required; all other fields can be set to wrong values. */
export interface RawEntry {
  name: string | Buffer;
  content?: Uint8Array | string;
  /** 0 stored (the default), 8 deflated, any other: unchanged bytes under that number */
  method?: number;
  /** general purpose bits; 0x800 (UTF-8) unless given */
  flags?: number;
  /** Unix mode such as 0o120777 for a link */
  mode?: number;
  /** wrong values of the directory */
  claims?: { crc32?: number; sizeBytes?: number; packedBytes?: number; headerStart?: number };
  /** wrong values of the local header */
  local?: { name?: string; method?: number; flags?: number; sizeBytes?: number; packedBytes?: number };
  /** the packed bytes, instead of the packed content */
  packed?: Uint8Array;
  /** sizes and CRC-32 behind the bytes, as streaming writers do */
  hasDescriptor?: boolean;
}

export interface RawZipOptions {
  /** bytes in front of the ZIP, as in self-extracting archives */
  prefix?: Uint8Array;
  comment?: string;
  /** the number of entries in the end record */
  entryCount?: number;
}

const UTF8 = 0x800;
const DESCRIPTOR = 0x8;
const MADE_BY_UNIX = (3 << 8) | 20;

/** Writes a ZIP byte by byte (PKWARE's APPNOTE, 4.3), valid or not, as the entries specify. */
export function rawZip(entries: readonly RawEntry[], options: RawZipOptions = {}): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let position = 0;
  const add = (...more: Buffer[]) => {
    parts.push(...more);
    for (const part of more) position += part.length;
  };
  for (const entry of entries) {
    const facts = factsOf(entry, position);
    directory.push(directoryHeader(facts));
    add(localHeader(entry, facts), facts.bytes);
    if (entry.hasDescriptor === true) add(descriptor(facts));
  }
  const directoryStart = position;
  add(...directory);
  const comment = Buffer.from(options.comment ?? '', 'latin1');
  add(endRecord(position - directoryStart, directoryStart, options.entryCount ?? entries.length, comment));
  return Buffer.concat([options.prefix ?? Buffer.alloc(0), ...parts]);
}

type Facts = ReturnType<typeof factsOf>;

function factsOf(entry: RawEntry, position: number) {
  const content = Buffer.from(entry.content ?? '');
  const method = entry.method ?? 0;
  const bytes = Buffer.from(entry.packed ?? (method === 8 ? deflateRawSync(content) : content));
  return {
    name: Buffer.from(entry.name),
    flags: (entry.flags ?? UTF8) | (entry.hasDescriptor === true ? DESCRIPTOR : 0),
    method,
    bytes,
    crc32: entry.claims?.crc32 ?? crc32(content),
    sizeBytes: entry.claims?.sizeBytes ?? content.length,
    packedBytes: entry.claims?.packedBytes ?? bytes.length,
    headerStart: entry.claims?.headerStart ?? position,
    mode: entry.mode ?? 0,
  };
}

function localHeader(entry: RawEntry, facts: Facts): Buffer {
  const { local = {} } = entry;
  const isOpen = entry.hasDescriptor === true;
  const name = local.name === undefined ? facts.name : Buffer.from(local.name);
  const header = Buffer.alloc(30);
  header.writeUInt32LE(0x04034b50, 0);
  header.writeUInt16LE(20, 4);
  header.writeUInt16LE(local.flags ?? facts.flags, 6);
  header.writeUInt16LE(local.method ?? facts.method, 8);
  header.writeUInt32LE(isOpen ? 0 : facts.crc32, 14);
  header.writeUInt32LE(local.packedBytes ?? (isOpen ? 0 : facts.packedBytes), 18);
  header.writeUInt32LE(local.sizeBytes ?? (isOpen ? 0 : facts.sizeBytes), 22);
  header.writeUInt16LE(name.length, 26);
  return Buffer.concat([header, name]);
}

function descriptor(facts: Facts): Buffer {
  const bytes = Buffer.alloc(16);
  bytes.writeUInt32LE(0x08074b50, 0);
  bytes.writeUInt32LE(facts.crc32, 4);
  bytes.writeUInt32LE(facts.packedBytes, 8);
  bytes.writeUInt32LE(facts.sizeBytes, 12);
  return bytes;
}

function directoryHeader(facts: Facts): Buffer {
  const header = Buffer.alloc(46);
  header.writeUInt32LE(0x02014b50, 0);
  header.writeUInt16LE(MADE_BY_UNIX, 4);
  header.writeUInt16LE(20, 6);
  header.writeUInt16LE(facts.flags, 8);
  header.writeUInt16LE(facts.method, 10);
  header.writeUInt32LE(facts.crc32, 16);
  header.writeUInt32LE(facts.packedBytes, 20);
  header.writeUInt32LE(facts.sizeBytes, 24);
  header.writeUInt16LE(facts.name.length, 28);
  header.writeUInt32LE((facts.mode << 16) >>> 0, 38);
  header.writeUInt32LE(facts.headerStart, 42);
  return Buffer.concat([header, facts.name]);
}

function endRecord(directoryBytes: number, directoryStart: number, count: number, comment: Buffer): Buffer {
  const record = Buffer.alloc(22);
  record.writeUInt32LE(0x06054b50, 0);
  record.writeUInt16LE(count, 8);
  record.writeUInt16LE(count, 10);
  record.writeUInt32LE(directoryBytes, 12);
  record.writeUInt32LE(directoryStart, 16);
  record.writeUInt16LE(comment.length, 20);
  return Buffer.concat([record, comment]);
}
