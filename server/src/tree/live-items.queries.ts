import { type Kysely, sql } from 'kysely';
import type { DB } from '../platform/database/index.ts';

/** The row of a file or folder that is not in the trash itself; an ancestor can be. */
export interface ItemRow {
  recordId: string;
  id: string;
  parentId: string | null;
  kind: 'folder' | 'file';
  name: string;
  /** files only */
  externalId: string | null;
  currentVersionId: string | null;
  /** 0 for folders */
  versionCount: number;
  /** file: size of the current version; folder: size of all live files below it */
  sizeBytes: number;
}

const itemColumns = sql.raw(
  `record_id, id, parent_id, kind, name, external_id, current_version_id, version_count,
   case kind when 'folder' then subtree_bytes else size_bytes end as size_bytes`,
);

/** Returns items by id from all records, including items in the trash. */
export async function itemsById(
  db: Kysely<DB>,
  ids: readonly string[],
): Promise<(ItemRow & { trashed: boolean })[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<ItemRow & { trashed: boolean }>`
    select ${itemColumns}, trashed_at is not null as trashed
    from item where id = any(${ids}::text[])`.execute(db);
  return rows;
}

/** Returns items of one record by id, without those in the trash. */
export async function itemsOfRecord(
  db: Kysely<DB>,
  recordId: string,
  ids: readonly string[],
): Promise<ItemRow[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<ItemRow>`
    select ${itemColumns}
    from item where record_id = ${recordId} and id = any(${ids}::text[]) and trashed_at is null`.execute(db);
  return rows;
}
