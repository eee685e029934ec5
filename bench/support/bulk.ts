import { connect, type Socket } from 'node:net';
import { encode, type Request } from './connection.ts';

const BUFFER_BYTES = 1024 * 1024;

export interface Download {
  status: number;
  headers: Headers;
  /** bytes of the body */
  bytes: number;
  /** the time from the first byte of the request to the first byte of the reply */
  firstByteMs: number;
}

/**
 * Fetches a large reply over a new connection. The socket reuses one buffer, so that the bench takes little CPU time
 * from the server.
 * @param take receives each chunk of the body; its memory is reused afterwards
 */
export function download(
  origin: string,
  request: Request,
  take: (piece: Buffer) => void = () => undefined,
): Promise<Download> {
  const { hostname, port } = new URL(origin);
  const { promise, resolve, reject } = Promise.withResolvers<Download>();
  const startedAt = performance.now();
  let head = Buffer.alloc(0);
  let answer: Download | null = null;
  const onBytes = (count: number, buffer: Uint8Array): boolean => {
    let piece = Buffer.from(buffer.buffer, buffer.byteOffset, count);
    if (answer === null) {
      head = Buffer.concat([head, piece]);
      const end = head.indexOf('\r\n\r\n');
      if (end === -1) return true;
      answer = answerOf(head.toString('latin1', 0, end), performance.now() - startedAt);
      piece = head.subarray(end + 4);
    }
    answer.bytes += piece.length;
    take(piece);
    return true;
  };
  const socket = connect({
    host: hostname,
    port: Number(port),
    onread: { buffer: Buffer.alloc(BUFFER_BYTES), callback: onBytes },
  });
  socket.on('error', reject);
  socket.on('close', () => (answer === null ? reject(new Error('There was no answer')) : resolve(answer)));
  socket.write(encode({ ...request, headers: { ...request.headers, connection: 'close' } }));
  return promise;
}

function answerOf(head: string, firstByteMs: number): Download {
  const [first = '', ...lines] = head.split('\r\n');
  const headers = new Headers(
    lines.map((line): [string, string] => {
      const colon = line.indexOf(':');
      return [line.slice(0, colon), line.slice(colon + 1).trim()];
    }),
  );
  return { status: Number(first.split(' ')[1]), headers, bytes: 0, firstByteMs };
}

/**
 * Sends a large body over a new connection and waits for the reply.
 * @param pieces the body, `contentLength` bytes in total
 * @returns the HTTP status
 */
export async function upload(
  origin: string,
  request: Request & { contentLength: number },
  pieces: Iterable<Buffer>,
): Promise<number> {
  const { hostname, port } = new URL(origin);
  const socket = connect({ host: hostname, port: Number(port) });
  const status = statusFrom(socket);
  try {
    socket.write(encode({ ...request, headers: { ...request.headers, connection: 'close' } }));
    for (const piece of pieces) {
      // Waits for each chunk: a backlog of the sender would be measured as the server's.
      await Promise.race([written(socket, piece), status]);
    }
    return await status;
  } finally {
    socket.destroy();
  }
}

function written(socket: Socket, piece: Buffer): Promise<void> {
  return new Promise((resolve, reject) => {
    socket.write(piece, (error) => (error ? reject(error) : resolve()));
  });
}

function statusFrom(socket: Socket): Promise<number> {
  return new Promise((resolve, reject) => {
    socket.once('data', (piece: Buffer) => resolve(Number(piece.toString('latin1', 9, 12))));
    socket.once('error', reject);
    socket.once('close', () => reject(new Error('There was no answer')));
  });
}
