import { once } from 'node:events';
import type { Duplex, Readable } from 'node:stream';

/*
 * The channel between the server and a reader process. A frame is the length of its head (32 bits, big-endian), the
 * length of its body, the head as JSON, the body. Both sides write and read in pieces, so that neither event loop is
 * blocked by a large document.
 */

export interface Frame {
  head: unknown;
  body: Buffer;
}

/** The maximum sizes of a received frame. */
export interface FrameLimits {
  maxHeadBytes: number;
  maxBodyBytes: number;
}

const LENGTHS_BYTES = 8;
const PIECE_BYTES = 256 * 1024;

/** Yields the frames of a stream until it ends. @throws Error for a frame over the limits */
export async function* readFrames(stream: Readable, limits: FrameLimits): AsyncGenerator<Frame> {
  const intake = new Intake(stream);
  for (;;) {
    const lengths = await intake.take(LENGTHS_BYTES);
    if (lengths === null) return;
    const headBytes = lengths.readUInt32BE(0);
    const bodyBytes = lengths.readUInt32BE(4);
    if (headBytes > limits.maxHeadBytes || bodyBytes > limits.maxBodyBytes) {
      throw new Error(`a frame of ${headBytes} and ${bodyBytes} bytes is too large`);
    }
    const head = await intake.take(headBytes);
    const body = await intake.take(bodyBytes);
    if (head === null || body === null) return;
    yield { head: JSON.parse(head.toString()) as unknown, body };
  }
}

/** Resolves when the stream has taken the whole frame. */
export async function writeFrame(stream: Duplex, head: unknown, body: Uint8Array): Promise<void> {
  const json = Buffer.from(JSON.stringify(head));
  const lengths = Buffer.alloc(LENGTHS_BYTES);
  lengths.writeUInt32BE(json.length, 0);
  lengths.writeUInt32BE(body.length, 4);
  stream.write(Buffer.concat([lengths, json]));
  for (let start = 0; start < body.length; start += PIECE_BYTES) {
    if (!stream.write(body.subarray(start, start + PIECE_BYTES))) await once(stream, 'drain');
  }
}

/** Splits the chunks of a stream into the requested lengths. */
class Intake {
  readonly #chunks: AsyncIterator<Buffer>;
  #rest: Buffer = Buffer.alloc(0);

  constructor(stream: Readable) {
    this.#chunks = stream[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  }

  /** @returns null when the stream ends first */
  async take(bytes: number): Promise<Buffer | null> {
    const target = Buffer.allocUnsafe(bytes);
    let filled = 0;
    while (filled < bytes) {
      if (this.#rest.length === 0) {
        const next = await this.#chunks.next();
        if (next.done === true) return null;
        this.#rest = next.value;
      }
      const taken = this.#rest.copy(target, filled);
      filled += taken;
      this.#rest = this.#rest.subarray(taken);
    }
    return target;
  }
}
