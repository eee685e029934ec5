import type { BlobRef, Blobs } from '../platform/blobs/index.ts';

/**
 * Larger chunks save turns of the event loop; those of 2 MiB made a download of 1 GiB fastest (docs/performance.md).
 */
const CHUNK_BYTES = 2 * 1024 * 1024;

/** Reads a stored blob to its end and verifies it. @throws BlobDamaged, StorageFailed */
export async function readVerified(blobs: Blobs, blob: BlobRef): Promise<void> {
  const reader = await blobs.open(blob);
  try {
    const chunk = Buffer.allocUnsafe(Math.min(CHUNK_BYTES, blob.sizeBytes + 1));
    let count = chunk.length;
    while (count === chunk.length) count = await reader.read(chunk);
  } finally {
    await reader.close();
  }
}
