import type { Transaction } from 'kysely';
import { Errors } from '../http/index.ts';
import type { DB } from '../platform/database/index.ts';
import { lockRecord } from '../tree/index.ts';
import type { BringBackDeps } from './deps.ts';

/** Files, folders and items of one transaction, so that other writers wait less. */
const BATCH = 500;

/**
 * Does the work for all items in transactions of bounded size, each under the record's lock.
 * @throws E4 when the record does not exist
 */
export async function inBatches<T>(
  { database }: Pick<BringBackDeps, 'database'>,
  { recordId }: { recordId: string },
  all: readonly T[],
  work: (tx: Transaction<DB>, batch: readonly T[]) => Promise<void>,
): Promise<void> {
  for (let from = 0; from < all.length; from += BATCH) {
    await database.transaction(async (tx) => {
      if (!(await lockRecord(tx, recordId))) throw Errors.notFound();
      await work(tx, all.slice(from, from + BATCH));
    });
  }
}
