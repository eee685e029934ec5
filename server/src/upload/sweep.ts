import type { UploadDeps } from './deps.ts';
import { deleteExpiredUploads, deleteUnusedChunks } from './sweep.queries.ts';

export type SweepDeps = Pick<UploadDeps, 'database' | 'clock' | 'log'>;

const BATCH = 500;

/**
 * Deletes uploads that were not transferred in time (D-21) and chunks that no upload references; releases their bytes.
 */
export async function sweepUploads({ database, clock, log }: SweepDeps): Promise<void> {
  const now = clock.now();
  const uploads = await inBatches(() => deleteExpiredUploads(database.kysely, now, BATCH));
  await inBatches(() => deleteUnusedChunks(database.kysely, BATCH));
  if (uploads > 0) log.info({ uploads }, 'Deleted expired uploads');
}

/** Repeats `work` until a batch is not full. @returns the total */
async function inBatches(work: () => Promise<number>): Promise<number> {
  let total = 0;
  for (;;) {
    const count = await work();
    total += count;
    if (count < BATCH) return total;
  }
}
