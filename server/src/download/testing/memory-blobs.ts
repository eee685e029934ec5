import { crc32 } from 'node:zlib';
import type { OpensBlobs } from '../segment-reader.ts';
import { SegmentReader } from '../segment-reader.ts';
import type { Layout } from '../layout.ts';
import type { ZipFile } from '../zip-layout.ts';

/** Blobs in memory, for tests of what is made from them; counts what is open. */
export class MemoryBlobs implements OpensBlobs {
  readonly bytes = new Map<string, Buffer>();
  opened = 0;
  closed = 0;

  /** Stores bytes and describes them as a file of an archive. */
  file(path: string, bytes: Buffer, modifiedAt = new Date('2026-11-20T10:20:30Z')): ZipFile {
    const blobKey = `blob ${this.bytes.size}`;
    this.bytes.set(blobKey, bytes);
    return { kind: 'file', path, sizeBytes: bytes.length, crc32: crc32(bytes), modifiedAt, blobKey };
  }

  open: OpensBlobs['open'] = async (key, range) => {
    const whole = this.bytes.get(key);
    if (!whole) throw new Error(`no blob ${key}`);
    this.opened += 1;
    let rest = whole.subarray(range?.start, range?.end);
    return {
      read: async (target) => {
        const copied = rest.copy(target);
        rest = rest.subarray(copied);
        return copied;
      },
      close: async () => {
        this.closed += 1;
      },
    };
  };
}

/** The bytes of a layout, or of a range of it, read through buffers of `bufferBytes`. */
export async function bytesOf(
  blobs: OpensBlobs,
  layout: Layout,
  { start = 0, end = layout.sizeBytes, bufferBytes = 1000 } = {},
): Promise<Buffer> {
  const reader = new SegmentReader(blobs, layout.segments(start, end));
  const target = Buffer.alloc(end - start);
  for (let at = 0; at < target.length; at += bufferBytes) {
    await reader.fill(target.subarray(at, at + bufferBytes));
  }
  await reader.close();
  return target;
}
