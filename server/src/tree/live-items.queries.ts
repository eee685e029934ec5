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

/**
 * Returns those of the ids whose item in one record is live, with all its ancestors: one statement, without places and
 * counters, for checks that are made again and again. The way from each parent to the root ends at a folder in the
 * trash, so only the parents of live items get there.
 * @param below only these items and what is in them; everything in the record when absent
 */
export async function liveIdsOfRecord(
  db: Kysely<DB>,
  recordId: string,
  { ids, below }: { ids: readonly string[]; below?: readonly string[] },
): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const wanted = [...new Set(ids)].map((id) => ({ id }));
  const { table, values } = rowsAsText('wanted', wanted, { id: 'text' }, 3);
  const rows = await queryRaw<{ id: string }>(db, liveIdsAmong(table), [recordId, below ?? null, ...values]);
  return new Set(rows.map(({ id }) => id));
}

const liveIdsAmong = (wanted: string): string => `
  with recursive found as (
    select i.id, i.parent_id from ${wanted}
    cross join lateral (
      select id, parent_id from item where record_id = $1 and id = wanted.id and trashed_at is null limit 1
    ) i
  ),
  up (parent_id, next_id, is_below) as (
    select distinct parent_id, parent_id, false from found where parent_id is not null
    union all
    select u.parent_id, f.parent_id, u.is_below or u.next_id = any($2::text[]) from up u
    cross join lateral (
      select parent_id from item where record_id = $1 and id = u.next_id and trashed_at is null limit 1
    ) f
  )
  select id from found
  left join up on up.parent_id = found.parent_id and up.next_id is null
  where (found.parent_id is null or up.parent_id is not null)
    and ($2::text[] is null or id = any($2::text[]) or up.is_below)`;
