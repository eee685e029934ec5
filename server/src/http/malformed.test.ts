import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { FastifyInstance } from 'fastify';
import { createTestHttp } from '../testing/http.ts';

let app: FastifyInstance;
beforeAll(async () => {
  app = await createTestHttp({ publicUrl: 'https://vault.example.test' });
  await app.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(() => app.close());

it.each([
  ['bytes that are not HTTP', 'NO HTTP\r\n\r\n', 400, 'VALIDATION_FAILED'],
  [
    'headers over the limit of Node',
    `GET / HTTP/1.1\r\nhost: vault\r\nx-filling: ${'x'.repeat(17_000)}\r\n\r\n`,
    431,
    'HEADERS_TOO_LARGE',
  ],
  [
    'a body with two lengths, which proxies cut differently',
    'POST / HTTP/1.1\r\nhost: vault\r\ncontent-length: 6\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\nG',
    400,
    'VALIDATION_FAILED',
  ],
])('TOOLS-02 %s get the envelope of all refusals', async (_, sent, code, errorCode) => {
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
  await once(socket, 'connect');
  socket.write(sent);
  const [head = '', body = ''] = (await text(socket)).split('\r\n\r\n');
  expect(head.split('\r\n')[0]).toContain(`HTTP/1.1 ${code}`);
  expect(head).toContain('cache-control: no-store');
  expect(head).toContain('strict-transport-security: ');
  expect(JSON.parse(body)).toEqual({ code, data: null, errorMessage: 'Invalid request.', errorCode });
});

it('GUARD-25 a caller that sends more than the server reads gets the refusal, and no connection reset', async () => {
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
  await once(socket, 'connect');
  const body = 'x'.repeat(4_000_000);
  socket.write(
    `POST / HTTP/1.1\r\nhost: vault\r\nx-filling: ${'x'.repeat(17_000)}\r\ncontent-length: ${body.length}\r\n\r\n`,
  );
  socket.write(body);
  expect(await text(socket)).toContain('"errorCode":"HEADERS_TOO_LARGE"');
});

it('GUARD-25 a connection of a malformed request ends, although the caller goes on sending', async () => {
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
  // Sending fails when the server has closed the connection.
  socket.on('error', () => undefined);
  const closed = new Promise((resolve) => {
    socket.once('close', resolve);
  });
  const sendMore = () => socket.write('NO HTTP\r\n\r\n', () => socket.destroyed || setImmediate(sendMore));
  sendMore();
  await closed;
});
