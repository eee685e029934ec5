import type { BlobRef, Blobs } from '../platform/blobs/index.ts';
import type { Database } from '../platform/database/index.ts';
import { blobsOf } from './keep.queries.ts';

/** Copies that are read at the same time: as many as Node has threads for files. */
const PARALLEL_READS = 4;
const CHUNK_BYTES = 512 * 1024;

/**
 * Reads the bytes that the vault has already of some contents, before they stand in for new bytes (SAFE-21). Call it
 * before the transaction of `keepBlobs`: it may read much, so no lock must be held during it.
 * @returns the storage keys of those that are intact; one that cannot be read, for whatever reason, is not among them
 */
export async function intactCopies(
  { database, blobs }: { database: Database; blobs: Blobs },
  sha256s: readonly Buffer[],
): Promise<Set<string>> {
  const intact = new Set<string>();
  if (sha256s.length === 0) return intact;
  const copies = (await blobsOf(database.kysely, sha256s)).values();
  const lane = async (): Promise<void> => {
    for (const copy of copies) if (await isIntact(blobs, copy)) intact.add(copy.key);
  };
  await Promise.all(Array.from({ length: PARALLEL_READS }, lane));
  return intact;
}

async function isIntact(blobs: Blobs, copy: BlobRef): Promise<boolean> {
  try {
    if ((await blobs.sizeOf(copy.key)) !== copy.sizeBytes) return false;
    const reader = await blobs.open(copy);
    try {
      const chunk = Buffer.allocUnsafe(CHUNK_BYTES);
      let count = chunk.length;
      while (count === chunk.length) count = await reader.read(chunk);
      return true;
    } finally {
      await reader.close();
    }
  } catch {
    return false;
  }
}
