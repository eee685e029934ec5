import type { ServerResponse } from 'node:http';
import { BufferRing } from './buffers.ts';
import type { Part } from './byte-range.ts';
import type { Layout } from './layout.ts';
import { SegmentReader, type Source } from './segment-reader.ts';

/** The first bytes are sent before a buffer is full, so that the browser shows the download immediately. */
const FIRST_BYTES = 64 * 1024;

/** A client that reads nothing for this time is disconnected, because its memory is needed. */
const STALL_MS = 120_000;

/** The client closed the connection. */
export class ClientLeft extends Error {
  override readonly name = 'ClientLeft';
}

/** The bytes of one reply: first `readFirst`, then `sendTo` or `close`. */
export class Answer {
  readonly #source: SegmentReader;
  readonly #ring: BufferRing;
  #left: number;
  #buffer: Buffer = Buffer.alloc(0);

  constructor(source: Source, layout: Layout, part: Part) {
    this.#left = part.end - part.start;
    this.#source = new SegmentReader(source, layout.segments(part.start, part.end));
    this.#ring = new BufferRing(this.#left);
  }

  /** Reads the first bytes, while a failure can still be sent as a status. Closes everything on a failure. */
  async readFirst(): Promise<void> {
    try {
      this.#buffer = await this.#ring.take();
      await this.#source.fill(this.#firstBytes());
    } catch (error) {
      await this.close();
      throw error;
    }
  }

  /** True when the first bytes are the complete reply. */
  get isShort(): boolean {
    return this.#firstBytes().length === this.#left;
  }

  /**
   * Resolves when the socket has taken all bytes; closes in every case.
   * @param condition the last bytes are sent only after it resolves
   * @throws ClientLeft, the error of reading, or the error of `condition`
   */
  async sendTo(raw: ServerResponse, condition: Promise<void>): Promise<void> {
    const onClose = (): void => this.#ring.fail(new ClientLeft('The client left'));
    raw.once('close', onClose);
    raw.setTimeout(STALL_MS, () => raw.destroy());
    try {
      if (raw.destroyed) onClose();
      await this.#write(raw, this.#firstBytes(), condition);
      while (this.#left > 0) {
        this.#buffer = await this.#ring.take();
        const bytes = this.#buffer.subarray(0, this.#left);
        await this.#source.fill(bytes);
        await this.#write(raw, bytes, condition);
      }
      await this.#ring.drained();
      raw.end();
    } finally {
      raw.off('close', onClose);
      await this.close();
    }
  }

  async close(): Promise<void> {
    this.#ring.release();
    await this.#source.close();
  }

  #firstBytes(): Buffer {
    return this.#buffer.subarray(0, Math.min(FIRST_BYTES, this.#left));
  }

  async #write(raw: ServerResponse, bytes: Buffer, condition: Promise<void>): Promise<void> {
    const buffer = this.#buffer;
    this.#left -= bytes.length;
    if (this.#left === 0) await condition;
    raw.write(bytes, (error) => {
      if (error) this.#ring.fail(new ClientLeft('The client left', { cause: error }));
      else this.#ring.returnBuffer(buffer);
    });
  }
}
