import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import pino from 'pino';
import { expect, it, vi } from 'vitest';
import { createTestHttp } from '../testing/http.ts';

it('SAFE-06 a body that its caller aborts does not count as an outage of the database', async () => {
  const log = pino({ level: 'silent' });
  const app = await createTestHttp({ log });
  const warn = vi.fn<() => void>();
  const failed = vi.fn<(status: number) => void>();
  app.addHook('onRequest', async (request) => {
    request.log = Object.assign(request.log.child({}), { warn, error: warn });
  });
  app.addHook('onSend', async (_request, reply) => failed(reply.statusCode));
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, _body, done) => done(null));
  app.post('/raw', async ({ raw }) => {
    for await (const _ of raw) continue;
    return null;
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
  await once(socket, 'connect');
  socket.write(
    'POST /raw HTTP/1.1\r\nhost: vault\r\ncontent-type: text/plain\r\ncontent-length: 100\r\n\r\nhalf',
  );
  await once(app.server, 'request');
  socket.resetAndDestroy();
  await expect.poll(() => failed.mock.calls).toEqual([[400]]);
  expect(warn).not.toHaveBeenCalled();
  await app.close();
});
