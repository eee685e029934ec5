import { setImmediate as nextTurn } from 'node:timers/promises';
import {
  bufferSource,
  type ByteSource,
  openZip,
  partOf,
  readExactly,
  type ZipArchive,
  type ZipEntry,
  ZipError,
} from '../../zip/index.ts';
import { fitsTogether, type RuleScanner } from './rule-scanner.ts';
import { OVERLAP_BYTES, WINDOW_BYTES } from './protocol.ts';

/** A part that could not be scanned, so that the file cannot pass. */
export class UnscannableError extends Error {
  override readonly name = 'UnscannableError';
}

const MIB = 1024 * 1024;
/** The maximum depth: a document in a ZIP in a ZIP in a ZIP has three levels. */
const MAX_DEPTH = 4;
const MAX_MEMBERS = 50_000;
/** The maximum size of a packed archive inside an archive, because it is unpacked in memory. */
const MAX_INNER_BYTES = 32 * MIB;
const LIMITS = { maxEntries: MAX_MEMBERS, maxNameBytes: 65_535, maxDirectoryBytes: 16 * MIB };
const END_BYTES = 22;
const MAX_COMMENT_BYTES = 65_535;

/** The remaining budget for unpacking one uploaded file, all levels together. */
export interface Budget {
  bytes: number;
  members: number;
}

/** The budget is enough for real archives, which rarely grow more than fourfold, and stops a decompression bomb. */
export const budgetFor = (sizeBytes: number): Budget => ({
  bytes: 512 * MIB + 4 * sizeBytes,
  members: MAX_MEMBERS,
});

/**
 * Scans the members of a ZIP: archives, and documents in ZIP format (docx, xlsx, pptx, odt, jar …). Encrypted members,
 * and formats that the engine does not open (7z, RAR, tar …), are scanned as plain bytes.
 * @param source the whole bytes, which were scanned before
 * @returns the name of a rule that a member matches, or null
 * @throws UnscannableError when a member cannot be scanned, or the limits are exceeded
 */
export async function ruleMatchingMember(
  source: ByteSource,
  ruleScanner: RuleScanner,
  budget: Budget,
  depth = 1,
): Promise<string | null> {
  const zip = await zipIn(source);
  if (zip === null) return null;
  if (depth > MAX_DEPTH) throw new UnscannableError('archives are nested too deep');
  const batch = new MemberBatch(ruleScanner);
  try {
    for (const entry of zip.archive.entries) {
      const rule = await scanMember(entry, { ...zip, ruleScanner, budget, depth, batch });
      if (rule !== null) return rule;
    }
  } catch (error) {
    // A virus that was found takes precedence over a part that was not scanned.
    const rule = await batch.scanAll();
    if (rule !== null) return rule;
    throw error instanceof ZipError
      ? new UnscannableError(`a member cannot be opened: ${error.message}`)
      : error;
  }
  return batch.scanAll();
}

interface MemberContext {
  archive: ZipArchive;
  source: ByteSource;
  ruleScanner: RuleScanner;
  budget: Budget;
  depth: number;
  batch: MemberBatch;
}

async function scanMember(entry: ZipEntry, context: MemberContext): Promise<string | null> {
  const { budget } = context;
  budget.members -= 1;
  if (budget.members < 0) throw new UnscannableError('the archive has too many members');
  if (entry.isEncrypted || entry.sizeBytes === 0) return null;
  budget.bytes -= entry.sizeBytes;
  if (budget.bytes < 0) throw new UnscannableError('the archive unpacks to too many bytes');
  return entry.sizeBytes <= WINDOW_BYTES ? scanSmallMember(entry, context) : scanLargeMember(entry, context);
}

async function scanSmallMember(entry: ZipEntry, context: MemberContext): Promise<string | null> {
  const bytes = await collect(entry, context);
  const rule = await context.batch.add(bytes);
  return (
    rule ?? ruleMatchingMember(bufferSource(bytes), context.ruleScanner, context.budget, context.depth + 1)
  );
}

async function scanLargeMember(entry: ZipEntry, context: MemberContext): Promise<string | null> {
  const { archive, source, ruleScanner, budget, depth } = context;
  if (entry.isStored) {
    // The member is stored without compression, so it need not be unpacked into memory.
    const { start, end } = await archive.locate(entry);
    const member = partOf(source, start, end);
    return (
      (await ruleMatchingSource(member, ruleScanner)) ??
      ruleMatchingMember(member, ruleScanner, budget, depth + 1)
    );
  }
  if (entry.sizeBytes <= MAX_INNER_BYTES) {
    const member = bufferSource(await collect(entry, context));
    return (
      (await ruleMatchingSource(member, ruleScanner)) ??
      ruleMatchingMember(member, ruleScanner, budget, depth + 1)
    );
  }
  return ruleMatchingStream(entry, context);
}

async function collect(entry: ZipEntry, { archive }: MemberContext): Promise<Uint8Array> {
  const bytes = new Uint8Array(entry.sizeBytes);
  let length = 0;
  for await (const piece of archive.unpack(entry, { checkCrc: false })) {
    bytes.set(piece, length);
    length += piece.length;
  }
  return bytes;
}

/** Scans bytes of any length, window by window. The next window is read while one is scanned. */
export async function ruleMatchingSource(
  source: ByteSource,
  ruleScanner: RuleScanner,
): Promise<string | null> {
  const { sizeBytes } = source;
  const length = Math.min(WINDOW_BYTES, sizeBytes);
  let current = new Uint8Array(length);
  let other = sizeBytes > length ? new Uint8Array(length) : current;
  let fetched = fetchWindow(source, current, 0);
  for (let start = 0; ; start += WINDOW_BYTES - OVERLAP_BYTES) {
    const window = await fetched;
    const isLast = start + window.length >= sizeBytes;
    if (!isLast) fetched = fetchWindow(source, other, start + WINDOW_BYTES - OVERLAP_BYTES);
    const rule = ruleScanner.ruleMatching(window);
    if (rule !== null || isLast) {
      // A source allows one call at a time, so this read must end before the next reader starts.
      await fetched.catch(() => {});
      return rule;
    }
    [current, other] = [other, current];
    await nextTurn();
  }
}

function fetchWindow(source: ByteSource, room: Uint8Array, start: number): Promise<Uint8Array> {
  const wanted = room.subarray(0, source.sizeBytes - start);
  const window = source.readAt(wanted, start).then((count) => {
    if (count !== wanted.length) throw new UnscannableError('the bytes end before their length');
    return wanted;
  });
  // The promise is awaited later; until then a failure must not count as unhandled.
  window.catch(() => {});
  return window;
}

/** A member that is too large for memory is scanned by windows while it is unpacked. */
async function ruleMatchingStream(
  entry: ZipEntry,
  { archive, ruleScanner }: MemberContext,
): Promise<string | null> {
  const window = new Uint8Array(WINDOW_BYTES);
  let filled = 0;
  for await (const piece of archive.unpack(entry, { checkCrc: false })) {
    for (let taken = 0; taken < piece.length;) {
      const part = piece.subarray(taken, taken + window.length - filled);
      window.set(part, filled);
      filled += part.length;
      taken += part.length;
      if (filled < window.length) continue;
      if (startsLikeZip(window)) throw new UnscannableError('an archive inside is too large to be opened');
      const rule = ruleScanner.ruleMatching(window);
      if (rule !== null) return rule;
      window.copyWithin(0, window.length - OVERLAP_BYTES);
      filled = OVERLAP_BYTES;
      await nextTurn();
    }
  }
  return ruleScanner.ruleMatching(window.subarray(0, filled));
}

/** Collects small members until there are enough of them for one scan. */
class MemberBatch {
  readonly #ruleScanner: RuleScanner;
  #pieces: Uint8Array[] = [];
  #bytes = 0;

  constructor(ruleScanner: RuleScanner) {
    this.#ruleScanner = ruleScanner;
  }

  async add(piece: Uint8Array): Promise<string | null> {
    const isFull = !fitsTogether(this.#bytes, this.#pieces.length, piece.length);
    const rule = isFull ? await this.scanAll() : null;
    this.#pieces.push(piece);
    this.#bytes += piece.length;
    return rule;
  }

  async scanAll(): Promise<string | null> {
    const rules = this.#ruleScanner.rulesMatching(this.#pieces);
    this.#pieces = [];
    this.#bytes = 0;
    await nextTurn();
    return rules.find((rule) => rule !== null) ?? null;
  }
}

const startsLikeZip = (bytes: Uint8Array) =>
  bytes[0] === 0x50 && bytes[1] === 0x4b && ZIP_MARKS.has((bytes[2] ?? 0) * 256 + (bytes[3] ?? 0));
/** local header, empty archive, split archive */
const ZIP_MARKS = new Set([0x0304, 0x0506, 0x0708]);

/**
 * Finds the ZIP in these bytes. It can follow other bytes, as in self-extracting archives.
 * @throws UnscannableError when the bytes begin like a ZIP and cannot be opened
 */
async function zipIn(source: ByteSource): Promise<{ archive: ZipArchive; source: ByteSource } | null> {
  if (source.sizeBytes < END_BYTES) return null;
  const begins = startsLikeZip(await readExactly(source, 0, 4));
  const base = await baseOfZip(source);
  if (!begins && base === null) return null;
  const part = base === null || base === 0 ? source : partOf(source, base, source.sizeBytes);
  try {
    return { archive: await openZip(part, LIMITS), source: part };
  } catch (error) {
    if (!(error instanceof ZipError)) throw error;
    if (!begins && error.problem === 'unreadable') return null;
    throw new UnscannableError(`the archive cannot be opened: ${error.message}`, { cause: error });
  }
}

/** The start of the ZIP whose end record is at the end of the bytes; null when there is none. */
async function baseOfZip(source: ByteSource): Promise<number | null> {
  const tailBytes = Math.min(source.sizeBytes, END_BYTES + MAX_COMMENT_BYTES);
  const tail = await readExactly(source, source.sizeBytes - tailBytes, tailBytes);
  let at = tail.lastIndexOf('PK\x05\x06', tailBytes - END_BYTES, 'latin1');
  while (at >= 0 && at + END_BYTES + tail.readUInt16LE(at + 20) !== tailBytes) {
    at = at === 0 ? -1 : tail.lastIndexOf('PK\x05\x06', at - 1, 'latin1');
  }
  if (at < 0) return null;
  const end = source.sizeBytes - tailBytes + at;
  const base = end - tail.readUInt32LE(at + 12) - tail.readUInt32LE(at + 16);
  // ZIP64 stores its offsets elsewhere: such a ZIP is read from the front.
  return base > 0 && base <= end ? base : 0;
}
