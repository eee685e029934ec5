import { type Entry, fromRandomAccessReaderPromise, getFileNameLowLevel, type ZipFile } from 'yauzl';
import { BlockReader } from './block-reader.ts';
import type { ByteSource } from './byte-source.ts';
import { ZipError } from './errors.ts';
import { type UnpackOptions, unpack } from './unpack.ts';

/** Limits on a ZIP's directory; reading stops at the first one that is exceeded. */
export interface ZipLimits {
  maxEntries: number;
  /** the longest name, in bytes as stored in the ZIP */
  maxNameBytes: number;
  /** the size of all headers of the directory, which limits their memory */
  maxDirectoryBytes: number;
}

/** One entry as the ZIP's directory describes it. The values are unverified until the entry is unpacked. */
export interface ZipEntry {
  /** unchanged: backslashes and leading slashes are kept */
  name: string;
  sizeBytes: number;
  packedBytes: number;
  crc32: number;
  isDirectory: boolean;
  isEncrypted: boolean;
  /** whether the entry is stored or deflated; other methods are unsupported */
  isKnownMethod: boolean;
  isStored: boolean;
  /** the type bits of the Unix mode; 0 when the ZIP has none */
  fileType: number;
  /** the position of its local header */
  headerStart: number;
}

export const FILE_TYPE = { regular: 0o100000, directory: 0o040000, link: 0o120000 } as const;

const STORED = 0;
const DEFLATED = 8;
const HAS_DESCRIPTOR = 0x8;
const DIRECTORY_HEADER_BYTES = 46;
const LOCAL_HEADER_BYTES = 30;
const END_BYTES = 22;
const ZIP64_END_BYTES = 56 + 20;

/** A ZIP whose directory has been read. */
export class ZipArchive {
  readonly entries: readonly ZipEntry[];
  readonly #file: ZipFile;
  readonly #source: ByteSource;
  readonly #headers: ReadonlyMap<ZipEntry, Entry>;
  /** the position of the directory */
  readonly #directoryStart: number;
  readonly #nextHeader: ReadonlyMap<ZipEntry, number>;

  constructor(
    source: ByteSource,
    file: ZipFile,
    headers: ReadonlyMap<ZipEntry, Entry>,
    directoryStart: number,
  ) {
    this.#source = source;
    this.#file = file;
    this.#headers = headers;
    this.#directoryStart = directoryStart;
    this.entries = [...headers.keys()];
    this.#nextHeader = nextHeaders(this.entries, directoryStart);
  }

  /**
   * The range of an entry's packed bytes. Its local header must match the directory, and the range must not overlap the
   * next entry.
   * @throws ZipError lying or unreadable
   */
  async locate(entry: ZipEntry): Promise<{ start: number; end: number }> {
    const header = this.#headers.get(entry);
    if (header === undefined) throw new Error('The entry belongs to another ZIP');
    const local = await this.#file.readLocalFileHeaderPromise(header).catch((error: unknown) => {
      throw new ZipError('unreadable', messageOf(error), error);
    });
    const differs =
      local.compressionMethod !== header.compressionMethod ||
      !local.fileName.equals(header.fileNameRaw) ||
      ((local.generalPurposeBitFlag & HAS_DESCRIPTOR) === 0 &&
        (differsFrom(local.uncompressedSize, entry.sizeBytes) ||
          differsFrom(local.compressedSize, entry.packedBytes)));
    if (differs) throw new ZipError('lying', `two headers differ for ${entry.name}`);
    const start = local.fileDataStart;
    const end = start + entry.packedBytes;
    if (end > (this.#nextHeader.get(entry) ?? this.#directoryStart)) {
      throw new ZipError('lying', `${entry.name} overlaps the next entry`);
    }
    return { start, end };
  }

  /**
   * The unpacked bytes of an entry in order; never more than its claimed size.
   * @throws ZipError lying, damaged, unsupported or unreadable
   */
  async *unpack(entry: ZipEntry, options: UnpackOptions = {}): AsyncGenerator<Buffer> {
    if (entry.isEncrypted) throw new ZipError('unsupported', `${entry.name} is encrypted`);
    if (!entry.isKnownMethod)
      throw new ZipError('unsupported', `${entry.name} is packed by an unknown method`);
    const range = await this.locate(entry);
    yield* unpack(this.#source, entry, range, options);
  }
}

/**
 * Reads the directory of a ZIP. The limits bound the memory, whatever the ZIP claims.
 * @throws ZipError unreadable, limit or lying
 */
export async function openZip(source: ByteSource, limits: ZipLimits): Promise<ZipArchive> {
  const file = await fromRandomAccessReaderPromise(new BlockReader(source), source.sizeBytes, {
    autoClose: false,
    // Names are decoded below: yauzl would replace backslashes by slashes and stop at the first invalid name.
    decodeStrings: false,
  }).catch((error: unknown) => {
    throw new ZipError('unreadable', messageOf(error), error);
  });
  if (file.entryCount > limits.maxEntries) throw new ZipError('limit', `${file.entryCount} entries`);

  const directoryStart = Number(file.readEntryCursor);
  const headers = new Map<ZipEntry, Entry>();
  let directoryBytes = 0;
  try {
    for await (const header of file.eachEntry()) {
      directoryBytes += directoryBytesOf(header);
      if (header.fileNameLength > limits.maxNameBytes) throw new ZipError('limit', 'a name is too long');
      if (directoryBytes > limits.maxDirectoryBytes)
        throw new ZipError('limit', 'the directory is too large');
      headers.set(entryOf(header), header);
    }
  } catch (error) {
    if (error instanceof ZipError) throw error;
    throw new ZipError('unreadable', messageOf(error), error);
  }
  const end = directoryStart + directoryBytes;
  const commentBytes = file.comment.length;
  const endRecord = source.sizeBytes - END_BYTES - commentBytes;
  // Other ZIP readers would show the entries beyond the claimed count, and this reader would not.
  if (end !== endRecord && end !== endRecord - ZIP64_END_BYTES) {
    throw new ZipError('lying', 'the directory does not end at the claimed position');
  }
  return new ZipArchive(source, file, headers, directoryStart);
}

const directoryBytesOf = (header: Entry) =>
  DIRECTORY_HEADER_BYTES + header.fileNameLength + header.extraFieldLength + header.fileCommentLength;

function entryOf(header: Entry): ZipEntry {
  // With `true`, backslashes in names stay unchanged.
  const name = getFileNameLowLevel(
    header.generalPurposeBitFlag,
    header.fileNameRaw,
    header.extraFields,
    true,
  );
  const method = header.compressionMethod;
  return {
    name,
    sizeBytes: header.uncompressedSize,
    packedBytes: header.compressedSize,
    crc32: header.crc32,
    isDirectory: name.endsWith('/'),
    isEncrypted: header.isEncrypted(),
    isKnownMethod: method === STORED || method === DEFLATED,
    isStored: method === STORED,
    fileType: (header.externalFileAttributes >>> 16) & 0o170000,
    headerStart: header.relativeOffsetOfLocalHeader,
  };
}

/**
 * The position of what follows each entry: the next entry or the directory.
 * @throws ZipError lying, when the headers already show an overlap
 */
function nextHeaders(entries: readonly ZipEntry[], directoryStart: number): Map<ZipEntry, number> {
  const inOrder = entries.toSorted((a, b) => a.headerStart - b.headerStart);
  const next = new Map<ZipEntry, number>();
  inOrder.forEach((entry, index) => {
    const following = inOrder[index + 1]?.headerStart ?? directoryStart;
    if (entry.headerStart + LOCAL_HEADER_BYTES + entry.packedBytes > following) {
      throw new ZipError('lying', `${entry.name} overlaps the next entry`);
    }
    next.set(entry, following);
  });
  return next;
}

/** A local header of ZIP64 has its sizes in an extra field and this value in their place. */
const differsFrom = (local: number, claimed: number) => local !== 0xffffffff && local !== claimed;

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));
