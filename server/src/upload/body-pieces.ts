import type { Readable } from 'node:stream';

/**
 * A body that is taken piece by piece. Its end and its being cut off look the same to whoever takes: what has come
 * counts in either case (C53).
 */
export class BodyPieces {
  readonly #body: Readable;
  readonly #iterator: AsyncIterator<Buffer, undefined>;
  #next: Buffer | null = null;
  #hasEnded = false;

  constructor(body: Readable) {
    this.#body = body;
    this.#iterator = body.iterator({ destroyOnReturn: false });
  }

  /** The sender hung up before the end. */
  get wasCut(): boolean {
    return this.#hasEnded && !this.#body.readableEnded;
  }

  /** Waits until there is another byte, or none will come. */
  async hasMore(): Promise<boolean> {
    while (this.#next === null && !this.#hasEnded) {
      const { value, done } = await this.#pull();
      if (done === true) this.#hasEnded = true;
      else if (value.length > 0) this.#next = value;
    }
    return this.#next !== null;
  }

  /** The next bytes, at most `maxBytes` of them; what is over stays for the next call. */
  async *take(maxBytes: number): AsyncGenerator<Buffer> {
    for (let left = maxBytes; left > 0 && (await this.hasMore());) {
      const chunk = this.#next ?? Buffer.alloc(0);
      this.#next = chunk.length > left ? chunk.subarray(left) : null;
      const piece = chunk.subarray(0, left);
      left -= piece.length;
      yield piece;
    }
  }

  /** Leaves the body where it is, for the caller to end. */
  leave(): void {
    // Not waited for: a read that is under way ends only when the sender goes on.
    void this.#iterator.return?.();
  }

  async #pull(): Promise<IteratorResult<Buffer, undefined>> {
    try {
      return await this.#iterator.next();
    } catch {
      // What had come before the cut and was not asked for yet.
      const rest = this.#body.read() as Buffer | null;
      return rest === null ? { value: undefined, done: true } : { value: rest };
    }
  }
}
