import { crc32 } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { contentLayout, type Layout } from './layout.ts';
import { bytesOf, MemoryContents } from './fixtures/memory-contents.ts';
import { MAX_ZIP_PATH_BYTES, type ZipEntry, zipLayout } from './zip-layout.ts';

const anyTime = fc.date({ min: new Date('1900-01-01'), max: new Date('2200-01-01'), noInvalidDate: true });
const anyFile = fc.record({ bytes: fc.uint8Array({ maxLength: 3000 }), time: anyTime });
const anyPath = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 40 });

/** Entries with their contents; null is an empty folder. */
const anyArchive = fc.array(fc.tuple(anyPath, fc.option(anyFile)), { maxLength: 12 }).map((list) => {
  const contents = new MemoryContents();
  const entries = list.map(([path, file], n): ZipEntry =>
    file
      ? contents.file(`${n} ${path}`, Buffer.from(file.bytes), file.time)
      : { kind: 'folder', path: `${n} ${path}`, modifiedAt: new Date(0) },
  );
  return { contents, entries, layout: zipLayout(entries) };
});

describe('the ZIP layout', () => {
  test('the ZIP layout has a known length before the first byte', async () => {
    await fc.assert(
      fc.asyncProperty(anyArchive, async ({ contents, layout }) => {
        let length = 0;
        for (const segment of layout.segments(0, Infinity)) {
          length += segment.kind === 'bytes' ? segment.bytes.length : segment.end - segment.start;
        }
        expect(length).toBe(layout.sizeBytes);
        expect((await bytesOf(contents, layout)).length).toBe(layout.sizeBytes);
      }),
      { numRuns: 50 },
    );
  });

  test('any range has the bytes of that part of the archive, with buffers of any size', async () => {
    const anyBuffer = fc.integer({ min: 1, max: 5000 });
    await fc.assert(
      fc.asyncProperty(anyArchive, fc.nat(), fc.nat(), anyBuffer, async (archive, a, b, bufferBytes) => {
        const { contents, layout } = archive;
        const whole = await bytesOf(contents, layout);
        const [x, y] = [a % (whole.length + 1), b % (whole.length + 1)];
        const range = { start: Math.min(x, y), end: Math.max(x, y), bufferBytes };
        const part = await bytesOf(contents, layout, range);
        expect(part.equals(whole.subarray(range.start, range.end))).toBe(true);
        expect(contents.closed).toBe(contents.opened);
      }),
      { numRuns: 200 },
    );
  });

  test('a range reads nothing before its start', () => {
    const contents = new MemoryContents();
    const entries = Array.from({ length: 1000 }, (_, n) => contents.file(`${n}`, Buffer.alloc(10)));
    const layout = zipLayout(entries);
    const tail = Array.from(layout.segments(layout.sizeBytes - 22, layout.sizeBytes));
    expect(tail).toHaveLength(1);
  });

  test('a streaming reader needs the local headers only', async () => {
    await fc.assert(
      fc.asyncProperty(anyArchive, async ({ contents, entries, layout }) => {
        const read = readFromFront(await bytesOf(contents, layout));
        expect(read.map((member) => member.name)).toEqual(
          entries.map((entry) => (entry.kind === 'folder' ? `${entry.path}/` : entry.path)),
        );
        for (const member of read) expect(crc32(member.bytes)).toBe(member.crc32);
      }),
      { numRuns: 50 },
    );
  });

  test('the tag is equal for equal entries and changes with every field', () => {
    const file = new MemoryContents().file('a.txt', Buffer.from('a'));
    const folder: ZipEntry = { kind: 'folder', path: 'a.txt', modifiedAt: file.modifiedAt };
    const others: ZipEntry[][] = [
      [],
      [folder],
      [file, file],
      [{ ...file, path: 'b.txt' }],
      [{ ...file, sizeBytes: 2 }],
      [{ ...file, crc32: 1 }],
      [{ ...file, modifiedAt: new Date(1) }],
      [{ ...file, sha256: Buffer.alloc(32) }],
    ];
    const tags = [[file], ...others].map((entries) => zipLayout(entries).etag);
    expect(new Set(tags).size).toBe(tags.length);
    expect(zipLayout([{ ...file }]).etag).toBe(tags[0]);
    for (const tag of tags) expect(tag).toMatch(/^"[\w-]+"$/);
  });

  test('the ZIP layout refuses a path that is too long for a ZIP', () => {
    const contents = new MemoryContents();
    const path = 'x'.repeat(MAX_ZIP_PATH_BYTES);
    expect(zipLayout([contents.file(path, Buffer.alloc(0))]).sizeBytes).toBeGreaterThan(2 * path.length);
    expect(() => zipLayout([contents.file(`${path}x`, Buffer.alloc(0))])).toThrow(RangeError);
    expect(() => zipLayout([{ kind: 'folder', path, modifiedAt: new Date() }])).toThrow(RangeError);
  });
});

test('a single content is a layout too: its bytes, tagged by their SHA-256', async () => {
  const contents = new MemoryContents();
  const { sha256, sizeBytes } = contents.file('a', Buffer.from('0123456789'));
  const layout: Layout = contentLayout({ sizeBytes, sha256 });
  expect((await bytesOf(contents, layout, { start: 3, end: 7 })).toString()).toBe('3456');
  expect(layout.etag).toBe(`"${sha256.toString('base64url')}"`);
  expect(Array.from(layout.segments(5, 5))).toEqual([]);
});

test('SAFE-22 a content that is too short ends the reply with an error and closes everything', async () => {
  const contents = new MemoryContents();
  const [file, short] = [contents.file('a', Buffer.alloc(5000)), contents.file('b', Buffer.alloc(5001))];
  contents.cut(short.sha256);
  const layout = zipLayout([file, file, short, file]);
  await expect(bytesOf(contents, layout, { bufferBytes: 100_000 })).rejects.toThrow('short');
  expect(contents.closed).toBe(contents.opened);
});

interface ReadMember {
  name: string;
  crc32: number;
  bytes: Buffer;
}

/** Reads as a streaming unzip: header by header, until the central directory. */
function readFromFront(archive: Buffer): ReadMember[] {
  const members: ReadMember[] = [];
  let at = 0;
  while (archive.readUInt32LE(at) === 0x04_03_4b_50) {
    const [size, nameLength, extraLength] = [
      archive.readUInt32LE(at + 22),
      archive.readUInt16LE(at + 26),
      archive.readUInt16LE(at + 28),
    ];
    const name = archive.toString('utf8', at + 30, at + 30 + nameLength);
    const data = at + 30 + nameLength + extraLength;
    members.push({
      name,
      crc32: archive.readUInt32LE(at + 14),
      bytes: archive.subarray(data, data + size),
    });
    at = data + size;
  }
  return members;
}
