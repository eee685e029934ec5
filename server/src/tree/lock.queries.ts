import { type Transaction, sql } from 'kysely';
import type { DB } from '../platform/database/index.ts';

/**
 * Takes the record's row until the transaction ends: one writer at a time per tree, readers never wait. Every
 * transaction that changes a tree calls this first, so that cycles, deadlocks and wrong counts cannot happen
 * (docs/decisions/record-lock.md).
 * @returns false when there is no such record
 */
export async function lockRecord(tx: Transaction<DB>, recordId: string): Promise<boolean> {
  const { rows } = await sql`select 1 from record where id = ${recordId} for no key update`.execute(tx);
  return rows.length > 0;
}
