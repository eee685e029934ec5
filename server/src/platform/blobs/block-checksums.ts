import { crc32 } from 'node:zlib';
import xxhash from 'xxhash-addon';

/**
 * One checksum covers this many bytes of a blob. A range is verified by reading at most one block more at each end; 1
 * GiB has 8 KiB of checksums. Measured: with 256 KiB the collection of their small buffers costs more than XXH3.
 */
export const BLOCK_BYTES = 1024 * 1024;
const CHECKSUM_BYTES = 8;
const SEED = Buffer.alloc(4);
const { XXHash3 } = xxhash;

const asBuffer = (bytes: Uint8Array): Buffer => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);

/** Computes the checksum of one block after the other, XXH3 with 64 bits, from a sequence of bytes. */
export class BlockChecksum {
  /** not null within a block: a whole block is cheaper in one call */
  #begun: InstanceType<typeof XXHash3> | null = null;

  /** Adds bytes of the block, not its last ones. */
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

/** Computes the checksums of a blob from a sequence of bytes: the CRC-32 of the whole, and those of its blocks. */
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
