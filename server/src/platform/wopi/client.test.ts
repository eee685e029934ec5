import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { OfficeService } from '../../testing/office-service.ts';
import { openWopiClient, type WopiClient } from './client.ts';

let service: OfficeService;
let now = 0;
let warnings = 0;
const clock = { now: () => new Date(now) };
const log = {
  info: () => undefined,
  warn: () => {
    warnings += 1;
  },
  error: () => undefined,
};
const open = (url: string | null): WopiClient => openWopiClient({ url, clock, log: log as never });
const VALUES = { wopiSource: 'http://vault.test/wopi/files/x', language: null };

beforeEach(async () => {
  now = Date.UTC(2026, 10, 21);
  warnings = 0;
  service = await OfficeService.start();
});
afterEach(() => service.close());

test('without a service no online action exists, and no request is sent', async () => {
  const client = open(null);
  expect([
    client.can('docx', 'edit'),
    await client.pageOf('docx', 'edit', VALUES),
    await client.isReachable(),
  ]).toEqual([false, null, false]);
});

test('discovery is requested at the start, once for all callers, and again after an hour', async () => {
  const client = open(service.url);
  const pages = await Promise.all([1, 2, 3].map(() => client.pageOf('docx', 'edit', VALUES)));
  expect(pages.every((page) => page?.url.startsWith(`${service.url}/program?do=edit`))).toBe(true);
  for (let n = 0; n < 5; n += 1) expect(client.can('docx', 'view')).toBe(true);
  expect(service.discoveries).toBe(1);
  now += 59 * 60_000;
  expect(client.can('docx', 'view')).toBe(true);
  expect(service.discoveries).toBe(1);
  now += 2 * 60_000;
  expect(client.can('docx', 'view')).toBe(true);
  await expect.poll(() => service.discoveries).toBe(2);
});

test('editable files can be viewed if the service has no view action', async () => {
  const other = await OfficeService.start({ actions: [['edit', 'docx']] });
  try {
    const client = open(other.url);
    expect((await client.pageOf('docx', 'view', VALUES))?.url).toContain('do=edit');
    expect([client.can('docx', 'view'), client.can('docx', 'edit'), client.can('xlsx', 'view')]).toEqual([
      true,
      true,
      false,
    ]);
  } finally {
    await other.close();
  }
});

test.each<[string, (response: ServerResponse) => void]>([
  ['is broken', (response) => response.writeHead(500).end('no')],
  ['closes the connection', (response) => response.destroy()],
  ['is not an office service', (response) => response.writeHead(200).end('<html>welcome</html>')],
  [
    'sends too much',
    (response) => response.writeHead(200).end('<wopi-discovery>'.padEnd(5 * 1024 * 1024, ' ')),
  ],
])(
  'when the service %s, its known actions stay valid, and one line is logged',
  async (_what, faultyReply) => {
    const client = open(service.url);
    expect(await client.pageOf('docx', 'edit', VALUES)).not.toBeNull();
    service.faultyReply = faultyReply;
    for (let n = 0; n < 3; n += 1) {
      now += 3_600_001;
      // oxlint-disable-next-line no-await-in-loop
      expect(await client.isReachable()).toBe(false);
      expect(client.can('docx', 'edit')).toBe(true);
    }
    expect(warnings).toBe(1);
    service.faultyReply = null;
    now += 20_000;
    expect(await client.isReachable()).toBe(true);
  },
);

test.each<[string, (response: ServerResponse) => void]>([
  ['does not reply', () => undefined],
  ['starts a reply and does not end it', (response) => response.writeHead(200).write('<wopi-discovery>')],
])('SAFE-23 a request fails at its limit when the service accepts and %s', async (_, faultyReply) => {
  service.faultyReply = faultyReply;
  const client = openWopiClient({ url: service.url, clock, log: log as never, limitMs: 200 });
  expect(await client.pageOf('docx', 'edit', VALUES)).toBeNull();
  expect(await client.isReachable()).toBe(false);
  expect(warnings).toBe(1);
});

test('a service that starts later is found automatically', async () => {
  service.faultyReply = (response) => response.writeHead(503).end();
  const client = open(service.url);
  expect(await client.isReachable()).toBe(false);
  const asked = service.discoveries;
  for (let n = 0; n < 10; n += 1) expect(client.can('docx', 'edit')).toBe(false);
  expect(await client.pageOf('docx', 'edit', VALUES)).toBeNull();
  // No request is sent for a while.
  expect(service.discoveries).toBe(asked);
  service.faultyReply = null;
  now += 16_000;
  expect(client.can('docx', 'edit')).toBe(false);
  await expect.poll(() => client.can('docx', 'edit')).toBe(true);
});

test('before the service has reported whether it has keys, no call is accepted', async () => {
  service.faultyReply = (response) => response.writeHead(503).end();
  const client = open(service.url);
  const call = { accessToken: 'x', url: 'http://vault.test/', proof: '', proofOld: '', timestamp: '' };
  expect(await client.isProven(call)).toBe(false);
});

test('redirects to the real address are followed', async () => {
  const target = `${service.url}/hosting/discovery`;
  const door = createServer((_request, response) => response.writeHead(302, { location: target }).end());
  await new Promise<void>((resolve) => {
    door.listen(0, '127.0.0.1', resolve);
  });
  try {
    const client = open(`http://127.0.0.1:${(door.address() as AddressInfo).port}`);
    expect(await client.isReachable()).toBe(true);
  } finally {
    door.close();
  }
});
