import { type Kysely, sql } from 'kysely';
import type { DB } from '../platform/database/index.ts';

/*
 * Bytes are referred to by the storage keys of three tables: blob (versions, renderings), upload and upload_part. This
 * is the one place that decides by them what may be deleted (docs/decisions/bytes.md).
 */

/** True when some row refers to the storage key of `k`. */
const isReferenced = sql`(
  exists (select 1 from blob b where b.storage_key = k.storage_key)
  or exists (select 1 from upload u where u.storage_key = k.storage_key)
  or exists (select 1 from upload_part p where p.storage_key = k.storage_key)
)`;

export interface Garbage {
  key: string;
  /** a row refers to it after all: a transaction whose outcome was unknown has committed */
  isReferenced: boolean;
}

/** The oldest garbage. @param before only what was released until then */
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

/** Of some storage keys those that are garbage, whenever they were released. */
export async function garbageAmong(db: Kysely<DB>, keys: readonly string[]): Promise<Garbage[]> {
  const { rows } = await sql<Garbage>`
    select k.storage_key as key, ${isReferenced} as is_referenced
    from blob_garbage k where k.storage_key = any(${[...keys]}::text[])`.execute(db);
  return rows;
}

/** Puts garbage that could not be deleted to the end of the list. */
export async function postponeGarbage(db: Kysely<DB>, keys: readonly string[], now: Date): Promise<void> {
  await sql`
    update blob_garbage set released_at = ${now} where storage_key = any(${[...keys]}::text[])`.execute(db);
}

/** The keys leave the garbage: their bytes are deleted, or a row refers to them. */
export async function forgetGarbage(db: Kysely<DB>, keys: readonly string[]): Promise<void> {
  await sql`delete from blob_garbage where storage_key = any(${[...keys]}::text[])`.execute(db);
}

/** Of these storage keys, those that no row names, garbage neither. */
export async function unknownKeys(db: Kysely<DB>, keys: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`
    select k.storage_key as key from unnest(${[...keys]}::text[]) as k (storage_key)
    where not ${isReferenced}
      and not exists (select 1 from blob_garbage g where g.storage_key = k.storage_key)`.execute(db);
  return rows.map(({ key }) => key);
}

/**
 * Deletes the rows of released blobs that nothing uses, neither a version nor a rendering nor an upload since `before`;
 * their keys become garbage. Renderings of what goes are released in turn.
 * @param before only what was released until then
 * @returns how many released blobs were looked at
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
 * Deletes the rows of blobs that no version and no rendering uses and that no upload has chosen since `time`; their
 * keys become garbage.
 * @returns how many there were
 */
export async function deleteUnusedBlobs(db: Kysely<DB>, time: Date, limit: number): Promise<number> {
  const { rows } = await sql`
    with deleted as (
      delete from blob where id in (
        select b.id from blob b
        where b.used_at <= ${time} and not exists (select 1 from version v where v.blob_id = b.id)
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
