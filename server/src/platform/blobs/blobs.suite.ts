import { createHash, randomBytes } from 'node:crypto';
import { PassThrough, Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { crc32 } from 'node:zlib';
import fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import { BLOCK_BYTES } from './block-checksums.ts';
import { BlobDamaged, BlobLengthWrong, type BlobRef, type BlobStore, BlobTooLarge } from './blobs.ts';
import { endless, generated, pieces } from './fixtures/bodies.ts';

/** A store under test, with access to its backend. */
export interface Backend {
  blobs: BlobStore;
  /** The names of all stored files: finished blobs, unfinished ones, and others. */
  traces(): Promise<string[]>;
  /** Replaces the stored bytes of a blob, as a failing disk does. */
  overwrite(key: string, bytes: Buffer): Promise<void>;
}

const MIB = 1024 * 1024;
const PIECE = MIB / 4;
const MAX = { maxBytes: 64 * MIB };

/** The store of the running test. */
type Store = () => Backend;

/** The rules of `Blobs`, run against one backend. `fresh` returns an empty store; a property has `numRuns` runs. */
export function blobsSuite(name: string, fresh: () => Promise<Backend>, numRuns = 30): void {
  describe(`blobs in ${name}`, () => {
    let backend: Backend | undefined;
    beforeEach(async () => {
      backend = await fresh();
    });
    const the = (): Backend => {
      if (!backend) throw new Error('Called outside a test');
      return backend;
    };
    describe('writing a blob', () => {
      writeRules(the, numRuns);
    });
    describe('a write that fails leaves no files', () => {
      failureRules(the);
    });
    describe('reading a blob', () => {
      readRules(the, numRuns);
    });
    describe('reading a blob with damaged bytes', () => {
      damageRules(the, numRuns);
    });
    describe('deleting, measuring and listing blobs', () => {
      otherRules(the);
    });
  });
}

function writeRules(the: Store, numRuns: number): void {
  test.each([0, 1, 70_000, 300_000, 3_000_000])('%i bytes are read as they were written', async (size) => {
    const bytes = randomBytes(size);
    const stored = await the().blobs.write(pieces(bytes), { ...MAX, expectedBytes: size });
    expect(stored.sizeBytes).toBe(size);
    expect(stored.sha256).toEqual(createHash('sha256').update(bytes).digest());
    expect(stored.crc32).toBe(crc32(bytes));
    expect((await buffer(the().blobs.read(stored))).equals(bytes)).toBe(true);
  });

  test('SPEED-10 pieces that nothing else uses are freed, others stay as they are', async () => {
    const bytes = randomBytes(18 * MIB);
    const copies = () =>
      Array.from({ length: 72 }, (_, n) => Buffer.from(bytes.subarray(n * PIECE, (n + 1) * PIECE)));
    const [owned, used] = [copies(), copies()];
    const stored = await the().blobs.write(Readable.from(owned), { ...MAX, ownsPieces: true });
    expect(owned.map(({ length }) => length)).toEqual(owned.map(() => 0));
    expect((await buffer(the().blobs.read(stored))).equals(bytes)).toBe(true);
    await the().blobs.write(Readable.from(used), MAX);
    expect(Buffer.concat(used).equals(bytes)).toBe(true);
  });

  test('a body has the same bytes and checksums however it is divided into pieces', async () => {
    const anyPieces = fc.array(fc.uint8Array({ maxLength: 5000 }), { maxLength: 600 });
    await fc.assert(
      fc.asyncProperty(anyPieces, async (list) => {
        const whole = Buffer.concat(list);
        const stored = await the().blobs.write(Readable.from(list), MAX);
        expect(stored.crc32).toBe(crc32(whole));
        expect((await buffer(the().blobs.read(stored))).equals(whole)).toBe(true);
      }),
      { numRuns },
    );
  });

  test('equal bytes get different keys', async () => {
    const bytes = randomBytes(10);
    const [one, two] = await Promise.all([
      the().blobs.write(generated(bytes), MAX),
      the().blobs.write(pieces(bytes), MAX),
    ]);
    expect(one.key).not.toBe(two.key);
  });

  test('a hundred concurrent writes are all stored, each with its own bytes', async () => {
    const bodies = Array.from({ length: 100 }, (_, n) => randomBytes(n * 97));
    const stored = await Promise.all(bodies.map((body) => the().blobs.write(pieces(body), MAX)));
    expect(new Set(stored.map((blob) => blob.key)).size).toBe(100);
    const read = await Promise.all(stored.map((blob) => buffer(the().blobs.read(blob))));
    expect(read.every((body, n) => body.equals(bodies[n] ?? Buffer.alloc(0)))).toBe(true);
  });

  test('exactly the maximum number of bytes is accepted', async () => {
    const stored = await the().blobs.write(pieces(randomBytes(1000)), { maxBytes: 1000 });
    expect(stored.sizeBytes).toBe(1000);
  });
}

function failureRules(the: Store): void {
  const nothingLeft = async (): Promise<void> => expect(await the().traces()).toEqual([]);

  test('a blob whose announced length is too large is refused before a byte is read', async () => {
    const body = new PassThrough();
    const write = the().blobs.write(body, { maxBytes: 10, expectedBytes: 11 });
    await expect(write).rejects.toThrow(BlobTooLarge);
    expect(body.readableDidRead).toBe(false);
    await nothingLeft();
  });

  test('a blob without an announced length is refused at the limit, and its source stays usable', async () => {
    const body = endless();
    await expect(the().blobs.write(body, { maxBytes: 1_000_000 })).rejects.toThrow(BlobTooLarge);
    expect(body.destroyed).toBe(false);
    body.destroy();
    await nothingLeft();
  });

  test.each([
    ['shorter', 9],
    ['longer', 11],
  ])('a write whose source is %s than announced leaves no files', async (_, size) => {
    const write = the().blobs.write(pieces(randomBytes(size)), { ...MAX, expectedBytes: 10 });
    await expect(write).rejects.toThrow(BlobLengthWrong);
    await nothingLeft();
  });

  test('a write whose source fails leaves no files', async () => {
    const broken = new Error('the network is gone');
    const body = Readable.from(
      (async function* () {
        yield randomBytes(400_000);
        throw broken;
      })(),
    );
    await expect(the().blobs.write(body, MAX)).rejects.toBe(broken);
    await nothingLeft();
  });

  test('a write whose source closes before its end leaves no files', async () => {
    const body = new PassThrough();
    body.write(randomBytes(100));
    const write = the().blobs.write(body, MAX);
    body.destroy();
    await expect(write).rejects.toThrow('ended early');
    await expect(the().blobs.write(body, MAX)).rejects.toThrow('ended early');
    await nothingLeft();
  });

  test('the signal ends a write whose source hangs', async () => {
    const stop = new AbortController();
    const body = new PassThrough();
    body.write(randomBytes(300_000));
    const write = the().blobs.write(body, { ...MAX, signal: stop.signal });
    stop.abort(new Error('enough'));
    await expect(write).rejects.toThrow('enough');
    await expect(the().blobs.write(body, { ...MAX, signal: stop.signal })).rejects.toThrow('enough');
    body.destroy();
    await nothingLeft();
  });
}

function readRules(the: Store, numRuns: number): void {
  test.each([700_000, BLOCK_BYTES, 2 * BLOCK_BYTES, 1000])(
    'each range of a blob of %i bytes returns exactly the bytes of that range',
    async (size) => {
      const bytes = randomBytes(size);
      const blob = await the().blobs.write(pieces(bytes), MAX);
      const position = fc.oneof(
        fc.integer({ min: 0, max: size }),
        fc.constantFrom(...[0, BLOCK_BYTES, 2 * BLOCK_BYTES, size].filter((at) => at <= size)),
      );
      await fc.assert(
        fc.asyncProperty(position, position, async (a, b) => {
          const range = { start: Math.min(a, b), end: Math.max(a, b) };
          const part = bytes.subarray(range.start, range.end);
          expect((await buffer(the().blobs.read(blob, range))).equals(part)).toBe(true);
        }),
        { numRuns },
      );
    },
  );

  test('an opened blob fills the given buffers and reports its end', async () => {
    const bytes = randomBytes(2500);
    const blob = await the().blobs.write(pieces(bytes), MAX);
    const reader = await the().blobs.open(blob, { start: 500, end: 2500 });
    const target = Buffer.alloc(1500);
    expect(await reader.read(target)).toBe(1500);
    expect(target.equals(bytes.subarray(500, 2000))).toBe(true);
    expect(await reader.read(target)).toBe(500);
    expect(await reader.read(target)).toBe(0);
    await reader.close();
  });

  test('an unknown key is reported as missing, and so is text that is not a key', async () => {
    const blob = await the().blobs.write(pieces(randomBytes(10)), MAX);
    const { key } = blob;
    await the().blobs.delete(key);
    for (const missing of [key, '', '..', '../../etc/passwd', `${key}/../x`, '\0']) {
      const ref = { ...blob, key: missing };
      await expect(the().blobs.open(ref)).rejects.toMatchObject({ name: 'BlobDamaged', damage: 'missing' });
      await expect(buffer(the().blobs.read(ref))).rejects.toThrow(BlobDamaged);
      await expect(the().blobs.measure(missing)).rejects.toThrow(BlobDamaged);
      expect(await the().blobs.sizeOf(missing)).toBeNull();
    }
  });
}

const flipped = (bytes: Buffer, at: number): Buffer => {
  const copy = Buffer.from(bytes);
  copy.writeUInt8(copy.readUInt8(at) ^ 1, at);
  return copy;
};

function damageRules(the: Store, numRuns: number): void {
  const SIZES = [1, 1000, BLOCK_BYTES, BLOCK_BYTES + 1, 3 * BLOCK_BYTES + 5];
  const stored = async (bytes: Buffer): Promise<BlobRef> => the().blobs.write(pieces(bytes), MAX);

  test.each(SIZES)(
    'SAFE-22 in a blob of %i bytes one flipped bit anywhere makes the read fail',
    async (size) => {
      const bytes = randomBytes(size);
      const blob = await stored(bytes);
      for (const at of new Set([0, Math.floor(size / 2), size - 1])) {
        await the().overwrite(blob.key, flipped(bytes, at));
        await expect(buffer(the().blobs.read(blob))).rejects.toMatchObject({ damage: 'wrong checksum' });
      }
      await the().overwrite(blob.key, bytes);
      expect((await buffer(the().blobs.read(blob))).equals(bytes)).toBe(true);
    },
  );

  test('SAFE-22 the read of a range fails exactly when one of its blocks is damaged', async () => {
    const size = 3 * BLOCK_BYTES + 5;
    const bytes = randomBytes(size);
    const blob = await stored(bytes);
    const position = fc.integer({ min: 0, max: size - 1 });
    await fc.assert(
      fc.asyncProperty(position, position, position, async (bad, a, b) => {
        await the().overwrite(blob.key, flipped(bytes, bad));
        const range = { start: Math.min(a, b), end: Math.max(a, b) + 1 };
        const blockOf = (at: number) => Math.floor(at / BLOCK_BYTES);
        const isTouched = blockOf(range.start) <= blockOf(bad) && blockOf(bad) <= blockOf(range.end - 1);
        const read = buffer(the().blobs.read(blob, range)).then(
          (part) => part.equals(bytes.subarray(range.start, range.end)),
          (error: unknown) => error instanceof BlobDamaged && 'damaged',
        );
        expect(await read).toBe(isTouched ? 'damaged' : true);
      }),
      { numRuns: 2 * numRuns },
    );
  });

  test('SAFE-22 a read never returns the last byte of a range that contains a wrong byte', async () => {
    const bytes = randomBytes(2 * BLOCK_BYTES + 100);
    const blob = await stored(bytes);
    await the().overwrite(blob.key, flipped(bytes, bytes.length - 1));
    const range = { start: 10, end: bytes.length - 50 };
    const reader = await the().blobs.open(blob, range);
    let read = 0;
    const readOn = async (): Promise<void> => {
      for (;;) read += await reader.read(Buffer.alloc(100_000));
    };
    await expect(readOn()).rejects.toThrow(BlobDamaged);
    expect(read).toBeLessThan(range.end - range.start);
    await reader.close();
  });

  test.each([
    ['empty', (bytes: Buffer) => bytes.subarray(0, 0)],
    ['one byte short', (bytes: Buffer) => bytes.subarray(0, -1)],
  ])('SAFE-22 the read of a truncated blob (%s) ends with an error', async (_, cut) => {
    const bytes = randomBytes(BLOCK_BYTES + 10);
    const blob = await stored(bytes);
    await the().overwrite(blob.key, cut(bytes));
    await expect(buffer(the().blobs.read(blob))).rejects.toMatchObject({ damage: 'short' });
    expect(await the().blobs.sizeOf(blob.key)).toBe(cut(bytes).length);
  });

  test('SAFE-22 a blob that is too long is read up to its size, and sizeOf shows the excess', async () => {
    const bytes = randomBytes(BLOCK_BYTES + 10);
    const blob = await stored(bytes);
    await the().overwrite(blob.key, Buffer.concat([bytes, Buffer.from('x')]));
    expect((await buffer(the().blobs.read(blob))).equals(bytes)).toBe(true);
    expect(await the().blobs.sizeOf(blob.key)).toBe(bytes.length + 1);
  });

  test('SAFE-22 without block checksums a read of the complete blob is verified', async () => {
    const bytes = randomBytes(2 * BLOCK_BYTES);
    const blob = { ...(await stored(bytes)), blockChecksums: null };
    expect((await buffer(the().blobs.read(blob))).equals(bytes)).toBe(true);
    const part = await buffer(the().blobs.read(blob, { start: 5, end: 300_000 }));
    expect(part.equals(bytes.subarray(5, 300_000))).toBe(true);
    await the().overwrite(blob.key, flipped(bytes, 7));
    await expect(buffer(the().blobs.read(blob))).rejects.toThrow(BlobDamaged);
  });
}

function otherRules(the: Store): void {
  test('delete removes the bytes and accepts an unknown key', async () => {
    const { key } = await the().blobs.write(pieces(randomBytes(10)), MAX);
    await the().blobs.delete(key);
    expect(await the().traces()).toEqual([]);
    await the().blobs.delete(key);
    await the().blobs.delete('../../etc/passwd');
  });

  test('measure computes the checksums of the stored bytes', async () => {
    const { key, ...written } = await the().blobs.write(pieces(randomBytes(700_000)), MAX);
    expect(await the().blobs.measure(key)).toEqual(written);
  });

  test('the check of a working store passes and leaves no files', async () => {
    await the().blobs.check();
    expect(await the().traces()).toEqual([]);
  });

  test('list returns every blob with its size and time, in the byte order of the keys', async () => {
    const sizes = Array.from({ length: 100 }, (_, n) => n);
    const stored = await Promise.all(sizes.map((n) => the().blobs.write(pieces(randomBytes(n)), MAX)));
    const listed = await Array.fromAsync(the().blobs.list());
    const sizeOf = new Map(stored.map(({ key, sizeBytes }) => [key, sizeBytes]));
    expect(listed.map(({ key }) => key)).toEqual([...sizeOf.keys()].toSorted());
    expect(listed.every(({ key, sizeBytes }) => sizeBytes === sizeOf.get(key))).toBe(true);
    expect(listed.every(({ storedAt }) => anHourAgo() < storedAt && storedAt < inAnHour())).toBe(true);
  });
}

export const inAnHour = (): Date => new Date(Date.now() + 3_600_000);
export const anHourAgo = (): Date => new Date(Date.now() - 3_600_000);
