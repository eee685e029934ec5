import { CompoundError, compoundStreams } from '../../../compound/index.ts';
import {
  bufferSource,
  type ByteSource,
  partOf,
  readExactly,
  type ZipEntry,
  ZipError,
} from '../../../zip/index.ts';
import { Limiter } from '../../limiter.ts';
import { WINDOW_BYTES } from '../protocol.ts';
import type { RuleScanner } from '../rule-scanner.ts';
import { type Budget, NotAContainer, UnscannableError } from './budget.ts';
import { bytesOf, embeddedContainers, type Known, mayHaveTextCodes } from './embedded.ts';
import { type Format, formatOf, HEAD_BYTES } from './formats.ts';
import { isoMembers } from './iso-members.ts';
import { archiveMembers, filteredStream, MAX_ARCHIVE_BYTES } from './libarchive.ts';
import { encodedBodies, isText } from './mail-bodies.ts';
import type { MemberBatch } from './member-batch.ts';
import { packedProgramReason } from './packed-programs.ts';
import { isPdf, pdfStreams } from './pdf-streams.ts';
import { chained, joined, type MemoryPool, SpillFile, type Stream, streamOf } from './sources.ts';
import { tarMembers } from './tar-members.ts';
import { unpackedGzip, unpackedObject, unpackedStream } from './unpacked-stream.ts';
import { unsupportedFormatOf } from './unsupported-formats.ts';
import { scannedStream, scanSource, throwIfFound } from './windows.ts';
import { type FoundZip, zipEndingAt, zipIn } from './zip-members.ts';

const TOO_LARGE = 'a container is too large to be opened';
/** libarchive has memory for one large archive. */
const archives = new Limiter(1);

/** What an inspection needs besides the file. */
export interface InspectionDeps {
  /** as in `Scanner.scan` */
  sender?: string | undefined;
  ruleScanner: RuleScanner;
  /** where members are stored that are too large for memory */
  temporaryDirectory: string;
  /** a larger member is stored in a file, unless it can be looked through as a stream */
  maxMemoryBytes: number;
  /** the members in memory of all inspections of this thread */
  pool: MemoryPool;
  batch: MemberBatch;
  budget: Budget;
}

/** One file that is looked through. Its methods throw RuleFound for a match. */
export class Inspection {
  readonly #sender: string | undefined;
  readonly #ruleScanner: RuleScanner;
  readonly #batch: MemberBatch;
  readonly #budget: Budget;
  readonly #temporaryDirectory: string;
  readonly #maxMemoryBytes: number;
  readonly #pool: MemoryPool;
  /** whether an archive is open by libarchive */
  #hasArchive = false;

  constructor(deps: InspectionDeps) {
    this.#sender = deps.sender;
    this.#ruleScanner = deps.ruleScanner;
    this.#batch = deps.batch;
    this.#budget = deps.budget;
    this.#temporaryDirectory = deps.temporaryDirectory;
    this.#maxMemoryBytes = deps.maxMemoryBytes;
    this.#pool = deps.pool;
  }

  /**
   * Looks for containers in bytes that were scanned. Bytes can be several things at the same time, such as a PDF with a
   * ZIP behind it.
   * @param depth of a container in them, from 1
   */
  async inside(source: ByteSource, known: Known, depth: number): Promise<void> {
    const bytes = bytesOf(known);
    await this.#budget.turn();
    const head = bytes ?? (await readExactly(source, 0, Math.min(HEAD_BYTES, source.sizeBytes)));
    const zip = await zipIn(source, bytes);
    const format = formatOf(head);
    if (format !== null || zip !== null || isPdf(head)) this.#budget.mustReach(depth);
    if (zip !== null) await this.#zip(zip, depth);
    if (format !== null) await this.#container(format, source, depth);
    else if (zip === null) await this.#embedded(source, known, { depth, from: 1 });
    else await this.#beside(source, bytes, zip, depth);
    if (isPdf(head)) {
      for await (const stream of pdfStreams(source, this.#budget)) await this.#decoded(stream, depth);
    }
    if (isText(head) && mayHaveTextCodes(known)) {
      for await (const body of encodedBodies(source, this.#budget)) await this.#decoded(body, depth);
    }
    await mustBeReadable(source, head);
  }

  /** Bytes before and behind a ZIP: other ZIPs and containers. */
  async #beside(
    source: ByteSource,
    bytes: Buffer | null,
    { start, end }: FoundZip,
    depth: number,
  ): Promise<void> {
    const ranges = [
      [0, start],
      [end, source.sizeBytes],
    ] as const;
    for (const [from, to] of ranges) {
      const rest = partOf(source, from, to);
      const restBytes = bytes?.subarray(from, to) ?? null;
      // oxlint-disable-next-line no-await-in-loop -- one after the other, within one budget
      const zip = restBytes === null ? null : await zipIn(rest, restBytes);
      if (zip !== null) {
        await this.#zip(zip, depth);
        await this.#beside(rest, restBytes, zip, depth);
      } else await this.#embedded(rest, restBytes, { depth, from: 0 });
    }
  }

  /** Containers behind other bytes. What cannot be opened is none. */
  async #embedded(
    source: ByteSource,
    known: Known,
    { depth, from }: { depth: number; from: number },
  ): Promise<void> {
    for await (const { formats, zipEnds } of embeddedContainers(source, known, from)) {
      await this.#budget.turn();
      for (const { format, at } of formats) {
        this.#budget.mustReach(depth);
        this.#budget.takeMember();
        await this.#budget.turn();
        await this.#optional(format, partOf(source, at, source.sizeBytes), depth);
      }
      for (const at of zipEnds) {
        this.#budget.takeMember();
        const zip = await zipEndingAt(source, at);
        if (zip !== null) await this.#optionalZip(zip, depth);
      }
    }
  }

  async #optional(format: Format, source: ByteSource, depth: number): Promise<void> {
    try {
      await this.#container(format, source, depth);
    } catch (error) {
      if (!(error instanceof NotAContainer)) throw error;
    }
  }

  async #optionalZip(zip: FoundZip, depth: number): Promise<void> {
    this.#budget.mustReach(depth);
    try {
      await this.#zip(zip, depth);
    } catch (error) {
      if (!(error instanceof ZipError)) throw error;
    }
  }

  async #container(format: Format, source: ByteSource, depth: number): Promise<void> {
    switch (format) {
      case 'gzip':
        return this.#stream(unpackedGzip(source), depth);
      case 'zstd':
        return this.#stream(unpackedStream(format, streamOf(source)), depth);
      case 'xz':
      case 'bzip2':
        return this.#archive(source, () => this.#stream(filteredStream(format, source), depth));
      case 'tar':
        return this.#streams(tarMembers(streamOf(source)), depth);
      case 'powerpoint':
        return this.#stream(unpackedObject(source), depth);
      case 'compound':
        return this.#compound(source, depth);
      case 'iso':
        return this.#iso(source, depth);
      case 'archive':
      case 'lzip':
        return this.#archive(source, () => this.#streams(archiveMembers(source), depth));
    }
  }

  /** libarchive has memory for one large archive: the others wait, and one in another one is not opened. */
  async #archive(source: ByteSource, open: () => Promise<void>): Promise<void> {
    this.#budget.takeBytes(source.sizeBytes);
    if (source.sizeBytes > (this.#hasArchive ? this.#maxMemoryBytes : MAX_ARCHIVE_BYTES))
      throw new UnscannableError(TOO_LARGE);
    if (this.#hasArchive) return open();
    const start = performance.now();
    const openAlone = async () => {
      this.#budget.addTime(performance.now() - start);
      this.#hasArchive = true;
      try {
        await open();
      } finally {
        this.#hasArchive = false;
      }
    };
    return archives.run(1, openAlone, { sender: this.#sender });
  }

  async #compound(source: ByteSource, depth: number): Promise<void> {
    try {
      await this.#streams(compoundStreams(source), depth);
    } catch (error) {
      if (!(error instanceof CompoundError)) throw error;
      throw new NotAContainer(`the compound file is damaged: ${error.message}`, { cause: error });
    }
  }

  /** The rules have scanned the bytes of a disk image, which its files are a part of. */
  async #iso(source: ByteSource, depth: number): Promise<void> {
    for await (const member of isoMembers(source)) {
      this.#budget.takeMember();
      await this.inside(member, null, depth + 1);
    }
  }

  async #zip(zip: FoundZip, depth: number): Promise<void> {
    for (const entry of zip.archive.entries) {
      this.#budget.takeMember();
      if (entry.isEncrypted || entry.sizeBytes === 0) continue;
      // oxlint-disable-next-line no-await-in-loop -- one after the other, within one budget
      await this.#zipMember(zip, entry, depth);
    }
  }

  async #zipMember({ archive, source }: FoundZip, entry: ZipEntry, depth: number): Promise<void> {
    if (!entry.isStored || entry.sizeBytes <= this.#maxMemoryBytes) {
      // Fails before the first byte when the archive claims more than is allowed.
      this.#budget.takeBytes(entry.sizeBytes);
      return this.#scanStream(archive.unpack(entry, { checkCrc: false }), depth + 1);
    }
    // It is stored without compression, so it need not be in memory.
    this.#budget.takeBytes(entry.sizeBytes);
    const { start, end } = await archive.locate(entry);
    const member = partOf(source, start, end);
    return this.#scanSource(member, depth + 1);
  }

  async #streams(streams: AsyncIterable<Stream>, depth: number): Promise<void> {
    for await (const stream of streams) await this.#stream(stream, depth);
  }

  /** An unpacked member of a container at `depth`. */
  async #stream(stream: Stream, depth: number): Promise<void> {
    this.#budget.takeMember();
    await this.#decoded(stream, depth);
  }

  /** Bytes in another form; a document can have any number of them. */
  async #decoded(stream: Stream, depth: number): Promise<void> {
    await this.#scanStream(this.#counted(stream), depth + 1);
  }

  async *#counted(stream: Stream): AsyncGenerator<Uint8Array> {
    for await (const bytes of stream) {
      this.#budget.takeBytes(bytes.length);
      await this.#budget.turn();
      yield bytes;
    }
  }

  async #scan(bytes: Buffer, depth: number): Promise<void> {
    if (bytes.length === 0) return;
    const source = bufferSource(bytes);
    throwIfFound(
      bytes.length <= WINDOW_BYTES
        ? await this.#batch.add(bytes)
        : (await scanSource(source, this.#ruleScanner)).rule,
    );
    await this.inside(source, bytes, depth);
  }

  /** A member that is not in memory. */
  async #scanSource(source: ByteSource, depth: number): Promise<void> {
    const scan = await scanSource(source, this.#ruleScanner);
    throwIfFound(scan.rule);
    await this.inside(source, scan, depth);
  }

  /** Keeps a member in memory while it fits there; a larger one is scanned while it is unpacked. */
  async #scanStream(stream: Stream, depth: number): Promise<void> {
    const pieces: Uint8Array[] = [];
    let length = 0;
    const iterator = stream[Symbol.asyncIterator]();
    try {
      for (;;) {
        // oxlint-disable-next-line no-await-in-loop -- a stream
        const next = await iterator.next();
        if (next.done === true) return await this.#scan(joined(pieces), depth);
        pieces.push(next.value);
        if (length + next.value.length > this.#maxMemoryBytes || !this.#pool.tryTake(next.value.length))
          break;
        length += next.value.length;
      }
      await this.#scanLargeStream(pieces, iterator, depth);
    } finally {
      this.#pool.release(length);
      await iterator.return?.();
    }
  }

  async #scanLargeStream(first: Uint8Array[], rest: AsyncIterator<Uint8Array>, depth: number): Promise<void> {
    const head = Buffer.concat(first.slice(0, HEAD_BYTES)).subarray(0, HEAD_BYTES);
    const scanned = scannedStream(chained(first, rest), this.#ruleScanner);
    const format = formatOf(head);
    if (format === 'tar' || format === 'gzip' || format === 'zstd') {
      // Not closed by a container that ends before its bytes.
      const whole: Stream = { [Symbol.asyncIterator]: () => ({ next: () => scanned.next() }) };
      this.#budget.mustReach(depth);
      if (format === 'tar') await this.#streams(tarMembers(whole), depth);
      else await this.#stream(unpackedStream(format, whole), depth);
      // What a container does not need is scanned too.
      for await (const bytes of whole) void bytes;
      return;
    }
    const file = await SpillFile.of(scanned, this.#temporaryDirectory);
    try {
      await this.inside(file.source, null, depth);
    } finally {
      await file.close();
    }
  }
}

/**
 * The content of some formats cannot be read, which is known after the search for what can.
 * @throws UnscannableError
 */
async function mustBeReadable(source: ByteSource, head: Buffer): Promise<void> {
  const format = unsupportedFormatOf(head);
  if (format !== null) throw new UnscannableError(`the format ${format} cannot be opened`);
  const reason = await packedProgramReason(source, head);
  if (reason !== null) throw new UnscannableError(reason);
}
