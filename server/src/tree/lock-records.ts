import type { Transaction } from 'kysely';
import type { DB } from '../platform/database/index.ts';
import { lockRecord } from './lock.queries.ts';

/** Locks several records, always in the same order, so that two transactions cannot block each other. */
export async function lockRecords(tx: Transaction<DB>, recordIds: Iterable<string>): Promise<void> {
  const sorted = [...new Set(recordIds)].toSorted();
  // They are sent, and so locked, in this order.
  await Promise.all(sorted.map((recordId) => lockRecord(tx, recordId)));
}
