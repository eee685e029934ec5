import type { BlobReader, Blobs } from '../platform/blobs/index.ts';
import type { Segment } from './layout.ts';

/** Blobs of one answer that are read at the same time: as many as Node has threads for files. */
const PARALLEL_READS = 4;

/** All that reading needs of the blob store. */
export type OpensBlobs = Pick<Blobs, 'open'>;

/**
 * Puts the bytes of segments into whatever memory it is given. Where each blob's bytes go is known before they
 * are read, so many small ones are read side by side. Close it in every case.
 */
export class SegmentReader {
  readonly #blobs: OpensBlobs;
  readonly #segments: Iterator<Segment, void>;
  #header: Buffer = Buffer.alloc(0);
  #blob: BlobPart | undefined;

  constructor(blobs: OpensBlobs, segments: Iterable<Segment, void>) {
    this.#blobs = blobs;
    this.#segments = segments[Symbol.iterator]();
  }

  /**
   * Fills `target` to its end.
   * @throws BlobMissing, or an Error when fewer bytes are there than the segments promise
   */
  async fill(target: Buffer): Promise<void> {
    const reads: (() => Promise<void>)[] = [];
    let at = 0;
    while (at < target.length) {
      const blob = this.#blob;
      if (this.#header.length > 0) {
        const copied = this.#header.copy(target, at);
        this.#header = this.#header.subarray(copied);
        at += copied;
      } else if (blob && blob.unplanned > 0) {
        const part = target.subarray(at, at + blob.unplanned);
        blob.unplanned -= part.length;
        reads.push(() => blob.read(part));
        at += part.length;
      } else this.#next();
    }
    await sideBySide(reads);
  }

  async close(): Promise<void> {
    await this.#blob?.close();
  }

  #next(): void {
    const next = this.#segments.next();
    if (next.done === true) throw new Error('The segments end before the answer does');
    if (next.value.kind === 'bytes') this.#header = next.value.bytes;
    else this.#blob = new BlobPart(this.#blobs, next.value);
  }
}

/** A part of a blob on its way into one or several fills; closes itself at its end and on a failure. */
class BlobPart {
  /** Bytes that no fill has a place for yet. */
  unplanned: number;
  readonly #open: () => Promise<BlobReader>;
  readonly #key: string;
  #left: number;
  #reader: BlobReader | undefined;

  constructor(blobs: OpensBlobs, { blobKey, start, end }: Extract<Segment, { kind: 'blob' }>) {
    this.#open = () => blobs.open(blobKey, { start, end });
    this.#key = blobKey;
    this.#left = end - start;
    this.unplanned = this.#left;
  }

  async read(target: Buffer): Promise<void> {
    this.#reader ??= await this.#open();
    try {
      const bytes = await this.#reader.read(target);
      if (bytes < target.length) throw new Error(`The blob ${this.#key} is shorter than its row says`);
      this.#left -= bytes;
      if (this.#left === 0) await this.close();
    } catch (error) {
      await this.close();
      throw error;
    }
  }

  async close(): Promise<void> {
    const reader = this.#reader;
    this.#reader = undefined;
    await reader?.close();
  }
}

/** Runs tasks, a few at a time. Rejects with the first failure, but only when none is running any more. */
async function sideBySide(tasks: (() => Promise<void>)[]): Promise<void> {
  const failures: unknown[] = [];
  const waiting = tasks.values();
  const lane = async (): Promise<void> => {
    for (const task of waiting) {
      if (failures.length > 0) return;
      await task().catch((error: unknown) => failures.push(error));
    }
  };
  await Promise.all(Array.from({ length: Math.min(PARALLEL_READS, tasks.length) }, lane));
  if (failures.length > 0) throw failures[0];
}
