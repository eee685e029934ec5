import { type Kysely, sql, type Transaction } from 'kysely';
import type { DB } from '../platform/database/index.ts';

/**
 * Notes bytes that versions have let go of in this transaction: the sweeper looks at them when they are old enough.
 * Always in the same order, so that two of these cannot wait for each other.
 */
export async function freeBlobs(tx: Transaction<DB>, blobIds: readonly number[], now: Date): Promise<void> {
  if (blobIds.length === 0) return;
  await sql`
    insert into freed_blob (blob_id, freed_at)
    select id, ${now} from unnest(${[...blobIds]}::bigint[]) as freed (id) order by id
    on conflict (blob_id) do update set freed_at = excluded.freed_at`.execute(tx);
}

/**
 * Lets go of those of the noted bytes that nothing uses, neither a version nor a preview nor an upload since `before`.
 * Previews of what goes are noted in turn.
 * @param before only what was noted until then
 * @returns how many notes were looked at
 */
export async function deleteFreedBlobs(
  db: Kysely<DB>,
  { before, now, limit }: { before: Date; now: Date; limit: number },
): Promise<number> {
  const { rows } = await sql<{ seen: number }>`
    with due as materialized (
      select blob_id from freed_blob where freed_at <= ${before}
      order by freed_at limit ${limit} for update skip locked
    ), unnoted as (
      delete from freed_blob where blob_id in (select blob_id from due)
    ), doomed as materialized (
      select b.id from blob b
      where b.id in (select blob_id from due) and b.used_at <= ${before}
        and not exists (select from version v where v.blob_id = b.id)
        and not exists (select from rendering r where r.blob_id = b.id)
      for update of b skip locked
    ), previews as (
      insert into freed_blob (blob_id, freed_at)
      select distinct r.blob_id, ${now}::timestamptz from rendering r
      where r.source_id in (select id from doomed) and r.blob_id is not null
      order by r.blob_id
      on conflict (blob_id) do nothing
    ), removed as (
      delete from blob where id in (select id from doomed) and used_at <= ${before} returning storage_key
    ), garbage as (
      insert into blob_garbage (storage_key) select storage_key from removed on conflict do nothing
    )
    select count(*)::int as seen from due`.execute(db);
  return rows[0]?.seen ?? 0;
}
