import { type Kysely, sql } from 'kysely';
import type { DB } from '../platform/database/index.ts';

/** A folder as the place of something, in the trash or not. */
export interface Place {
  id: string;
  /** its path; in the trash the one that it had */
  path: string;
  /** false: it, or a folder above it, is in the trash */
  isLive: boolean;
  /**
   * it, or a folder above it, was deleted for ever, and its row is still to be removed. Not when something in between
   * has an entry in the trash: that can still be restored (contract 10.7)
   */
  isGone: boolean;
}

/** The part of a path that a folder `f` is; where the folder above it is gone for ever, with the path of that one. */
const PART = sql.raw(`concat_ws('/', nullif(f.lost_place, ''), f.name)`);

/** Whether an item `f` of a record was deleted for ever itself. */
export const isDoomed = (recordId: string) => sql<boolean>`
  f.trashed_at is not null and exists (select from purge where record_id = ${recordId} and item_id = f.id)`;

/** Whether an item `f` of a record has an entry in the trash, from which it can be restored. */
export const hasEntry = (recordId: string) => sql<boolean>`
  f.trashed_at is not null and exists (select from trash where record_id = ${recordId} and item_id = f.id)`;

/**
 * The folders with these ids and their paths, those in the trash too; what is gone for ever is left out. Read step by
 * step upwards, each by its key (see `foldersOf` in the tree).
 */
export async function placesOf(
  db: Kysely<DB>,
  recordId: string,
  folderIds: readonly string[],
): Promise<Map<string, Place>> {
  if (folderIds.length === 0) return new Map();
  const { rows } = await sql<Place>`
    with recursive up (id, parent_id, path, is_live, is_gone, has_entry) as (
      select f.id, f.parent_id, case when f.parent_id is null then '' else ${PART} end, f.trashed_at is null,
        ${isDoomed(recordId)}, ${hasEntry(recordId)}
      from unnest(${[...new Set(folderIds)]}::text[]) as wanted (id)
      cross join lateral (
        select id, parent_id, name, trashed_at, lost_place from item
        where record_id = ${recordId} and id = wanted.id and kind = 'folder' limit 1
      ) f
      union all
      select up.id, f.parent_id, case when f.parent_id is null then up.path else ${PART} || '/' || up.path end,
        up.is_live and f.trashed_at is null, up.is_gone or (not up.has_entry and ${isDoomed(recordId)}),
        up.has_entry or ${hasEntry(recordId)}
      from up
      cross join lateral (
        select id, parent_id, name, trashed_at, lost_place from item
        where record_id = ${recordId} and id = up.parent_id limit 1
      ) f
    )
    select id, path, is_live, is_gone from up where parent_id is null`.execute(db);
  return new Map(rows.map((row) => [row.id, row]));
}
