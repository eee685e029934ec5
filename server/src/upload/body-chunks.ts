import type { Readable } from 'node:stream';

/**
 * Reads a request body in chunks. A complete body and an aborted body end in the same way for the consumer: bytes
 * that arrived count in both cases (C53).
 */
export class BodyChunks {
  readonly #body: Readable;
  readonly #iterator: AsyncIterator<Buffer, undefined>;
  #next: Buffer | null = null;
  #hasEnded = false;

  constructor(body: Readable) {
    this.#body = body;
    this.#iterator = body.iterator({ destroyOnReturn: false });
  }

  /** True when the client closed the connection before the end of the body. */
  get wasAborted(): boolean {
    return this.#hasEnded && !this.#body.readableEnded;
  }

  /** Waits until the next byte has arrived or the body has ended. */
  async hasMore(): Promise<boolean> {
    while (this.#next === null && !this.#hasEnded) {
      const { value, done } = await this.#pull();
      if (done === true) this.#hasEnded = true;
      else if (value.length > 0) this.#next = value;
    }
    return this.#next !== null;
  }

  /** Yields the next bytes, at most `maxBytes`; the rest stays for the next call. */
  async *take(maxBytes: number): AsyncGenerator<Buffer> {
    for (let left = maxBytes; left > 0 && (await this.hasMore());) {
      const chunk = this.#next ?? Buffer.alloc(0);
      this.#next = chunk.length > left ? chunk.subarray(left) : null;
      const taken = chunk.subarray(0, left);
      left -= taken.length;
      yield taken;
    }
  }

  /** Releases the iterator without destroying the body; the caller ends the body. */
  release(): void {
    // Not awaited: a pending read only ends when the client sends more.
    void this.#iterator.return?.();
  }

  async #pull(): Promise<IteratorResult<Buffer, undefined>> {
    try {
      return await this.#iterator.next();
    } catch {
      // Bytes that arrived before the abort and were not read yet.
      const rest = this.#body.read() as Buffer | null;
      return rest === null ? { value: undefined, done: true } : { value: rest };
    }
  }
}
