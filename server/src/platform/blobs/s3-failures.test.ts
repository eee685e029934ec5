import { randomBytes } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type S3Fault, type S3Proxy, startS3Proxy } from '../../testing/faults/s3-proxy.ts';
import { newBucket } from '../../testing/s3-bucket.ts';
import { hasS3Server } from '../../testing/s3-server.ts';
import { inAnHour } from './blobs.suite.ts';
import { pieces } from './fixtures/bodies.ts';
import type { BlobStore } from './blobs.ts';
import { listObjects, multiparts } from './s3/list-objects.ts';
import { S3Blobs } from './s3/s3-blobs.ts';
import { S3Calls } from './s3/s3-calls.ts';
import type { S3Limits } from './s3/settings.ts';
import { WriteSpace } from './s3/write-space.ts';

const MIB = 1024 * 1024;
const PART = 5 * MIB;
const MAX = { maxBytes: 64 * MIB };
const LIMITS: S3Limits = {
  connectMs: 2000,
  callMs: 2000,
  partMs: 2000,
  idleMs: 1000,
  pauseMs: 500,
  attempts: 3,
};

describe.runIf(hasS3Server())('NODES-02 S3 that fails', () => {
  let proxy: S3Proxy;
  let calls: S3Calls;
  let blobs: BlobStore;
  beforeAll(async () => {
    const settings = await newBucket();
    proxy = await startS3Proxy(settings.endpoint ?? '');
    calls = new S3Calls({ ...settings, endpoint: proxy.endpoint }, LIMITS);
    const space = new WriteSpace(64 * MIB, null);
    blobs = new S3Blobs({ calls, space, hasMd5Etags: true, partBytes: PART, check: async () => {} });
  });
  afterEach(() => proxy.repair());
  afterAll(() => proxy?.close());

  const traces = async (): Promise<string[]> => [
    ...(await Array.fromAsync(listObjects(calls, ''), ({ name }) => name)),
    ...(await Array.fromAsync(multiparts(calls, ''), ({ Key = '' }) => Key)),
  ];
  const mustBeStored = async (bytes: Buffer): Promise<void> => {
    const stored = await blobs.write(pieces(bytes), MAX);
    proxy.repair();
    expect((await buffer(blobs.read(stored))).equals(bytes)).toBe(true);
    expect(await traces()).toEqual([`blobs/${stored.key}`]);
    await blobs.delete(stored.key);
  };
  const UNAVAILABLE = { status: 503, code: 'SlowDown' };

  test.each<[S3Fault]>([
    [UNAVAILABLE],
    [{ status: 500, code: 'InternalError' }],
    ['lost answer'],
    ['silence'],
    ['wrong ETag'],
  ])('NODES-02 an object whose PUT ends once with %j is stored', async (fault) => {
    proxy.breakAt(/^PUT/, fault, 1);
    await mustBeStored(randomBytes(100_000));
  });

  test.each<[string, RegExp, S3Fault]>([
    ['begin', /^POST .*uploads/, UNAVAILABLE],
    ['part', /^PUT .*partNumber=2/, UNAVAILABLE],
    ['part', /^PUT .*partNumber=1/, 'lost answer'],
    ['part', /^PUT .*partNumber=3/, 'silence'],
    ['complete', /^POST .*uploadId/, UNAVAILABLE],
    ['complete', /^POST .*uploadId/, 'lost answer'],
    ['complete', /^POST .*uploadId/, 'silence'],
  ])('NODES-02 a multipart upload whose %s %s ends once with %j is stored', async (_, matches, fault) => {
    proxy.breakAt(matches, fault, 1);
    await mustBeStored(randomBytes(2 * PART + 1000));
  });

  test('NODES-02 an object of exactly one or two parts is stored', async () => {
    await mustBeStored(randomBytes(PART));
    await mustBeStored(randomBytes(2 * PART));
  });

  test('NODES-02 a multipart upload whose beginning was not answered is ended by the sweep', async () => {
    proxy.breakAt(/^POST .*uploads/, 'lost answer', 1);
    const { key } = await blobs.write(pieces(randomBytes(PART + 1)), MAX);
    expect(await traces()).toHaveLength(2);
    expect(await blobs.deleteUnfinished(new Date(0))).toBe(0);
    expect(await blobs.deleteUnfinished(inAnHour())).toBe(1);
    expect(await traces()).toEqual([`blobs/${key}`]);
    await blobs.delete(key);
  });

  test.each<[string, RegExp, S3Fault, number]>([
    ['503', /^PUT/, UNAVAILABLE, 1000],
    ['a lost answer', /^PUT/, 'lost answer', 1000],
    ['a wrong ETag', /^PUT/, 'wrong ETag', 1000],
    ['503 in a part', /^PUT .*partNumber=2/, UNAVAILABLE, 3 * PART],
    ['a wrong ETag of a part', /^PUT .*partNumber=2/, 'wrong ETag', 3 * PART],
    ['403', /^PUT/, { status: 403, code: 'AccessDenied' }, 1000],
  ])(
    'NODES-02 a write that always gets %s fails within bounds and leaves nothing',
    async (_, matches, fault, size) => {
      proxy.breakAt(matches, fault);
      const before = proxy.requests.length;
      await expect(blobs.write(pieces(randomBytes(size)), MAX)).rejects.toMatchObject({
        name: 'StorageFailed',
        dependency: 'blobs',
      });
      expect(proxy.requests.length - before).toBeLessThan(12);
      expect(await traces()).toEqual([]);
    },
  );

  test.each(['cut body', 'silent body'] as const)(
    'NODES-02 a read whose answer ends once with a %s continues after the last byte',
    async (fault) => {
      const bytes = randomBytes(3 * MIB);
      const stored = await blobs.write(pieces(bytes), MAX);
      proxy.breakAt(/^GET/, fault, 1);
      const before = proxy.requests.length;
      expect((await buffer(blobs.read(stored))).equals(bytes)).toBe(true);
      expect(proxy.requests.slice(before)).toHaveLength(2);
      await blobs.delete(stored.key);
    },
  );

  test.each<[S3Fault]>([
    [UNAVAILABLE],
    ['silence'],
    ['lost answer'],
    [{ status: 403, code: 'AccessDenied' }],
  ])('NODES-02 a read that always gets %j fails as unavailable, not as damaged', async (fault) => {
    const stored = await blobs.write(pieces(randomBytes(1000)), MAX);
    proxy.breakAt(/^GET/, fault);
    await expect(buffer(blobs.read(stored))).rejects.toMatchObject({ name: 'StorageFailed' });
    proxy.repair();
    await blobs.delete(stored.key);
  });

  test('NODES-02 a missing bucket is a failure of the store, not damage of its blobs', async () => {
    const { key, ...blob } = await blobs.write(pieces(randomBytes(10)), MAX);
    const { endpoint, ...settings } = await newBucket();
    const other = new S3Calls({ ...settings, endpoint, bucket: `${settings.bucket}-missing` }, LIMITS);
    const lost = new S3Blobs({
      calls: other,
      space: new WriteSpace(MIB, null),
      hasMd5Etags: true,
      partBytes: PART,
      check: async () => {},
    });
    await expect(lost.sizeOf(key)).rejects.toMatchObject({ name: 'StorageFailed' });
    await expect(lost.open({ key, ...blob })).rejects.toMatchObject({ code: 'NoSuchBucket' });
    await expect(lost.open({ key, ...blob }, { start: 0, end: 0 })).rejects.toMatchObject({
      name: 'StorageFailed',
    });
    await blobs.delete(key);
  });

  test('NODES-01 a reader whose client pauses keeps no connection, and continues after the last byte', async () => {
    const bytes = randomBytes(20 * MIB);
    const stored = await blobs.write(pieces(bytes), MAX);
    const reader = await blobs.open(stored);
    const read: Buffer[] = [];
    for (const size of [1000, 3 * MIB, MIB, bytes.length]) {
      const target = Buffer.alloc(size);
      read.push(target.subarray(0, await reader.read(target)));
      await expect.poll(() => [...proxy.open]).toEqual([]);
    }
    expect(Buffer.concat(read).equals(bytes)).toBe(true);
    expect(await reader.read(Buffer.alloc(1))).toBe(0);
    await reader.close();
    await blobs.delete(stored.key);
  });

  test('NODES-01 closing a reader ends its request', async () => {
    const stored = await blobs.write(pieces(randomBytes(20 * MIB)), MAX);
    const reader = await blobs.open(stored);
    await reader.read(Buffer.alloc(1000));
    expect([...proxy.open]).toHaveLength(1);
    await reader.close();
    await expect.poll(() => [...proxy.open]).toEqual([]);
    await blobs.delete(stored.key);
  });
});
