import { type Kysely, sql, type Transaction } from 'kysely';
import type { ActorContext } from '../platform/actor/index.ts';
import type { DB } from '../platform/database/index.ts';

/** Entries of the trash to delete permanently. */
export interface EntriesToDelete {
  ids: readonly string[];
  at: Date;
  /** who deletes them: the purge job records what was in them as an act of this person */
  by: ActorContext;
  /** only entries that were deleted before this time; null for all */
  deletedBefore: Date | null;
}

/** A deleted entry of the trash. */
export interface EndedEntry {
  id: string;
  kind: 'folder' | 'file';
  name: string;
  /** path of the folder that contained it */
  path: string;
  /** of the current version; 0 for a folder */
  sizeBytes: number;
}

/**
 * Deletes entries of the trash and inserts a purge row for each of their items, for any number of items below.
 * @returns the deleted entries
 */
export async function moveToPurge(
  tx: Transaction<DB>,
  recordId: string,
  { ids, at, by, deletedBefore }: EntriesToDelete,
): Promise<EndedEntry[]> {
  const { rows } = await sql<EndedEntry>`
    with ended as (
      delete from trash t using item i
      where t.record_id = ${recordId} and t.item_id = any(${ids}::text[])
        and t.deleted_at < coalesce(${deletedBefore}, 'infinity'::timestamptz)
        and i.record_id = t.record_id and i.id = t.item_id
      returning i.id, i.kind, i.name, t.original_path as path, i.size_bytes
    ), moved as (
      insert into purge (record_id, item_id, deleted_at, path, deleted_by)
      select ${recordId}, id, ${at}, path, ${JSON.stringify(by)}::jsonb from ended
    )
    select * from ended`.execute(tx);
  return rows;
}

export interface DeletedItem {
  id: string;
  kind: 'folder' | 'file';
}

/** Returns permanently deleted items that still have rows, by id, after `after`. */
export async function itemsToDelete(
  db: Kysely<DB>,
  recordId: string,
  { after, limit }: { after: string; limit: number },
): Promise<DeletedItem[]> {
  const { rows } = await sql<DeletedItem>`
    select i.id, i.kind from purge p join item i on i.record_id = p.record_id and i.id = p.item_id
    where p.record_id = ${recordId} and p.item_id > ${after} order by p.item_id limit ${limit}`.execute(db);
  return rows;
}

/** Returns the records with items to purge. */
export async function recordsToPurge(db: Kysely<DB>): Promise<string[]> {
  const { rows } = await sql<{ recordId: string }>`select distinct record_id from purge`.execute(db);
  return rows.map(({ recordId }) => recordId);
}

interface Below {
  folderIds: readonly string[];
  limit: number;
}

/** Returns the children of folders that are not entries of the trash, with one index lookup for each folder. */
export async function childrenWithoutEntry(
  db: Kysely<DB>,
  recordId: string,
  { folderIds, limit, kind }: Below & { kind: DeletedItem['kind'] },
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

/** Returns the children of folders that are entries of the trash, because they were trashed before the folder. */
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

/**
 * Moves items with entries out of folders before these are deleted: their parent is the root until they are restored.
 */
export async function detach(
  tx: Transaction<DB>,
  recordId: string,
  itemIds: readonly string[],
): Promise<void> {
  await sql`
    update item set parent_id = record.root_id, lost_path = t.original_path
    from trash t, record
    where item.record_id = ${recordId} and item.id = any(${itemIds}::text[])
      and t.record_id = item.record_id and t.item_id = item.id and record.id = item.record_id`.execute(tx);
}

/** Deletes the rows of items. The items must have no children. */
export async function deleteRows(
  tx: Transaction<DB>,
  recordId: string,
  itemIds: readonly string[],
): Promise<void> {
  await sql`delete from item where record_id = ${recordId} and id = any(${itemIds}::text[])`.execute(tx);
}

/** Returns the records with entries of the trash that were deleted before a time: one index lookup for each record. */
export async function recordsWithEntriesBefore(db: Kysely<DB>, time: Date): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from record where exists (select from trash where record_id = record.id and deleted_at < ${time})
    order by id`.execute(db);
  return rows.map(({ id }) => id);
}

/** An entry of the trash in the order of deletions. */
export interface OldEntry {
  id: string;
  deletedAt: Date;
}

/** Returns entries of a record that were deleted before a time, the oldest first, after `after`. */
export async function entriesBefore(
  db: Kysely<DB>,
  recordId: string,
  { time, after, limit }: { time: Date; after: OldEntry | null; limit: number },
): Promise<OldEntry[]> {
  const { rows } = await sql<OldEntry>`
    select item_id as id, deleted_at from trash
    where record_id = ${recordId} and deleted_at < ${time}
      and (deleted_at, item_id) > (coalesce(${after?.deletedAt ?? null}::timestamptz, '-infinity'), ${after?.id ?? ''})
    order by deleted_at, item_id limit ${limit}`.execute(db);
  return rows;
}
