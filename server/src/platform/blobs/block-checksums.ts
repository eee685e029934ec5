import { crc32 } from './crc32.ts';

/**
 * One checksum covers this many bytes of a blob. A range is verified by reading at most one block more at each end;
 * 1 GiB has 16 KiB of checksums.
 */
export const BLOCK_BYTES = 256 * 1024;
const CRC_BYTES = 4;

/** Computes the CRC-32 of a blob and of its blocks while its bytes pass. */
export class ChecksumBuilder {
  readonly #blocks: number[] = [];
  #whole = 0;
  #block = 0;
  #inBlock = 0;

  add(bytes: Uint8Array): void {
    this.#whole = crc32(bytes, this.#whole);
    for (let at = 0; at < bytes.length;) {
      const part = bytes.subarray(at, at + BLOCK_BYTES - this.#inBlock);
      this.#block = crc32(part, this.#block);
      this.#inBlock += part.length;
      at += part.length;
      if (this.#inBlock === BLOCK_BYTES) this.#endBlock();
    }
  }

  /** @returns blockCrcs null for a blob of one block: its CRC-32 is that of the whole */
  finish(): { crc32: number; blockCrcs: Buffer | null } {
    if (this.#inBlock > 0) this.#endBlock();
    const blocks = this.#blocks;
    if (blocks.length <= 1) return { crc32: this.#whole, blockCrcs: null };
    const blockCrcs = Buffer.alloc(blocks.length * CRC_BYTES);
    for (const [n, crc] of blocks.entries()) blockCrcs.writeUInt32BE(crc, n * CRC_BYTES);
    return { crc32: this.#whole, blockCrcs };
  }

  #endBlock(): void {
    this.#blocks.push(this.#block);
    this.#block = 0;
    this.#inBlock = 0;
  }
}

/** The CRC-32 of block `n`. @throws RangeError when the blob has fewer blocks */
export const crcOfBlock = (blockCrcs: Buffer, n: number): number => blockCrcs.readUInt32BE(n * CRC_BYTES);
