import { randomBytes } from 'node:crypto';
import { contract, Messages, uploadTooLarge } from '@vault/contract';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { EICAR } from '../platform/scanner/index.ts';
import { createTestApp, SETTINGS, type TestApp } from '../testing/app.ts';
import type { Client } from '../testing/client.ts';
import { rawZip } from '../testing/raw-zip.ts';
import { blobOf, patch, progress, sumsOf } from '../testing/resume.ts';
import { list, newUid, prepare, put, scan, traces, transfer } from '../testing/upload-pipeline.ts';
import { sweepUploads } from './index.ts';

const MIB = 1024 * 1024;
const MAX_BYTES = 2 * MIB;

let vault: TestApp;
let ada: Client;
let time = new Date();
beforeAll(async () => {
  vault = await createTestApp({
    clock: { now: () => time },
    settings: { ...SETTINGS, maxUploadBytes: MAX_BYTES, sessionIdleMinutes: 480 },
  });
  ada = await vault.as('everything');
});
afterAll(() => vault.close());

async function begin(name = 'chunked.bin') {
  const uid = newUid();
  return { uid, address: await prepare(ada, uid, name) };
}

const statusOf = async (uid: string, isFolder = false) => (await scan(ada, uid, isFolder))[0]?.scan_status;
const namesOf = async (path = '') => (await list(ada, path)).map(({ name }) => name);
describe('C53 a file is sent in chunks', () => {
  it('each chunk is acknowledged with the new offset, and the file has the right checksums', async () => {
    const bytes = randomBytes(300_000);
    const { uid, address } = await begin('whole.bin');
    expect(await progress(address)).toEqual({ status: 200, offset: 0, length: null });
    const length = bytes.length;
    expect(await patch(address, bytes.subarray(0, 100_000), { offset: 0, length })).toEqual({
      status: 204,
      offset: 100_000,
    });
    expect(await progress(address)).toEqual({ status: 200, offset: 100_000, length });
    expect(await patch(address, bytes.subarray(100_000), { offset: 100_000 })).toMatchObject({
      offset: length,
    });
    expect(await progress(address)).toEqual({ status: 200, offset: length, length });
    expect(await statusOf(uid)).toBe('PASS');
    expect(await transfer(ada, [uid])).toEqual([200]);
    expect(await blobOf(vault, 'whole.bin')).toEqual(sumsOf(bytes));
    expect((await traces(vault)).garbage).toBe(0);
  });

  it('any sequence of chunks gives the bytes and checksums of the complete file', async () => {
    let n = 0;
    const sizes = fc.array(fc.integer({ min: 0, max: 40_000 }), { minLength: 1, maxLength: 8 });
    await fc.assert(
      fc.asyncProperty(sizes, fc.boolean(), fc.nat(8), async (chunks, isAnnounced, scannedAfter) => {
        const name = `property ${(n += 1)}.bin`;
        const { uid, address } = await begin(name);
        const bytes = randomBytes(chunks.reduce((sum, size) => sum + size, 0));
        let offset = 0;
        for (const [index, size] of chunks.entries()) {
          const chunk = bytes.subarray(offset, offset + size);
          const call = { offset, ...(isAnnounced && index === 0 && { length: bytes.length }) };
          expect(await patch(address, chunk, call)).toEqual({ status: 204, offset: offset + size });
          offset += size;
          // A scan between two chunks joins those that arrived; more chunks can follow.
          if (!isAnnounced && index === scannedAfter) expect(await statusOf(uid)).toBe('PASS');
        }
        expect((await progress(address)).offset).toBe(bytes.length);
        expect(await statusOf(uid)).toBe('PASS');
        expect(await transfer(ada, [uid])).toEqual([200]);
        expect(await blobOf(vault, name)).toEqual(sumsOf(bytes));
      }),
      { numRuns: 30 },
    );
    expect((await traces(vault)).garbage).toBe(0);
  });

  it('a scan of an empty upload leaves no garbage when bytes follow', async () => {
    const { uid, address } = await begin('from nothing.bin');
    await patch(address, '', { offset: 0 });
    expect(await statusOf(uid)).toBe('PASS');
    expect(await patch(address, 'something', { offset: 0 })).toEqual({ status: 204, offset: 9 });
    expect(await statusOf(uid)).toBe('PASS');
    expect(await transfer(ada, [uid])).toEqual([200]);
    expect((await traces(vault)).garbage).toBe(0);
  });

  it('an empty file needs one chunk without bytes', async () => {
    const { uid, address } = await begin('empty.bin');
    expect(await patch(address, '', { offset: 0, length: 0 })).toEqual({ status: 204, offset: 0 });
    expect(await statusOf(uid)).toBe('PASS');
    expect(await transfer(ada, [uid])).toEqual([200]);
    expect(await blobOf(vault, 'empty.bin')).toMatchObject({ sizeBytes: 0 });
  });

  it('UPLOAD-27 a folder can be sent in chunks', async () => {
    const zip = rawZip([{ name: 'Chunks/a.txt', content: 'in chunks' }]);
    const { uid, address } = await begin('Chunks.zip');
    await patch(address, zip.subarray(0, 20), { offset: 0, length: zip.length });
    await patch(address, zip.subarray(20), { offset: 20 });
    expect(await statusOf(uid, true)).toBe('PASS');
    expect(await transfer(ada, [`${uid}_0`])).toEqual([200]);
    expect(await namesOf('Chunks')).toEqual(['a.txt']);
    expect(await patch(address, 'x', { offset: 0 })).toMatchObject({ status: 409 });
  });

  it('a PUT with all bytes replaces the chunks', async () => {
    const { uid, address } = await begin('put.bin');
    await patch(address, 'an old chunk', { offset: 0, length: 1000 });
    expect(await put(address, 'all of it')).toMatchObject({ status: 200 });
    expect(await progress(address)).toEqual({ status: 200, offset: 9, length: 9 });
    expect(await statusOf(uid)).toBe('PASS');
    expect(await transfer(ada, [uid])).toEqual([200]);
    const before = await traces(vault);
    await sweepUploads(vault.deps);
    expect((await traces(vault)).blobs).toBe(before.blobs - 1);
    expect(await blobOf(vault, 'put.bin')).toEqual(sumsOf(Buffer.from('all of it')));
  });
});

describe('requests that C53 refuses', () => {
  it.each([1, 4, 6, 2 ** 40])('the offset %i gets 409 when 5 bytes have arrived', async (offset) => {
    const { address } = await begin();
    await patch(address, '12345', { offset: 0 });
    const refused = { status: 409, errorMessage: Messages.uploadOffsetWrong };
    expect(await patch(address, 'x', { offset })).toEqual(refused);
    expect(await progress(address)).toMatchObject({ offset: 5 });
  });

  it('bytes over the limit get 413, announced for the upload, for the chunk or not at all', async () => {
    const { address } = await begin();
    const tooLarge = { status: 413, errorMessage: uploadTooLarge(MAX_BYTES) };
    expect(await patch(address, 'x', { offset: 0, length: MAX_BYTES + 1 })).toEqual(tooLarge);
    await patch(address, Buffer.alloc(MAX_BYTES - 1), { offset: 0 });
    expect(await patch(address, 'xx', { offset: MAX_BYTES - 1 })).toEqual(tooLarge);
    const stream = new ReadableStream({
      start(controller) {
        controller.enqueue(Buffer.from('xx'));
        controller.close();
      },
    });
    const headers = {
      'upload-offset': String(MAX_BYTES - 1),
      'content-type': 'application/offset+octet-stream',
    };
    const reply = await fetch(address, { method: 'PATCH', body: stream, duplex: 'half', headers });
    expect(reply.status).toBe(413);
    // The bytes up to the limit are kept.
    expect(await progress(address)).toMatchObject({ offset: MAX_BYTES });
    expect(await patch(address, 'x', { offset: MAX_BYTES })).toEqual(tooLarge);
  });

  it('more bytes than announced and a different length later get 400', async () => {
    const { address } = await begin();
    await patch(address, '123', { offset: 0, length: 5 });
    expect(await patch(address, '456', { offset: 3 })).toMatchObject({ status: 400 });
    expect(await patch(address, '45', { offset: 3, length: 6 })).toMatchObject({ status: 400 });
    expect(await patch(address, '45', { offset: 3, length: 5 })).toEqual({ status: 204, offset: 5 });
  });

  it.each([
    [{ 'content-type': 'application/offset+octet-stream' }],
    [{ 'content-type': 'application/octet-stream', 'upload-offset': '0' }],
    [{ 'content-type': 'application/offset+octet-stream', 'upload-offset': '-1' }],
    [{ 'content-type': 'application/offset+octet-stream', 'upload-offset': '1e3' }],
    [{ 'content-type': 'application/offset+octet-stream', 'upload-offset': '9'.repeat(40) }],
    [{ 'content-type': 'application/offset+octet-stream', 'upload-offset': '0', 'upload-length': 'all' }],
  ])('the headers %j get 400', async (headers) => {
    const { address } = await begin();
    const { status } = await fetch(address, { method: 'PATCH', body: 'x', headers });
    expect(status).toBe(400);
    expect(await progress(address)).toMatchObject({ offset: 0 });
  });

  it('D-20 an altered or expired address gets 403; a new address continues the upload', async () => {
    const { uid, address } = await begin('late.bin');
    const refused = { status: 403, errorMessage: Messages.uploadAddressInvalid };
    expect(await patch(`${address}x`, 'x', { offset: 0 })).toEqual(refused);
    expect(await progress(`${address}x`)).toMatchObject({ status: 403, offset: null });
    await patch(address, 'first ', { offset: 0 });
    time = new Date(time.getTime() + 60 * 60 * 1000);
    expect(await patch(address, 'second', { offset: 6 })).toEqual(refused);
    const next = await prepare(ada, uid, 'late.bin');
    expect(await progress(next)).toMatchObject({ offset: 6 });
    expect(await patch(next, 'second', { offset: 6 })).toEqual({ status: 204, offset: 12 });
  });

  it('contract 10.13 chunks after the transfer get 409', async () => {
    const { uid, address } = await begin('done.bin');
    await patch(address, 'stored', { offset: 0, length: 6 });
    await scan(ada, uid);
    await transfer(ada, [uid]);
    expect(await patch(address, 'more', { offset: 6 })).toEqual({
      status: 409,
      errorMessage: Messages.uploadAlreadyStored,
    });
    expect(await progress(address)).toMatchObject({ status: 409, offset: null });
  });

  it('nothing is scanned or transferred while bytes are missing', async () => {
    const { uid, address } = await begin('half.bin');
    await patch(address, 'half of it', { offset: 0, length: 20 });
    await expect(scan(ada, uid)).rejects.toThrow(Messages.uploadIncomplete);
    await expect(scan(ada, uid, true)).rejects.toThrow(Messages.uploadIncomplete);
    expect(await transfer(ada, [uid])).toEqual([422]);
  });
});

describe('only scanned bytes are transferred', () => {
  it('contract 10.13 bytes that are added after the scan must be scanned', async () => {
    const { uid, address } = await begin('added.txt');
    const half = EICAR.length / 2;
    await patch(address, EICAR.subarray(0, half), { offset: 0 });
    expect(await statusOf(uid)).toBe('PASS');
    expect(await patch(address, EICAR.subarray(half), { offset: half })).toMatchObject({ status: 204 });
    expect(await transfer(ada, [uid])).toEqual([422]);
    expect(await statusOf(uid)).toBe('VIRUS');
    expect(await transfer(ada, [uid])).toEqual([422]);
    expect(await progress(address)).toMatchObject({ offset: 0 });
    expect(await namesOf()).not.toContain('added.txt');
  });

  it('a PATCH adds bytes to those of a PUT; even an empty PATCH discards the verdict', async () => {
    const { uid, address } = await begin('put and more.txt');
    await put(address, 'put');
    expect(await statusOf(uid)).toBe('PASS');
    expect(await patch(address, '', { offset: 3 })).toEqual({ status: 204, offset: 3 });
    expect(await transfer(ada, [uid])).toEqual([422]);
    expect(await patch(address, ' and more', { offset: 3 })).toEqual({ status: 204, offset: 12 });
    expect(await statusOf(uid)).toBe('PASS');
    expect(await transfer(ada, [uid])).toEqual([200]);
    expect(await blobOf(vault, 'put and more.txt')).toEqual(sumsOf(Buffer.from('put and more')));
  });

  it('a virus is never stored while chunks, scans and transfers run concurrently', async () => {
    const { uid, address } = await begin('race.txt');
    await patch(address, EICAR.subarray(0, 20), { offset: 0 });
    const attempts = Array.from({ length: 24 }, async (_, n) => {
      if (n % 3 === 0) return ada.call(contract.upload.scan, { query: { key: uid } });
      if (n % 3 === 1) return transfer(ada, [uid]);
      return patch(address, EICAR.subarray(20), { offset: 20 });
    });
    await Promise.all(attempts);
    const { rows } = await sql`select 1 from blob where size_bytes = ${EICAR.length}`.execute(
      vault.database.kysely,
    );
    expect(rows).toHaveLength(0);
  });
});
