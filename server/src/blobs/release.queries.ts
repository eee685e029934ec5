import { type Kysely, sql, type Transaction } from 'kysely';
import type { DB } from '../platform/database/index.ts';

/**
 * Notes blobs whose versions were removed in this transaction: the sweep looks at them when they are old enough.
 * Always in the same order, so that two of these cannot wait for each other.
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

/** Adds storage keys to the garbage. The sweep deletes their bytes if no row refers to them by then. */
export async function insertGarbage(db: Kysely<DB>, keys: readonly string[]): Promise<void> {
  await sql`
    insert into blob_garbage (storage_key) select unnest(${[...keys]}::text[])
    on conflict do nothing`.execute(db);
}
