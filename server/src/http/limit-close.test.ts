import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import Fastify from 'fastify';
import { expect, it } from 'vitest';
import { endUnusedConnections } from './unused-connections.ts';

it('an end of the server does not wait for connections over which nothing was asked', async () => {
  const app = Fastify({ forceCloseConnections: 'idle' });
  endUnusedConnections(app);
  app.get('/', async () => 'here');
  await app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.server.address() as AddressInfo;
  const opened = once(app.server, 'connection');
  const socket = connect(port, '127.0.0.1');
  await opened;
  // One that is in use ends with its reply.
  const used = connect(port, '127.0.0.1');
  used.write('GET / HTTP/1.1\r\nHost: vault\r\n\r\n');
  const [reply] = (await once(used, 'data')) as [Buffer];
  expect(reply.toString()).toContain('here');
  const ended = Promise.all([once(socket, 'close'), once(used, 'close')]);
  socket.resume();
  used.resume();
  await app.close();
  await ended;
});

it('an end of the server ends the connections on which it still answers, with that answer', async () => {
  const app = Fastify({ forceCloseConnections: 'idle' });
  endUnusedConnections(app);
  const asked = Promise.withResolvers<void>();
  const answer = Promise.withResolvers<string>();
  app.get('/', async () => {
    asked.resolve();
    return answer.promise;
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.server.address() as AddressInfo;
  const socket = connect(port, '127.0.0.1');
  const heard: Buffer[] = [];
  socket.on('data', (bytes: Buffer) => heard.push(bytes));
  socket.write('GET / HTTP/1.1\r\nHost: vault\r\n\r\n');
  await asked.promise;
  const end = app.close();
  await expect.poll(() => app.server.listening).toBe(false);
  const closed = once(socket, 'close');
  answer.resolve('at last');
  await end;
  await closed;
  expect(Buffer.concat(heard).toString()).toContain('at last');
});
