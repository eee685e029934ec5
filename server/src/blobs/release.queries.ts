import { type Kysely, sql, type Transaction } from 'kysely';
import type { DB } from '../platform/database/index.ts';

/**
 * Marks blobs as released after their versions were deleted in this transaction: the sweep checks them after the grace
 * period. Rows are inserted in a fixed order, so that concurrent calls cannot deadlock.
 */
export async function releaseBlobs(
  tx: Transaction<DB>,
  blobIds: readonly number[],
  now: Date,
): Promise<void> {
  if (blobIds.length === 0) return;
  await sql`
    insert into released_blob (blob_id, released_at)
    select id, ${now} from unnest(${[...blobIds]}::bigint[]) as released (id) order by id
    on conflict (blob_id) do update set released_at = excluded.released_at`.execute(tx);
}

/** Adds storage keys to the garbage. The sweep deletes their bytes if no row references them. */
export async function insertGarbage(db: Kysely<DB>, keys: readonly string[]): Promise<void> {
  await sql`
    insert into blob_garbage (storage_key) select unnest(${[...keys]}::text[])
    on conflict do nothing`.execute(db);
}
