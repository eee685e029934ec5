import type { Readable } from 'node:stream';

/** The body of a response, read in pieces of any size. The caller always ends it. */
export class ResponseBody {
  readonly #stream: Readable;
  readonly #pieces: AsyncIterator<Buffer, undefined>;
  readonly #idleMs: number;
  #leftBytes: number;
  #rest: Buffer = Buffer.alloc(0);
  #hasEnded = false;

  /** @param idleMs the time without a byte after which the connection counts as lost */
  constructor(stream: Readable, { lengthBytes, idleMs }: { lengthBytes: number; idleMs: number }) {
    this.#stream = stream;
    this.#pieces = stream.iterator({ destroyOnReturn: false });
    this.#leftBytes = lengthBytes;
    this.#idleMs = idleMs;
  }

  /**
   * Copies the next bytes.
   * @returns their number; 0 at the end
   * @throws the error of the connection, or of the silence
   */
  async read(target: Uint8Array): Promise<number> {
    if (this.#rest.length === 0) await this.#next();
    const bytes = this.#rest.copy(target);
    this.#rest = this.#rest.subarray(bytes);
    return bytes;
  }

  /** All bytes have arrived, and the connection is used for other requests. */
  get isComplete(): boolean {
    return this.#hasEnded;
  }

  /** Ends the connection if bytes are left; otherwise it can be used again. */
  end(): void {
    if (this.#hasEnded) return;
    this.#stream.on('error', () => {}).destroy();
  }

  async #next(): Promise<void> {
    if (this.#hasEnded) return;
    const timer = setTimeout(() => this.#stream.destroy(new Error('No bytes arrive')), this.#idleMs);
    try {
      const { value, done } = await this.#pieces.next();
      if (done === true) this.#hasEnded = true;
      else this.#take(value);
    } finally {
      clearTimeout(timer);
    }
  }

  /** After its last bytes the end of the response is read too, so that its connection can be used again. */
  #take(piece: Buffer): void {
    this.#rest = piece;
    this.#leftBytes -= piece.length;
    if (this.#leftBytes > 0) return;
    this.#hasEnded = true;
    this.#pieces.next().catch(() => {});
  }
}
