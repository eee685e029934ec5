/*
 * The part of PostgreSQL's protocol 3 that the fault proxy needs: frames, statement texts, the application's name.
 * See PostgreSQL's documentation, "Frontend/Backend Protocol".
 */

/** One message: `type` is its first byte as a character, '' for the messages that begin a connection. */
export interface Frame {
  readonly type: string;
  readonly body: Buffer;
  /** the complete message as it was received */
  readonly bytes: Buffer;
}

const LENGTH_BYTES = 4;

/** Splits a stream of bytes into messages. */
export class FrameReader {
  #rest: Buffer = Buffer.alloc(0);
  #isStarted: boolean;

  /** @param isStarted false for the first message of a client, which has no type byte */
  constructor(isStarted: boolean) {
    this.#isStarted = isStarted;
  }

  /** @returns the messages that are complete now */
  push(chunk: Buffer): Frame[] {
    this.#rest = Buffer.concat([this.#rest, chunk]);
    const frames: Frame[] = [];
    for (let frame = this.#next(); frame !== null; frame = this.#next()) frames.push(frame);
    return frames;
  }

  #next(): Frame | null {
    const typeBytes = this.#isStarted ? 1 : 0;
    if (this.#rest.length < typeBytes + LENGTH_BYTES) return null;
    const end = typeBytes + this.#rest.readUInt32BE(typeBytes);
    if (this.#rest.length < end) return null;
    const bytes = this.#rest.subarray(0, end);
    this.#rest = this.#rest.subarray(end);
    const body = bytes.subarray(typeBytes + LENGTH_BYTES);
    if (this.#isStarted) return { type: bytes.toString('latin1', 0, 1), body, bytes };
    this.#isStarted = isStartup(body);
    return { type: '', body, bytes };
  }
}

/** The other messages without a type request encryption, or cancel a statement. */
const isStartup = (body: Buffer) => body.readUInt16BE(0) === 3;

/** @returns the strings of a message; each of them ends with a zero byte */
export function stringsOf(body: Buffer): string[] {
  return body.toString('utf8').split('\0');
}

/** @returns the application_name of the message that begins a connection; '' without one */
export function applicationOf(body: Buffer): string {
  const strings = stringsOf(body.subarray(LENGTH_BYTES));
  const at = strings.indexOf('application_name');
  return at < 0 ? '' : (strings[at + 1] ?? '');
}

/** @returns the message that begins a connection, of the same length, with another application_name */
export function withHiddenName(frame: Frame): Frame {
  const bytes = Buffer.from(frame.bytes.toString('latin1').replace('portal-vault', 'other-client'), 'latin1');
  return { ...frame, bytes };
}
