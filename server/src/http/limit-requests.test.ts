import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { PassThrough } from 'node:stream';
import { setImmediate as turn, setTimeout as sleep } from 'node:timers/promises';
import { Messages } from '@vault/contract';
import type { FastifyInstance } from 'fastify';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createTestHttp } from '../testing/http.ts';
import { limitSilence, REQUEST_LIMITS } from './limit-requests.ts';

const SHORT_MS = 100;
const TIMED_OUT = {
  code: 408,
  data: null,
  errorMessage: Messages.timedOut,
  errorCode: 'REQUEST_TIMEOUT',
};

let app: FastifyInstance;
/** bodies of uploads as the server receives them */
let uploads: PassThrough;
/** the reply of `/stream` */
let stream: PassThrough;
/** calls of `/json` */
let carriedOut = 0;
beforeEach(async () => {
  uploads = new PassThrough();
  stream = new PassThrough();
  app = await createTestHttp({ requestLimits: { requestMs: SHORT_MS, checkEveryMs: 10 } });
  carriedOut = 0;
  app.post('/json', async () => {
    carriedOut += 1;
    return 'read';
  });
  app.get('/now', async () => 'read');
  app.get('/stream', (_request, reply) => reply.send(stream));
  app.post(
    '/refused',
    { onRequest: async (_request, reply) => reply.status(401).send('no') },
    async () => '',
  );
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_request, _body, done) => done(null));
    scope.put('/upload', async ({ raw }) => {
      limitSilence(raw);
      let bytes = 0;
      for await (const piece of raw as AsyncIterable<Buffer>) {
        bytes += piece.length;
        uploads.write(piece);
      }
      return `stored ${bytes}`;
    });
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
});
afterEach(async () => {
  vi.useRealTimers();
  app.server.closeAllConnections();
  await app.close();
});

/**
 * Opens a connection and sends the beginning of a request.
 * @param allowHalfOpen true: the client goes on sending after the server has ended its side
 */
async function open(sent: string, { allowHalfOpen = false } = {}) {
  const accepted = once(app.server, 'connection') as Promise<[Socket]>;
  const { port } = app.server.address() as AddressInfo;
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen });
  socket.on('error', () => undefined);
  const [serverEnd] = await accepted;
  let received = '';
  socket.on('data', (bytes: Buffer) => (received += bytes.toString()));
  const closed = new Promise<string>((resolve) => {
    socket.once('close', () => resolve(received));
  });
  socket.write(sent);
  return { socket, serverEnd, closed, received: () => received };
}

const withBody = (method: string, path: string) =>
  `${method} ${path} HTTP/1.1\r\nHost: vault\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n`;
const GET = (path: string) => `GET ${path} HTTP/1.1\r\nHost: vault\r\n\r\n`;

it('GUARD-25 headers, JSON bodies and uploads have their limits', () => {
  expect(REQUEST_LIMITS).toMatchObject({ requestMs: 30_000, silenceMs: 60_000 });
});

it.each([
  ['a connection without a byte', ''],
  ['unfinished headers', 'GET / HTTP/1.1\r\nHost: va'],
  ['empty lines instead of headers', '\r\n\r\n'],
  ['an unfinished JSON body', `${withBody('POST', '/json')}{"a":`],
])('GUARD-25 %s gets 408 and is closed', async (_, sent) => {
  const { closed } = await open(sent);
  const [head, body = ''] = (await closed).split('\r\n\r\n');
  expect(head).toMatch(/^HTTP\/1.1 408 /);
  expect(JSON.parse(body)).toEqual(TIMED_OUT);
});

it.each([
  ['body', withBody('POST', '/json'), `"${'x'.repeat(98)}"`],
  ['headers', 'GET /now HTTP/1.1\r\nHost: va', 'ult\r\n\r\n'],
])(
  'NODES-04 a request gets its reply when the rest of its %s arrived while the process was frozen',
  async (_, sent, rest) => {
    const { socket, serverEnd, received } = await open(sent);
    await expect.poll(() => serverEnd.bytesRead).toBe(sent.length);
    socket.write(rest);
    // The limit is over when the process continues, and the bytes are not read yet.
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, SHORT_MS * 2);
    await expect.poll(received).toMatch(/^HTTP\/1.1 200 [^]*read$/);
  },
);

it('GUARD-25 a JSON body that arrives byte by byte is ended in spite of its bytes', async () => {
  const { socket, closed, received } = await open(withBody('POST', '/json'));
  while (received() === '' && !socket.destroyed) {
    socket.write(' ');
    await sleep(10);
    // The client reads between two writes. A write after the connection was reset would lose the reply.
    await turn();
  }
  expect(await closed).toMatch(/^HTTP\/1.1 408 /);
});

it.each([
  ['that got 408 and whose rest arrives later', 408, `${withBody('POST', '/json')}"`, `${'x'.repeat(98)}"`],
  ['behind malformed bytes', 400, 'NO HTTP\r\n\r\n', `${withBody('POST', '/json')}"${'x'.repeat(98)}"`],
])('GUARD-25 a request %s is not carried out', async (_, code, sent, rest) => {
  const { socket, serverEnd, received } = await open(sent, { allowHalfOpen: true });
  const ended = new Promise((resolve) => {
    serverEnd.once('close', resolve);
  });
  await expect.poll(received).toContain(`HTTP/1.1 ${code}`);
  socket.write(rest);
  if (!serverEnd.destroyed) await ended;
  expect(carriedOut).toBe(0);
  socket.destroy();
});

it('GUARD-25 a connection whose refused body never ends is closed', async () => {
  const { closed } = await open(`${withBody('POST', '/refused')}{`);
  expect(await closed).toMatch(/^HTTP\/1.1 401 /);
});

it('GUARD-25 a reply that runs beside an unfinished body is not damaged by a 408', async () => {
  const { socket, closed } = await open(withBody('GET', '/stream'));
  stream.write('event');
  await once(socket, 'data');
  expect(await closed).not.toContain('HTTP/1.1 408');
});

it('GUARD-25 a reply is not damaged by a refusal of malformed bytes behind its request', async () => {
  const { socket, closed } = await open(GET('/stream'));
  stream.write('event');
  await once(socket, 'data');
  socket.write('NO HTTP\r\n\r\n');
  expect(await closed).not.toContain('HTTP/1.1 400');
});

it('GUARD-25 event streams, slow downloads and uploads are not ended', async () => {
  const download = await open(GET('/stream'));
  stream.write('first');
  await once(download.socket, 'data');
  const upload = await open(`${withBody('PUT', '/upload')}${'a'.repeat(50)}`);
  await once(uploads, 'data');
  // These began later: when they are ended, the time of the others is over too.
  const later = [await open(''), await open(withBody('POST', '/json'))];
  await Promise.all(later.map(({ closed }) => closed));
  stream.write('second');
  await once(download.socket, 'data');
  expect(download.received()).toContain('second');
  upload.socket.write('b'.repeat(50));
  await expect.poll(upload.received).toContain('stored 100');
  // The next request of the same connection has a limit again.
  upload.socket.write('GET / HTTP/1.1\r\nHost: va');
  expect(await upload.closed).toContain('HTTP/1.1 408 ');
});

it('GUARD-25 an upload with a byte every 50 s continues, and ends after 60 s without a byte', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const { socket, closed } = await open(withBody('PUT', '/upload'));
  for (let n = 0; n < 5; n += 1) {
    socket.write('x');
    await once(uploads, 'data');
    vi.advanceTimersByTime(50_000);
    expect(socket.closed).toBe(false);
  }
  vi.advanceTimersByTime(20_000);
  expect(await closed).toBe('');
});

it('GUARD-25 a used connection that sends only empty lines is closed', async () => {
  await app.close();
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  app = await createTestHttp();
  app.get('/now', async () => 'now');
  await app.listen({ host: '127.0.0.1', port: 0 });
  const { socket, serverEnd, closed, received } = await open(GET('/now'));
  await expect.poll(received).toContain('now');
  const { bytesRead } = serverEnd;
  socket.write('\r\n');
  await expect.poll(() => serverEnd.bytesRead).toBe(bytesRead + 2);
  vi.advanceTimersByTime(110_000);
  await closed;
});

it('GUARD-25 6,000 silent connections delay no call, and all are closed', async () => {
  const own = await createTestHttp({ requestLimits: { requestMs: 3000, checkEveryMs: 50 } });
  own.get('/quick', async () => 'reply');
  await own.listen({ host: '127.0.0.1', port: 0 });
  const { port } = own.server.address() as AddressInfo;
  let isOver = false;
  const sockets: Socket[] = [];
  const ends: Promise<unknown>[] = [];
  try {
    for (let n = 0; n < 60; n += 1) {
      const opened = Array.from({ length: 100 }, () => connect(port, '127.0.0.1'));
      for (const socket of opened) {
        socket.on('error', () => undefined).write('GET /quick HTTP/1.1\r\n');
        ends.push(once(socket.resume(), 'close'));
      }
      // oxlint-disable-next-line no-await-in-loop -- a hundred at a time
      await Promise.all(opened.map((socket) => once(socket, 'connect')));
      sockets.push(...opened);
    }
    const closed = Promise.all(ends).then(() => (isOver = true));
    expect(await (await fetch(`http://127.0.0.1:${port}/quick`)).text()).toBe('reply');
    expect(isOver).toBe(false);
    await closed;
  } finally {
    for (const socket of sockets) socket.destroy();
    own.server.closeAllConnections();
    await own.close();
  }
});
