import { BLOCK_BYTES, type BlobRef, type Blobs } from '../platform/blobs/index.ts';
import type { ByteSource } from '../platform/zip/index.ts';

/** A blob as a ByteSource. Every read is verified. */
class BlobSource implements ByteSource {
  readonly sizeBytes: number;
  /** The first error of a read. A reader can mistake it for a defect of the document, so `withBlob` throws it. */
  failure: Error | null = null;
  readonly #blobs: Blobs;
  readonly #blob: BlobRef;

  constructor(blobs: Blobs, blob: BlobRef) {
    this.#blobs = blobs;
    this.#blob = blob;
    this.sizeBytes = blob.sizeBytes;
  }

  async readAt(target: Uint8Array, position: number): Promise<number> {
    try {
      const end = Math.min(position + target.length, this.sizeBytes);
      const reader = await this.#blobs.open(this.#blob, { start: Math.min(position, end), end });
      try {
        return await reader.read(target);
      } finally {
        await reader.close();
      }
    } catch (error) {
      this.failure ??= error instanceof Error ? error : new Error(String(error));
      throw error;
    }
  }
}

/** A blob as a source that is read in large pieces. Reads throw BlobDamaged and StorageFailed. */
export const blobSource = (blobs: Blobs, blob: BlobRef): ByteSource => new BlobSource(blobs, blob);

/**
 * Reads start at a block boundary, so that each byte is verified only one time. The buffer has two blocks, so that a
 * small read that crosses a block border fits into it.
 */
const AHEAD_BYTES = 2 * BLOCK_BYTES;
const SMALL_READ_BYTES = BLOCK_BYTES / 4;

/**
 * A source for many small reads that are close together, as in a ZIP with many files. It reads complete blocks and
 * caches the last ones. Large reads bypass the cache.
 */
class ReadAhead implements ByteSource {
  readonly sizeBytes: number;
  readonly #source: ByteSource;
  /** allocated by the first small read: most large sources are only read in large pieces */
  #ahead: Uint8Array | null = null;
  #start = 0;
  #end = 0;

  constructor(source: ByteSource) {
    this.#source = source;
    this.sizeBytes = source.sizeBytes;
  }

  async readAt(target: Uint8Array, position: number): Promise<number> {
    const end = Math.min(position + target.length, this.sizeBytes);
    const isKept = position >= this.#start && end <= this.#end;
    if (!isKept) {
      if (target.length > SMALL_READ_BYTES) return this.#source.readAt(target, position);
      this.#ahead ??= Buffer.allocUnsafe(Math.min(AHEAD_BYTES, this.sizeBytes));
      this.#end = 0;
      this.#start = position - (position % BLOCK_BYTES);
      this.#end = this.#start + (await this.#source.readAt(this.#ahead, this.#start));
    }
    if (this.#ahead === null) return 0;
    const part = this.#ahead.subarray(position - this.#start, Math.min(end, this.#end) - this.#start);
    target.set(part);
    return part.length;
  }
}

/**
 * Opens a blob as a ByteSource and runs `work` with it.
 * @throws the error of `work`; BlobDamaged or StorageFailed when a read failed, even if `work` caught that error
 */
export async function withBlob<T>(
  blobs: Blobs,
  blob: BlobRef,
  work: (source: ByteSource) => Promise<T>,
): Promise<T> {
  const source = new BlobSource(blobs, blob);
  const [outcome] = await Promise.allSettled([work(new ReadAhead(source))]);
  if (source.failure !== null) throw source.failure;
  if (outcome.status === 'rejected') throw outcome.reason;
  return outcome.value;
}
