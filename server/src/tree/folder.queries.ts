import { type Kysely, sql } from 'kysely';
import type { DB } from '../platform/database/index.ts';

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

const folderColumns = sql.raw(
  `f.record_id, f.id, f.parent_id, f.name, f.trashed_at is not null as trashed,
   f.folder_count, f.file_count, f.subtree_bytes`,
);

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
  const { rows } = await sql<FolderRow>`
    with recursive walk (id, depth) as (
      select root_id, 0 from record where id = ${recordId}
      union all
      select c.id, w.depth + 1
      from walk w
      join item c on c.record_id = ${recordId} and c.parent_id = w.id and c.kind = 'folder'
        and c.name = (${parts}::text[])[w.depth + 1] and c.trashed_at is null
      where w.depth < cardinality(${parts}::text[])
    )
    select ${folderColumns}
    from walk w
    join item f on f.record_id = ${recordId} and f.id = w.id
    where w.depth = cardinality(${parts}::text[])`.execute(db);
  return rows[0] ?? null;
}

/** One step down for many at once: the live sub-folders with these names in these parents. */
export async function subfoldersByName(
  db: Kysely<DB>,
  recordId: string,
  wanted: readonly { parentId: string; name: string }[],
): Promise<FolderRow[]> {
  if (wanted.length === 0) return [];
  const { rows } = await sql<FolderRow>`
    select ${folderColumns}
    from unnest(${wanted.map((one) => one.parentId)}::text[], ${wanted.map((one) => one.name)}::text[])
      as wanted (parent_id, name)
    join item f on f.record_id = ${recordId} and f.parent_id = wanted.parent_id and f.kind = 'folder'
      and f.name = wanted.name and f.trashed_at is null`.execute(db);
  return rows;
}

/**
 * The folders with these ids and all folders above them, each once, trashed ones too.
 * @returns rows without order; ids that name no folder of the record are left out
 */
export async function foldersAndAncestors(
  db: Kysely<DB>,
  recordId: string,
  ids: readonly string[],
): Promise<FolderRow[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<FolderRow>`
    with recursive up (id, parent_id) as (
      select id, parent_id from item
      where record_id = ${recordId} and id = any(${ids}::text[]) and kind = 'folder'
      union
      select p.id, p.parent_id from up u join item p on p.record_id = ${recordId} and p.id = u.parent_id
    )
    select ${folderColumns} from up join item f on f.record_id = ${recordId} and f.id = up.id`.execute(db);
  return rows;
}
