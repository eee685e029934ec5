import { createHash, randomBytes } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type S3Proxy, startS3Proxy } from '../../testing/faults/s3-proxy.ts';
import { newBucket } from '../../testing/s3-bucket.ts';
import { hasS3Server } from '../../testing/s3-server.ts';
import type { DirectUpload, DirectUploads } from './blobs.ts';
import { acceptsLateParts } from './s3/late-parts.ts';
import { WriteSpace } from './s3/write-space.ts';
import { PartSigner } from './s3/part-signer.ts';
import { S3Blobs } from './s3/s3-blobs.ts';
import { S3Calls } from './s3/s3-calls.ts';
import { S3_LIMITS, type S3Settings } from './s3/settings.ts';

const MIB = 1024 * 1024;
const UNKNOWN_UPLOAD = { status: 404, code: 'NoSuchUpload' };

describe.runIf(hasS3Server())('NODES-01 direct uploads to S3', () => {
  let settings: S3Settings;
  let proxy: S3Proxy;
  let calls: S3Calls;
  beforeAll(async () => {
    const bucket = await newBucket();
    proxy = await startS3Proxy(bucket.endpoint ?? '');
    settings = { ...bucket, endpoint: proxy.endpoint, browserEndpoint: bucket.endpoint };
    calls = new S3Calls(settings, S3_LIMITS);
  });
  afterEach(() => proxy.repair());
  afterAll(() => proxy?.close());

  const storeWith = async ({ hasLateParts }: { hasLateParts: boolean }) => {
    const signer = await PartSigner.create(settings, () => calls.clockOffsetMs);
    if (signer === null) throw new Error('there is no address for browsers');
    return new S3Blobs({
      calls,
      space: new WriteSpace(64 * MIB, null),
      hasMd5Etags: true,
      partBytes: 5 * MIB,
      check: async () => {},
      direct: { signer, hasLateParts },
    });
  };
  const directOf = ({ directUploads }: S3Blobs): DirectUploads => {
    if (directUploads === null) throw new Error('there are no direct uploads');
    return directUploads;
  };
  const sendAll = async (direct: DirectUploads, upload: DirectUpload, bytes: Buffer) => {
    const { missing = [] } = (await direct.progress(upload)) ?? {};
    for (const { address, start, end } of missing) {
      // oxlint-disable-next-line no-await-in-loop -- a browser sends one part after the other
      await fetch(address, { method: 'PUT', body: bytes.subarray(start, end) });
    }
  };

  it.each([true, false])(
    'late parts accepted: %s; the bytes are measured and can be read',
    async (hasLateParts) => {
      const store = await storeWith({ hasLateParts });
      const direct = directOf(store);
      const bytes = randomBytes(3 * MIB + 7);
      const upload = await direct.begin(bytes.length);
      await sendAll(direct, upload, bytes);
      const pieces: Uint8Array[] = [];
      const blob = await direct.complete(upload, (piece) => pieces.push(piece));
      expect(blob.key === upload.key).toBe(!hasLateParts);
      expect(blob.sha256).toEqual(createHash('sha256').update(bytes).digest());
      expect(Buffer.concat(pieces).equals(bytes)).toBe(true);
      const read = await Array.fromAsync(store.read(blob) as AsyncIterable<Buffer>);
      expect(Buffer.concat(read).equals(bytes)).toBe(true);
    },
  );

  it('a copy whose bytes cannot be read is deleted', async () => {
    const store = await storeWith({ hasLateParts: true });
    const direct = directOf(store);
    const upload = await direct.begin(MIB);
    await sendAll(direct, upload, randomBytes(MIB));
    const before = (await Array.fromAsync(store.list())).map(({ key }) => key);
    const reading = { test: (line: string) => /^GET .*\/blobs\//.test(line) && !line.includes('uploadId') };
    proxy.breakAt(reading, { status: 503, code: 'SlowDown' });
    await expect(direct.complete(upload, () => {})).rejects.toMatchObject({ code: 'SlowDown' });
    proxy.repair();
    const after = (await Array.fromAsync(store.list())).map(({ key }) => key);
    expect(after.filter((key) => key !== upload.key)).toEqual(before);
  });

  it('the start finds out whether S3 accepts a part of a completed upload', async () => {
    expect(await acceptsLateParts(calls, 'start-check/late')).toBe(true);
    let parts = 0;
    const second = { test: (line: string) => line.includes('partNumber') && (parts += 1) === 2 };
    proxy.breakAt(second, UNKNOWN_UPLOAD);
    expect(await acceptsLateParts(calls, 'start-check/late')).toBe(false);
    proxy.breakAt(/partNumber/, { status: 503, code: 'SlowDown' });
    await expect(acceptsLateParts(calls, 'start-check/late')).rejects.toMatchObject({ code: 'SlowDown' });
  });

  it.each(['NoSuchUpload', 'NoSuchKey'])('S3 says by %s that it does not know an upload', async (code) => {
    const direct = directOf(await storeWith({ hasLateParts: false }));
    const upload = await direct.begin(MIB);
    proxy.breakAt(/^GET .*uploadId/, { status: 404, code });
    expect(await direct.progress(upload)).toBeNull();
    await expect(direct.complete(upload, () => {})).rejects.toMatchObject({ damage: 'missing' });
  });

  it('bytes whose upload is completed are not sent again: S3 may know only the object', async () => {
    const direct = directOf(await storeWith({ hasLateParts: false }));
    const bytes = randomBytes(MIB);
    const upload = await direct.begin(MIB);
    await sendAll(direct, upload, bytes);
    await direct.complete(upload, () => {});
    proxy.breakAt(/^GET .*uploadId/, UNKNOWN_UPLOAD);
    expect(await direct.progress(upload)).toEqual({ receivedBytes: MIB, missing: [] });
    expect((await direct.complete(upload, () => {})).sizeBytes).toBe(MIB);
  });

  it('addresses have the host of S3 for browsers, and cover the length of the part', async () => {
    const direct = directOf(await storeWith({ hasLateParts: true }));
    const progress = await direct.progress(await direct.begin(MIB));
    const address = new URL(progress?.missing[0]?.address ?? '');
    expect(direct.origin).toBe(settings.browserEndpoint);
    expect(address.origin).toBe(direct.origin);
    expect(address.searchParams.get('X-Amz-SignedHeaders')).toBe('content-length;host');
    expect(address.searchParams.get('X-Amz-Expires')).toBe('900');
  });

  it('of many parts the next hundred have addresses; a file of any size has at most 10,000 parts', async () => {
    const direct = directOf(await storeWith({ hasLateParts: false }));
    const upload = await direct.begin(5 * 1024 ** 4);
    const progress = await direct.progress(upload);
    expect(progress?.missing).toHaveLength(100);
    const [first] = progress?.missing ?? [];
    expect((first?.end ?? 0) * 10_000).toBeGreaterThanOrEqual(upload.sizeBytes);
    await direct.abort(upload);
    expect(await direct.progress(upload)).toBeNull();
  });
});
