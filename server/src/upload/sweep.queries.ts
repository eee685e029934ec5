import { type Kysely, sql } from 'kysely';
import type { DB } from '../platform/database/index.ts';

/** Removes expired uploads; their bytes become garbage. @returns how many there were */
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

/** Removes pieces that no upload names any more; their bytes become garbage. @returns how many there were */
export async function deleteUnusedParts(db: Kysely<DB>, limit: number): Promise<number> {
  const { rows } = await sql`
    with unused as (
      delete from upload_part where (parts_id, position) in (
        select p.parts_id, p.position from upload_part p
        where not exists (select 1 from upload u where u.parts_id = p.parts_id)
        limit ${limit} for update skip locked
      ) returning storage_key
    ), garbage as (
      insert into blob_garbage (storage_key) select storage_key from unused on conflict do nothing
    )
    select 1 from unused`.execute(db);
  return rows.length;
}

/** Lets go of blobs that no version and no preview uses and that no upload has chosen since `time`. @returns how many there were */
export async function deleteUnusedBlobs(db: Kysely<DB>, time: Date, limit: number): Promise<number> {
  const { rows } = await sql`
    with unused as (
      delete from blob where id in (
        select b.id from blob b
        where b.used_at <= ${time} and not exists (select 1 from version v where v.blob_id = b.id)
          and not exists (select 1 from rendering r where r.blob_id = b.id)
        limit ${limit} for update skip locked
      ) and used_at <= ${time}
      returning storage_key
    ), garbage as (
      insert into blob_garbage (storage_key) select storage_key from unused on conflict do nothing
    )
    select 1 from unused`.execute(db);
  return rows.length;
}

/** Storage keys of bytes that are to be removed. */
export async function someGarbage(db: Kysely<DB>, limit: number): Promise<string[]> {
  const { rows } = await sql<{ storageKey: string }>`
    select storage_key from blob_garbage order by discarded_at limit ${limit}`.execute(db);
  return rows.map((row) => row.storageKey);
}

/** Of these storage keys, those that no row names. */
export async function unknownKeys(db: Kysely<DB>, storageKeys: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ storageKey: string }>`
    select given.storage_key from unnest(${storageKeys}::text[]) as given (storage_key)
    where not exists (select 1 from blob b where b.storage_key = given.storage_key)
      and not exists (select 1 from upload u where u.storage_key = given.storage_key)
      and not exists (select 1 from upload_part p where p.storage_key = given.storage_key)
      and not exists (select 1 from blob_garbage g where g.storage_key = given.storage_key)`.execute(db);
  return rows.map((row) => row.storageKey);
}
