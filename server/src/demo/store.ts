import type { PlannedFile, PlannedVersion } from '@vault/demo/vault';
import type { Blobs, StoredBlob } from '../platform/blobs/index.ts';
import type { Log } from '../platform/database/index.ts';
import type { Scanner } from '../platform/scanner/index.ts';
import { bufferSource } from '../platform/zip/index.ts';

export interface StoreDeps {
  blobs: Blobs;
  scanner: Scanner;
  log: Log;
}

/** One version of a planned file whose bytes were scanned, passed, and are stored. */
export interface StoredVersion {
  file: PlannedFile;
  version: PlannedVersion;
  blob: StoredBlob;
}

/** Files that are processed concurrently: while some wait for the disk, this thread creates the bytes of others. */
const AT_ONCE = 8;

/**
 * Creates, scans and stores all versions of the files, as an upload does; adds nothing to the tree.
 * @returns in the order of the files, versions oldest first; a version in which the scanner finds a virus is left out
 * and logged
 * @throws Error when the scanner fails; the error of the store
 */
export async function storeFiles(deps: StoreDeps, files: readonly PlannedFile[]): Promise<StoredVersion[]> {
  const all = files.flatMap((file) => file.versions.map((version) => ({ file, version })));
  const stored: (StoredVersion | null)[] = all.map(() => null);
  const work = all.entries();
  let failed = false;
  const worker = async (): Promise<void> => {
    for (const [at, { file, version }] of work) {
      if (failed) return;
      const blob = await storeVersion(deps, file, version);
      stored[at] = blob && { file, version, blob };
    }
  };
  // Waits for all workers, so that none stores files after the start has failed.
  const ends = await Promise.allSettled(
    Array.from({ length: AT_ONCE }, () =>
      worker().catch((error: unknown) => {
        failed = true;
        throw error;
      }),
    ),
  );
  for (const end of ends) if (end.status === 'rejected') throw end.reason;
  return stored.filter((one) => one !== null);
}

async function storeVersion(
  { blobs, scanner, log }: StoreDeps,
  { path, name }: PlannedFile,
  version: PlannedVersion,
): Promise<StoredBlob | null> {
  const bytes = await version.make();
  const verdict = await scanner.scan(bufferSource(bytes));
  if (verdict.status === 'ERROR') throw new Error(`The scanner cannot judge ${name}: ${verdict.reason}`);
  if (verdict.status === 'VIRUS') {
    log.warn({ path, name, signature: verdict.signature }, 'Demo file refused by the scanner; it is skipped');
    return null;
  }
  return blobs.write(once(bytes), { maxBytes: bytes.length, expectedBytes: bytes.length });
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}
