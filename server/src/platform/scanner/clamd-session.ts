import { connect, type Socket } from 'node:net';
import type { ByteSource } from '../zip/index.ts';

/** Where clamd listens, and how long it may be silent. */
export interface ClamdAddress {
  connection: { host: string; port: number } | { path: string };
  /** the longest silence before it has taken all bytes */
  idleMs: number;
}

const PIECE_BYTES = 256 * 1024;
/** clamd answers one line; more than this is no answer of clamd. */
const MAX_REPLY_BYTES = 4096;
const END_OF_STREAM = Buffer.alloc(4);

/**
 * Reads the setting CLAMD.
 * @param text 'host:port', '[::1]:3310', or the path of a socket
 */
export function clamdConnection(text: string): ClamdAddress['connection'] {
  if (text.startsWith('/')) return { path: text };
  const colon = text.lastIndexOf(':');
  return { host: text.slice(0, colon).replaceAll(/^\[|\]$/g, ''), port: Number(text.slice(colon + 1)) };
}

/**
 * Sends one command without a body.
 * @returns clamd's reply, without its end
 */
export async function askClamd(address: ClamdAddress, command: 'PING' | 'VERSION'): Promise<string> {
  const session = new Session(address);
  try {
    session.socket.write(`z${command}\0`);
    return await session.reply;
  } finally {
    session.socket.destroy();
  }
}

/**
 * Streams bytes to clamd (INSTREAM). Stops at once when it answers before all are sent.
 * @param replyMs how long clamd may think after the last byte
 * @returns clamd's reply, and whether it came after all bytes had been sent
 * @throws when clamd cannot be reached, hangs up, is silent too long, or the source fails
 */
export async function streamToClamd(
  address: ClamdAddress,
  source: ByteSource,
  replyMs: number,
): Promise<{ reply: string; isComplete: boolean }> {
  const session = new Session(address);
  try {
    session.socket.write('zINSTREAM\0');
    const isComplete = await sendAll(session, source);
    if (isComplete) session.socket.setTimeout(replyMs);
    return { reply: await session.reply, isComplete };
  } finally {
    session.socket.destroy();
  }
}

/** @returns false when clamd answered in the middle */
async function sendAll(session: Session, source: ByteSource): Promise<boolean> {
  // Two pieces in turn: one is read while the other is on its way.
  const buffers = [Buffer.allocUnsafe(4 + PIECE_BYTES), Buffer.allocUnsafe(4 + PIECE_BYTES)] as const;
  let sent: Promise<void> = Promise.resolve();
  let position = 0;
  for (let turn = 0; position < source.sizeBytes; turn += 1) {
    const buffer = turn % 2 === 0 ? buffers[0] : buffers[1];
    const length = Math.min(PIECE_BYTES, source.sizeBytes - position);
    const count = await source.readAt(buffer.subarray(4, 4 + length), position);
    if (count !== length) throw new Error('the bytes end before their length');
    buffer.writeUInt32BE(length);
    await session.unlessAnswered(sent);
    if (session.isAnswered) return false;
    sent = session.send(buffer.subarray(0, 4 + length));
    position += length;
  }
  await session.unlessAnswered(sent);
  if (session.isAnswered) return false;
  await session.unlessAnswered(session.send(END_OF_STREAM));
  return true;
}

/** One connection, for one command. */
class Session {
  readonly socket: Socket;
  /** the whole reply; rejects when the connection ends or falls silent before it is there */
  readonly reply: Promise<string>;
  isAnswered = false;
  #received = '';

  constructor({ connection, idleMs }: ClamdAddress) {
    const { promise, resolve, reject } = Promise.withResolvers<string>();
    this.reply = promise;
    // Whoever waits for it sees the failure; it may come when nobody does yet.
    promise.catch(() => {});
    this.socket = connect({ ...connection, noDelay: true });
    this.socket.setTimeout(idleMs, () => this.socket.destroy(new Error('clamd is silent')));
    this.socket.on('data', (bytes) => {
      this.#received += bytes.toString('latin1');
      const end = this.#received.indexOf('\0');
      if (end >= 0) {
        this.isAnswered = true;
        resolve(this.#received.slice(0, end).trim());
      } else if (this.#received.length > MAX_REPLY_BYTES) {
        this.socket.destroy(new Error('clamd answers without an end'));
      }
    });
    this.socket.on('error', reject);
    this.socket.on('close', () => reject(new Error('clamd hung up without an answer')));
  }

  /** Waits for `sent`, or until clamd has answered; a failed send counts only while there is no answer. */
  async unlessAnswered(sent: Promise<void>): Promise<void> {
    await Promise.race([sent, this.reply]).catch((error: unknown) => {
      if (!this.isAnswered) throw error;
    });
  }

  send(bytes: Uint8Array): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    promise.catch(() => {});
    this.socket.write(bytes, (error) => (error ? reject(error) : resolve()));
    return promise;
  }
}
