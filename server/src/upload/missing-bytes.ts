import type { Blobs } from '../platform/blobs/index.ts';
import { inParallel } from '../platform/in-parallel.ts';
import { blobOfRow } from './queries.ts';
import type { OwnedUpload } from './transfer.queries.ts';

/** Maximum number of uploads that are checked concurrently: the size of the thread pool of libuv. */
const AT_ONCE = 4;

/**
 * Returns the uploads that passed the scan and whose bytes are missing or have another length.
 * @throws StorageFailed
 */
export async function missingBytes(blobs: Blobs, uploads: readonly OwnedUpload[]): Promise<Set<OwnedUpload>> {
  const missing = new Set<OwnedUpload>();
  const passed = uploads.filter(({ state }) => state === 'passed');
  await inParallel(passed, AT_ONCE, async (upload) => {
    const blob = blobOfRow(upload);
    if (blob !== null && (await blobs.sizeOf(blob.key)) !== blob.sizeBytes) missing.add(upload);
  });
  return missing;
}
