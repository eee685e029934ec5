import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newBucket } from '../../testing/s3-bucket.ts';
import { hasS3Server } from '../../testing/s3-server.ts';
import type { BlobStore, StoredBlob } from './blobs.ts';
import { pieces } from './fixtures/bodies.ts';
import { ByteBudget } from './s3/byte-budget.ts';
import { DiskParts } from './s3/disk-parts.ts';
import { S3Blobs } from './s3/s3-blobs.ts';
import { S3Calls } from './s3/s3-calls.ts';
import { S3_LIMITS } from './s3/settings.ts';
import { WriteSpace } from './s3/write-space.ts';

const MIB = 1024 * 1024;
const PART = 5 * MIB;
const MAX = { maxBytes: 64 * MIB };
/** Memory for two parts of large objects, and for three small objects. */
const MEMORY = (2 * PART * 4) / 3;
const LARGE = 2 * PART + 1;
const SIZES = [
  { size: 'large', atOnce: 2, bytes: LARGE },
  { size: 'small', atOnce: 3, bytes: MIB },
];

describe.runIf(hasS3Server())('NODES-02 more writes at the same time than the memory has parts', () => {
  let calls: S3Calls;
  let folder: string;
  beforeAll(async () => {
    calls = new S3Calls(await newBucket(), S3_LIMITS);
    folder = await mkdtemp(join(tmpdir(), 'vault-parts-'));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  const storeWith = (space: WriteSpace): BlobStore =>
    new S3Blobs({ calls, space, hasMd5Etags: true, partBytes: PART, check: async () => {} });
  const partsIn = (path: string, diskBytes = 64 * MIB): DiskParts =>
    new DiskParts({ folder: path, diskBytes, memoryBytes: PART });
  const mustHave = async (blobs: BlobStore, stored: StoredBlob, body: Buffer): Promise<void> =>
    expect((await buffer(blobs.read(stored))).equals(body)).toBe(true);

  test('without a disk all are stored, the smaller ones beside the large ones', async () => {
    const blobs = storeWith(new WriteSpace(MEMORY, null));
    const bodies = [...Array.from({ length: 4 }, () => randomBytes(LARGE)), randomBytes(100_000)];
    const stored = await Promise.all(
      bodies.map((body) => blobs.write(pieces(body), { ...MAX, expectedBytes: body.length })),
    );
    for (const [n, body] of bodies.entries()) await mustHave(blobs, stored[n]!, body);
  });

  test.each(SIZES)(
    'slow senders of $size objects do not delay others: those collect their bytes on the disk',
    async ({ atOnce, bytes }) => {
      const blobs = storeWith(new WriteSpace(MEMORY, partsIn(folder)));
      const slow = await Promise.all(Array.from({ length: atOnce }, () => slowWrite(blobs, bytes)));
      const bodies = Array.from({ length: 4 }, () => randomBytes(bytes));
      const options = { ...MAX, expectedBytes: bytes, leaveFree: { bytes: 1, percent: 0 }, ownsPieces: true };
      const stored = await Promise.all(bodies.map((body) => blobs.write(pieces(Buffer.from(body)), options)));
      for (const [n, body] of bodies.entries()) await mustHave(blobs, stored[n]!, body);
      expect(await readdir(folder)).toEqual([]);
      for (const { goOn, body, writing } of slow) {
        goOn();
        await mustHave(blobs, await writing, body);
      }
    },
  );

  test('a sender that leaves gives its space to the next one, in memory and on the disk', async () => {
    const blobs = storeWith(new WriteSpace(MEMORY, partsIn(folder, MEMORY)));
    const [first, second] = [await slowWrite(blobs, LARGE), await slowWrite(blobs, LARGE)];
    const [third, fourth] = [await slowWrite(blobs, LARGE), await slowWrite(blobs, LARGE)];
    const body = randomBytes(LARGE);
    const waiting = blobs.write(pieces(body), { ...MAX, expectedBytes: LARGE });
    await leave(first);
    await mustHave(blobs, await waiting, body);
    const fifth = await slowWrite(blobs, LARGE);
    await leave(third);
    const stored = await blobs.write(pieces(body), { ...MAX, expectedBytes: LARGE });
    await mustHave(blobs, stored, body);
    for (const write of [second, fourth, fifth]) await leave(write);
  });

  test('a disk that must stay free is not used: the write waits for memory', async () => {
    const blobs = storeWith(new WriteSpace(MEMORY, partsIn(folder)));
    const [first, second] = [await slowWrite(blobs, LARGE), await slowWrite(blobs, LARGE)];
    const leaveFree = { bytes: Number.MAX_SAFE_INTEGER, percent: 0 };
    const body = randomBytes(LARGE);
    const waiting = blobs.write(pieces(body), { ...MAX, expectedBytes: LARGE, leaveFree });
    await leave(first);
    await mustHave(blobs, await waiting, body);
    await leave(second);
  });

  test('a disk that fails is a failure of the store, and keeps no space', async () => {
    const noFolder = join(folder, 'file');
    await writeFile(noFolder, '');
    const blobs = storeWith(new WriteSpace(MEMORY, partsIn(noFolder, MEMORY)));
    const [first, second] = [await slowWrite(blobs, LARGE), await slowWrite(blobs, LARGE)];
    const write = () => blobs.write(pieces(randomBytes(LARGE)), { ...MAX, expectedBytes: LARGE });
    for (let n = 0; n < 3; n += 1) {
      await expect(write()).rejects.toMatchObject({ name: 'StorageFailed', code: 'EEXIST' });
    }
    await leave(first);
    await expect(write()).resolves.toMatchObject({ sizeBytes: LARGE });
    await leave(second);
    await rm(noFolder);
  });
});

interface SlowWrite {
  body: Buffer;
  writing: Promise<StoredBlob>;
  goOn: () => void;
  fail: (error: Error) => void;
}

/** @returns a write that has begun, and sends the rest of its body with `goOn` */
async function slowWrite(blobs: BlobStore, sizeBytes: number): Promise<SlowWrite> {
  const body = randomBytes(sizeBytes);
  const begun = Promise.withResolvers<void>();
  const pause = Promise.withResolvers<void>();
  async function* slowly(): AsyncGenerator<Uint8Array> {
    yield body.subarray(0, MIB / 2);
    begun.resolve();
    await pause.promise;
    yield body.subarray(MIB / 2);
  }
  const writing = blobs.write(slowly(), { ...MAX, expectedBytes: sizeBytes });
  writing.catch(() => {});
  await begun.promise;
  return { body, writing, goOn: pause.resolve, fail: pause.reject };
}

async function leave({ fail, writing }: SlowWrite): Promise<void> {
  fail(new Error('left'));
  await expect(writing).rejects.toThrow('left');
}

test('NODES-02 the bytes of writes are bounded, and waiting writes get theirs in order', async () => {
  const budget = new ByteBudget(10);
  expect(await budget.take(8, 0)).toBe(true);
  expect(await budget.take(3, 1)).toBe(false);
  const granted: string[] = [];
  const first = budget.take(6, 60_000).then(() => granted.push('first'));
  const second = budget.take(1, 60_000).then(() => granted.push('second'));
  budget.give(8);
  await Promise.all([first, second]);
  expect(granted).toEqual(['first', 'second']);
  budget.give(7);
  expect(await budget.take(10, 0)).toBe(true);
});
