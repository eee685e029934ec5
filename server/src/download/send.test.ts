import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, readlink, rm } from 'node:fs/promises';
import { type IncomingMessage, request, type RequestOptions } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { Errors } from '../http/index.ts';
import { BlobDamaged, type Blobs, diskBlobs, type StoredBlob } from '../platform/blobs/index.ts';
import type { Part } from './byte-range.ts';
import { contentLayout } from './layout.ts';
import type { OpensContents } from './segment-reader.ts';
import { type Download, send } from './send.ts';
import { type ZipEntry, zipLayout } from './zip-layout.ts';

// Uses real HTTP over a real socket and blobs on a real disk; only the selection behind a download is created here.
const TEXT = 'application/octet-stream';
let base: string;
let blobs: Blobs;
let app: FastifyInstance;
let large: Download & { bytes: Buffer };
let zip: Download;
const onFirstByte = vi.fn<(part: Part) => Promise<void>>(async () => {});
const mustContinue = vi.fn<(begun: readonly Buffer[]) => Promise<void>>(async () => {});

const stored = new Map<string, StoredBlob>();
const contents: OpensContents = {
  parallelReads: 4,
  open: async (sha256, range) => {
    const blob = stored.get(sha256.toString('hex'));
    if (blob === undefined) throw new BlobDamaged('none', 'missing');
    return blobs.open(blob, range);
  },
};
const put = async (bytes: Buffer) => {
  const blob = await blobs.write(Readable.from([bytes]), { maxBytes: 2 ** 30 });
  stored.set(blob.sha256.toString('hex'), blob);
  return blob;
};
const fileOf = async (bytes: Buffer): Promise<Download> => ({
  fileName: 'Zoë.bin',
  contentType: TEXT,
  layout: contentLayout(await put(bytes)),
});
const MISSING = Buffer.alloc(32);

beforeAll(async () => {
  base = await mkdtemp(join(tmpdir(), 'vault-send-'));
  blobs = await diskBlobs(base);
  const bytes = randomBytes(9_000_000);
  large = { ...(await fileOf(bytes)), bytes };
  const entries: ZipEntry[] = [];
  for (let n = 0; n < 100; n += 1) {
    const { sizeBytes, crc32, sha256 } = await put(randomBytes(n * 300));
    entries.push({ kind: 'file', path: `${n}.bin`, modifiedAt: new Date(), sizeBytes, crc32, sha256 });
  }
  zip = { fileName: 'files.zip', contentType: 'application/zip', layout: zipLayout(entries) };
  const broken = {
    ...large,
    layout: contentLayout({ sizeBytes: 5, sha256: MISSING }),
  };
  const torn: Download = {
    ...zip,
    layout: zipLayout(
      entries.map((entry, n) => (entry.kind === 'file' && n === 80 ? { ...entry, sha256: MISSING } : entry)),
    ),
  };
  const downloads: Record<string, Download> = {
    large,
    zip,
    empty: await fileOf(Buffer.alloc(0)),
    broken,
    torn,
  };

  app = Fastify({ forceCloseConnections: true });
  app.route<{ Params: { name: string } }>({
    method: ['GET', 'POST'],
    url: '/:name',
    handler: async (call, reply) => {
      const download = downloads[call.params.name];
      if (!download) throw new Error('no such download');
      return send(reply.header('x-request-id', 'r1'), download, {
        contents,
        access: { mustContinue },
        onFirstByte,
      });
    },
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
});
afterEach(() => {
  onFirstByte.mockReset();
  mustContinue.mockReset();
});
afterAll(async () => {
  await app.close();
  await rm(base, { recursive: true });
});

/** Begins a request; the caller reads the reply's body. */
function begin(path: string, options: RequestOptions = {}): Promise<IncomingMessage> {
  const { port } = app.server.address() as AddressInfo;
  return new Promise((resolve, reject) => {
    request({ port, path, agent: false, ...options }, resolve)
      .on('error', reject)
      .end();
  });
}

async function get(path: string, options: RequestOptions = {}) {
  const reply = await begin(path, options);
  return { status: reply.statusCode, headers: reply.headers, body: await buffer(reply) };
}

/** The files of the store that this process holds open. */
async function openBlobs(): Promise<string[]> {
  const links = (await readdir('/proc/self/fd')).map((fd) => readlink(`/proc/self/fd/${fd}`).catch(() => ''));
  return (await Promise.all(links)).filter((path) => path.startsWith(base));
}

const connections = () =>
  new Promise<number>((resolve, reject) => {
    app.server.getConnections((error, count) => (error ? reject(error) : resolve(count)));
  });

describe('C54 all downloads are sent in the same way', () => {
  test.each(['GET', 'POST'])('the reply to %s has length, tag, name and nosniff', async (method) => {
    const { status, headers, body } = await get('/large', { method });
    expect(status).toBe(200);
    expect(headers).toMatchObject({
      'content-length': String(large.bytes.length),
      'content-type': TEXT,
      'accept-ranges': 'bytes',
      etag: large.layout.etag,
      'content-disposition': `attachment; filename="Zo_.bin"; filename*=UTF-8''Zo%C3%AB.bin`,
      'x-content-type-options': 'nosniff',
      'x-request-id': 'r1',
    });
    expect(headers['transfer-encoding']).toBeUndefined();
    expect(headers['content-encoding']).toBeUndefined();
    expect(body.equals(large.bytes)).toBe(true);
  });

  test('GUARD-30 the access is checked for each read, and its end cuts the reply before the next file', async () => {
    const { body: whole } = await get('/zip');
    const begun = mustContinue.mock.calls.flatMap(([sent]) => sent);
    expect(begun.length).toBe(zip.layout.contents.length - 1);
    mustContinue.mockReset();
    mustContinue.mockImplementation(async () => {
      if (mustContinue.mock.calls.length > 1) throw Errors.noAccess();
    });
    await expect(get('/zip')).rejects.toMatchObject({ code: 'ECONNRESET' });
    expect(mustContinue).toHaveBeenCalledTimes(2);
    mustContinue.mockReset();
    expect(whole.length).toBe(zip.layout.sizeBytes);
  });

  test('a range of a file is sent', async () => {
    const { status, headers, body } = await get('/large', { headers: { range: 'bytes=4000000-8999998' } });
    expect(status).toBe(206);
    expect(headers['content-range']).toBe('bytes 4000000-8999998/9000000');
    expect(headers['content-length']).toBe('4999999');
    expect(body.equals(large.bytes.subarray(4_000_000, 8_999_999))).toBe(true);
  });

  test('a range of a ZIP has the same bytes as that part of the complete ZIP', async () => {
    const { body: whole, headers } = await get('/zip');
    expect(whole.length).toBe(zip.layout.sizeBytes);
    for (const start of [0, 1, 100, 12_345, 1_000_000, whole.length - 30, whole.length - 1]) {
      const part = await get('/zip', {
        headers: { range: `bytes=${start}-`, 'if-range': String(headers.etag) },
      });
      expect(part.status).toBe(206);
      expect(part.body.equals(whole.subarray(start))).toBe(true);
    }
  });

  test('If-Range with an older tag gives the complete reply', async () => {
    const { status, body } = await get('/zip', { headers: { range: 'bytes=10-', 'if-range': '"older"' } });
    expect(status).toBe(200);
    expect(body.length).toBe(zip.layout.sizeBytes);
  });

  test('a range outside the reply gets 416 with the length', async () => {
    const { status, headers, body } = await get('/large', { headers: { range: 'bytes=9000000-' } });
    expect(status).toBe(416);
    expect(headers['content-range']).toBe('bytes */9000000');
    expect(JSON.parse(body.toString())).toEqual({
      code: 416,
      data: null,
      errorMessage: 'Invalid request.',
      errorCode: 'RANGE_NOT_SATISFIABLE',
    });
    expect(onFirstByte).not.toHaveBeenCalled();
  });

  test('HEAD replies with all headers and no bytes, and ignores a range', async () => {
    const { status, headers, body } = await get('/large', { method: 'HEAD', headers: { range: 'bytes=5-' } });
    expect([status, headers['content-length'], headers.etag]).toEqual([200, '9000000', large.layout.etag]);
    expect(body.length).toBe(0);
    expect(onFirstByte).not.toHaveBeenCalled();
  });

  test('an empty file is sent', async () => {
    const { status, headers, body } = await get('/empty');
    expect([status, headers['content-length'], body.length]).toEqual([200, '0', 0]);
    expect(onFirstByte).toHaveBeenCalledOnce();
    expect((await get('/empty', { headers: { range: 'bytes=0-' } })).status).toBe(416);
  });

  test('a connection serves one download after the other', async () => {
    const reply = await app.inject('/large');
    expect(reply.rawPayload.equals(large.bytes)).toBe(true);
    const again = await Promise.all([get('/large'), get('/zip'), get('/large')]);
    expect(again.map(({ body }) => body.length)).toEqual([9_000_000, zip.layout.sizeBytes, 9_000_000]);
  });
});

describe('D-38 the first byte', () => {
  test('the first byte is reported once per download, with the requested part', async () => {
    await get('/large', { headers: { range: 'bytes=10-19' } });
    expect(onFirstByte.mock.calls).toEqual([[{ start: 10, end: 20, partial: true }]]);
  });

  test('a short reply is not sent when the report fails', async () => {
    onFirstByte.mockRejectedValueOnce(new Error('no database'));
    const { status } = await get('/large', { headers: { range: 'bytes=10-19' } });
    expect(status).toBe(500);
    expect(await openBlobs()).toEqual([]);
  });

  test('a long reply starts before the report, but does not end before it', async () => {
    const announced = Promise.withResolvers<void>();
    onFirstByte.mockReturnValueOnce(announced.promise);
    const reply = await begin('/large');
    let received = 0;
    reply.on('data', (bytes: Buffer) => {
      received += bytes.length;
    });
    await expect.poll(() => received).toBeGreaterThan(4_000_000);
    expect(received).toBeLessThan(large.bytes.length);
    announced.resolve();
    await expect.poll(() => received).toBe(large.bytes.length);
  });

  test('a long reply is aborted when the report fails', async () => {
    onFirstByte.mockRejectedValueOnce(new Error('no database'));
    const reply = await begin('/large');
    await expect(buffer(reply)).rejects.toThrow('aborted');
    await expect.poll(openBlobs).toEqual([]);
  });
});

describe('failures', () => {
  test('bytes that are missing at the start get an error status', async () => {
    const { status, headers } = await get('/broken');
    expect(status).toBe(500);
    expect(headers).not.toHaveProperty('etag');
    expect(headers).not.toHaveProperty('content-disposition');
    expect(onFirstByte).not.toHaveBeenCalled();
  });

  test('bytes that are missing later abort the connection', async () => {
    const reply = await begin('/torn');
    expect(reply.statusCode).toBe(200);
    await expect(buffer(reply)).rejects.toThrow('aborted');
    await expect.poll(openBlobs).toEqual([]);
  });

  test('a disconnect closes the files', async () => {
    for (const path of ['/large', '/zip']) {
      const reply = await begin(path);
      reply.destroy();
    }
    // Between two files of a ZIP none is open, so the test first waits until the connections are closed.
    await expect.poll(connections).toBe(0);
    await expect.poll(openBlobs).toEqual([]);
  });

  test('a client that does not read pauses the reading, and its disconnect closes the file', async () => {
    const read = vi.spyOn(blobs, 'open');
    const reply = await begin('/large');
    reply.pause();
    await expect.poll(openBlobs).toHaveLength(1);
    expect(read).toHaveBeenCalledOnce();
    reply.destroy();
    await expect.poll(openBlobs).toEqual([]);
    read.mockRestore();
  });

  test('eighty concurrent clients get their bytes, although not all have fast buffers', async () => {
    const replies = await Promise.all(Array.from({ length: 80 }, () => get('/zip')));
    const [first] = replies;
    expect(replies.every(({ body }) => first && body.equals(first.body))).toBe(true);
    expect(await openBlobs()).toEqual([]);
  });
});
