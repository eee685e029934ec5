import { sql, type Transaction } from 'kysely';
import type { StoredBlob } from '../platform/blobs/index.ts';
import type { DB } from '../platform/database/index.ts';
import { chooseBlobs } from './transfer.queries.ts';

/**
 * Gives stored bytes a row, or finds the row of the same bytes; whatever is to name it does so in this transaction.
 * @returns the row's id, and storage keys to be given to `discard` when the transaction has succeeded
 */
export async function keepBlob(
  tx: Transaction<DB>,
  { key, ...sums }: StoredBlob,
  now: Date,
): Promise<{ blobId: number; superfluous: string[] }> {
  const [chosen] = await chooseBlobs(tx, [{ ...sums, storageKey: key }], now);
  if (chosen === undefined) throw new Error('The blob has no row');
  if (chosen.storageKey === key) return { blobId: chosen.id, superfluous: [] };
  await sql`insert into blob_garbage (storage_key) values (${key}) on conflict do nothing`.execute(tx);
  return { blobId: chosen.id, superfluous: [key] };
}
