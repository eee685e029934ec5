import { crc32 } from 'node:zlib';

/*
 * Hand-made archives with one stored file, `letter.txt`, for formats that no free program writes or that are not
 * installed everywhere.
 */

const NAME = 'letter.txt';
const u16 = (...values: number[]) => Buffer.from(Uint16Array.from(values).buffer);
const u32 = (...values: number[]) => Buffer.from(Uint32Array.from(values).buffer);
const text = (value: string) => Buffer.from(value, 'latin1');

/** RAR 4, its blocks are in technote.txt of the program. */
function rar4(content: Buffer): Buffer {
  const block = (body: Buffer) => Buffer.concat([u16(crc32(body) & 0xffff), body]);
  const main = block(Buffer.concat([Buffer.from([0x73]), u16(0, 13), Buffer.alloc(6)]));
  const size = 32 + NAME.length;
  const file = block(
    Buffer.concat([
      Buffer.from([0x74]),
      u16(0x8000, size),
      u32(content.length, content.length),
      Buffer.from([3]),
      u32(crc32(content), 0),
      Buffer.from([20, 0x30]),
      u16(NAME.length),
      u32(0o100644),
      text(NAME),
    ]),
  );
  return Buffer.concat([
    Buffer.from('526172211a0700', 'hex'),
    main,
    file,
    content,
    Buffer.from('c43d7b00400700', 'hex'),
  ]);
}

/** RAR 5: variable integers, seven bits in a byte. */
function rar5(content: Buffer): Buffer {
  const vint = (value: number): number[] =>
    value < 128 ? [value] : [(value & 127) | 128, ...vint(Math.floor(value / 128))];
  const block = (body: Buffer) => {
    const sized = Buffer.concat([Buffer.from(vint(body.length)), body]);
    return Buffer.concat([u32(crc32(sized)), sized]);
  };
  const file = Buffer.concat([
    Buffer.from([2, 2, ...vint(content.length), 4, ...vint(content.length), 0]),
    u32(crc32(content)),
    Buffer.from([0, 0, NAME.length]),
    text(NAME),
  ]);
  return Buffer.concat([
    Buffer.from('526172211a070100', 'hex'),
    block(Buffer.from([1, 0, 0])),
    block(file),
    content,
    block(Buffer.from([5, 0, 0])),
  ]);
}

/** [MS-CAB], blocks of at most 32 KiB without compression. */
function cab(content: Buffer): Buffer {
  const BLOCK = 32_768;
  const blocks = Array.from({ length: Math.ceil(content.length / BLOCK) }, (_, n) => {
    const bytes = content.subarray(n * BLOCK, (n + 1) * BLOCK);
    return Buffer.concat([u32(0), u16(bytes.length, bytes.length), bytes]);
  });
  const entry = Buffer.concat([u32(content.length, 0), u16(0, 0x5a21, 0, 0x20), text(`${NAME}\0`)]);
  const dataAt = 36 + 8 + entry.length;
  const sizeBytes = dataAt + Buffer.concat(blocks).length;
  const header = [text('MSCF'), u32(0, sizeBytes, 0, 44, 0), Buffer.from([3, 1]), u16(1, 1, 0, 7, 0)];
  return Buffer.concat([...header, u32(dataAt), u16(blocks.length, 0), entry, ...blocks]);
}

/** LHA, header of level 0, method -lh0- */
function lha(content: Buffer): Buffer {
  let crc = 0;
  for (const byte of content) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = (crc & 1) === 0 ? crc >> 1 : (crc >> 1) ^ 0xa001;
  }
  const header = Buffer.concat([
    text('-lh0-'),
    u32(content.length, content.length, 0x5a215a21),
    Buffer.from([0x20, 0, NAME.length]),
    text(NAME),
    u16(crc),
  ]);
  const sum = header.reduce((total, byte) => (total + byte) & 0xff, 0);
  return Buffer.concat([Buffer.from([header.length, sum]), header, content, Buffer.from([0])]);
}

/** cpio in the format `newc`, fields of eight hexadecimal digits */
function cpio(content: Buffer): Buffer {
  const entry = (name: string, bytes: Buffer) => {
    const fields = [1, 0o100644, 0, 0, 1, 0, bytes.length, 0, 0, 0, 0, name.length + 1, 0];
    const head = `070701${fields.map((field) => field.toString(16).padStart(8, '0')).join('')}${name}\0`;
    const padded = (part: Buffer) => Buffer.concat([part, Buffer.alloc((4 - (part.length % 4)) % 4)]);
    return Buffer.concat([padded(text(head)), padded(bytes)]);
  };
  return Buffer.concat([entry(NAME, content), entry('TRAILER!!!', Buffer.alloc(0))]);
}

function ar(content: Buffer): Buffer {
  const fields = [`${NAME}/`.padEnd(16), '0'.padEnd(12), '0'.padEnd(6), '0'.padEnd(6), '100644'.padEnd(8)];
  const head = `!<arch>\n${fields.join('')}${String(content.length).padEnd(10)}\`\n`;
  return Buffer.concat([text(head), content, Buffer.alloc(content.length % 2, '\n')]);
}

/** ECMA-119: the descriptors, the root folder, the file in the sectors from 20 on. */
export function rawIso(content: Buffer): Buffer {
  const SECTOR = 2048;
  const both32 = (value: number) => {
    const bytes = Buffer.alloc(8);
    bytes.writeUInt32LE(value, 0);
    bytes.writeUInt32BE(value, 4);
    return bytes;
  };
  const record = (name: string, sector: number, sizeBytes: number, flags: number) => {
    const length = 33 + name.length + ((name.length + 1) % 2);
    const head = [
      Buffer.from([length, 0]),
      both32(sector),
      both32(sizeBytes),
      Buffer.alloc(7),
      Buffer.from([flags]),
    ];
    const tail = [Buffer.from([0, 0, 1, 0, 0, 1, name.length]), text(name)];
    return Buffer.concat([...head, ...tail], length);
  };
  const descriptor = (type: number, root: Buffer) => {
    const bytes = Buffer.alloc(SECTOR);
    bytes[0] = type;
    bytes.write('CD001\x01', 1, 'latin1');
    bytes.writeUInt16LE(SECTOR, 128);
    root.copy(bytes, 156);
    return bytes;
  };
  const root = record('\0', 18, SECTOR, 2);
  const folder = Buffer.concat([
    root,
    record('\x01', 18, SECTOR, 2),
    record('LETTER.TXT;1', 20, content.length, 0),
  ]);
  const padding = Buffer.alloc((SECTOR - (content.length % SECTOR)) % SECTOR);
  return Buffer.concat([
    Buffer.alloc(16 * SECTOR),
    descriptor(1, root),
    descriptor(255, Buffer.alloc(0)),
    Buffer.concat([folder], SECTOR),
    Buffer.alloc(SECTOR),
    content,
    padding,
  ]);
}

export const rawArchives = {
  'RAR 4': rar4,
  'RAR 5': rar5,
  'a CAB': cab,
  'an LHA archive': lha,
  'a cpio archive': cpio,
  'an ar archive': ar,
  'an ISO 9660 image': rawIso,
};

const MARK = { free: 0xffffffff, end: 0xfffffffe, fat: 0xfffffffd, difat: 0xfffffffc };

/**
 * A compound file ([MS-CFB]) with one stream, whose sectors are in reverse order.
 * @param isShort the stream is stored in short sectors
 */
export function rawCompound(content: Buffer, { isShort = false } = {}): Buffer {
  const SECTOR = 512;
  const PER_SECTOR = SECTOR / 4;
  const stored = isShort
    ? content
    : Buffer.concat([content, Buffer.alloc(Math.max(4096 - content.length, 0))]);
  const count = Math.ceil(stored.length / SECTOR);
  const sectors = Array.from({ length: count }, (_, n) =>
    Buffer.concat([stored.subarray(n * SECTOR, (n + 1) * SECTOR)], SECTOR),
  ).toReversed();
  // The order: table, lists of the table, folder, table of short sectors, content
  const fatCount = Math.ceil((count + 2) / (PER_SECTOR - 2)) + 1;
  const difatCount = Math.max(0, Math.ceil((fatCount - 109) / (PER_SECTOR - 1)));
  const folderAt = fatCount + difatCount;
  const contentAt = folderAt + 2;
  const fat = Buffer.alloc(fatCount * SECTOR, 0xff);
  const mark = (sector: number, value: number) => fat.writeUInt32LE(value >>> 0, 4 * sector);
  for (let n = 0; n < fatCount; n += 1) mark(n, MARK.fat);
  for (let n = 0; n < difatCount; n += 1) mark(fatCount + n, MARK.difat);
  mark(folderAt, MARK.end);
  mark(folderAt + 1, MARK.end);
  for (let n = 0; n < count; n += 1) mark(contentAt + n, n === 0 ? MARK.end : contentAt + n - 1);
  const difat = Buffer.alloc(difatCount * SECTOR, 0xff);
  for (let n = 109, at = 0; n < fatCount; n += 1, at += 4) {
    if (at % SECTOR === SECTOR - 4) {
      difat.writeUInt32LE(fatCount + (at + 4) / SECTOR, at);
      at += 4;
    }
    difat.writeUInt32LE(n, at);
  }
  if (difatCount > 0) difat.writeUInt32LE(MARK.end, difat.length - 4);
  const last = contentAt + count - 1;
  const shortCount = Math.ceil(content.length / 64);
  const shortFat = Buffer.alloc(SECTOR, 0xff);
  if (isShort) {
    for (let n = 0; n < shortCount; n += 1)
      shortFat.writeUInt32LE(n === shortCount - 1 ? MARK.end : n + 1, 4 * n);
  }
  const root = isShort ? { start: last, size: count * SECTOR } : { start: MARK.end, size: 0 };
  const stream = isShort ? { start: 0, size: content.length } : { start: last, size: stored.length };
  const folder = Buffer.concat(
    [compoundEntry('Root Entry', 5, root), compoundEntry('Contents', 2, stream)],
    SECTOR,
  );
  const header = compoundHeader({ fatCount, folderAt, difatAt: fatCount, difatCount, isShort });
  return Buffer.concat([header, fat, difat, folder, shortFat, ...sectors]);
}

function compoundEntry(name: string, type: number, { start, size }: { start: number; size: number }): Buffer {
  const bytes = Buffer.alloc(128);
  bytes.write(name, 'utf16le');
  bytes.writeUInt16LE(2 * name.length + 2, 64);
  bytes.writeUInt8(type, 66);
  bytes.writeUInt8(1, 67);
  for (const [at, value] of [
    [68, MARK.free],
    [72, MARK.free],
    [76, type === 5 ? 1 : MARK.free],
    [116, start],
    [120, size],
  ] as const) {
    bytes.writeUInt32LE(value >>> 0, at);
  }
  return bytes;
}

function compoundHeader(at: {
  fatCount: number;
  folderAt: number;
  difatAt: number;
  difatCount: number;
  isShort: boolean;
}): Buffer {
  const header = Buffer.alloc(512);
  Buffer.from('d0cf11e0a1b11ae1', 'hex').copy(header);
  u16(0x3e, 3, 0xfffe, 9, 6).copy(header, 24);
  const hasDifat = at.difatCount > 0;
  u32(at.fatCount, at.folderAt, 0, 4096).copy(header, 44);
  u32(at.isShort ? at.folderAt + 1 : MARK.end, at.isShort ? 1 : 0).copy(header, 60);
  u32(hasDifat ? at.difatAt : MARK.end, at.difatCount).copy(header, 68);
  for (let n = 0; n < 109; n += 1) header.writeUInt32LE(n < at.fatCount ? n : MARK.free, 76 + 4 * n);
  return header;
}
