import type { TransferAccess } from '../access-check/index.ts';
import type { StoredContents } from '../blobs/index.ts';
import type { BlobReader } from '../platform/blobs/index.ts';
import { inParallel } from '../platform/in-parallel.ts';
import type { Segment } from './layout.ts';

/** Opens stored contents; every read is verified (SAFE-22). */
export type OpensContents = Pick<StoredContents, 'open' | 'parallelReads'>;

/** Where the bytes of a reply come from, and who decides that they may be sent (GUARD-30). */
export interface Source {
  contents: OpensContents;
  access: Pick<TransferAccess, 'mustContinue'>;
}

/**
 * Copies the bytes of segments into given buffers. The position of each content is known before it is read, so that
 * small contents are read concurrently. Close it in every case.
 */
export class SegmentReader {
  readonly #source: Source;
  readonly #segments: Iterator<Segment, void>;
  #header: Buffer = Buffer.alloc(0);
  #content: ContentPart | undefined;
  /** the contents that begin in the present call of `fill` */
  #begun: Buffer[] = [];

  constructor(source: Source, segments: Iterable<Segment, void>) {
    this.#source = source;
    this.#segments = segments[Symbol.iterator]();
  }

  /**
   * Fills `target` to its end. The access is checked while the bytes are read.
   * @throws the refusal of an access that has ended, BlobDamaged when bytes are missing or wrong, StorageFailed
   */
  async fill(target: Buffer): Promise<void> {
    const reads: (() => Promise<void>)[] = [];
    let at = 0;
    while (at < target.length) {
      const content = this.#content;
      if (this.#header.length > 0) {
        const copied = this.#header.copy(target, at);
        this.#header = this.#header.subarray(copied);
        at += copied;
      } else if (content && content.unplanned > 0) {
        const part = target.subarray(at, at + content.unplanned);
        content.unplanned -= part.length;
        reads.push(() => content.read(part));
        at += part.length;
      } else this.#next();
    }
    const begun = this.#begun;
    this.#begun = [];
    const [access, bytes] = await Promise.allSettled([
      this.#source.access.mustContinue(begun),
      inParallel(reads, this.#source.contents.parallelReads, (read) => read()),
    ]);
    if (access.status === 'rejected') throw access.reason;
    if (bytes.status === 'rejected') throw bytes.reason;
  }

  async close(): Promise<void> {
    await this.#content?.close();
  }

  #next(): void {
    const next = this.#segments.next();
    if (next.done === true) throw new Error('The segments end before the reply');
    if (next.value.kind === 'bytes') this.#header = next.value.bytes;
    else {
      this.#begun.push(next.value.sha256);
      this.#content = new ContentPart(this.#source.contents, next.value);
    }
  }
}

/** A part of a content that one or several fills read. It closes itself at its end and on a failure. */
class ContentPart {
  /** Bytes that are not yet assigned to a fill. */
  unplanned: number;
  readonly #open: () => Promise<BlobReader>;
  #left: number;
  #reader: BlobReader | undefined;

  constructor(contents: OpensContents, { sha256, start, end }: Extract<Segment, { kind: 'content' }>) {
    this.#open = () => contents.open(sha256, { start, end });
    this.#left = end - start;
    this.unplanned = this.#left;
  }

  async read(target: Buffer): Promise<void> {
    this.#reader ??= await this.#open();
    try {
      const bytes = await this.#reader.read(target);
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
