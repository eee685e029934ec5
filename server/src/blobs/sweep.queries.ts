import { type Kysely, sql } from 'kysely';
import type { DB } from '../platform/database/index.ts';

/*
 * The storage keys of three tables reference bytes: blob (versions, renderings), upload and upload_chunk. Only this
 * file decides by them which bytes can be deleted (docs/decisions/bytes.md).
 */

/** True when a row references the storage key of `k`. */
const isReferenced = sql`(
  exists (select 1 from blob b where b.storage_key = k.storage_key)
  or exists (select 1 from upload u where u.storage_key = k.storage_key)
  or exists (select 1 from upload_chunk p where p.storage_key = k.storage_key)
)`;

export interface Garbage {
  key: string;
  /** a row references it: a transaction with an unknown outcome has committed */
  isReferenced: boolean;
}

/** Returns the oldest garbage. @param before latest time of release */
export async function oldestGarbage(
  db: Kysely<DB>,
  { before, limit }: { before: Date; limit: number },
): Promise<Garbage[]> {
  const { rows } = await sql<Garbage>`
    select k.storage_key as key, ${isReferenced} as is_referenced
    from (
      select storage_key from blob_garbage where released_at <= ${before} order by released_at limit ${limit}
    ) k`.execute(db);
  return rows;
}

/** Returns the given storage keys that are garbage, at any time of release. */
export async function garbageAmong(db: Kysely<DB>, keys: readonly string[]): Promise<Garbage[]> {
  const { rows } = await sql<Garbage>`
    select k.storage_key as key, ${isReferenced} as is_referenced
    from blob_garbage k where k.storage_key = any(${[...keys]}::text[])`.execute(db);
  return rows;
}

/** Moves garbage that could not be deleted to the end of the list. */
export async function postponeGarbage(db: Kysely<DB>, keys: readonly string[], now: Date): Promise<void> {
  await sql`
    update blob_garbage set released_at = ${now} where storage_key = any(${[...keys]}::text[])`.execute(db);
}

/** Removes keys from the garbage: their bytes are deleted, or a row references them. */
export async function deleteGarbageRows(db: Kysely<DB>, keys: readonly string[]): Promise<void> {
  await sql`delete from blob_garbage where storage_key = any(${[...keys]}::text[])`.execute(db);
}

/** Returns the given storage keys that are in no row and not in the garbage. */
export async function unknownKeys(db: Kysely<DB>, keys: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`
    select k.storage_key as key from unnest(${[...keys]}::text[]) as k (storage_key)
    where not ${isReferenced}
      and not exists (select 1 from blob_garbage g where g.storage_key = k.storage_key)`.execute(db);
  return rows.map(({ key }) => key);
}

/**
 * Deletes the rows of released blobs that no version, kept version, rendering or recent upload uses; their keys become
 * garbage. Blobs of renderings of a deleted blob are released.
 * @param before latest time of release and of use
 * @returns the number of released blobs that were checked
 */
export async function deleteReleasedBlobs(
  db: Kysely<DB>,
  { before, now, limit }: { before: Date; now: Date; limit: number },
): Promise<number> {
  const { rows } = await sql<{ seen: number }>`
    with due as materialized (
      select blob_id from released_blob where released_at <= ${before}
      order by released_at limit ${limit} for update skip locked
    ), seen as (
      delete from released_blob where blob_id in (select blob_id from due)
    ), unused as materialized (
      select b.id from blob b
      where b.id in (select blob_id from due) and b.used_at <= ${before}
        and not exists (select from version v where v.blob_id = b.id)
        and not exists (select from kept_version k where k.blob_id = b.id)
        and not exists (select from rendering r where r.blob_id = b.id)
      for update of b skip locked
    ), renderings as (
      insert into released_blob (blob_id, released_at)
      select distinct r.blob_id, ${now}::timestamptz from rendering r
      where r.source_id in (select id from unused) and r.blob_id is not null
      order by r.blob_id
      on conflict (blob_id) do nothing
    ), deleted as (
      delete from blob where id in (select id from unused) and used_at <= ${before} returning storage_key
    ), garbage as (
      insert into blob_garbage (storage_key) select storage_key from deleted on conflict do nothing
    )
    select count(*)::int as seen from due`.execute(db);
  return rows[0]?.seen ?? 0;
}

/**
 * Deletes the rows of blobs that no version, kept version or rendering uses and that no upload has used since `time`;
 * their keys become garbage.
 * @returns the number of deleted rows
 */
export async function deleteUnusedBlobs(db: Kysely<DB>, time: Date, limit: number): Promise<number> {
  const { rows } = await sql`
    with deleted as (
      delete from blob where id in (
        select b.id from blob b
        where b.used_at <= ${time} and not exists (select 1 from version v where v.blob_id = b.id)
          and not exists (select 1 from kept_version k where k.blob_id = b.id)
          and not exists (select 1 from rendering r where r.blob_id = b.id)
        limit ${limit} for update skip locked
      ) and used_at <= ${time}
      returning storage_key
    ), garbage as (
      insert into blob_garbage (storage_key) select storage_key from deleted on conflict do nothing
    )
    select 1 from deleted`.execute(db);
  return rows.length;
}
