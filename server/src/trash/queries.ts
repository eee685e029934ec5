import { type Transaction, sql } from 'kysely';
import { type DB, rowsAs } from '../platform/database/index.ts';
import type { Authorship } from '../tree/index.ts';
import type { FolderAbove, RestoredEntry } from './restore-order.ts';

/** An entry of the trash with its item. */
export interface TrashedItem extends RestoredEntry {
  recordId: string;
  kind: 'folder' | 'file';
  name: string;
  /** file: size of the current version; folder: size of everything below it that a restore brings back */
  sizeBytes: number;
}

/** Returns the records of items, in the trash or not; unknown ids are left out. */
export async function recordsOfItems(tx: Transaction<DB>, ids: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ recordId: string }>`
    select distinct record_id from item where id = any(${ids}::text[])`.execute(tx);
  return rows.map(({ recordId }) => recordId);
}

/**
 * Returns the entries of the trash with these ids, without duplicates, in the given order; ids without an entry are
 * left out.
 */
export async function trashedItems(tx: Transaction<DB>, ids: readonly string[]): Promise<TrashedItem[]> {
  const { rows } = await sql<TrashedItem>`
    select i.record_id, i.id, case when i.lost_path is null then i.parent_id end as parent_id, i.kind, i.name,
      t.original_path, case i.kind when 'folder' then i.subtree_bytes else i.size_bytes end as size_bytes
    from item i cross join lateral (
      select original_path from trash where record_id = i.record_id and item_id = i.id limit 1
    ) t
    where i.id = any(${ids}::text[])
    order by array_position(${ids}::text[], i.id)`.execute(tx);
  return rows;
}

/** Returns the folders with these ids and their ancestors, without duplicates. */
export async function foldersAbove(
  tx: Transaction<DB>,
  recordId: string,
  folderIds: readonly string[],
): Promise<FolderAbove[]> {
  const { rows } = await sql<FolderAbove>`
    with recursive up (id, parent_id, is_trashed) as (
      select id, parent_id, trashed_at is not null from item
      where record_id = ${recordId} and id = any(${folderIds}::text[])
      union
      select p.id, p.parent_id, p.trashed_at is not null
      from up cross join lateral (
        select * from item where record_id = ${recordId} and id = up.parent_id limit 1
      ) p
    )
    select id, parent_id, is_trashed from up`.execute(tx);
  return rows;
}

/** The parent and name of a restored item. */
export interface RestoreTarget {
  id: string;
  parentId: string;
  name: string;
}

/**
 * Restores items, one row each for any number of items below, and deletes their entries. A folder with unchanged parent
 * and name keeps its modification time. The caller updates the counters.
 */
export async function restoreRows(
  tx: Transaction<DB>,
  recordId: string,
  { items, change }: { items: readonly RestoreTarget[]; change: Authorship },
): Promise<void> {
  const ids = items.map((one) => one.id);
  const shown = sql`
    update item set parent_id = home.parent_id, name = home.name, trashed_at = null, lost_path = null,
      modified_at = case when home.is_new then ${change.at} else modified_at end,
      modified_by = case when home.is_new then ${change.by.name} else modified_by end
    from (
      select new.*, i.kind = 'folder' and (i.parent_id, i.name) <> (new.parent_id, new.name) as is_new
      from ${rowsAs('new', items, { id: 'text', parentId: 'text', name: 'text' })}
      join item i on i.record_id = ${recordId} and i.id = new.id
    ) home
    where item.record_id = ${recordId} and item.id = home.id`;
  const left = sql`delete from trash where record_id = ${recordId} and item_id = any(${ids}::text[])`;
  await Promise.all([shown.execute(tx), left.execute(tx)]);
}
