import { crc32 } from 'node:zlib';
import { BLOCK_BYTES, BlockChecksum, checksumOfBlock } from './block-checksums.ts';
import { BlobDamaged, type BlobRange, type BlobReader, type BlobRef } from './blobs.ts';

/** Opens the stored bytes of a blob. */
export type OpenStored = (range: BlobRange) => Promise<BlobReader>;

/** The chunk size for bytes of a block outside the requested range. */
const REST_CHUNK_BYTES = 64 * 1024;

/**
 * Opens a blob, or a range of it, for verified reading; see VerifiedReader.
 * @param range within the blob; undefined for all of it
 * @throws BlobDamaged, StorageFailed
 */
export async function openVerified(
  blob: BlobRef,
  range: BlobRange | undefined,
  openStored: OpenStored,
): Promise<BlobReader> {
  const reader = new VerifiedReader(blob, range ?? { start: 0, end: blob.sizeBytes }, openStored);
  await reader.open().catch(async (error: unknown) => {
    await reader.close();
    throw error;
  });
  return reader;
}

/**
 * Reads a blob, or a range of it, and verifies each block (SAFE-22). If a block is wrong, the read of its last
 * requested bytes throws. So a caller never gets all bytes of a range that contains a wrong byte. If the range covers
 * only some bytes of a block, the rest of the block is read too.
 * @param range within the blob
 */
class VerifiedReader implements BlobReader {
  readonly #blob: BlobRef;
  readonly #blocks: Blocks;
  readonly #openStored: OpenStored;
  readonly #end: number;
  #position: number;
  #stored: BlobReader | null = null;

  constructor(blob: BlobRef, range: BlobRange, openStored: OpenStored) {
    this.#blob = blob;
    this.#blocks = blocksOf(blob, range);
    this.#openStored = openStored;
    this.#position = range.start;
    this.#end = Math.min(range.end, blob.sizeBytes);
  }

  /** Opens the file, so that a missing blob is reported before the first read. */
  async open(): Promise<void> {
    if (this.#position >= this.#end) {
      this.#stored = await this.#openStored({ start: this.#position, end: this.#position });
      return;
    }
    const start = this.#blocks.startOf(this.#position);
    const end = this.#blocks.endOf(this.#end);
    this.#stored = await this.#openStored({ start, end });
    const before = this.#position - start;
    this.#position = start;
    await this.#readRest(before);
  }

  async read(target: Uint8Array): Promise<number> {
    const wanted = target.subarray(0, Math.max(0, this.#end - this.#position));
    await this.#fill(wanted);
    if (wanted.length > 0 && this.#position === this.#end) {
      await this.#readRest(this.#blocks.endOf(this.#end) - this.#end);
    }
    return wanted.length;
  }

  async close(): Promise<void> {
    await this.#stored?.close();
  }

  async #readRest(bytes: number): Promise<void> {
    if (bytes <= 0) return;
    const chunk = Buffer.allocUnsafe(Math.min(bytes, REST_CHUNK_BYTES));
    for (let left = bytes; left > 0; left -= chunk.length) await this.#fill(chunk.subarray(0, left));
  }

  async #fill(target: Uint8Array): Promise<void> {
    if (target.length === 0) return;
    if (this.#stored === null) throw new Error('The reader is not open');
    const count = await this.#stored.read(target);
    if (count < target.length) throw new BlobDamaged(this.#blob.key, 'short');
    for (let at = 0; at < target.length;) {
      const blockEnd = this.#blocks.endOf(this.#position + 1);
      const part = target.subarray(at, at + blockEnd - this.#position);
      at += part.length;
      this.#position += part.length;
      if (this.#position < blockEnd) this.#blocks.add(part);
      else if (!this.#blocks.isRight(blockEnd, part)) {
        throw new BlobDamaged(this.#blob.key, 'wrong checksum');
      }
    }
  }
}

/** The bytes that are verified together, and their checksum. */
interface Blocks {
  /** the start of the block that contains this byte */
  startOf(position: number): number;
  /** the end of the block that contains the byte before this position */
  endOf(position: number): number;
  /** Adds the next bytes of a block; its last bytes are passed to `isRight`. */
  add(bytes: Uint8Array): void;
  /**
   * Adds the last bytes of the block that ends at a position.
   * @returns whether its checksum is right
   */
  isRight(end: number, last: Uint8Array): boolean;
}

function blocksOf(blob: BlobRef, range: BlobRange): Blocks {
  if (blob.blockChecksums !== null) return checkedBlocks(blob.sizeBytes, blob.blockChecksums);
  const isWhole = range.start === 0 && range.end >= blob.sizeBytes;
  return isWhole ? oneBlock(blob) : uncheckedBlocks(range);
}

function checkedBlocks(sizeBytes: number, blockChecksums: Buffer): Blocks {
  const checksum = new BlockChecksum();
  return {
    startOf: (position) => position - (position % BLOCK_BYTES),
    endOf: (position) => Math.min(Math.ceil(position / BLOCK_BYTES) * BLOCK_BYTES, sizeBytes),
    add: (bytes) => checksum.add(bytes),
    isRight: (end, last) =>
      checksum.end(last).equals(checksumOfBlock(blockChecksums, Math.ceil(end / BLOCK_BYTES) - 1)),
  };
}

/** For a complete read of a blob that was stored before block checksums existed: all bytes are one block. */
function oneBlock(blob: BlobRef): Blocks {
  let crc = 0;
  return {
    startOf: () => 0,
    endOf: () => blob.sizeBytes,
    add: (bytes) => {
      crc = crc32(bytes, crc);
    },
    isRight: (_end, last) => crc32(last, crc) === blob.crc32,
  };
}

/**
 * For a range of a blob without block checksums: nothing can be verified until the background job has computed them.
 */
function uncheckedBlocks(range: BlobRange): Blocks {
  return {
    startOf: (position) => position,
    endOf: () => range.end,
    add: () => {},
    isRight: () => true,
  };
}
