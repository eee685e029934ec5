import { compoundStreams } from '../../../compound/index.ts';
import {
  bufferSource,
  type ByteSource,
  partOf,
  readExactly,
  type ZipEntry,
  ZipError,
} from '../../../zip/index.ts';
import { WINDOW_BYTES } from '../protocol.ts';
import type { RuleScanner } from '../rule-scanner.ts';
import { Budget, NotAContainer, UnscannableError } from './budget.ts';
import { embeddedIn, type Format, formatOf, HEAD_BYTES, hasOpaqueContainer } from './formats.ts';
import { archiveMembers, filteredStream } from './libarchive.ts';
import { encodedBodies, hasEncodedBodies, isText } from './mail-bodies.ts';
import { MemberBatch } from './member-batch.ts';
import { isPdf, pdfStreams } from './pdf-streams.ts';
import { tarMembers } from './tar-members.ts';
import { unpackedGzip, unpackedStream } from './unpacked-stream.ts';
import { RuleFound, ruleMatchingSource, scannedStream, throwIfFound } from './windows.ts';
import { type FoundZip, memberBytes, zipIn } from './zip-members.ts';

/** Larger containers are opened only where they can be read as a stream: ZIP, gzip, Zstandard and tar. */
const MAX_MEMORY_BYTES = 64 * 1024 * 1024;
const PIECE_BYTES = 256 * 1024;
/** Longer than a signature. */
const BORDER_BYTES = 16;
const TOO_LARGE = 'a container is too large to be opened';

/**
 * Scans what is inside a file (GUARD-41): the members of archives, documents in ZIP format and compound files, the
 * attachments of mails, the streams of PDFs, and what is inside those. Encrypted members are opaque.
 * @param source the whole bytes, which were scanned before
 * @returns the name of a rule that a member matches, or null
 * @throws UnscannableError when a member cannot be scanned, or the limits are exceeded
 */
export async function ruleInside(source: ByteSource, ruleScanner: RuleScanner): Promise<string | null> {
  const batch = new MemberBatch(ruleScanner);
  const inspection = new Inspection(ruleScanner, batch, new Budget(source.sizeBytes));
  try {
    await inspection.inside(source, 1);
    return await batch.scanAll();
  } catch (error) {
    if (error instanceof RuleFound) return error.rule;
    // A virus that was found takes precedence over a part that was not scanned.
    const rule = await batch.scanAll();
    if (rule !== null) return rule;
    if (error instanceof ZipError || error instanceof NotAContainer) {
      throw new UnscannableError(`a member cannot be opened: ${error.message}`, { cause: error });
    }
    throw error;
  }
}

type Stream = AsyncIterable<Uint8Array>;

/** One file that is looked through. Its methods throw RuleFound for a match. */
class Inspection {
  readonly #ruleScanner: RuleScanner;
  readonly #batch: MemberBatch;
  readonly #budget: Budget;

  constructor(ruleScanner: RuleScanner, batch: MemberBatch, budget: Budget) {
    this.#ruleScanner = ruleScanner;
    this.#batch = batch;
    this.#budget = budget;
  }

  /** Looks for containers in bytes that were scanned. @param depth of a container in them, from 1 */
  async inside(source: ByteSource, depth: number, known?: Buffer): Promise<void> {
    const isSmall = source.sizeBytes <= MAX_MEMORY_BYTES;
    const bytes = known ?? (isSmall ? await readWhole(source, 0, source.sizeBytes) : null);
    const zip = await zipIn(source, bytes);
    if (bytes !== null) return this.#small(bytes, zip, depth);
    if (zip === null) return this.#large(source, depth);
    this.#budget.mustReach(depth);
    return this.#zip(zip, depth);
  }

  /** Bytes in memory can be several things at the same time, such as a PDF with a ZIP behind it. */
  async #small(bytes: Buffer, zip: FoundZip | null, depth: number): Promise<void> {
    const format = formatOf(bytes);
    if (format !== null || zip !== null || isPdf(bytes)) this.#budget.mustReach(depth);
    if (zip !== null) await this.#zip(zip, depth);
    if (format !== null) await this.#container(format, bytes, depth);
    else if (zip === null) await this.#embedded(bytes, depth);
    else await this.#beside(bytes, zip, depth);
    if (isPdf(bytes)) {
      for await (const stream of pdfStreams(bytes, MAX_MEMORY_BYTES)) await this.#member(stream, depth);
    }
    if (isText(bytes)) for (const body of encodedBodies(bytes)) await this.#member(body, depth);
  }

  /** Bytes before and behind a ZIP: other ZIPs and containers. */
  async #beside(bytes: Buffer, { start, end }: FoundZip, depth: number): Promise<void> {
    for (const rest of [bytes.subarray(0, start), bytes.subarray(end)]) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other, within one budget
      const zip = await zipIn(bufferSource(rest), rest);
      if (zip !== null) {
        await this.#zip(zip, depth);
        await this.#beside(rest, zip, depth);
      } else await this.#embedded(rest, depth, 0);
    }
  }

  /** Containers behind other bytes. What cannot be opened is none. */
  async #embedded(bytes: Buffer, depth: number, from = 1): Promise<void> {
    for (const { format, at } of embeddedIn(bytes, from)) {
      this.#budget.mustReach(depth);
      this.#budget.takeMember();
      try {
        // oxlint-disable-next-line no-await-in-loop -- one after the other, within one budget
        await this.#container(format, bytes.subarray(at), depth);
      } catch (error) {
        if (!(error instanceof NotAContainer)) throw error;
      }
    }
  }

  async #container(format: Format, bytes: Buffer, depth: number): Promise<void> {
    switch (format) {
      case 'gzip':
        return this.#stream(unpackedGzip(bytes), depth);
      case 'zstd':
        return this.#stream(unpackedStream(format, slices(bytes)), depth);
      case 'xz':
      case 'bzip2':
        this.#budget.takeBytes(bytes.length);
        return this.#stream(filteredStream(format, bytes), depth);
      case 'tar':
        for await (const member of tarMembers(slices(bytes))) await this.#stream(member, depth);
        return;
      case 'compound':
        return this.#compound(bytes, depth);
      case 'archive':
      case 'lzip':
        this.#budget.takeBytes(bytes.length);
        for await (const member of archiveMembers(bytes)) await this.#stream(member, depth);
    }
  }

  async #compound(bytes: Buffer, depth: number): Promise<void> {
    const streams = compoundStreams(bytes);
    for (;;) {
      const next = nextOf(streams);
      if (next === null) return;
      // oxlint-disable-next-line no-await-in-loop -- one after the other, within one budget
      await this.#member(next, depth);
    }
  }

  /** Bytes that are too large for memory: only streams can be opened. */
  async #large(source: ByteSource, depth: number): Promise<void> {
    const head = await readExactly(source, 0, HEAD_BYTES);
    const format = formatOf(head);
    if (format === null) {
      if (isPdf(head)) return this.#largePdf(source, depth);
      if (hasEncodedBodies(head)) throw new UnscannableError(TOO_LARGE);
      for await (const bytes of withoutContainers(sourceStream(source))) void bytes;
      return;
    }
    this.#budget.mustReach(depth);
    return this.#largeContainer(format, sourceStream(source), depth);
  }

  async #largeContainer(format: Format, stream: Stream, depth: number): Promise<void> {
    if (format === 'tar') for await (const member of tarMembers(stream)) await this.#stream(member, depth);
    else if (format === 'gzip' || format === 'zstd')
      await this.#stream(unpackedStream(format, stream), depth);
    else throw new UnscannableError(TOO_LARGE);
  }

  /** Streams of PDFs, in windows of which each second half is the first half of the next one. */
  async #largePdf(source: ByteSource, depth: number): Promise<void> {
    const half = MAX_MEMORY_BYTES / 2;
    for (let start = 0; start < source.sizeBytes; start += half) {
      const length = Math.min(MAX_MEMORY_BYTES, source.sizeBytes - start);
      // oxlint-disable-next-line no-await-in-loop -- a source allows one call at a time
      const window = await readWhole(source, start, length);
      for await (const stream of pdfStreams(window, MAX_MEMORY_BYTES)) await this.#member(stream, depth);
    }
  }

  async #zip(zip: FoundZip, depth: number): Promise<void> {
    for (const entry of zip.archive.entries) {
      this.#budget.takeMember();
      if (entry.isEncrypted || entry.sizeBytes === 0) continue;
      this.#budget.takeBytes(entry.sizeBytes);
      // oxlint-disable-next-line no-await-in-loop -- one after the other, within one budget
      await this.#zipMember(zip, entry, depth);
    }
  }

  async #zipMember(zip: FoundZip, entry: ZipEntry, depth: number): Promise<void> {
    if (entry.sizeBytes <= MAX_MEMORY_BYTES) return this.#scan(await memberBytes(zip, entry), depth + 1);
    if (!entry.isStored) return this.#scanStream(zip.archive.unpack(entry, { checkCrc: false }), depth + 1);
    // It is stored without compression, so it need not be in memory.
    const { start, end } = await zip.archive.locate(entry);
    const member = partOf(zip.source, start, end);
    throwIfFound(await ruleMatchingSource(member, this.#ruleScanner));
    return this.inside(member, depth + 1);
  }

  /** A decoded member of a container at `depth`. */
  async #member(bytes: Uint8Array, depth: number): Promise<void> {
    this.#budget.takeMember();
    this.#budget.takeBytes(bytes.length);
    if (bytes.length > 0)
      await this.#scan(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length), depth + 1);
  }

  /** An unpacked member of a container at `depth`. */
  async #stream(stream: Stream, depth: number): Promise<void> {
    this.#budget.takeMember();
    await this.#scanStream(this.#counted(stream), depth + 1);
  }

  async *#counted(stream: Stream): AsyncGenerator<Uint8Array> {
    for await (const bytes of stream) {
      this.#budget.takeBytes(bytes.length);
      yield bytes;
    }
  }

  async #scan(bytes: Buffer, depth: number): Promise<void> {
    const source = bufferSource(bytes);
    throwIfFound(
      bytes.length <= WINDOW_BYTES
        ? await this.#batch.add(bytes)
        : await ruleMatchingSource(source, this.#ruleScanner),
    );
    await this.inside(source, depth, bytes);
  }

  /** Keeps a member in memory while it fits there; a larger one is scanned while it is unpacked. */
  async #scanStream(stream: Stream, depth: number): Promise<void> {
    const pieces: Uint8Array[] = [];
    let length = 0;
    const iterator = stream[Symbol.asyncIterator]();
    try {
      while (length <= MAX_MEMORY_BYTES) {
        // oxlint-disable-next-line no-await-in-loop -- a stream
        const next = await iterator.next();
        if (next.done === true) return await this.#scan(Buffer.concat(pieces), depth);
        pieces.push(next.value);
        length += next.value.length;
      }
      await this.#scanLargeStream(chained(pieces, iterator), depth);
    } finally {
      await iterator.return?.();
    }
  }

  async #scanLargeStream(stream: AsyncGenerator<Uint8Array>, depth: number): Promise<void> {
    const scanned = scannedStream(stream, this.#ruleScanner);
    const first = await scanned.next();
    const head = first.done === true ? Buffer.alloc(0) : Buffer.from(first.value);
    const format = formatOf(head);
    const isContainer = format !== null || isPdf(head) || hasEncodedBodies(head);
    const all = chained([head], scanned);
    // Not closed by a container that ends before its bytes.
    const whole: Stream = { [Symbol.asyncIterator]: () => ({ next: () => all.next() }) };
    if (format === 'tar' || format === 'gzip' || format === 'zstd') {
      this.#budget.mustReach(depth);
      await this.#largeContainer(format, whole, depth);
    } else if (isContainer || head.indexOf('PK\x03\x04', 'latin1') === 0)
      throw new UnscannableError(TOO_LARGE);
    // What a container does not need is scanned too.
    const rest = format === null ? withoutContainers(whole) : whole;
    for await (const bytes of rest) void bytes;
  }
}

/** A source of the server sends at most one window at a time. */
async function readWhole(source: ByteSource, start: number, length: number): Promise<Buffer> {
  if (length <= WINDOW_BYTES) return readExactly(source, start, length);
  const bytes = Buffer.allocUnsafeSlow(length);
  for (let at = 0; at < length; at += WINDOW_BYTES) {
    const piece = await readExactly(source, start + at, Math.min(WINDOW_BYTES, length - at));
    bytes.set(piece, at);
  }
  return bytes;
}

/** @returns null at the end @throws NotAContainer */
function nextOf(streams: Generator<Uint8Array>): Uint8Array | null {
  try {
    const next = streams.next();
    return next.done === true ? null : next.value;
  } catch (error) {
    throw new NotAContainer(`the compound file is damaged: ${String(error)}`, { cause: error });
  }
}

async function* slices(bytes: Buffer): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += PIECE_BYTES) yield bytes.subarray(at, at + PIECE_BYTES);
}

async function* sourceStream(source: ByteSource): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < source.sizeBytes; at += WINDOW_BYTES) {
    yield await readExactly(source, at, Math.min(WINDOW_BYTES, source.sizeBytes - at));
  }
}

/**
 * Passes bytes on that are too large for memory.
 * @throws UnscannableError when they contain an archive, which then cannot be opened
 */
async function* withoutContainers(stream: Stream): AsyncGenerator<Uint8Array> {
  let end = Buffer.alloc(0);
  for await (const bytes of stream) {
    const joined = Buffer.concat([end, bytes]);
    if (hasOpaqueContainer(joined)) throw new UnscannableError(TOO_LARGE);
    end = joined.subarray(-BORDER_BYTES);
    yield bytes;
  }
}

async function* chained(first: Uint8Array[], rest: AsyncIterator<Uint8Array>): AsyncGenerator<Uint8Array> {
  for (let piece = first.shift(); piece !== undefined; piece = first.shift()) yield piece;
  for (let next = await rest.next(); next.done !== true; next = await rest.next()) yield next.value;
}
