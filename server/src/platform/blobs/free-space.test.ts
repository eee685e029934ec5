import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import pino from 'pino';
import { Registry } from 'prom-client';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { pieces } from './fixtures/bodies.ts';
import type { BlobStore } from './blobs.ts';
import { diskBlobs } from './disk.ts';
import { diskSpace, FreeSpaceLow, minimumFreeBytes, type Space } from './free-space.ts';
import { reportingStore } from './reporting.ts';

const MIB = 1024 * 1024;

let root: string;
let space: Space;
let reads: number;
let lines: { msg: string; level: number }[];
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'vault-space-'));
  space = { freeBytes: 10 * MIB, totalBytes: 100 * MIB };
  reads = 0;
  lines = [];
});
afterEach(() => rm(root, { recursive: true }));

async function open(spaceMaxAgeMs: number): Promise<BlobStore> {
  const readSpace = async () => {
    reads += 1;
    return space;
  };
  const log = pino({}, { write: (line: string) => void lines.push(JSON.parse(line) as (typeof lines)[0]) });
  const store = await diskBlobs(root, { readSpace, spaceMaxAgeMs });
  return reportingStore(store, { log, metrics: new Registry(), onDamaged: () => {} });
}

const leaveFree = { bytes: 4 * MIB, percent: 2 };
const MAX = { maxBytes: 100 * MIB, leaveFree };
const body = (bytes: number) => pieces(Buffer.alloc(bytes, 1));
const files = async () =>
  (await readdir(root, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile()).length;

test.each([
  [100, { bytes: 1, percent: 2 }, 2],
  [100, { bytes: 5, percent: 2 }, 5],
  [100, { bytes: 0, percent: 0 }, 0],
])('GUARD-24 of %i bytes the larger of %o stays free', (totalBytes, minimum, expected) => {
  expect(minimumFreeBytes({ freeBytes: 0, totalBytes }, minimum)).toBe(expected);
});

test('GUARD-24 the space of the disk is that of the file system', async () => {
  const { freeBytes, totalBytes } = await diskSpace(root);
  expect(freeBytes).toBeGreaterThan(0);
  expect(totalBytes).toBeGreaterThan(freeBytes);
});

describe('a write that leaves space free', () => {
  test('GUARD-24 is refused before a byte is read when the announced bytes do not fit', async () => {
    const blobs = await open(60_000);
    const source = new PassThrough();
    const write = blobs.write(source, { ...MAX, expectedBytes: 7 * MIB });
    await expect(write).rejects.toThrow(FreeSpaceLow);
    expect(source.readableDidRead).toBe(false);
    expect(await files()).toBe(0);
  });

  test('GUARD-24 counts what the running writes have announced', async () => {
    const blobs = await open(60_000);
    const slow = new PassThrough();
    const running = blobs.write(slow, { ...MAX, expectedBytes: 4 * MIB });
    slow.write(Buffer.alloc(300_000));
    await expect.poll(files).toBe(1);
    await expect(blobs.write(body(3 * MIB), { ...MAX, expectedBytes: 3 * MIB })).rejects.toThrow(
      FreeSpaceLow,
    );
    slow.end(Buffer.alloc(4 * MIB - 300_000));
    await running;
    await expect(blobs.write(body(3 * MIB), { ...MAX, expectedBytes: 3 * MIB })).rejects.toThrow(
      FreeSpaceLow,
    );
    expect(reads).toBe(1);
  });

  test('GUARD-24 a write that ends early gives back what it announced', async () => {
    const blobs = await open(60_000);
    const short = blobs.write(body(10), { ...MAX, expectedBytes: 5 * MIB });
    await expect(short).rejects.toThrow('announced');
    await blobs.write(body(5 * MIB), { ...MAX, expectedBytes: 5 * MIB });
  });

  test('GUARD-24 without an announced length it stops when the space is used, and leaves no files', async () => {
    const blobs = await open(0);
    const source = new PassThrough();
    const write = blobs.write(source, MAX);
    source.write(Buffer.alloc(MIB));
    await expect.poll(files).toBe(1);
    space = { ...space, freeBytes: 4 * MIB - 1 };
    source.write(Buffer.alloc(MIB));
    source.end(Buffer.alloc(MIB));
    await expect(write).rejects.toThrow(FreeSpaceLow);
    expect(await files()).toBe(0);
  });
});

test('GUARD-24 other writes, reads and deletions work below the minimum', async () => {
  const blobs = await open(0);
  space = { ...space, freeBytes: 0 };
  const stored = await blobs.write(body(10), { maxBytes: 10 });
  expect(await blobs.sizeOf(stored.key)).toBe(10);
  await blobs.delete(stored.key);
  expect(await files()).toBe(0);
});

test('GUARD-24 the log has one line for the start and one for the end of low space', async () => {
  const blobs = await open(0);
  space = { ...space, freeBytes: 0 };
  for (let n = 0; n < 3; n += 1) await expect(blobs.write(body(1), MAX)).rejects.toThrow(FreeSpaceLow);
  space = { ...space, freeBytes: 10 * MIB };
  await blobs.write(body(1), MAX);
  await blobs.write(body(1), MAX);
  expect(lines.map(({ level, msg }) => `${level} ${msg}`)).toEqual([
    '50 Free space is below the minimum; uploads are refused with 507',
    '30 Free space is sufficient again; uploads are accepted',
  ]);
});
