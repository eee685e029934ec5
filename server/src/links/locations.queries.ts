import { type Kysely, sql } from 'kysely';
import type { DB } from '../platform/database/index.ts';

/** A folder that contains link targets, in the trash or not. */
export interface Location {
  id: string;
  /** its path; in the trash its former path */
  path: string;
  /** false when it or an ancestor is in the trash */
  isLive: boolean;
  /**
   * true when the folder or an ancestor was permanently deleted and its row is not removed yet; false when a folder
   * below the deleted one has an entry in the trash, because that folder can still be restored (contract 10.7)
   */
  isGone: boolean;
}

/** The path segment of a folder `f`; after the path of its parent, if the parent was permanently deleted. */
const PART = sql.raw(`concat_ws('/', nullif(f.lost_path, ''), f.name)`);

/** True when an item `f` of a record, not only an ancestor, was permanently deleted. */
export const isBeingPurged = (recordId: string) => sql<boolean>`
  f.trashed_at is not null and exists (select from purge where record_id = ${recordId} and item_id = f.id)`;

/** True when an item `f` of a record has an entry in the trash, so that it can be restored. */
export const hasEntry = (recordId: string) => sql<boolean>`
  f.trashed_at is not null and exists (select from trash where record_id = ${recordId} and item_id = f.id)`;

/**
 * Returns the folders with these ids and their paths, with trashed ones; permanently deleted ones are left out.
 * Ancestors are read one level at a time by key (see `foldersOf` in the tree).
 */
export async function locationsOf(
  db: Kysely<DB>,
  recordId: string,
  folderIds: readonly string[],
): Promise<Map<string, Location>> {
  if (folderIds.length === 0) return new Map();
  const { rows } = await sql<Location>`
    with recursive up (id, parent_id, path, is_live, is_gone, has_entry) as (
      select f.id, f.parent_id, case when f.parent_id is null then '' else ${PART} end, f.trashed_at is null,
        ${isBeingPurged(recordId)}, ${hasEntry(recordId)}
      from unnest(${[...new Set(folderIds)]}::text[]) as wanted (id)
      cross join lateral (
        select id, parent_id, name, trashed_at, lost_path from item
        where record_id = ${recordId} and id = wanted.id and kind = 'folder' limit 1
      ) f
      union all
      select up.id, f.parent_id, case when f.parent_id is null then up.path else ${PART} || '/' || up.path end,
        up.is_live and f.trashed_at is null, up.is_gone or (not up.has_entry and ${isBeingPurged(recordId)}),
        up.has_entry or ${hasEntry(recordId)}
      from up
      cross join lateral (
        select id, parent_id, name, trashed_at, lost_path from item
        where record_id = ${recordId} and id = up.parent_id limit 1
      ) f
    )
    select id, path, is_live, is_gone from up where parent_id is null`.execute(db);
  return new Map(rows.map((row) => [row.id, row]));
}
