import { type Transaction, sql } from 'kysely';
import type { DB } from '../platform/database/index.ts';

/**
 * Locks the record's row until the transaction ends: one writer per tree; readers do not wait. Each transaction that
 * changes a tree calls this first, which prevents cycles, deadlocks and wrong counters (docs/decisions/record-lock.md).
 * @returns false when the record does not exist
 */
export async function lockRecord(tx: Transaction<DB>, recordId: string): Promise<boolean> {
  const { rows } = await sql`select 1 from record where id = ${recordId} for no key update`.execute(tx);
  return rows.length > 0;
}

/**
 * Locks the record and reads from it in the same round trip. The read sees what the earlier holders of the lock have
 * stored, because PostgreSQL begins it when the transaction has the lock.
 */
export async function lockAndRead<T>(
  tx: Transaction<DB>,
  recordId: string,
  read: (tx: Transaction<DB>) => Promise<T>,
): Promise<T> {
  const [, found] = await Promise.all([lockRecord(tx, recordId), read(tx)]);
  return found;
}
