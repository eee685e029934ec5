import { crc32 } from 'node:zlib';
import { expect, test, vi } from 'vitest';
import type { PackEntry } from '../queue/transport.ts';
import { packFiles } from './pack.ts';

const signal = new AbortController().signal;
const entry = (path: string, content: string): PackEntry => ({ path, file: new File([content], 'x') });

/** Reads a ZIP of stored entries by its central directory, as the server does. */
async function unpack(zip: Blob): Promise<Map<string, string>> {
  const bytes = Buffer.from(await zip.arrayBuffer());
  const end = bytes.lastIndexOf('PK\u0005\u0006');
  let at = bytes.readUInt32LE(end + 16);
  const found = new Map<string, string>();
  for (let left = bytes.readUInt16LE(end + 10); left > 0; left -= 1) {
    expect(bytes.readUInt32LE(at)).toBe(0x02014b50);
    const [nameLength, extraLength] = [bytes.readUInt16LE(at + 28), bytes.readUInt16LE(at + 30)];
    const name = bytes.toString('utf8', at + 46, at + 46 + nameLength);
    const size = bytes.readUInt32LE(at + 24);
    const header = bytes.readUInt32LE(at + 42);
    const start = header + 30 + bytes.readUInt16LE(header + 26) + bytes.readUInt16LE(header + 28);
    const content = bytes.subarray(start, start + size);
    expect(crc32(content)).toBe(bytes.readUInt32LE(at + 16));
    found.set(name, content.toString());
    at += 46 + nameLength + extraLength;
  }
  return found;
}

test('UPLOAD-27 a folder becomes one ZIP with all its files and their checksums', async () => {
  const big = 'x'.repeat(3_000_000);
  const zip = await packFiles({
    entries: [entry('Tax/a.txt', 'first'), entry('Tax/empty.txt', ''), entry('Tax/sub/big.bin', big)],
    onProgress: () => undefined,
    signal,
  });
  const found = await unpack(zip);
  expect([...found]).toEqual([
    ['Tax/a.txt', 'first'],
    ['Tax/empty.txt', ''],
    ['Tax/sub/big.bin', big],
  ]);
});

test('two files in a row with the same content are two files in the ZIP', async () => {
  const zip = await packFiles({
    entries: [entry('T/a', 'same'), entry('T/b', 'same')],
    onProgress: () => undefined,
    signal,
  });
  expect([...(await unpack(zip)).values()]).toEqual(['same', 'same']);
});

test('the progress of packing counts the bytes of the files', async () => {
  const seen: number[] = [];
  await packFiles({
    entries: [entry('T/a', '12345'), entry('T/b', '123')],
    onProgress: (doneBytes) => seen.push(doneBytes),
    signal,
  });
  expect(seen).toEqual([5, 8]);
});

test('packing fails when one of the files cannot be read', async () => {
  const file = new File(['x'], 'x');
  file.stream = () =>
    new ReadableStream({
      start(controller) {
        controller.error(new DOMException('changed on disk', 'NotReadableError'));
      },
    });
  await expect(
    packFiles({ entries: [{ path: 'T/a', file }], onProgress: () => undefined, signal }),
  ).rejects.toThrow('changed on disk');
});

test('an abort stops the packing', async () => {
  const controller = new AbortController();
  const packing = packFiles({
    entries: [entry('T/a', 'x'), entry('T/b', 'y')],
    onProgress: () => controller.abort(),
    signal: controller.signal,
  });
  await expect(packing).rejects.toThrow('abort');
});

test('C53 packing a folder again gives the same bytes, so the upload can continue', async () => {
  const entries = [
    { path: 'Tax/a.txt', file: new File(['first'], 'a.txt', { lastModified: 1_700_000_000_000 }) },
    { path: 'Tax/sub/ä.bin', file: new File(['second'.repeat(90_000)], 'ä.bin', { lastModified: 5 }) },
  ];
  const bytes = async () => {
    const zip = await packFiles({ entries, onProgress: () => undefined, signal });
    return Buffer.from(await zip.arrayBuffer());
  };
  const first = await bytes();
  // The ZIP must not contain the time of packing, which ZIP stores in steps of two seconds.
  vi.useFakeTimers({ now: Date.now() + 60_000, toFake: ['Date'] });
  try {
    expect((await bytes()).equals(first)).toBe(true);
  } finally {
    vi.useRealTimers();
  }
});
