import { NotAContainer } from './budget.ts';
import { tarSizeOf } from './formats.ts';

const BLOCK = 512;
const PAX_HEADER = 'x';

/**
 * The contents of a tar, in order, while it is read: names and links are of no interest to a scanner. Extended headers
 * are members too.
 * @throws NotAContainer when it ends inside a member, or has bytes that are no header
 */
export async function* tarMembers(
  stream: AsyncIterable<Uint8Array>,
): AsyncGenerator<AsyncIterable<Uint8Array>> {
  const reader = new StreamReader(stream);
  let paxSize: number | null = null;
  for (;;) {
    const header = await reader.take(BLOCK);
    if (header.length < BLOCK || header.every((byte) => byte === 0)) return;
    const claimed = tarSizeOf(header);
    if (claimed === null) throw new NotAContainer('a header of the tar is damaged');
    const isPax = String.fromCharCode(header[156] ?? 0) === PAX_HEADER;
    const size: number = isPax ? claimed : (paxSize ?? claimed);
    if (isPax && size < 1024 * 1024) {
      const records = Buffer.from(await reader.take(size));
      const number = /^\d+ size=(\d+)$/m.exec(records.toString('latin1'))?.[1];
      paxSize = number === undefined ? null : Number(number);
      yield once(records);
    } else {
      paxSize = null;
      yield reader.next(size);
      await reader.drain();
    }
    await reader.take((BLOCK - (size % BLOCK)) % BLOCK);
  }
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

/** Reads a stream in given lengths. */
class StreamReader {
  readonly #stream: AsyncIterator<Uint8Array>;
  #rest: Uint8Array = new Uint8Array();
  /** bytes of the current member that were not read */
  #left = 0;

  constructor(stream: AsyncIterable<Uint8Array>) {
    this.#stream = stream[Symbol.asyncIterator]();
  }

  /** @returns this many bytes; fewer only at the end of the stream */
  async take(length: number): Promise<Uint8Array> {
    const taken: Uint8Array[] = [];
    let missing = length;
    while (missing > 0) {
      const bytes = await this.#upTo(missing);
      if (bytes === null) break;
      taken.push(bytes);
      missing -= bytes.length;
    }
    return Buffer.concat(taken);
  }

  /** The next bytes, as a stream; what is not read is passed over by `drain`. */
  next(length: number): AsyncIterable<Uint8Array> {
    this.#left = length;
    return { [Symbol.asyncIterator]: () => this.#member() };
  }

  async drain(): Promise<void> {
    for await (const bytes of this.#member()) void bytes;
  }

  async *#member(): AsyncGenerator<Uint8Array> {
    while (this.#left > 0) {
      const bytes = await this.#upTo(this.#left);
      if (bytes === null) throw new NotAContainer('the tar ends inside a member');
      this.#left -= bytes.length;
      yield bytes;
    }
  }

  async #upTo(length: number): Promise<Uint8Array | null> {
    while (this.#rest.length === 0) {
      const next = await this.#stream.next();
      if (next.done === true) return null;
      this.#rest = next.value;
    }
    const bytes = this.#rest.subarray(0, length);
    this.#rest = this.#rest.subarray(bytes.length);
    return bytes;
  }
}
