import { expect, it } from 'vitest';
import { createTestHttp } from '../testing/http.ts';

const CLIENT = '203.0.113.5';
const LIE = '198.51.100.66';
const here = ['127.0.0.1'];

it.each([
  ['without proxies the header does not count', false, '127.0.0.1', LIE, '127.0.0.1'],
  ['one proxy: the address that it has written', here, '127.0.0.1', CLIENT, CLIENT],
  [
    'one proxy that appends: not the address that the client sent',
    here,
    '127.0.0.1',
    `${LIE}, ${CLIENT}`,
    CLIENT,
  ],
  ['a proxy that connects by IPv6', here, '::ffff:127.0.0.1', `${LIE}, ${CLIENT}`, CLIENT],
  ['a client that connects directly', here, CLIENT, LIE, CLIENT],
  [
    'two proxies, one of a range',
    ['127.0.0.1', '10.0.0.0/8'],
    '127.0.0.1',
    `${LIE}, ${CLIENT}, 10.1.2.3`,
    CLIENT,
  ],
  ['a client that names a proxy', here, '127.0.0.1', `127.0.0.1, ${CLIENT}`, CLIENT],
  ['one hop', 1, '10.9.8.7', `${LIE}, ${CLIENT}`, CLIENT],
  ['two hops', 2, '10.9.8.7', `${LIE}, ${CLIENT}, 10.1.2.3`, CLIENT],
  ['no header', here, '127.0.0.1', '', '127.0.0.1'],
] as const)('GUARD-05 the address of the client: %s', async (...row) => {
  const [, trustProxy, peer, header, address] = row;
  const app = await createTestHttp({ trustProxy });
  app.get('/ip', async ({ ip }) => ip);
  const reply = await app.inject({ url: '/ip', remoteAddress: peer, headers: { 'x-forwarded-for': header } });
  expect(reply.body).toBe(address);
  await app.close();
});
