import { Readable } from 'node:stream';
import type { BlobReader } from './blobs.ts';

/**
 * Sizes of the chunks of the stream. The first chunk is small, because most blobs are small. The others have eight
 * times Node's default size, because each chunk costs a thread switch.
 */
const FIRST_CHUNK_BYTES = 64 * 1024;
const CHUNK_BYTES = 512 * 1024;

/** All bytes of a reader as a stream, which opens it with its first read and closes it at the end. */
export const streamOf = (open: () => Promise<BlobReader>): Readable =>
  Readable.from(chunks(open), { objectMode: false });

async function* chunks(open: () => Promise<BlobReader>): AsyncGenerator<Uint8Array> {
  const reader = await open();
  try {
    for (let size = FIRST_CHUNK_BYTES; ; size = CHUNK_BYTES) {
      const chunk = Buffer.allocUnsafeSlow(size);
      const bytes = await reader.read(chunk);
      if (bytes > 0) yield chunk.subarray(0, bytes);
      if (bytes < size) return;
    }
  } finally {
    await reader.close();
  }
}
