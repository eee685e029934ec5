import { type Kysely, sql } from 'kysely';
import type { DB } from '../platform/database/index.ts';

/** A file's or folder's row that is not itself in the trash; a folder above it may be. */
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
  /** a file: its current version; a folder: everything live below it */
  sizeBytes: number;
}

const itemColumns = sql.raw(
  `record_id, id, parent_id, kind, name, external_id, current_version_id, version_count,
   case kind when 'folder' then subtree_bytes else size_bytes end as size_bytes`,
);

/** Items by their ids alone, whatever record they belong to, those in the trash too. */
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

/** Items of one record by their ids, those in the trash left out. */
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
