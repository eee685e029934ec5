import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { contract } from '@vault/contract';
import pino from 'pino';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { s3Blobs } from './platform/blobs/index.ts';
import { RECORDS } from './testing/accounts.ts';
import { createTestApp, type TestApp } from './testing/app.ts';
import type { Client } from './testing/client.ts';
import { createTestDatabase, type TestDatabase } from './testing/database.ts';
import { type S3Proxy, startS3Proxy } from './testing/faults/s3-proxy.ts';
import { rawZip } from './testing/raw-zip.ts';
import { patch, progress } from './testing/resume.ts';
import { newBucket } from './testing/s3-bucket.ts';
import { hasS3Server } from './testing/s3-server.ts';
import {
  list,
  newUid,
  prepare,
  put,
  scan,
  sendAndScan,
  sendFolder,
  sweepGarbage,
  transfer,
} from './testing/upload-pipeline.ts';

const MIB = 1024 * 1024;

describe.runIf(hasS3Server())('a vault with its bytes in S3', () => {
  let proxy: S3Proxy;
  let database: TestDatabase;
  /** two servers over one database and one bucket */
  let one: TestApp;
  let two: TestApp;
  let ada: Client;
  let adaOfTwo: Client;
  beforeAll(async () => {
    const settings = await newBucket();
    proxy = await startS3Proxy(settings.endpoint ?? '');
    database = await createTestDatabase(pino({ level: 'silent' }));
    const vaultId = randomUUID();
    const store = () => s3Blobs({ ...settings, endpoint: proxy.endpoint }, { vaultId });
    one = await createTestApp({ database, blobStore: await store() });
    const { secretKey, signer, sealer } = one.deps;
    two = await createTestApp({ database, blobStore: await store(), secretKey, signer, sealer });
    [ada, adaOfTwo] = await Promise.all([one.as('everything'), two.as('everything')]);
  });
  afterEach(() => proxy.repair());
  afterAll(async () => {
    await one?.close();
    await two?.close();
    await database?.drop();
    await proxy?.close();
  });

  const bytesOf = async (client: Client, name: string): Promise<Buffer> => {
    const file = (await list(client)).find((item) => item.name === name);
    if (file === undefined) throw new Error(`There is no file ${name}`);
    const path = contract.download.version.path.replace(':sfid', file.sfid);
    return Buffer.from(await (await client.fetch(path, { method: 'POST' })).arrayBuffer());
  };
  const atTwo = (address: string): string => address.replace(one.origin, two.origin);

  it.each([0, 1000, 9 * MIB])(
    'NODES-01 NODES-03 %i bytes that one server received are scanned and stored by the other',
    async (size) => {
      const bytes = randomBytes(size);
      const [uid, name] = [newUid(), `shared ${size}.bin`];
      expect((await put(await prepare(ada, uid, name), bytes)).status).toBe(200);
      expect(await scan(adaOfTwo, uid)).toMatchObject([{ scan_status: 'PASS' }]);
      expect(await transfer(adaOfTwo, [uid])).toEqual([200]);
      expect((await bytesOf(ada, name)).equals(bytes)).toBe(true);
    },
  );

  it('NODES-01 C53 an upload in chunks begins on one server and ends on the other', async () => {
    const bytes = randomBytes(12 * MIB);
    const uid = newUid();
    const address = await prepare(ada, uid, 'chunks.bin');
    await patch(address, bytes.subarray(0, 10 * MIB), { offset: 0, length: bytes.length });
    expect(await progress(atTwo(address))).toEqual({ status: 200, offset: 10 * MIB, length: bytes.length });
    await patch(atTwo(address), bytes.subarray(10 * MIB), { offset: 10 * MIB });
    expect(await scan(adaOfTwo, uid)).toMatchObject([{ scan_status: 'PASS' }]);
    expect(await transfer(ada, [uid])).toEqual([200]);
    expect((await bytesOf(adaOfTwo, 'chunks.bin')).equals(bytes)).toBe(true);
  });

  it('NODES-02 an upload that S3 does not store gets 503 with Retry-After, and can be sent again', async () => {
    const uid = newUid();
    const address = await prepare(ada, uid, 'again.bin');
    proxy.breakAt(/^PUT/, { status: 503, code: 'SlowDown' });
    const refused = await fetch(address, { method: 'PUT', body: 'bytes' });
    expect(refused.status).toBe(503);
    expect(refused.headers.get('retry-after')).toBe('5');
    proxy.repair();
    expect((await put(address, 'bytes')).status).toBe(200);
    await scan(ada, uid);
    expect(await transfer(ada, [uid])).toEqual([200]);
    expect((await bytesOf(ada, 'again.bin')).toString()).toBe('bytes');
  });

  it('NODES-02 SAFE-20 only bytes that nothing uses are deleted', async () => {
    await sweepGarbage(one);
    const before = (await Array.fromAsync(one.deps.blobStore.list())).length;
    const bytes = randomBytes(1000);
    await transfer(ada, [await sendAndScan(ada, 'kept.bin', bytes)]);
    await transfer(ada, [await sendAndScan(ada, 'equal.bin', bytes)]);
    await sweepGarbage(one);
    expect(await Array.fromAsync(one.deps.blobStore.list())).toHaveLength(before + 1);
    expect((await bytesOf(adaOfTwo, 'equal.bin')).equals(bytes)).toBe(true);
  });

  it('NODES-01 a ZIP over many objects has a bounded number of requests in flight', async () => {
    const files = Array.from({ length: 60 }, (_, n) => ({
      name: `zip/${n}.txt`,
      content: `text ${n}\n`.repeat(3000),
    }));
    const folder = await sendFolder(ada, 'zip', rawZip(files));
    await scan(ada, folder, true);
    await transfer(
      ada,
      files.map((_, n) => `${folder}_${n}`),
    );
    const body = { linkId: RECORDS.acme, paths: ['zip'] };
    const ticket = await ada.data(contract.download.ticket, { body });
    const objects = () =>
      proxy.requests.filter((line) => line.startsWith('GET') && line.includes('/blobs/')).length;
    const before = objects();
    proxy.mostOpen = 0;
    const whole = Buffer.from(await (await fetch(ticket.url)).arrayBuffer());
    expect(whole.length).toBe(ticket.size);
    for (const { content } of files) expect(whole.includes(content)).toBe(true);
    expect(objects() - before).toBe(60);
    expect(proxy.mostOpen).toBeGreaterThan(4);
    expect(proxy.mostOpen).toBeLessThanOrEqual(16);
    const part = await fetch(ticket.url, { headers: { range: 'bytes=500000-700000' } });
    expect(Buffer.from(await part.arrayBuffer()).equals(whole.subarray(500_000, 700_001))).toBe(true);
  });

  it('NODES-01 a client that leaves during a download ends the request for its object', async () => {
    await transfer(ada, [await sendAndScan(ada, 'long.bin', randomBytes(12 * MIB))]);
    const sfids = [(await list(ada)).find(({ name }) => name === 'long.bin')?.sfid ?? ''];
    const ticket = await ada.data(contract.download.ticket, { body: { linkId: RECORDS.acme, sfids } });
    const request = get(ticket.url);
    const [reply] = (await once(request, 'response')) as [IncomingMessage];
    reply.pause();
    expect(proxy.open.size).toBe(1);
    request.destroy();
    await expect.poll(() => proxy.open.size).toBe(0);
  });
});
