import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { libarchiveWasm } from 'libarchive-wasm';
import { bufferSource, type ByteSource } from '../../../zip/index.ts';
import { NotAContainer, UnscannableError } from './budget.ts';
import { streamOf } from './sources.ts';

/*
 * libarchive in WebAssembly: 7z, RAR, CAB, cpio, ar and LHA, and the filters xz, bzip2 and lzip. Its memory is
 * its own, so a defect of it reaches nothing else.
 */

/** The calls of libarchive that the scanner uses; the package's own types are incomplete. */
interface Library {
  module: {
    readonly HEAPU8: Uint8Array;
    _malloc: (bytes: number) => number;
    _free: (address: number) => void;
  };
  read_new: () => number;
  read_support_filter_all: (archive: number) => number;
  read_support_format_all: (archive: number) => number;
  read_open_memory: (archive: number, address: number, bytes: number) => number;
  read_next_entry: (archive: number) => number;
  read_data: (archive: number, address: number, bytes: number) => number;
  read_free: (archive: number) => number;
  error_string: (archive: number) => string | null;
  entry_filetype: (entry: number) => number;
  entry_is_encrypted: (entry: number) => number;
}
const createLibrary = libarchiveWasm as unknown as (options: object) => Promise<Library>;

interface WebAssemblyMemory {
  readonly buffer: ArrayBuffer;
  grow: (pages: number) => number;
}
interface WebAssemblyHost {
  Module: new (bytes: Uint8Array) => object;
  Instance: new (module: object, imports: unknown) => { exports: Record<string, unknown> };
  Memory: new (...args: never[]) => WebAssemblyMemory;
}
const host = (globalThis as unknown as { WebAssembly: WebAssemblyHost }).WebAssembly;

const PAGE_BYTES = 64 * 1024;
/**
 * The memory of all archives that are open in this thread: the archive itself and its dictionary, which can ask for
 * gigabytes. An archive that needs more is not scanned.
 */
const MAX_MEMORY_BYTES = 512 * 1024 * 1024;
/** libarchive reads from memory only. */
export const MAX_ARCHIVE_BYTES = 384 * 1024 * 1024;
/** An instance with more memory is dropped after use, because the memory of WebAssembly never shrinks. */
const KEPT_MEMORY_BYTES = 64 * 1024 * 1024;
const PIECE_BYTES = 256 * 1024;
const REGULAR_FILE = 0o100000;
const FILE_TYPE = 0o170000;

interface Instance {
  library: Library;
  memory: WebAssemblyMemory;
}

let compiled: object | null = null;
let current: Instance | null = null;
/** the memory of all instances in use and of the kept one */
let memoryBytes = 0;

/** The instance of this thread. */
async function instance(): Promise<Instance> {
  const entry = createRequire(import.meta.url).resolve('libarchive-wasm');
  compiled ??= new host.Module(readFileSync(join(dirname(entry), 'libarchive.wasm')));
  const wasm = compiled;
  let memory: WebAssemblyMemory | null = null;
  const library = await createLibrary({
    instantiateWasm(imports: unknown, done: (created: unknown, module: unknown) => void) {
      const created = new host.Instance(wasm, imports);
      memory = Object.values(created.exports).find((one) => one instanceof host.Memory) as WebAssemblyMemory;
      bound(memory);
      done(created, wasm);
      return created.exports;
    },
  });
  if (memory === null) throw new Error('libarchive has no memory');
  return { library, memory };
}

function bound(memory: WebAssemblyMemory): void {
  const grow = memory.grow.bind(memory);
  memoryBytes += memory.buffer.byteLength;
  memory.grow = (pages) => {
    const more = pages * PAGE_BYTES;
    if (memoryBytes + more > MAX_MEMORY_BYTES) throw new RangeError('out of memory');
    const before = grow(pages);
    memoryBytes += more;
    return before;
  };
}

/** Lends an instance to one scan; several scans take turns in this thread. The errors become those of the scanner. */
async function* withLibrary<T>(read: (library: Library) => AsyncGenerator<T>): AsyncGenerator<T> {
  const mine = current ?? (await instance());
  if (current === mine) current = null;
  let isUsable = false;
  try {
    yield* read(mine.library);
    isUsable = true;
  } catch (error) {
    throw asContainerError(error);
  } finally {
    if (isUsable && current === null && mine.memory.buffer.byteLength <= KEPT_MEMORY_BYTES) current = mine;
    else memoryBytes -= mine.memory.buffer.byteLength;
  }
}

/**
 * The contents of the files in an archive, each in pieces that are valid until the next one is read. Encrypted files
 * are passed over.
 * @throws NotAContainer when it cannot be opened or is damaged, UnscannableError when it needs too much memory
 */
export async function* archiveMembers(source: ByteSource): AsyncGenerator<AsyncIterable<Uint8Array>> {
  yield* withLibrary((library) => membersIn(library, source));
}

/** An archive in the memory of the library; free it with `close`. */
async function opened(library: Library, parts: readonly ByteSource[]) {
  const { module } = library;
  const sizeBytes = parts.reduce((total, part) => total + part.sizeBytes, 0);
  if (sizeBytes > MAX_ARCHIVE_BYTES) throw new UnscannableError('a container is too large to be opened');
  const start = module._malloc(sizeBytes);
  if (start === 0) throw new UnscannableError('the archive needs too much memory');
  let at = start;
  for (const part of parts) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    for await (const bytes of streamOf(part)) {
      module.HEAPU8.set(bytes, at);
      at += bytes.length;
    }
  }
  const archive = library.read_new();
  const close = () => {
    library.read_free(archive);
    module._free(start);
  };
  try {
    library.read_support_filter_all(archive);
    library.read_support_format_all(archive);
    library.read_open_memory(archive, start, sizeBytes);
  } catch (error) {
    close();
    throw error;
  }
  return { archive, close };
}

async function* membersIn(library: Library, source: ByteSource): AsyncGenerator<AsyncIterable<Uint8Array>> {
  const { archive, close } = await opened(library, [source]);
  try {
    for (;;) {
      const entry = library.read_next_entry(archive);
      if (entry === 0) break;
      if ((library.entry_filetype(entry) & FILE_TYPE) !== REGULAR_FILE) continue;
      if (library.entry_is_encrypted(entry) !== 0) continue;
      yield contentOf(library, archive);
    }
    const reason = library.error_string(archive);
    if (reason !== null && reason !== '' && !isEncryption(reason)) throw new NotAContainer(reason);
  } finally {
    close();
  }
}

/** Headers of encrypted archives cannot be read: they are opaque, like encrypted members. */
const isEncryption = (reason: string) => /encrypt|passphrase/i.test(reason);

async function* contentOf(library: Library, archive: number): AsyncGenerator<Uint8Array> {
  const { module } = library;
  const room = module._malloc(PIECE_BYTES);
  if (room === 0) throw new UnscannableError('the archive needs too much memory');
  try {
    for (;;) {
      const count = library.read_data(archive, room, PIECE_BYTES);
      if (count === 0) return;
      yield module.HEAPU8.slice(room, room + count);
    }
  } finally {
    module._free(room);
  }
}

/**
 * A tar header of a member of 8 GiB, packed. In front of a stream of the same format it makes that stream, whatever it
 * contains, the content of a tar, which libarchive reads: it has no call for the content of a plain stream.
 */
const TAR_HEADERS: Record<'bzip2' | 'xz', Buffer> = {
  bzip2: Buffer.from(
    'QlpoOTFBWSZTWQTsmFAAACFbgMiAQABVgAAQYgIeAAgAIABURA0GE0eglGqemk9EaDd2ENzqpuSpZGHVJhOBlAovRGYs5w2veoK3wCG5F3JFOFCQBOyYUA==',
    'base64',
  ),
  xz: Buffer.from(
    '/Td6WFoAAAD/EtlBAgAhARYAAAB0L+Wj4AH/ADBdADmdCoyMikQOmgZgDP3paFsxk5ImBe/PXKJXd7b/EG+j3dzspVgdRj3QlFQ3GtHFAAAAAUSABAAAAGK7GGmoAAr8AgAAAAAAWVo=',
    'base64',
  ),
};

/** The content of an xz or bzip2 stream, with zeros after its end. @throws as `archiveMembers` */
export async function* filteredStream(
  format: 'xz' | 'bzip2',
  source: ByteSource,
): AsyncGenerator<Uint8Array> {
  yield* withLibrary((library) => filteredIn(library, [bufferSource(TAR_HEADERS[format]), source]));
}

async function* filteredIn(library: Library, parts: readonly ByteSource[]): AsyncGenerator<Uint8Array> {
  const { archive, close } = await opened(library, parts);
  try {
    if (library.read_next_entry(archive) === 0)
      throw new NotAContainer(String(library.error_string(archive)));
    yield* endlessContentOf(library, archive);
  } finally {
    close();
  }
}

async function* endlessContentOf(library: Library, archive: number): AsyncGenerator<Uint8Array> {
  const { module } = library;
  const room = module._malloc(PIECE_BYTES);
  if (room === 0) throw new UnscannableError('the archive needs too much memory');
  try {
    for (;;) {
      module.HEAPU8.fill(0, room, room + PIECE_BYTES);
      const isEnd = readOrEnd(library, archive, room);
      yield module.HEAPU8.slice(room, room + PIECE_BYTES);
      if (isEnd) return;
    }
  } finally {
    module._free(room);
  }
}

/** @returns whether the stream ended: the bytes before its end are in `room`, without their number */
function readOrEnd(library: Library, archive: number, room: number): boolean {
  try {
    library.read_data(archive, room, PIECE_BYTES);
    return false;
  } catch (error) {
    if (/Truncated tar archive/.test(String(library.error_string(archive)))) return true;
    throw error;
  }
}

/** The errors of the library are plain errors, and those of WebAssembly for a crash in it. */
function asContainerError(error: unknown): unknown {
  const isOwn = error instanceof Error && !['Error', 'RuntimeError', 'RangeError'].includes(error.name);
  if (isOwn) return error;
  const reason = error instanceof Error ? error.message : String(error);
  if (/allocate|memory/i.test(reason)) return new UnscannableError('the archive needs too much memory');
  return new NotAContainer(reason, { cause: error });
}
