import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { PassThrough, Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify';
import pino from 'pino';
import { expect, it } from 'vitest';
import { answerFailures } from './failures.ts';
import { limitClose } from './limit-close.ts';

/** Longer than any test. */
const NEVER_MS = 600_000;

/** A server with the routes of a test, and its log. */
async function startApp(graceMs: number, routes: (app: FastifyInstance) => void, silentMs = 1) {
  const lines = new PassThrough();
  const log: FastifyBaseLogger = pino({ level: 'warn' }, lines);
  const app = Fastify({
    loggerInstance: log,
    forceCloseConnections: 'idle',
    return503OnClosing: false,
  });
  limitClose(app, { graceMs, silentMs });
  answerFailures(app);
  routes(app);
  await app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.server.address() as AddressInfo;
  return {
    app,
    port,
    /** closes the server, and returns what it logged */
    close: async () => {
      await app.close();
      lines.end();
      return (await text(lines))
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line) as object);
    },
  };
}

/** Opens a connection. Returns both ends of it when the server has accepted it. */
async function open(app: FastifyInstance, port: number, request = '') {
  const accepted = once(app.server, 'connection') as Promise<[Socket]>;
  const socket = connect(port, '127.0.0.1').on('error', () => undefined);
  const [serverEnd] = await accepted;
  socket.write(request);
  let answer = '';
  socket.on('data', (bytes: Buffer) => (answer += bytes.toString()));
  /** the complete reply of the server, when the connection is closed */
  const closed = new Promise<string>((resolve) => {
    socket.once('close', () => resolve(answer));
  });
  return { socket, serverEnd, closed };
}

const GET = 'GET / HTTP/1.1\r\nHost: vault\r\n\r\n';

/** A handler that reports its call and replies on command. */
function waitingHandler() {
  const asked = Promise.withResolvers<void>();
  const answer = Promise.withResolvers<string>();
  const handler = async () => {
    asked.resolve();
    return answer.promise;
  };
  return { handler, asked: asked.promise, answer: (value: string) => answer.resolve(value) };
}

const hasStopped = (app: FastifyInstance) => expect.poll(() => app.server.listening).toBe(false);

it('SAFE-26 a close ends idle connections immediately, and soon those that are silent', async () => {
  const { app, port, close } = await startApp(NEVER_MS, (routes) => routes.get('/', async () => 'here'));
  const silent = await open(app, port);
  const idle = await open(app, port, GET);
  await once(idle.socket, 'data');
  expect(await close()).toEqual([]);
  expect(await silent.closed).toBe('');
  expect(await idle.closed).toContain('here');
});

it('NODES-04 a request on its way in a new connection gets 503 instead of a lost connection', async () => {
  const { app, port, close } = await startApp(
    NEVER_MS,
    (routes) => routes.get('/', async () => 'here'),
    NEVER_MS,
  );
  const { socket, closed } = await open(app, port);
  const end = close();
  await hasStopped(app);
  socket.write(GET);
  expect(await end).toEqual([]);
  expect(await closed).toMatch(/^HTTP\/1.1 503 [^]*connection: close/i);
});

it('NODES-04 a connection that was not accepted before the close gets 503', async () => {
  const { app, port, close } = await startApp(
    NEVER_MS,
    (routes) => routes.get('/', async () => 'here'),
    NEVER_MS,
  );
  const isAccepted = once(app.server, 'connection');
  const socket = connect(port, '127.0.0.1').on('error', () => undefined);
  const end = close();
  await isAccepted;
  socket.write(GET);
  expect(await text(socket)).toMatch(/^HTTP\/1.1 503 /);
  expect(await end).toEqual([]);
});

it('SAFE-26 a request that ends within the grace period gets a reply; its connection closes', async () => {
  const { handler, asked, answer } = waitingHandler();
  const { app, port, close } = await startApp(NEVER_MS, (routes) => routes.get('/', handler));
  const { closed } = await open(app, port, GET);
  await asked;
  const end = close();
  await hasStopped(app);
  answer('at last');
  expect(await end).toEqual([]);
  expect(await closed).toMatch(/connection: close[^]*at last/i);
});

it('SAFE-26 a new request on an open connection gets 503 with a text', async () => {
  const reply = new PassThrough();
  const { app, port, close } = await startApp(NEVER_MS, (routes) => routes.get('/', async () => reply));
  const { socket, closed } = await open(app, port, GET);
  reply.write('begun');
  await once(socket, 'data');
  const end = close();
  await hasStopped(app);
  const received = once(app.server, 'request');
  socket.write(GET);
  await received;
  reply.end();
  expect(await end).toEqual([]);
  const [, second = ''] = (await closed).split('HTTP/1.1 503 ');
  expect(second).toMatch(/retry-after: 5/i);
  expect(second).toMatch(/connection: close/i);
  expect(second).toContain('The vault is not available at the moment. Please try again in a minute.');
});

it.each<[string, (app: FastifyInstance) => void, string]>([
  [
    'an unfinished body',
    (app) => app.put('/', async () => 'stored'),
    'PUT / HTTP/1.1\r\nHost: vault\r\nContent-Type: text/plain\r\nContent-Length: 100\r\n\r\nhalf',
  ],
  ['unfinished headers', (app) => app.get('/', async () => 'here'), 'GET / HTTP/1.1\r\nHost: va'],
  ['a handler that waits', (app) => app.get('/', () => Promise.withResolvers<string>().promise), GET],
])('SAFE-26 %s is cut after the grace period', async (_, routes, request) => {
  const { app, port, close } = await startApp(1, routes);
  const { closed, serverEnd } = await open(app, port, request);
  await expect.poll(() => serverEnd.bytesRead).toBe(request.length);
  expect(await close()).toMatchObject([{ msg: 'Requests aborted at shutdown', connections: 1 }]);
  expect(await closed).toBe('');
});

it('SAFE-26 a body that continues after its reply is cut after the grace period', async () => {
  const refuse = async (_request: FastifyRequest, reply: FastifyReply) => reply.send('refused');
  const { app, port, close } = await startApp(1, (routes) =>
    routes.put('/', { onRequest: refuse }, async () => 'stored'),
  );
  const { socket, closed } = await open(
    app,
    port,
    'PUT / HTTP/1.1\r\nHost: vault\r\nContent-Length: 100\r\n\r\nhalf',
  );
  await once(socket, 'data');
  expect(await close()).toMatchObject([{ msg: 'Requests aborted at shutdown', count: 0, connections: 1 }]);
  expect(await closed).toContain('refused');
});

it('SAFE-26 a reply that is not read is cut after the grace period, and the cut is logged', async () => {
  const { app, port, close } = await startApp(1, (routes) =>
    routes.get('/', (_request, reply) => reply.send(endlessBody())),
  );
  const { socket, closed } = await open(app, port, GET);
  await once(socket, 'data');
  socket.pause();
  const lines = await close();
  expect(lines).toMatchObject([{ msg: 'Requests aborted at shutdown', count: 1, connections: 1 }]);
  socket.resume();
  await closed;
});

/** A reply without an end. */
function endlessBody(): Readable {
  return new Readable({
    read() {
      this.push(Buffer.alloc(64 * 1024));
    },
  });
}
