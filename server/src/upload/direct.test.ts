import { randomBytes, randomUUID } from 'node:crypto';
import { contract, UPLOAD_DIRECT_HEADER } from '@vault/contract';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { s3Blobs, type S3Settings } from '../platform/blobs/index.ts';
import { EICAR } from '../platform/scanner/index.ts';
import { createTestApp, SETTINGS, type TestApp } from '../testing/app.ts';
import type { Client } from '../testing/client.ts';
import { beginDirect, completeDirect, sendPart, sendParts } from '../testing/direct-upload.ts';
import { type S3Proxy, startS3Proxy } from '../testing/faults/s3-proxy.ts';
import { patch, progress } from '../testing/resume.ts';
import { newBucket } from '../testing/s3-bucket.ts';
import { blobsIn } from '../testing/s3-client.ts';
import { hasS3Server } from '../testing/s3-server.ts';
import { list, newUid, prepare, put, scan, sweepGarbage, transfer } from '../testing/upload-pipeline.ts';

const MIB = 1024 * 1024;
const PART = 16 * MIB;
const LIMIT = 200 * MIB;

describe('a vault whose clients cannot reach the object store', () => {
  let vault: TestApp;
  beforeAll(async () => void (vault = await createTestApp()));
  afterAll(() => vault.close());

  it('C138 C139 direct uploads are not offered, and refused', async () => {
    const address = await prepare(await vault.as('everything'), newUid(), 'a.bin');
    expect((await fetch(address, { method: 'HEAD' })).headers.has(UPLOAD_DIRECT_HEADER)).toBe(false);
    expect((await beginDirect(address, 100)).status).toBe(404);
    expect((await completeDirect(address, 100)).status).toBe(404);
  });
});

describe.runIf(hasS3Server())('uploads straight to S3', () => {
  let vault: TestApp;
  let proxy: S3Proxy;
  let settings: S3Settings;
  let ada: Client;
  beforeAll(async () => {
    settings = await newBucket();
    proxy = await startS3Proxy(settings.endpoint ?? '');
    const browserEndpoint = settings.endpoint;
    const store = await s3Blobs(
      { ...settings, endpoint: proxy.endpoint, browserEndpoint },
      { vaultId: randomUUID() },
    );
    const waitingLimits = { ...SETTINGS.waitingLimits, account: { bytes: LIMIT, files: 1000 } };
    vault = await createTestApp({
      blobStore: store,
      settings: { ...SETTINGS, maxUploadBytes: 2 * LIMIT, waitingLimits },
    });
    ada = await vault.as('everything');
  });
  afterEach(async () => {
    proxy.repair();
    await sql`delete from upload where state <> 'stored'`.execute(vault.database.kysely);
  });
  afterAll(async () => {
    await vault?.close();
    await proxy?.close();
  });

  const newUpload = async (name = 'large.bin') => {
    const uid = newUid();
    return { uid, name, address: await prepare(ada, uid, name) };
  };
  const objects = async () => (await blobsIn(settings)).objects;
  const unfinished = async () => (await blobsIn(settings)).unfinished;
  const bytesOf = async (name: string): Promise<Buffer> => {
    const sfid = (await list(ada)).find((item) => item.name === name)?.sfid ?? '';
    const path = contract.download.version.path.replace(':sfid', sfid);
    return Buffer.from(await (await ada.fetch(path, { method: 'POST' })).arrayBuffer());
  };
  const waitingBytes = async (): Promise<number> => {
    const { rows } = await sql<{ bytes: number }>`
      select coalesce(sum(waiting_bytes), 0)::bigint as bytes from upload`.execute(vault.database.kysely);
    return rows[0]?.bytes ?? 0;
  };

  it('NODES-01 C138 C139 parts that a client sent to S3 are scanned, stored and downloaded', async () => {
    const bytes = randomBytes(PART + 5 * MIB);
    const { uid, name, address } = await newUpload('whole.bin');
    proxy.requests.length = 0;
    expect((await fetch(address, { method: 'HEAD' })).headers.get(UPLOAD_DIRECT_HEADER)).toBe('true');
    const begun = await beginDirect(address, bytes.length);
    expect(begun).toMatchObject({
      status: 200,
      data: {
        receivedBytes: 0,
        parts: [
          { start: 0, end: PART },
          { start: PART, end: bytes.length },
        ],
      },
    });
    for (const part of begun.data.parts) expect(await sendPart(part, bytes)).toBe(200);
    expect((await beginDirect(address, bytes.length)).data).toEqual({
      receivedBytes: bytes.length,
      parts: [],
    });
    // No byte passed through the server's own connection to S3.
    expect(proxy.requests.filter((line) => line.startsWith('PUT /') && line.includes('partNumber'))).toEqual(
      [],
    );
    expect((await completeDirect(address, bytes.length)).status).toBe(200);
    expect(await progress(address)).toMatchObject({ offset: bytes.length, length: bytes.length });
    expect(await scan(ada, uid)).toMatchObject([{ scan_status: 'PASS' }]);
    expect(await transfer(ada, [uid])).toEqual([200]);
    expect((await bytesOf(name)).equals(bytes)).toBe(true);
    expect(await unfinished()).toEqual([]);
  });

  it('NODES-01 C138 an interrupted upload continues with the parts that S3 does not have', async () => {
    const bytes = randomBytes(2 * PART + 100);
    const { address } = await newUpload();
    const [first] = (await beginDirect(address, bytes.length)).data.parts;
    if (first !== undefined) await sendPart(first, bytes);
    const { data } = await beginDirect(address, bytes.length);
    expect(data.receivedBytes).toBe(PART);
    expect(data.parts.map(({ start }) => start)).toEqual([PART, 2 * PART]);
    expect(await unfinished()).toHaveLength(1);
  });

  it('NODES-01 bytes cannot be changed after they are scanned, also not by a part that S3 accepts', async () => {
    const { uid, address } = await newUpload('fixed.bin');
    const bytes = randomBytes(MIB);
    const [part] = (await beginDirect(address, MIB)).data.parts;
    if (part === undefined) throw new Error('there is no part');
    await sendPart(part, bytes);
    await completeDirect(address, MIB);
    expect(await scan(ada, uid)).toMatchObject([{ scan_status: 'PASS' }]);
    // Swift accepts it; AWS answers 404.
    expect(await sendPart(part, randomBytes(MIB))).toBe(200);
    expect(await transfer(ada, [uid])).toEqual([200]);
    await sweepGarbage(vault);
    expect((await bytesOf('fixed.bin')).equals(bytes)).toBe(true);
  });

  it('NODES-01 a part with another length is refused by S3', async () => {
    const { address } = await newUpload();
    const [part] = (await beginDirect(address, MIB)).data.parts;
    const send = (body: Buffer) => fetch(part?.address ?? '', { method: 'PUT', body });
    expect((await send(randomBytes(MIB + 1))).status).toBe(403);
    expect((await send(randomBytes(10))).status).toBe(403);
    expect((await completeDirect(address, MIB)).errorCode).toBe('UPLOAD_INCOMPLETE');
  });

  it('NODES-01 a virus in S3 does not pass, and its object is deleted', async () => {
    const { uid, address } = await newUpload('virus.txt');
    const before = await objects();
    const bytes = Buffer.from(EICAR);
    await sendParts(address, bytes);
    await completeDirect(address, bytes.length);
    expect(await scan(ada, uid)).toMatchObject([{ scan_status: 'VIRUS' }]);
    expect(await transfer(ada, [uid])).not.toEqual([200]);
    await sweepGarbage(vault);
    expect(await objects()).toEqual(before);
  });

  it('C139 an upload is completed only with all parts, and with its length', async () => {
    const { uid, address } = await newUpload();
    expect((await completeDirect(address, MIB)).errorCode).toBe('UPLOAD_INCOMPLETE');
    await beginDirect(address, MIB);
    expect((await completeDirect(address, MIB)).errorCode).toBe('UPLOAD_INCOMPLETE');
    await sendParts(address, randomBytes(MIB));
    expect((await completeDirect(address, MIB - 1)).errorCode).toBe('UPLOAD_INCOMPLETE');
    expect((await completeDirect(address, MIB)).status).toBe(200);
    expect(await scan(ada, uid)).toMatchObject([{ scan_status: 'PASS' }]);
  });

  it.each(['lost answer', 'silence'] as const)(
    'NODES-02 C139 can be repeated: %s of S3 when the object is made',
    async (fault) => {
      const { uid, address } = await newUpload('repeated.bin');
      await sendParts(address, randomBytes(MIB));
      proxy.breakAt(/^GET \/.*blobs.*$/, { status: 503, code: 'SlowDown' });
      expect((await completeDirect(address, MIB)).status).toBe(503);
      proxy.repair();
      if (fault === 'lost answer') proxy.breakAt(/^POST .*uploadId/, fault, 1);
      const copies = () => proxy.requests.filter((line) => line.includes('x-id=CopyObject')).length;
      const before = copies();
      const both = await Promise.all([completeDirect(address, MIB), completeDirect(address, MIB)]);
      expect(both.map(({ status }) => status)).toEqual([200, 200]);
      expect(copies()).toBe(before + 1);
      expect((await completeDirect(address, MIB)).status).toBe(200);
      await sweepGarbage(vault);
      expect(await scan(ada, uid)).toMatchObject([{ scan_status: 'PASS' }]);
    },
  );

  it('NODES-02 an upload that S3 has ended begins again', async () => {
    const { address } = await newUpload();
    const bytes = randomBytes(MIB);
    await sendParts(address, bytes);
    await vault.deps.blobStore.deleteUnfinished(new Date(Date.now() + 60_000));
    expect((await completeDirect(address, MIB)).errorCode).toBe('UPLOAD_INCOMPLETE');
    await sendParts(address, bytes);
    expect((await completeDirect(address, MIB)).status).toBe(200);
  });

  it('NODES-02 C138 a store that fails gets 503, and nothing is counted', async () => {
    const { address } = await newUpload();
    proxy.breakAt(/^POST .*\?uploads/, { status: 503, code: 'SlowDown' });
    expect((await beginDirect(address, MIB)).status).toBe(503);
    expect(await waitingBytes()).toBe(0);
  });

  it('C138 C139 bytes that are sent to the vault end a direct upload', async () => {
    const { uid, address } = await newUpload('other.bin');
    const bytes = randomBytes(MIB);
    await sendParts(address, bytes);
    expect((await put(address, 'through the server')).status).toBe(200);
    expect((await completeDirect(address, MIB)).errorCode).toBe('UPLOAD_INCOMPLETE');
    await sendParts(address, bytes);
    expect((await patch(address, ' and more', { offset: 18 })).status).toBe(204);
    expect((await completeDirect(address, MIB)).errorCode).toBe('UPLOAD_INCOMPLETE');
    await scan(ada, uid);
    expect(await transfer(ada, [uid])).toEqual([200]);
    expect((await bytesOf('other.bin')).toString()).toBe('through the server and more');
    expect((await beginDirect(address, MIB)).status).toBe(409);
    expect((await completeDirect(address, MIB)).status).toBe(409);
  });

  it('C138 of calls at the same time all continue one upload', async () => {
    const { address } = await newUpload();
    const begun = await Promise.all(Array.from({ length: 5 }, () => beginDirect(address, MIB)));
    expect(begun.map(({ status }) => status)).toEqual(Array<number>(5).fill(200));
    const idOf = (part = '') => new URL(part).searchParams.get('uploadId');
    expect(new Set(begun.map(({ data }) => idOf(data.parts[0]?.address))).size).toBe(1);
    const keyOf = (part = '') => new URL(part).pathname;
    const [key] = begun.map(({ data }) => keyOf(data.parts[0]?.address));
    expect((await unfinished()).filter((name) => key?.endsWith(name))).toHaveLength(1);
    expect(await waitingBytes()).toBe(MIB);
  });

  it('GUARD-24 a direct upload counts with its length from its beginning', async () => {
    const { address } = await newUpload();
    await beginDirect(address, 150 * MIB);
    expect(await waitingBytes()).toBe(150 * MIB);
    const other = await newUpload('b.bin');
    const before = await unfinished();
    expect(await beginDirect(other.address, 100 * MIB)).toMatchObject({
      status: 507,
      errorCode: 'ACCOUNT_UPLOAD_LIMIT',
    });
    expect(await unfinished()).toEqual(before);
    expect((await beginDirect(other.address, LIMIT + 1)).status).toBe(413);
    expect((await beginDirect(other.address, 2 * LIMIT + 1)).errorCode).toBe('UPLOAD_TOO_LARGE');
  });

  it('GUARD-24 completed bytes count once, and those of an ended direct upload until the upload ends', async () => {
    const { address } = await newUpload();
    await sendParts(address, randomBytes(MIB));
    await completeDirect(address, MIB);
    expect(await waitingBytes()).toBe(MIB);
    await beginDirect(address, 2 * MIB);
    await beginDirect(address, 3 * MIB);
    expect(await waitingBytes()).toBe(6 * MIB);
    await put(address, 'x');
    expect(await waitingBytes()).toBe(6 * MIB + 1);
  });

  it.each([null, '', '-1', '1.5', '9'.repeat(16), '0'])(
    'C138 C139 the length %j is refused, and nothing is begun',
    async (length) => {
      const { address } = await newUpload();
      const before = await unfinished();
      expect((await beginDirect(address, length)).status).toBe(400);
      expect((await completeDirect(address, length)).status).toBe(400);
      expect(await unfinished()).toEqual(before);
    },
  );

  it('GUARD-30 an address whose session has ended begins and completes nothing', async () => {
    const other = await vault.as('everything');
    const address = await prepare(other, newUid(), 'ended.bin');
    await sendParts(address, randomBytes(MIB));
    await other.call(contract.session.signOut);
    expect((await beginDirect(address, MIB)).status).toBe(403);
    expect((await completeDirect(address, MIB)).status).toBe(403);
    expect((await beginDirect(`${address.slice(0, -4)}AAAA`, MIB)).status).toBe(403);
  });
});
