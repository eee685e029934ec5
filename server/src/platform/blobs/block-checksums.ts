import { crc32 } from 'node:zlib';
import xxhash from 'xxhash-addon';

/**
 * One checksum covers this many bytes of a blob. To verify a range, at most one more block is read at each end. 1 GiB
 * has 8 KiB of checksums. Blocks of 256 KiB were slower (measured): the garbage collection of their many small buffers
 * costs more than XXH3.
 */
export const BLOCK_BYTES = 1024 * 1024;
const CHECKSUM_BYTES = 8;
const SEED = Buffer.alloc(4);
const { XXHash3 } = xxhash;

const asBuffer = (bytes: Uint8Array): Buffer => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);

/** Computes the 64-bit XXH3 checksum of each block in a sequence of bytes. */
export class BlockChecksum {
  /** the hash of a started block; null before its first bytes, because a complete block is hashed faster in one call */
  #begun: InstanceType<typeof XXHash3> | null = null;

  /** Adds bytes to the block; its last bytes are passed to `end`. */
  add(bytes: Uint8Array): void {
    this.#begun ??= new XXHash3(SEED);
    this.#begun.update(asBuffer(bytes));
  }

  /** Ends the block with its last bytes; the next bytes belong to a new one. */
  end(last: Uint8Array): Buffer {
    const begun = this.#begun;
    if (begun === null) return XXHash3.hash(asBuffer(last));
    this.#begun = null;
    begun.update(asBuffer(last));
    return begun.digest();
  }
}

/** Computes the checksums of a blob from a sequence of bytes: the CRC-32 of all bytes and the XXH3 of each block. */
export class ChecksumBuilder {
  readonly #checksums: Buffer[] = [];
  readonly #block = new BlockChecksum();
  #crc32 = 0;
  #inBlock = 0;

  add(bytes: Uint8Array): void {
    this.#crc32 = crc32(bytes, this.#crc32);
    for (let at = 0; at < bytes.length;) {
      const part = bytes.subarray(at, at + BLOCK_BYTES - this.#inBlock);
      this.#inBlock += part.length;
      at += part.length;
      if (this.#inBlock === BLOCK_BYTES) this.#endBlock(part);
      else this.#block.add(part);
    }
  }

  finish(): { crc32: number; blockChecksums: Buffer } {
    if (this.#inBlock > 0) this.#endBlock(Buffer.alloc(0));
    return { crc32: this.#crc32, blockChecksums: Buffer.concat(this.#checksums) };
  }

  #endBlock(last: Uint8Array): void {
    this.#checksums.push(this.#block.end(last));
    this.#inBlock = 0;
  }
}

/** The checksum of block `n`; empty when there are fewer blocks. */
export const checksumOfBlock = (blockChecksums: Buffer, n: number): Buffer =>
  blockChecksums.subarray(n * CHECKSUM_BYTES, (n + 1) * CHECKSUM_BYTES);
