import type { Database, Log } from '../platform/database/index.ts';
import { insertGarbage } from './release.queries.ts';

export interface ReleaseDeps {
  database: Database;
  log: Log;
}

/**
 * Releases stored bytes that have no row, or whose row is uncertain because the answer of a COMMIT was lost. This is
 * safe in both cases: the sweep checks the database before it deletes (SAFE-20). It never throws; bytes that cannot be
 * released now are found by the sweep of all blobs.
 */
export async function releaseBytes({ database, log }: ReleaseDeps, keys: readonly string[]): Promise<void> {
  if (keys.length === 0) return;
  await insertGarbage(database.kysely, keys).catch((error: unknown) => {
    const reason = error instanceof Error ? error.message : String(error);
    log.warn({ reason, blobs: keys.length }, 'Bytes not released; the sweep of all blobs will find them');
  });
}

/**
 * Runs `work`, which references stored bytes in a row; releases the bytes when `work` fails.
 * @throws the error of `work`
 */
export async function orRelease<T>(
  deps: ReleaseDeps,
  keys: readonly string[],
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    await releaseBytes(deps, keys);
    throw error;
  }
}
