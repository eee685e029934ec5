import { statfs } from 'node:fs/promises';
import { OutOfSpace } from '../unavailable.ts';

/** The space of the disk below the blob store, in bytes. */
export interface Space {
  freeBytes: number;
  totalBytes: number;
}

/** The space of the disk of a folder. `bavail` leaves out the blocks that are reserved for root. */
export async function diskSpace(folder: string): Promise<Space> {
  const { bavail, blocks, bsize } = await statfs(folder);
  return { freeBytes: bavail * bsize, totalBytes: blocks * bsize };
}

/** The space that uploads leave free: the larger of both; 0 for none (GUARD-24). */
export interface MinimumFree {
  bytes: number;
  percent: number;
}

/** The free space in bytes below which uploads are refused. */
export const minimumFreeBytes = ({ totalBytes }: Space, { bytes, percent }: MinimumFree): number =>
  Math.max(bytes, Math.floor((totalBytes * percent) / 100));

/** A write would use the space that has to stay free. Reads and other writes still work. */
export class FreeSpaceLow extends OutOfSpace {
  readonly freeBytes: number;
  readonly minimumBytes: number;

  constructor(freeBytes: number, minimumBytes: number) {
    super(
      'blobs',
      `Free space is below the minimum: ${freeBytes} bytes are free, ${minimumBytes} must stay free`,
    );
    this.freeBytes = freeBytes;
    this.minimumBytes = minimumBytes;
  }
}

/** The space that a running write uses. */
export interface SpaceClaim {
  /** Called before bytes are written. @throws FreeSpaceLow */
  use(bytes: number): Promise<void>;
  /** Called when the write has ended. */
  end(): void;
}

/** A write that leaves no space free. */
export const NO_CLAIM: SpaceClaim = { use: async () => {}, end: () => {} };

/**
 * Keeps space free while several writes run. The disk is asked at most once in `maxAgeMs`; in between, the bytes of the
 * running writes are subtracted.
 */
export class FreeSpace {
  readonly #read: () => Promise<Space>;
  readonly #maxAgeMs: number;
  #reading: Promise<Space> | null = null;
  #latest: (Space & { at: number }) | null = null;
  /** bytes that running writes have announced and not written */
  #announcedBytes = 0;

  constructor(read: () => Promise<Space>, maxAgeMs: number) {
    this.#read = read;
    this.#maxAgeMs = maxAgeMs;
  }

  /** @throws the error of the disk */
  async now(): Promise<Space> {
    const latest = this.#latest;
    if (latest !== null && performance.now() - latest.at < this.#maxAgeMs) return latest;
    this.#reading ??= this.#read().finally(() => {
      this.#reading = null;
    });
    const space = await this.#reading;
    this.#latest = { ...space, at: performance.now() };
    return this.#latest;
  }

  /**
   * Starts a write.
   * @param expectedBytes its length in bytes; 0 when it is not known
   * @throws FreeSpaceLow when the space, or what the running writes leave of it, is not sufficient
   */
  async claim(expectedBytes: number, minimum: MinimumFree): Promise<SpaceClaim> {
    if (minimum.bytes === 0 && minimum.percent === 0) return NO_CLAIM;
    this.#mustLeave(await this.now(), this.#announcedBytes + expectedBytes, minimum);
    let announced = expectedBytes;
    this.#announcedBytes += announced;
    const reduce = (bytes: number) => {
      announced -= bytes;
      this.#announcedBytes -= bytes;
    };
    return {
      use: async (bytes) => {
        this.#mustLeave(await this.now(), 0, minimum);
        if (this.#latest !== null) this.#latest.freeBytes -= bytes;
        reduce(Math.min(bytes, announced));
      },
      end: () => reduce(announced),
    };
  }

  #mustLeave(space: Space, neededBytes: number, minimum: MinimumFree): void {
    const minimumBytes = minimumFreeBytes(space, minimum);
    if (space.freeBytes - neededBytes < minimumBytes) throw new FreeSpaceLow(space.freeBytes, minimumBytes);
  }
}
