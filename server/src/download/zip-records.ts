/**
 * The records of a ZIP archive as bytes, after PKWARE's APPNOTE 6.3.10 (section numbers below refer to it). Every
 * member is stored, not compressed; its local header contains its size and CRC-32, so that streaming readers work.
 */

/** A member of the archive with the fields of its records. */
export interface ZipMember {
  kind: 'file' | 'folder';
  /** the path in the archive in UTF-8; with a closing slash for a folder */
  name: Buffer;
  sizeBytes: number;
  crc32: number;
  modifiedAt: Date;
}

const LOCAL_BYTES = 30;
const CENTRAL_BYTES = 46;
const TIMESTAMP_BYTES = 9;
const ZIP64_HEADER_BYTES = 4;

/** From this value on, a 32-bit field contains only the mark "see the ZIP64 record" (4.4.1.4). */
const MARK_32 = 0xff_ff_ff_ff;
const MARK_16 = 0xff_ff;

/** 4.4.3: version 2.0 supports folders, 4.5 supports ZIP64. */
const VERSION_PLAIN = 20;
const VERSION_ZIP64 = 45;
/** 4.4.2: made on Unix, so that the permissions below are read; APPNOTE 6.3. */
const MADE_BY = (3 << 8) | 63;
/** 4.4.4, bit 11: the name is UTF-8. */
const FLAG_UTF8 = 1 << 11;
/** 4.4.15: Unix mode in the upper half (rw-r--r-- file, rwxr-xr-x folder), the DOS bit of a folder in the lower. */
const ATTRIBUTES = { file: (0o100644 * 0x1_00_00) >>> 0, folder: ((0o040755 * 0x1_00_00) >>> 0) + 0x10 };

const isZip64Size = (member: ZipMember): boolean => member.sizeBytes >= MARK_32;

/** Length of a member's local header in bytes. */
export function localHeaderBytes(member: ZipMember): number {
  const zip64 = isZip64Size(member) ? ZIP64_HEADER_BYTES + 16 : 0;
  return LOCAL_BYTES + member.name.length + TIMESTAMP_BYTES + zip64;
}

/** 4.3.7 */
export function localHeader(member: ZipMember): Buffer {
  const zip64 = isZip64Size(member) ? [member.sizeBytes, member.sizeBytes] : [];
  const header = Buffer.alloc(LOCAL_BYTES);
  header.writeUInt32LE(0x04_03_4b_50, 0);
  header.writeUInt16LE(zip64.length > 0 ? VERSION_ZIP64 : VERSION_PLAIN, 4);
  const extra = Buffer.concat([zip64Field(zip64), timestampField(member.modifiedAt)]);
  commonFields(member, extra.length).copy(header, 6);
  return Buffer.concat([header, member.name, extra]);
}

/** Length of a member's record in the central directory in bytes. */
export function centralHeaderBytes(member: ZipMember, offset: number): number {
  const large = (isZip64Size(member) ? 16 : 0) + (offset >= MARK_32 ? 8 : 0);
  const zip64 = large > 0 ? ZIP64_HEADER_BYTES + large : 0;
  return CENTRAL_BYTES + member.name.length + TIMESTAMP_BYTES + zip64;
}

/**
 * 4.3.12.
 * @param offset of the member's local header
 */
export function centralHeader(member: ZipMember, offset: number): Buffer {
  const zip64 = isZip64Size(member) ? [member.sizeBytes, member.sizeBytes] : [];
  if (offset >= MARK_32) zip64.push(offset);
  const header = Buffer.alloc(CENTRAL_BYTES);
  header.writeUInt32LE(0x02_01_4b_50, 0);
  header.writeUInt16LE(MADE_BY, 4);
  header.writeUInt16LE(zip64.length > 0 ? VERSION_ZIP64 : VERSION_PLAIN, 6);
  const extra = Buffer.concat([zip64Field(zip64), timestampField(member.modifiedAt)]);
  commonFields(member, extra.length).copy(header, 8);
  header.writeUInt32LE(ATTRIBUTES[member.kind], 38);
  header.writeUInt32LE(Math.min(offset, MARK_32), 42);
  return Buffer.concat([header, member.name, extra]);
}

/** The position of the central directory. */
export interface Directory {
  members: number;
  offset: number;
  sizeBytes: number;
}

/** The records after the central directory: 4.3.16. If a number is too large for it, 4.3.14 and 4.3.15 come first. */
export function endRecords({ members, offset, sizeBytes }: Directory): Buffer {
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06_05_4b_50, 0);
  end.writeUInt16LE(Math.min(members, MARK_16), 8);
  end.writeUInt16LE(Math.min(members, MARK_16), 10);
  end.writeUInt32LE(Math.min(sizeBytes, MARK_32), 12);
  end.writeUInt32LE(Math.min(offset, MARK_32), 16);
  if (members < MARK_16 && offset < MARK_32 && sizeBytes < MARK_32) return end;

  const zip64 = Buffer.alloc(56 + 20);
  zip64.writeUInt32LE(0x06_06_4b_50, 0);
  writeUInt64LE(zip64, 56 - 12, 4);
  zip64.writeUInt16LE(MADE_BY, 12);
  zip64.writeUInt16LE(VERSION_ZIP64, 14);
  writeUInt64LE(zip64, members, 24);
  writeUInt64LE(zip64, members, 32);
  writeUInt64LE(zip64, sizeBytes, 40);
  writeUInt64LE(zip64, offset, 48);
  zip64.writeUInt32LE(0x07_06_4b_50, 56);
  writeUInt64LE(zip64, offset + sizeBytes, 64);
  zip64.writeUInt32LE(1, 72);
  return Buffer.concat([zip64, end]);
}

/** The 24 bytes that local and central header share: from the flags to the length of the extra fields. */
function commonFields(member: ZipMember, extraBytes: number): Buffer {
  const fields = Buffer.alloc(24);
  const size = Math.min(member.sizeBytes, MARK_32);
  const { date, time } = dosTime(member.modifiedAt);
  fields.writeUInt16LE(FLAG_UTF8, 0);
  // 4.4.5: method 0, stored
  fields.writeUInt16LE(0, 2);
  fields.writeUInt16LE(time, 4);
  fields.writeUInt16LE(date, 6);
  fields.writeUInt32LE(member.crc32, 8);
  fields.writeUInt32LE(size, 12);
  fields.writeUInt32LE(size, 16);
  fields.writeUInt16LE(member.name.length, 20);
  fields.writeUInt16LE(extraBytes, 22);
  return fields;
}

/** 4.5.3: the numbers that exceed 32 bits, in their fixed order; empty when there are none. */
function zip64Field(numbers: number[]): Buffer {
  if (numbers.length === 0) return Buffer.alloc(0);
  const field = Buffer.alloc(ZIP64_HEADER_BYTES + numbers.length * 8);
  field.writeUInt16LE(0x00_01, 0);
  field.writeUInt16LE(numbers.length * 8, 2);
  for (const [n, value] of numbers.entries()) writeUInt64LE(field, value, ZIP64_HEADER_BYTES + n * 8);
  return field;
}

/** Info-ZIP's extended timestamp: seconds since 1970 in UTC, which the DOS time cannot express. */
function timestampField(time: Date): Buffer {
  const field = Buffer.alloc(TIMESTAMP_BYTES);
  const seconds = Math.floor(time.getTime() / 1000);
  field.writeUInt16LE(0x54_55, 0);
  field.writeUInt16LE(TIMESTAMP_BYTES - 4, 2);
  // only the modification time is given
  field.writeUInt8(1, 4);
  field.writeInt32LE(Math.min(Math.max(seconds, -0x80_00_00_00), 0x7f_ff_ff_ff), 5);
  return field;
}

/** 4.4.6: years 1980 to 2107, steps of two seconds. The format has no time zone; the vault writes UTC. */
function dosTime(time: Date): { date: number; time: number } {
  const year = time.getUTCFullYear();
  if (year < 1980) return { date: (1 << 5) | 1, time: 0 };
  if (year > 2107) return { date: (127 << 9) | (12 << 5) | 31, time: (23 << 11) | (59 << 5) | 29 };
  return {
    date: ((year - 1980) << 9) | ((time.getUTCMonth() + 1) << 5) | time.getUTCDate(),
    time: (time.getUTCHours() << 11) | (time.getUTCMinutes() << 5) | (time.getUTCSeconds() >> 1),
  };
}

function writeUInt64LE(target: Buffer, value: number, at: number): void {
  target.writeBigUInt64LE(BigInt(value), at);
}
