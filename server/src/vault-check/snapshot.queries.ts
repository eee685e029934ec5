import { sql, type Transaction } from 'kysely';
import type { DB } from '../platform/database/index.ts';

/**
 * Settings of the transaction of a check. It only reads, so no other transaction waits for it, and it may be idle while
 * the blob store is read. An index can be wrong itself: without index-only scans the tables are read.
 */
const SETTINGS = [
  'set transaction read only',
  'set local statement_timeout = 0',
  'set local idle_in_transaction_session_timeout = 0',
  `set local work_mem = '64MB'`,
  'set local enable_indexonlyscan = off',
];

/** Makes a transaction the snapshot of a check. */
export async function prepareSnapshot(tx: Transaction<DB>): Promise<void> {
  for (const setting of SETTINGS) await sql.raw(setting).execute(tx);
}

/** The number of items and of stored contents, for the summary. */
export async function countVault(tx: Transaction<DB>): Promise<{ items: number; blobs: number }> {
  const { rows } = await sql<{ items: number; blobs: number }>`
    select (select count(*) from item) as items, (select count(*) from blob) as blobs`.execute(tx);
  return rows[0] ?? { items: 0, blobs: 0 };
}
