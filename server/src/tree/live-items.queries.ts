import { type Kysely, sql } from 'kysely';
import { type DB, queryRaw, rowsAsText } from '../platform/database/index.ts';

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

/** An item that is not in the trash itself, with its parent. */
interface LinkedItem {
  id: string;
  /** null for the root */
  parentId: string | null;
}

/**
 * Returns the items of one record with these ids and the folders above them, each once, up to the root or to the first
 * folder in the trash: one statement, without names and counters.
 */
export async function itemsAndAncestors(
  db: Kysely<DB>,
  recordId: string,
  ids: readonly string[],
): Promise<LinkedItem[]> {
  if (ids.length === 0) return [];
  const wanted = ids.map((id) => ({ id }));
  const { table, values } = rowsAsText('wanted', wanted, { id: 'text' }, 2);
  return queryRaw(db, itemsAndAncestorsOf(table), [recordId, ...values]);
}

/**
 * The condition on the trash is outside of the lookups: inside, PostgreSQL may read an index of all live items for each
 * of them.
 */
const itemsAndAncestorsOf = (wanted: string): string => `
  with recursive up (id, parent_id) as (
    select i.id, i.parent_id from ${wanted}
    cross join lateral (
      select id, parent_id, trashed_at from item where record_id = $1 and id = wanted.id limit 1
    ) i
    where i.trashed_at is null
    union
    select p.id, p.parent_id from (select distinct parent_id from up) u
    cross join lateral (
      select id, parent_id, trashed_at from item where record_id = $1 and id = u.parent_id limit 1
    ) p
    where p.trashed_at is null
  )
  select id, parent_id as "parentId" from up`;
