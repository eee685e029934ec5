import { type Transaction, sql } from 'kysely';
import { type DB, rowsAs } from '../platform/database/index.ts';
import type { Authorship } from '../tree/index.ts';

/** An item that is merged into another one of its kind. */
export interface Merge {
  sourceId: string;
  targetId: string;
}

/** Sets folder and name of items, one row each. A folder gets a new modification date, a file does not. */
export async function placeItems(
  tx: Transaction<DB>,
  recordId: string,
  { items, change }: { items: readonly { id: string; parentId: string; name: string }[]; change: Authorship },
): Promise<void> {
  if (items.length === 0) return;
  await sql`
    update item set parent_id = new.parent_id, name = new.name, trashed_at = null,
      modified_at = case kind when 'folder' then ${change.at} else modified_at end,
      modified_by = case kind when 'folder' then ${change.by.name} else modified_by end
    from ${rowsAs('new', items, { id: 'text', parentId: 'text', name: 'text' })}
    where item.record_id = ${recordId} and item.id = new.id`.execute(tx);
}

/** Removes items from the index of live names until they are placed or deleted. */
export async function hideItems(
  tx: Transaction<DB>,
  recordId: string,
  { ids, at }: { ids: readonly string[]; at: Date },
): Promise<void> {
  await sql`
    update item set trashed_at = ${at} where record_id = ${recordId} and id = any(${ids}::text[])`.execute(
    tx,
  );
}

/** Changes the former folder of trashed items: the merged folder is replaced by its target. */
export async function moveTrashedItems(
  tx: Transaction<DB>,
  recordId: string,
  folders: readonly Merge[],
): Promise<void> {
  if (folders.length === 0) return;
  await sql`
    update item set parent_id = merge.target_id
    from ${rowsAs('merge', folders, { sourceId: 'text', targetId: 'text' })}
    where item.record_id = ${recordId} and item.parent_id = merge.source_id and item.trashed_at is not null`.execute(
    tx,
  );
}

/** Moves all versions of the sources to their targets, unchanged. */
export async function moveVersions(
  tx: Transaction<DB>,
  recordId: string,
  files: readonly Merge[],
): Promise<void> {
  if (files.length === 0) return;
  await sql`
    update version set file_id = merge.target_id
    from ${rowsAs('merge', files, { sourceId: 'text', targetId: 'text' })}
    where version.record_id = ${recordId} and version.file_id = merge.source_id`.execute(tx);
}

/**
 * Makes the latest version of each file the current one (D-13), in the order of the version list, and counts the
 * versions again.
 * @returns the new sizes of the files
 */
export async function renewHeads(
  tx: Transaction<DB>,
  recordId: string,
  fileIds: readonly string[],
): Promise<{ id: string; sizeBytes: number }[]> {
  if (fileIds.length === 0) return [];
  const { rows } = await sql<{ id: string; sizeBytes: number }>`
    update item set current_version_id = newest.id, version_count = all_of_it.count,
      size_bytes = newest.size_bytes, modified_at = newest.created_at, modified_by = newest.created_by
    from unnest(${fileIds}::text[]) as file (id)
    cross join lateral (
      select v.id, v.size_bytes, v.created_at, v.created_by from version v
      where v.record_id = ${recordId} and v.file_id = file.id order by v.created_at desc, v.id limit 1
    ) newest
    cross join lateral (
      select count(*) from version v where v.record_id = ${recordId} and v.file_id = file.id
    ) all_of_it
    where item.record_id = ${recordId} and item.id = file.id
    returning item.id, item.size_bytes`.execute(tx);
  return rows;
}

/** Deletes the rows of merged items. */
export async function deleteItems(
  tx: Transaction<DB>,
  recordId: string,
  ids: readonly string[],
): Promise<void> {
  await sql`delete from item where record_id = ${recordId} and id = any(${ids}::text[])`.execute(tx);
}
