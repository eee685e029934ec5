import {
  type ByteSource,
  openZip,
  partOf,
  readExactly,
  type ZipArchive,
  ZipError,
} from '../../../zip/index.ts';
import { MAX_MEMBERS, UnscannableError } from './budget.ts';

const MIB = 1024 * 1024;
const LIMITS = { maxEntries: MAX_MEMBERS, maxNameBytes: 65_535, maxDirectoryBytes: 16 * MIB };
const END_BYTES = 22;
/** A comment of the longest length, and bytes that something else appended. */
const TAIL_BYTES = MIB;
/** The end of a ZIP can be in the comment of another one. */
const MAX_ENDS = 16;

/** A ZIP in bytes, and its position there. */
export interface FoundZip {
  archive: ZipArchive;
  source: ByteSource;
  start: number;
  end: number;
}

/** local header, empty archive, split archive */
const ZIP_MARKS = new Set([0x0304, 0x0506, 0x0708]);
const startsLikeZip = (bytes: Uint8Array) =>
  bytes[0] === 0x50 && bytes[1] === 0x4b && ZIP_MARKS.has((bytes[2] ?? 0) * 256 + (bytes[3] ?? 0));

/**
 * The ZIP in these bytes, also between other bytes (self-extracting archives, appended bytes).
 * @param bytes those of `source` when they are in memory; else its last MiB is searched
 * @throws UnscannableError when they begin like one and cannot be opened
 */
export async function zipIn(source: ByteSource, bytes: Buffer | null): Promise<FoundZip | null> {
  if (source.sizeBytes < END_BYTES) return null;
  const begins = startsLikeZip(await readExactly(source, 0, 4));
  const from = bytes === null ? Math.max(0, source.sizeBytes - TAIL_BYTES) : 0;
  const tail = bytes ?? (await readExactly(source, from, source.sizeBytes - from));
  let failure: ZipError | null = null;
  for (const { start, end } of rangesIn(tail, from)) {
    const part = partOf(source, start, end);
    try {
      // oxlint-disable-next-line no-await-in-loop -- the last one that opens
      return { archive: await openZip(part, LIMITS), source: part, start, end };
    } catch (error) {
      if (!(error instanceof ZipError)) throw error;
      failure ??= error;
      if (error.problem !== 'unreadable') break;
    }
  }
  if (failure === null ? !begins : !begins && failure.problem === 'unreadable') return null;
  throw new UnscannableError(`the archive cannot be opened: ${failure?.message ?? 'it has no end'}`, {
    cause: failure,
  });
}

/** The ranges of ZIPs by their end records, the last one first; one that ends with the bytes before all others. */
function rangesIn(tail: Buffer, offset: number): { start: number; end: number }[] {
  const ranges: { start: number; end: number; isLast: boolean }[] = [];
  for (let at = tail.lastIndexOf('PK\x05\x06', 'latin1'); at >= 0 && ranges.length < MAX_ENDS;) {
    if (at + END_BYTES <= tail.length) {
      const recordAt = offset + at;
      const end = recordAt + END_BYTES + tail.readUInt16LE(at + 20);
      const base = recordAt - tail.readUInt32LE(at + 12) - tail.readUInt32LE(at + 16);
      // ZIP64 stores its offsets elsewhere: such a ZIP is read from the front.
      const start = base > 0 && base <= recordAt ? base : 0;
      const isLast = end === offset + tail.length;
      const isPlausible = isLast || hasDirectory(tail, at);
      if (end <= offset + tail.length && isPlausible) ranges.push({ start, end, isLast });
    }
    at = at === 0 ? -1 : tail.lastIndexOf('PK\x05\x06', at - 1, 'latin1');
  }
  return [...ranges.filter(({ isLast }) => isLast), ...ranges.filter(({ isLast }) => !isLast)];
}

/** Whether a directory precedes the end record at `at`: programs contain the signature of the record as well. */
function hasDirectory(tail: Buffer, at: number): boolean {
  const start = at - tail.readUInt32LE(at + 12);
  return start >= 0 && tail.toString('latin1', start, start + 4) === 'PK\x01\x02';
}

/**
 * The ZIP whose end record is at a position, in a source that is not in memory.
 * @returns null when it cannot be opened
 */
export async function zipEndingAt(source: ByteSource, recordAt: number): Promise<FoundZip | null> {
  if (recordAt + END_BYTES > source.sizeBytes) return null;
  const record = await readExactly(source, recordAt, END_BYTES);
  const end = recordAt + END_BYTES + record.readUInt16LE(20);
  const directoryAt = recordAt - record.readUInt32LE(12);
  const start = directoryAt - record.readUInt32LE(16);
  if (start < 0 || end > source.sizeBytes || directoryAt === recordAt) return null;
  const signature = await readExactly(source, directoryAt, 4);
  if (signature.toString('latin1') !== 'PK\x01\x02') return null;
  const part = partOf(source, start, end);
  try {
    return { archive: await openZip(part, LIMITS), source: part, start, end };
  } catch (error) {
    if (!(error instanceof ZipError)) throw error;
    return null;
  }
}
