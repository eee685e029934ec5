/** Workbooks of Excel 97, built by hand ([MS-XLS], [MS-CFB]), for records that libraries do not write. */

const SECTOR = 512;
const END_OF_CHAIN = 0xff_ff_ff_fe;
const FREE = 0xff_ff_ff_ff;
/** Shorter streams would have to be stored in the short sectors, which this module does not write. */
const MIN_STREAM_BYTES = 4096;

/**
 * Builds one record of an Excel 97 file: its type, its length and its data.
 * @param parts a number is one byte; `u16` and `u32` write larger numbers
 */
export function record(type: number, ...parts: readonly (number | Buffer)[]): Buffer {
  const data = Buffer.concat(parts.map((part) => (typeof part === 'number' ? Buffer.from([part]) : part)));
  return Buffer.concat([u16(type), u16(data.length), data]);
}

export const u16 = (...values: readonly number[]): Buffer => {
  const bytes = Buffer.alloc(2 * values.length);
  for (const [n, value] of values.entries()) bytes.writeUInt16LE(value, 2 * n);
  return bytes;
};

export const u32 = (...values: readonly number[]): Buffer => {
  const bytes = Buffer.alloc(4 * values.length);
  for (const [n, value] of values.entries()) bytes.writeUInt32LE(value, 4 * n);
  return bytes;
};

export const f64 = (value: number): Buffer => {
  const bytes = Buffer.alloc(8);
  bytes.writeDoubleLE(value);
  return bytes;
};

const BIFF8 = 0x0600;
const BOF = 0x0809;
const EOF = record(0x000a);

export interface RawXls {
  version?: number;
  /** records of the workbook */
  globals?: readonly Buffer[];
  sheets: { name: string; state?: number; records: readonly Buffer[] }[];
}

/** The bytes of an xls with these records. */
export function rawXls({ version = BIFF8, globals = [], sheets }: RawXls): Buffer {
  const begin = (type: number) => record(BOF, u16(version, type, 0, 0), u32(0, 0));
  const isUnicode = version === BIFF8;
  const bound = (start: number, { name, state = 0 }: RawXls['sheets'][number]) =>
    record(0x0085, u32(start), state, 0, name.length, ...(isUnicode ? [0] : []), Buffer.from(name, 'latin1'));
  const head = [begin(0x0005), ...globals];
  const lengthOf = (buffers: readonly Buffer[]) => buffers.reduce((sum, one) => sum + one.length, 0);
  let start = lengthOf([...head, ...sheets.map((sheet) => bound(0, sheet)), EOF]);
  const bounds: Buffer[] = [];
  const streams: Buffer[] = [];
  for (const sheet of sheets) {
    bounds.push(bound(start, sheet));
    const stream = Buffer.concat([begin(0x0010), ...sheet.records, EOF]);
    streams.push(stream);
    start += stream.length;
  }
  return rawCompound(isUnicode ? 'Workbook' : 'Book', Buffer.concat([...head, ...bounds, EOF, ...streams]));
}

/** A compound file with one stream in its root. */
export function rawCompound(name: string, stream: Buffer): Buffer {
  const sectors = Math.ceil(Math.max(stream.length, MIN_STREAM_BYTES) / SECTOR);
  const content = Buffer.concat([stream, Buffer.alloc(sectors * SECTOR - stream.length)]);
  const fats = Math.ceil((sectors + 2) / (SECTOR / 4 - 1));
  // The sectors of the allocation table, one sector of the directory, the sectors of the stream.
  const table = [
    ...Array.from({ length: fats }, () => 0xff_ff_ff_fd),
    END_OF_CHAIN,
    ...Array.from({ length: sectors }, (_, n) => (n === sectors - 1 ? END_OF_CHAIN : fats + 2 + n)),
  ];
  while (table.length < (fats * SECTOR) / 4) table.push(FREE);
  const directory = Buffer.concat([
    entry('Root Entry', { type: 5, child: 1, start: END_OF_CHAIN, bytes: 0 }),
    entry(name, { type: 2, child: FREE, start: fats + 1, bytes: content.length }),
    Buffer.alloc(2 * 128),
  ]);
  const head = Buffer.alloc(SECTOR, 0xff);
  head.set(Buffer.from('d0cf11e0a1b11ae1', 'hex'));
  head.fill(0, 8, 76);
  head.set(u16(0x3e, 3, 0xff_fe, 9, 6), 24);
  head.set(u32(fats, fats), 44);
  head.set(u32(MIN_STREAM_BYTES, END_OF_CHAIN, 0, END_OF_CHAIN, 0), 56);
  head.set(u32(...Array.from({ length: fats }, (_, n) => n)), 76);
  return Buffer.concat([head, u32(...table), directory, content]);
}

function entry(
  name: string,
  { type, child, start, bytes }: { type: number; child: number; start: number; bytes: number },
): Buffer {
  const buffer = Buffer.alloc(128);
  buffer.write(name, 'utf16le');
  buffer.set(u16(2 * name.length + 2), 64);
  buffer.set([type, 1], 66);
  buffer.set(u32(FREE, FREE, child), 68);
  buffer.set(u32(start, bytes), 116);
  return buffer;
}
