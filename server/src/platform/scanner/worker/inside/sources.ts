import { type FileHandle, open, rm } from 'node:fs/promises';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { type ByteSource, readExactly } from '../../../zip/index.ts';
import { UnscannableError } from './budget.ts';

export type Stream = AsyncIterable<Uint8Array>;

const BLOCK_BYTES = 1024 * 1024;
const KEPT_BLOCKS = 8;
const PIECE_BYTES = 256 * 1024;

/**
 * A source that allows several reads at a time, of any length, over one that allows one read of a block. The last
 * blocks are kept, because formats with directories are read in short steps.
 */
export function blockSource(source: ByteSource): ByteSource {
  const blocks = new Map<number, Promise<Buffer>>();
  let last: Promise<unknown> = Promise.resolve();
  const read = (number: number): Promise<Buffer> => {
    const kept = blocks.get(number);
    blocks.delete(number);
    const start = number * BLOCK_BYTES;
    const load = () => readExactly(source, start, Math.min(BLOCK_BYTES, source.sizeBytes - start));
    const block = kept ?? last.then(load);
    if (kept === undefined) last = block.catch(() => {});
    blocks.set(number, block);
    for (const oldest of blocks.keys()) {
      if (blocks.size <= KEPT_BLOCKS) break;
      blocks.delete(oldest);
    }
    return block;
  };
  return {
    sizeBytes: source.sizeBytes,
    async readAt(target, position) {
      const wanted = Math.max(0, Math.min(target.length, source.sizeBytes - position));
      for (let done = 0; done < wanted;) {
        const at = position + done;
        // oxlint-disable-next-line no-await-in-loop -- one block after the other
        const block = await read(Math.floor(at / BLOCK_BYTES));
        const piece = block.subarray(at % BLOCK_BYTES).subarray(0, wanted - done);
        target.set(piece, done);
        done += piece.length;
      }
      return wanted;
    },
  };
}

/** The bytes of a source from `start` on, in pieces. */
export async function* streamOf(source: ByteSource, start = 0): AsyncGenerator<Buffer> {
  for (let at = start; at < source.sizeBytes; at += PIECE_BYTES) {
    yield await readExactly(source, at, Math.min(PIECE_BYTES, source.sizeBytes - at));
  }
}

/** Bytes of a source, with those around them. */
export interface Window {
  bytes: Buffer;
  /** the position of `bytes` in the source */
  start: number;
  /** the range of the window without the bytes around it, in `bytes` */
  from: number;
  to: number;
}

/** A source in windows. @param around the bytes before and behind each window that it shows as well */
export async function* windowsOf(
  source: ByteSource,
  { before, behind }: { before: number; behind: number },
): AsyncGenerator<Window> {
  for (let at = 0; at < source.sizeBytes; at += BLOCK_BYTES) {
    const start = Math.max(0, at - before);
    const end = Math.min(source.sizeBytes, at + BLOCK_BYTES + behind);
    const bytes = await readExactly(source, start, end - start);
    yield { bytes, start, from: at - start, to: Math.min(at + BLOCK_BYTES, source.sizeBytes) - start };
  }
}

/** A member in a temporary file: it is too large for memory and cannot be looked through as a stream. */
export class SpillFile {
  readonly source: ByteSource;
  readonly #handle: FileHandle;

  private constructor(handle: FileHandle, sizeBytes: number) {
    this.#handle = handle;
    this.source = {
      sizeBytes,
      readAt: async (target, position) => {
        const { bytesRead } = await handle.read(target, 0, target.length, position);
        return bytesRead;
      },
    };
  }

  /** @throws UnscannableError when the disk does not take it; errors of the stream */
  static async of(stream: Stream, directory: string): Promise<SpillFile> {
    const path = join(directory, `vault-scan-${randomUUID()}`);
    const handle = await open(path, 'wx+', 0o600).catch(refuse);
    let sizeBytes = 0;
    try {
      // The open file needs no name, and without one it cannot stay behind.
      await rm(path);
      for await (const bytes of stream) {
        await handle.appendFile(bytes).catch(refuse);
        sizeBytes += bytes.length;
      }
    } catch (error) {
      await handle.close();
      throw error;
    }
    return new SpillFile(handle, sizeBytes);
  }

  async close(): Promise<void> {
    await this.#handle.close();
  }
}

function refuse(error: unknown): never {
  const { code = 'unknown error' } = error as NodeJS.ErrnoException;
  throw new UnscannableError(`a large member cannot be stored for its scan: ${code}`, { cause: error });
}

/** Memory for members that all scans of a thread share. A member that finds none is stored in a file. */
export class MemoryPool {
  #freeBytes: number;

  constructor(sizeBytes: number) {
    this.#freeBytes = sizeBytes;
  }

  tryTake(bytes: number): boolean {
    if (bytes > this.#freeBytes) return false;
    this.#freeBytes -= bytes;
    return true;
  }

  release(bytes: number): void {
    this.#freeBytes += bytes;
  }
}

export async function* chained(
  first: readonly Uint8Array[],
  rest: AsyncIterator<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  yield* first;
  for (let next = await rest.next(); next.done !== true; next = await rest.next()) yield next.value;
}

/** One buffer; without a copy where there is one piece. */
export function joined(pieces: readonly Uint8Array[]): Buffer {
  const [first] = pieces;
  if (first !== undefined && pieces.length === 1)
    return Buffer.from(first.buffer, first.byteOffset, first.length);
  return Buffer.concat(pieces);
}
