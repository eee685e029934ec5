import { type Kysely, sql, type Transaction } from 'kysely';
import type { DB } from '../platform/database/index.ts';

/** Entries of the trash that are to end. */
export interface EndingEntries {
  ids: readonly string[];
  at: Date;
  /** only those that were deleted before this moment; null: whenever that was */
  deletedBefore: Date | null;
}

/**
 * Ends entries of the trash and notes their items as deleted for ever: a row each, whatever hangs below.
 * @returns how many there were
 */
export async function handOver(
  tx: Transaction<DB>,
  recordId: string,
  { ids, at, deletedBefore }: EndingEntries,
): Promise<number> {
  const { rows } = await sql`
    with ended as (
      delete from trash where record_id = ${recordId} and item_id = any(${ids}::text[])
        and deleted_at < coalesce(${deletedBefore}, 'infinity'::timestamptz)
      returning item_id
    )
    insert into purge (record_id, item_id, deleted_at) select ${recordId}, item_id, ${at} from ended
    returning 1`.execute(tx);
  return rows.length;
}

export interface Doomed {
  id: string;
  kind: 'folder' | 'file';
}

/** Items that were deleted for ever and still have their rows. */
export async function doomedItems(db: Kysely<DB>, recordId: string, limit: number): Promise<Doomed[]> {
  const { rows } = await sql<Doomed>`
    select i.id, i.kind from purge p join item i on i.record_id = p.record_id and i.id = p.item_id
    where p.record_id = ${recordId} order by p.item_id limit ${limit}`.execute(db);
  return rows;
}

/** Records in which something waits to be removed. */
export async function recordsToPurge(db: Kysely<DB>): Promise<string[]> {
  const { rows } = await sql<{ recordId: string }>`select distinct record_id from purge`.execute(db);
  return rows.map(({ recordId }) => recordId);
}

interface Below {
  folderIds: readonly string[];
  limit: number;
}

/** Children of folders; those with an entry of their own are left out. One look into the index for each folder. */
export async function childrenWithoutEntry(
  db: Kysely<DB>,
  recordId: string,
  { folderIds, limit, kind }: Below & { kind: Doomed['kind'] },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select child.id from unnest(${folderIds}::text[]) as folder (id) cross join lateral (
      select c.id from item c
      where c.record_id = ${recordId} and c.parent_id = folder.id and c.kind = ${kind}
        and (c.trashed_at is null
          or not exists (select from trash t where t.record_id = ${recordId} and t.item_id = c.id))
      limit ${limit}
    ) child limit ${limit}`.execute(db);
  return rows.map(({ id }) => id);
}

/** Children of folders that have an entry of their own: trashed before the folder was. */
export async function childrenWithEntry(
  db: Kysely<DB>,
  recordId: string,
  { folderIds, limit }: Below,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select child.id from unnest(${folderIds}::text[]) as folder (id) cross join lateral (
      select c.id from item c join trash t on t.record_id = ${recordId} and t.item_id = c.id
      where c.record_id = ${recordId} and c.parent_id = folder.id and c.trashed_at is not null
      limit ${limit}
    ) child limit ${limit}`.execute(db);
  return rows.map(({ id }) => id);
}

/** Takes entries out of folders that are about to go: they hang below the root until they are restored by their path. */
export async function detach(
  tx: Transaction<DB>,
  recordId: string,
  itemIds: readonly string[],
): Promise<void> {
  await sql`
    update item set parent_id = record.root_id, lost_place = t.original_path
    from trash t, record
    where item.record_id = ${recordId} and item.id = any(${itemIds}::text[])
      and t.record_id = item.record_id and t.item_id = item.id and record.id = item.record_id`.execute(tx);
}

/** Removes the rows of items. Nothing may hang below them. */
export async function deleteRows(
  tx: Transaction<DB>,
  recordId: string,
  itemIds: readonly string[],
): Promise<void> {
  await sql`delete from item where record_id = ${recordId} and id = any(${itemIds}::text[])`.execute(tx);
}

/** Some entries that were deleted before a moment, the oldest of each record first: one look into the index for each. */
export async function entriesBefore(
  db: Kysely<DB>,
  time: Date,
  limit: number,
): Promise<{ recordId: string; id: string }[]> {
  const { rows } = await sql<{ recordId: string; id: string }>`
    select record.id as record_id, old.item_id as id from record cross join lateral (
      select item_id from trash where record_id = record.id and deleted_at < ${time}
      order by deleted_at, item_id limit ${limit}
    ) old limit ${limit}`.execute(db);
  return rows;
}
