import type { BlobReader, Blobs } from '../platform/blobs/index.ts';
import type { ByteSource } from '../platform/zip/index.ts';

/** A blob as a ByteSource. Reading on where the last read ended needs no new opening. */
class BlobSource implements ByteSource {
  readonly sizeBytes: number;
  readonly #blobs: Blobs;
  readonly #key: string;
  #reader: BlobReader | null = null;
  #position = 0;

  constructor(blobs: Blobs, key: string, sizeBytes: number) {
    this.#blobs = blobs;
    this.#key = key;
    this.sizeBytes = sizeBytes;
  }

  async readAt(target: Uint8Array, position: number): Promise<number> {
    if (this.#reader === null || this.#position !== position) {
      await this.close();
      this.#reader = await this.#blobs.open(this.#key, { start: position, end: this.sizeBytes });
      this.#position = position;
    }
    const count = await this.#reader.read(target);
    this.#position += count;
    return count;
  }

  async close(): Promise<void> {
    const reader = this.#reader;
    this.#reader = null;
    await reader?.close();
  }
}

const BLOCK_BYTES = 1024 * 1024;

/**
 * A source for many small reads that lie close together, as in a ZIP of many files: reads whole blocks and keeps
 * the last one. Large reads go past it.
 */
class ReadAhead implements ByteSource {
  readonly sizeBytes: number;
  readonly #source: ByteSource;
  readonly #block = new Uint8Array(BLOCK_BYTES);
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
      if (target.length > BLOCK_BYTES / 4) return this.#source.readAt(target, position);
      this.#end = 0;
      this.#start = position;
      this.#end = position + (await this.#source.readAt(this.#block, position));
    }
    const part = this.#block.subarray(position - this.#start, Math.min(end, this.#end) - this.#start);
    target.set(part);
    return part.length;
  }
}

/** Opens a blob for a piece of work, and closes it whatever becomes of that. */
export async function withBlob<T>(
  blobs: Blobs,
  { storageKey, sizeBytes, isZip = false }: { storageKey: string; sizeBytes: number; isZip?: boolean },
  work: (source: ByteSource) => Promise<T>,
): Promise<T> {
  const source = new BlobSource(blobs, storageKey, sizeBytes);
  try {
    return await work(isZip ? new ReadAhead(source) : source);
  } finally {
    await source.close();
  }
}
