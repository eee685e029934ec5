import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';

/** A real receiver of syslog in the process of the test. */
export interface TestSyslog {
  port: number;
  /** the received messages, the oldest first */
  messages: string[];
  close(): Promise<void>;
}

/** Receives a message in each datagram. */
export async function startUdpSyslog(port = 0): Promise<TestSyslog> {
  const messages: string[] = [];
  const socket = createSocket('udp4');
  socket.on('message', (message) => messages.push(message.toString()));
  socket.bind(port, '127.0.0.1');
  await once(socket, 'listening');
  return {
    port: socket.address().port,
    messages,
    close: async () => {
      socket.close();
      await once(socket, 'close');
    },
  };
}

export interface StreamOptions {
  port?: number;
  /** for TLS, in PEM */
  keys?: { key: string; cert: string };
  /** Receives this many messages on the first connection, then resets it; never by default. */
  resetAfter?: number;
}

/** Reads messages with their lengths in front (RFC 6587 3.4.1), and closes at the end, as receivers do. */
export async function startStreamSyslog({
  port = 0,
  keys,
  resetAfter,
}: StreamOptions = {}): Promise<TestSyslog> {
  const messages: string[] = [];
  let resetsAfter = resetAfter ?? Infinity;
  const receive = (socket: Socket) => {
    let waiting = '';
    socket.on('error', () => undefined);
    socket.on('data', (chunk: Buffer) => {
      waiting += chunk.toString('latin1');
      for (let next = nextMessage(waiting); next !== null; next = nextMessage(waiting)) {
        if (messages.length >= resetsAfter) {
          resetsAfter = Infinity;
          socket.resetAndDestroy();
          return;
        }
        messages.push(next.message);
        waiting = next.rest;
      }
    });
  };
  const server: Server = keys === undefined ? createServer(receive) : createTlsServer(keys, receive);
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    messages,
    close: async () => {
      server.close();
      await once(server, 'close');
    },
  };
}

/** @returns null when the message is not complete */
function nextMessage(text: string): { message: string; rest: string } | null {
  const [head, length] = /^([1-9]\d*) /.exec(text) ?? [];
  if (head === undefined) return null;
  const end = head.length + Number(length);
  return text.length < end ? null : { message: text.slice(head.length, end), rest: text.slice(end) };
}
