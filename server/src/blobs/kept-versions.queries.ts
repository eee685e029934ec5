import { type Kysely, sql } from 'kysely';
import type { DB } from '../platform/database/index.ts';

/**
 * Deletes the rows of versions that were deleted before a time, and releases their blobs (SAFE-05), as of the moment up
 * to which they were kept.
 * @returns the number of deleted rows
 */
export async function releaseKeptVersions(
  db: Kysely<DB>,
  { before, now, limit }: { before: Date; now: Date; limit: number },
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    with expired as (
      delete from kept_version where (record_id, version_id) in (
        select record_id, version_id from kept_version where deleted_at <= ${before}
        order by deleted_at limit ${limit} for update skip locked
      ) returning blob_id, deleted_at
    ), released as (
      insert into released_blob (blob_id, released_at)
      select blob_id, max(deleted_at) + (${now}::timestamptz - ${before}::timestamptz)
      from expired group by blob_id order by blob_id
      on conflict (blob_id) do update
        set released_at = greatest(released_blob.released_at, excluded.released_at)
    )
    select count(*)::int as count from expired`.execute(db);
  return rows[0]?.count ?? 0;
}
