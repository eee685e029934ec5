import type { Readable } from 'node:stream';
import { RandomAccessReader } from 'yauzl';
import { type ByteSource, readExactly } from './byte-source.ts';

/** yauzl reads some ten bytes at a time; blocks save one read of the source for each. */
const BLOCK_BYTES = 64 * 1024;
/** The directory and the local headers are read at the same time; two more blocks are a reserve. */
const MAX_BLOCKS = 4;

type ReadCallback = Parameters<RandomAccessReader['read']>[4];

/** Lets yauzl read a ByteSource in blocks. Reads headers only: archive.ts reads entry bytes from the source itself. */
export class BlockReader extends RandomAccessReader {
  readonly #source: ByteSource;
  /** the blocks by their number, least recently used first */
  readonly #blocks = new Map<number, Buffer>();
  #last: Promise<unknown> = Promise.resolve();

  constructor(source: ByteSource) {
    super();
    this.#source = source;
  }

  // the signature of yauzl
  // oxlint-disable-next-line max-params
  override read(target: Buffer, offset: number, length: number, position: number, done: ReadCallback): void {
    // The calls are sequential, because a ByteSource supports one call at a time.
    this.#last = this.#last
      .then(() => this.#copy(target.subarray(offset, offset + length), position))
      .then(
        () => done(null),
        (error: unknown) => done(error instanceof Error ? error : new Error(String(error))),
      );
  }

  /** Never called: entries are read from the source directly. */
  override _readStreamForRange(): Readable {
    throw new Error('A BlockReader has no streams');
  }

  async #copy(target: Buffer, position: number): Promise<void> {
    if (!Number.isSafeInteger(position) || position + target.length > this.#source.sizeBytes) {
      throw new Error('unexpected EOF');
    }
    let copied = 0;
    while (copied < target.length) {
      const at = position + copied;
      const block = await this.#block(Math.floor(at / BLOCK_BYTES));
      copied += block.copy(target, copied, at % BLOCK_BYTES);
    }
  }

  async #block(number: number): Promise<Buffer> {
    const start = number * BLOCK_BYTES;
    const length = Math.min(BLOCK_BYTES, this.#source.sizeBytes - start);
    const block = this.#blocks.get(number) ?? (await readExactly(this.#source, start, length));
    this.#blocks.delete(number);
    this.#blocks.set(number, block);
    const [oldest] = this.#blocks.keys();
    if (this.#blocks.size > MAX_BLOCKS && oldest !== undefined) this.#blocks.delete(oldest);
    return block;
  }
}
