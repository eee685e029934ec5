import type { BlobRef, Blobs } from '../platform/blobs/index.ts';
import type { Database } from '../platform/database/index.ts';
import { inParallel } from '../platform/in-parallel.ts';
import { readVerified } from './read-verified.ts';
import { blobsOf } from './store-contents.queries.ts';

/**
 * Reads the stored copies of some contents, before they are used in place of new bytes (SAFE-21). Call it before the
 * transaction of `storeBlobs`: it can read many bytes, and no lock may be held during that time.
 * @returns the storage keys of the intact copies; a copy that cannot be read is left out
 */
export async function intactCopies(
  { database, blobs }: { database: Database; blobs: Blobs },
  sha256s: readonly Buffer[],
): Promise<Set<string>> {
  const intact = new Set<string>();
  if (sha256s.length === 0) return intact;
  const copies = await blobsOf(database.kysely, sha256s);
  await inParallel(copies, blobs.parallelReads, async (copy) => {
    if (await isIntact(blobs, copy)) intact.add(copy.key);
  });
  return intact;
}

async function isIntact(blobs: Blobs, copy: BlobRef): Promise<boolean> {
  try {
    if ((await blobs.sizeOf(copy.key)) !== copy.sizeBytes) return false;
    await readVerified(blobs, copy);
    return true;
  } catch {
    return false;
  }
}
