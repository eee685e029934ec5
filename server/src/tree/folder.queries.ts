import type { Kysely } from 'kysely';
import { type DB, queryFixed } from '../platform/database/index.ts';

/** A folder's row as it lies in the database; whether it is live depends on its ancestors too. */
export interface FolderRow {
  recordId: string;
  id: string;
  parentId: string | null;
  name: string;
  trashed: boolean;
  folderCount: number;
  fileCount: number;
  subtreeBytes: number;
}

/**
 * The folder behind each row of `from`, by its key. `lateral … limit 1` says how it is to be read: row by row in the
 * index. As a plain join PostgreSQL may read all items of the record instead, as long as it takes records for small
 * (no statistics yet, or one large record among many small ones).
 */
const foldersOf = (from: string) => `
  select f.* from ${from}
  cross join lateral (
    select record_id as "recordId", id, parent_id as "parentId", name, trashed_at is not null as trashed,
      folder_count as "folderCount", file_count as "fileCount", subtree_bytes as "subtreeBytes"
    from item where record_id = $1 and id = found.id limit 1
  ) f`;

/**
 * Climbs down from the root by names, one step in the index of live names each. A folder reached so is live,
 * because every step is.
 * @param parts names from the root; [] is the root
 */
export async function folderByNames(
  db: Kysely<DB>,
  recordId: string,
  parts: readonly string[],
): Promise<FolderRow | null> {
  const rows = await queryFixed<FolderRow>(db, FOLDER_BY_NAMES, [recordId, parts]);
  return rows[0] ?? null;
}

const FOLDER_BY_NAMES = `
  with recursive walk (id, depth, kind) as (
    select root_id, 0, 'folder' from record where id = $1
    union all
    select c.id, w.depth + 1, w.kind
    from walk w
    cross join lateral (
      select id from item
      where record_id = $1 and parent_id = w.id and kind = w.kind and name_key = lower(($2::text[])[w.depth + 1])
        and name = ($2::text[])[w.depth + 1] and trashed_at is null
      limit 1
    ) c
    where w.depth < cardinality($2::text[])
  )
  ${foldersOf('(select id from walk where depth = cardinality($2::text[])) found')}`;

/**
 * One step down for many at once: the live sub-folders with these names in these parents. `kind` is no constant, and the
 * key of the name is named too, so that only such indexes fit that lead to the one row: PostgreSQL may otherwise read
 * a whole folder by an index of some other order.
 */
export async function subfoldersByName(
  db: Kysely<DB>,
  recordId: string,
  wanted: readonly { parentId: string; name: string }[],
): Promise<FolderRow[]> {
  if (wanted.length === 0) return [];
  return queryFixed(db, SUBFOLDERS_BY_NAME, [
    recordId,
    wanted.map((one) => one.parentId),
    wanted.map((one) => one.name),
    wanted.map(() => 'folder'),
  ]);
}

const SUBFOLDERS_BY_NAME = foldersOf(`
  unnest($2::text[], $3::text[], $4::text[]) as wanted (parent_id, name, kind)
  cross join lateral (
    select id from item
    where record_id = $1 and parent_id = wanted.parent_id and kind = wanted.kind
      and name_key = lower(wanted.name) and name = wanted.name and trashed_at is null
    limit 1
  ) found`);

/**
 * The folders with these ids and all folders above them, each once, trashed ones too.
 * @returns rows without order; ids that name no folder of the record are left out
 */
export async function foldersAndAncestors(
  db: Kysely<DB>,
  recordId: string,
  ids: readonly string[],
): Promise<FolderRow[]> {
  return ids.length === 0 ? [] : queryFixed(db, FOLDERS_AND_ANCESTORS, [recordId, ids]);
}

const FOLDERS_AND_ANCESTORS = `
  with recursive up (id, parent_id) as (
    select f.id, f.parent_id from unnest($2::text[]) as wanted (id)
    cross join lateral (
      select id, parent_id from item where record_id = $1 and id = wanted.id and kind = 'folder' limit 1
    ) f
    union
    select p.id, p.parent_id from up u
    cross join lateral (
      select id, parent_id from item where record_id = $1 and id = u.parent_id limit 1
    ) p
  )
  ${foldersOf('up found')}`;
