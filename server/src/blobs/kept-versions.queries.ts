import { type Kysely, sql } from 'kysely';
import type { DB } from '../platform/database/index.ts';

/**
 * Deletes the rows of versions that were deleted before a time, and releases their blobs (SAFE-05).
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
      ) returning blob_id
    ), released as (
      insert into released_blob (blob_id, released_at)
      select distinct blob_id, ${now}::timestamptz from expired order by blob_id
      on conflict (blob_id) do nothing
    )
    select count(*)::int as count from expired`.execute(db);
  return rows[0]?.count ?? 0;
}
