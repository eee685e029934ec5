import { type Kysely, sql } from 'kysely';
import type { DB } from '../platform/database/index.ts';

/** A folder as the place of something, in the trash or not. */
export interface Place {
  id: string;
  /** its path; in the trash the one that it had */
  path: string;
  /** false: it, or a folder above it, is in the trash */
  isLive: boolean;
}

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
    with recursive up (id, parent_id, path, is_live) as (
      select f.id, f.parent_id, case when f.parent_id is null then '' else f.name end, f.trashed_at is null
      from unnest(${[...new Set(folderIds)]}::text[]) as wanted (id)
      cross join lateral (
        select id, parent_id, name, trashed_at from item
        where record_id = ${recordId} and id = wanted.id and kind = 'folder' limit 1
      ) f
      union all
      select up.id, p.parent_id, case when p.parent_id is null then up.path else p.name || '/' || up.path end,
        up.is_live and p.trashed_at is null
      from up
      cross join lateral (
        select parent_id, name, trashed_at from item where record_id = ${recordId} and id = up.parent_id limit 1
      ) p
    )
    select id, path, is_live from up where parent_id is null`.execute(db);
  return new Map(rows.map((row) => [row.id, row]));
}
