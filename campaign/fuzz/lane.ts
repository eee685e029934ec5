import { connect, type Socket } from 'node:net';
import type { Framed } from './frame.ts';

/** What the server did with a request. */
export interface Outcome {
  /** silent: no whole reply within the limit */
  kind: 'reply' | 'closed' | 'silent';
  status: number;
  type: string;
  /** the start of the body */
  body: Buffer;
}

const HEAD_END = Buffer.from('\r\n\r\n');
// Also of an empty body, which follows the end of the head. Without the line break in front it can be the end of a
// chunk.
const CHUNKS_END = Buffer.from('\r\n0\r\n\r\n');
const SILENT_MS = 30_000;
/** The server may wait for the rest of a request that was cut, so its reply is not awaited for long. */
const CUT_MS = 50;
/** A longer reply is read that far; then the connection is closed. */
const ENOUGH_BYTES = 256 * 1024;

interface Head {
  status: number;
  type: string;
  /** where the body begins */
  at: number;
  /** bytes of the body; null: in chunks, or up to the end of the connection */
  length: number | null;
  closes: boolean;
  isStream: boolean;
}

/** Sends requests as raw bytes, one after the other, on one connection as long as the server keeps it. */
export class Lane {
  readonly #port: number;
  #socket: Socket | null = null;

  /** @param origin such as 'http://127.0.0.1:40123' */
  constructor(origin: string) {
    this.#port = Number(new URL(origin).port);
  }

  send(request: Framed): Promise<Outcome> {
    const socket = this.#socket ?? connect({ host: '127.0.0.1', port: this.#port, noDelay: true });
    this.#socket = null;
    return new Promise((resolve) => {
      let received: Buffer = Buffer.alloc(0);
      const finish = (kind: Outcome['kind'], head: Head | null, keeps: boolean) => {
        clearTimeout(timer);
        socket.removeAllListeners();
        socket.on('error', () => undefined);
        if (keeps && request.kind === 'whole') this.#socket = socket;
        else socket.destroy();
        const { status = 0, type = '', at = 0, length = null } = head ?? {};
        // A broken request can be two requests for the server: the second reply follows the first one.
        const end = length === null ? received.length : at + length;
        resolve({ kind, status, type, body: received.subarray(at, end) });
      };
      const timer = setTimeout(
        () => finish('silent', null, false),
        request.kind === 'cut' ? CUT_MS : SILENT_MS,
      );
      socket.on('data', (piece: Buffer) => {
        received = received.length === 0 ? piece : Buffer.concat([received, piece]);
        const head = headOf(received, request.method);
        if (head === null) return;
        if (isWhole(received, head)) finish('reply', head, !head.closes && !head.isStream);
        else if (received.length > ENOUGH_BYTES) finish('reply', head, false);
      });
      socket.on('close', () => {
        const head = headOf(received, request.method);
        finish(head === null ? 'closed' : 'reply', head, false);
      });
      socket.on('error', () => undefined);
      socket.write(request.bytes);
      if (request.kind === 'cut') socket.end();
    });
  }

  close(): void {
    this.#socket?.destroy();
  }
}

/** @returns the head of the reply after interim replies; null while it is not complete */
function headOf(received: Buffer, method: string, from = 0): Head | null {
  const end = received.indexOf(HEAD_END, from);
  if (end === -1) return null;
  const text = received.toString('latin1', from, end);
  const status = Number(text.slice(9, 12));
  const at = end + HEAD_END.length;
  if (status >= 100 && status < 200 && status !== 101) return headOf(received, method, at);
  const field = (name: string) => new RegExp(`\r\n${name}: *([^\r]*)`, 'i').exec(text)?.[1];
  const type = field('content-type') ?? '';
  const hasNoBody = method === 'HEAD' || status === 204 || status === 304 || status === 101;
  const length = field('content-length');
  const stated = length === undefined ? null : Number(length);
  return {
    status,
    type,
    at,
    length: hasNoBody ? 0 : stated,
    closes:
      /close/i.test(field('connection') ?? '') ||
      (stated === null && !hasNoBody && field('transfer-encoding') === undefined),
    isStream: type.startsWith('text/event-stream'),
  };
}

function isWhole(received: Buffer, { at, length, closes, isStream }: Head): boolean {
  if (isStream) return true;
  if (length !== null) return received.length >= at + length;
  return !closes && received.subarray(-CHUNKS_END.length).equals(CHUNKS_END);
}
