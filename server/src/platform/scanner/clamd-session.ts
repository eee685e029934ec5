import { connect, type Socket } from 'node:net';
import { startRunningLimit, startSilenceLimit } from '../running-limit.ts';
import type { ByteSource } from '../zip/index.ts';
import { ClamdUnavailable } from './clamd-ping.ts';

/** The address of clamd. */
export type ClamdConnection = { host: string; port: number } | { path: string };

const PIECE_BYTES = 256 * 1024;
/** clamd replies with one line; a longer reply is not from clamd. */
const MAX_REPLY_BYTES = 4096;
const END_OF_STREAM = Buffer.alloc(4);

/**
 * Reads the setting CLAMD.
 * @param text 'host:port', '[::1]:3310', or the path of a socket
 */
export function clamdConnection(text: string): ClamdConnection {
  if (text.startsWith('/')) return { path: text };
  const colon = text.lastIndexOf(':');
  return { host: text.slice(0, colon).replaceAll(/^\[|\]$/g, ''), port: Number(text.slice(colon + 1)) };
}

/**
 * Sends a PING to clamd.
 * @throws ClamdUnavailable when it does not reply in time, or not with PONG
 */
export async function pingClamd(connection: ClamdConnection, limitMs: number): Promise<void> {
  const late = new AbortController();
  const session = new Session(connection, late.signal);
  const endLimit = startRunningLimit(limitMs, () => late.abort());
  try {
    session.socket.write('zPING\0');
    const reply = await session.reply;
    if (reply !== 'PONG') throw new ClamdUnavailable(`clamd answers ${reply.slice(0, 200)} to PING`);
  } finally {
    endLimit();
    session.close();
  }
}

/** The time limits of one stream. */
export interface StreamLimits {
  /** ends the stream immediately */
  signal: AbortSignal;
  /** the longest silence before clamd has received all bytes, in ms */
  idleMs: number;
  /** the time limit for clamd's reply after the last byte, in ms */
  replyMs: number;
}

/**
 * Streams bytes to clamd (INSTREAM). Stops immediately when clamd replies before all bytes are sent.
 * @returns clamd's reply, and whether it was received after all bytes had been sent
 * @throws ClamdUnavailable when clamd is unreachable, closes the connection or is silent too long; or the error of the
 * source
 */
export async function streamToClamd(
  connection: ClamdConnection,
  source: ByteSource,
  { signal, idleMs, replyMs }: StreamLimits,
): Promise<{ reply: string; isComplete: boolean }> {
  const session = new Session(connection, signal);
  try {
    session.limitSilence(idleMs);
    session.socket.write('zINSTREAM\0');
    const isComplete = await sendAll(session, source);
    if (isComplete) session.limitSilence(replyMs);
    return { reply: await session.reply, isComplete };
  } finally {
    session.close();
  }
}

/** @returns false when clamd replied before the end */
async function sendAll(session: Session, source: ByteSource): Promise<boolean> {
  // Two buffers take turns: one is filled while the other is sent.
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
  /** the whole reply; rejects when the connection ends or becomes silent before it is complete */
  readonly reply: Promise<string>;
  isAnswered = false;
  #received = '';
  #endLimit = (): void => {};
  readonly #fail: (reason: string, cause?: unknown) => void;

  /** @param signal ends the connection */
  constructor(connection: ClamdConnection, signal: AbortSignal) {
    const { promise, resolve, reject } = Promise.withResolvers<string>();
    this.reply = promise;
    // The failure is handled when the reply is awaited, which can be later.
    promise.catch(() => {});
    this.socket = connect({ ...connection, noDelay: true });
    const fail = (reason: string, cause?: unknown) => {
      reject(new ClamdUnavailable(reason, { cause }));
      this.socket.destroy();
    };
    this.#fail = fail;
    const end = () => fail('clamd does not answer', signal.reason);
    if (signal.aborted) end();
    signal.addEventListener('abort', end, { once: true });
    this.socket.on('data', (bytes) => {
      this.#received += bytes.toString('latin1');
      const endOfReply = this.#received.indexOf('\0');
      if (endOfReply >= 0) {
        this.isAnswered = true;
        resolve(this.#received.slice(0, endOfReply).trim());
      } else if (this.#received.length > MAX_REPLY_BYTES) {
        fail('clamd answers without an end');
      }
    });
    this.socket.on('error', (error) => fail(error.message, error));
    this.socket.on('close', () => {
      signal.removeEventListener('abort', end);
      fail('clamd hung up without an answer');
    });
  }

  /** Ends the connection when no byte passes for this time, in ms. */
  limitSilence(limitMs: number): void {
    this.#endLimit();
    this.#endLimit = startSilenceLimit(this.socket, limitMs, () => this.#fail('clamd does not answer'));
  }

  close(): void {
    this.#endLimit();
    this.socket.destroy();
  }

  /** Waits for `sent`, or until clamd has replied; a failed send counts only without a reply. */
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
