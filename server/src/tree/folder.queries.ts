import type { Kysely } from 'kysely';
import { type DB, queryRaw, rowsAsText } from '../platform/database/index.ts';

/** A folder's row; the folder is live when its ancestors are live as well. */
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
 * Reads the folder of each row of `from` by its key. `lateral … limit 1` enforces one index lookup per row. With a
 * plain join PostgreSQL may read all items of the record when it estimates the record as small (no statistics yet, or
 * one large record among many small ones).
 */
const foldersOf = (from: string) => `
  select f.* from ${from}
  cross join lateral (
    select record_id as "recordId", id, parent_id as "parentId", name, trashed_at is not null as trashed,
      folder_count as "folderCount", file_count as "fileCount", subtree_bytes as "subtreeBytes"
    from item where record_id = $1 and id = found.id limit 1
  ) f`;

/**
 * Resolves names from the root, with one lookup per name in the index of live names. The result is live, because each
 * step is live.
 * @param parts names from the root; [] is the root
 */
export async function folderByNames(
  db: Kysely<DB>,
  recordId: string,
  parts: readonly string[],
): Promise<FolderRow | null> {
  const rows = await queryRaw<FolderRow>(db, FOLDER_BY_NAMES, [recordId, parts]);
  return rows[0] ?? null;
}

/**
 * The common table `walk` with the folders on the way of the names $2::text[] in record $1. The wanted one, if it
 * exists, has the depth of all names.
 */
export const WALK_BY_NAMES = `
  walk (id, depth, kind) as (
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
  )`;

const FOLDER_BY_NAMES = `
  with recursive ${WALK_BY_NAMES}
  ${foldersOf('(select id from walk where depth = cardinality($2::text[])) found')}`;

/**
 * Finds the live subfolders with these names in these parents, one level down. `kind` is a parameter and the key of the
 * name is included, so that PostgreSQL uses an index that leads to the single row. Otherwise it may read a complete
 * folder by an index of another order.
 */
export async function subfoldersByName(
  db: Kysely<DB>,
  recordId: string,
  wanted: readonly { parentId: string; name: string }[],
): Promise<FolderRow[]> {
  if (wanted.length === 0) return [];
  const rows = wanted.map((one) => ({ ...one, kind: 'folder' }));
  const { table, values } = rowsAsText('wanted', rows, { parentId: 'text', name: 'text', kind: 'text' }, 2);
  return queryRaw(db, subfoldersAmong(table), [recordId, ...values]);
}

const subfoldersAmong = (wanted: string): string =>
  foldersOf(`
  ${wanted}
  cross join lateral (
    select id from item
    where record_id = $1 and parent_id = wanted.parent_id and kind = wanted.kind
      and name_key = lower(wanted.name) and name = wanted.name and trashed_at is null
    limit 1
  ) found`);

/**
 * Returns the folders with these ids and all their ancestors, including trashed folders, without duplicates.
 * @returns unordered rows; ids that are not folders of the record are left out
 */
export async function foldersAndAncestors(
  db: Kysely<DB>,
  recordId: string,
  ids: readonly string[],
): Promise<FolderRow[]> {
  if (ids.length === 0) return [];
  const wanted = ids.map((id) => ({ id }));
  const { table, values } = rowsAsText('wanted', wanted, { id: 'text' }, 2);
  return queryRaw(db, foldersAndAncestorsOf(table), [recordId, ...values]);
}

const foldersAndAncestorsOf = (wanted: string): string => `
  with recursive up (id, parent_id) as (
    select f.id, f.parent_id from ${wanted}
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
