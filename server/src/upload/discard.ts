import type { UploadParts } from './parts.ts';
import { forgetGarbage } from './queries.ts';

/**
 * Removes bytes that no row refers to any more. Their keys stand in the list of garbage since the transaction that
 * let go of them, so what cannot be removed now is removed by the sweeper later: this never fails.
 */
export async function discard(
  { blobs, database, log }: Pick<UploadParts, 'blobs' | 'database' | 'log'>,
  storageKeys: readonly string[],
): Promise<void> {
  if (storageKeys.length === 0) return;
  try {
    for (const key of storageKeys) await blobs.remove(key);
    await forgetGarbage(database.kysely, storageKeys);
  } catch (error) {
    log.warn({ err: error }, 'discarded bytes could not be removed yet');
  }
}
