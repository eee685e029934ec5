import { type Kysely, sql } from 'kysely';
import type { DB } from '../platform/database/index.ts';

/** Deletes expired uploads and releases their bytes. @returns the number of deleted uploads */
export async function deleteExpiredUploads(db: Kysely<DB>, now: Date, limit: number): Promise<number> {
  const { rows } = await sql`
    with expired as (
      delete from upload where (owner_id, key) in (
        select owner_id, key from upload where expires_at <= ${now} limit ${limit} for update skip locked
      ) returning storage_key
    ), garbage as (
      insert into blob_garbage (storage_key)
      select storage_key from expired where storage_key is not null
      on conflict do nothing
    )
    select 1 from expired`.execute(db);
  return rows.length;
}

/** Deletes chunks that no upload references and releases their bytes. @returns the number of deleted chunks */
export async function deleteUnusedChunks(db: Kysely<DB>, limit: number): Promise<number> {
  const { rows } = await sql`
    with unused as (
      delete from upload_chunk where (chunk_set_id, position) in (
        select p.chunk_set_id, p.position from upload_chunk p
        where not exists (select 1 from upload u where u.chunk_set_id = p.chunk_set_id)
        limit ${limit} for update skip locked
      ) returning storage_key
    ), garbage as (
      insert into blob_garbage (storage_key) select storage_key from unused on conflict do nothing
    )
    select 1 from unused`.execute(db);
  return rows.length;
}
