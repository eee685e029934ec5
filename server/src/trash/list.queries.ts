import type { TrashSortField } from '@vault/contract';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Sort } from '../http/index.ts';
import type { DB } from '../platform/database/index.ts';

/** An entry of the trash as the list shows it. */
export interface TrashRow {
  id: string;
  kind: 'folder' | 'file';
  name: string;
  /** size of what a restore brings back */
  sizeBytes: number;
  originalPath: string;
  deletedAt: Date;
  deletedById: string;
  deletedBy: string;
}

/** Conditions of the list; null means any. */
export interface TrashFilter {
  recordId: string;
  deletedById: string | null;
  /** text that the name contains, in NFC; case is ignored */
  nameLike: string | null;
  kind: TrashRow['kind'] | null;
  /** inclusive start */
  from: Date | null;
  /** exclusive end */
  before: Date | null;
}

/** Each order has an index with the id as last column, so that no two rows are equal in it. */
const ORDERS: Record<TrashSortField, string> = {
  name: 'name_key',
  size: 'size_bytes',
  originalLocation: 'original_path_key',
  deletedAt: 'deleted_at',
  deletedBy: 'deleted_by_key',
};

function filtered({ recordId, deletedById, nameLike, kind, from, before }: TrashFilter): RawBuilder<unknown> {
  const conditions = [
    sql`record_id = ${recordId}`,
    ...(deletedById === null ? [] : [sql`deleted_by_id = ${deletedById}`]),
    ...(nameLike === null ? [] : [sql`strpos(name_key, lower(${nameLike})) > 0`]),
    ...(kind === null ? [] : [sql`kind = ${kind}`]),
    ...(from === null ? [] : [sql`deleted_at >= ${from}`]),
    ...(before === null ? [] : [sql`deleted_at < ${before}`]),
  ];
  return sql.join(conditions, sql` and `);
}

export async function countTrash(db: Kysely<DB>, filter: TrashFilter): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*)::int as total from trash where ${filtered(filter)}`.execute(db);
  return rows[0]?.total ?? 0;
}

interface TrashSlice {
  sort: Sort<TrashSortField>;
  offset: number;
  limit: number;
}

/** Exported for the test of its plan. */
export function trashStatement(
  filter: TrashFilter,
  { sort, offset, limit }: TrashSlice,
): RawBuilder<TrashRow> {
  const direction = sort.descending ? 'desc' : 'asc';
  const order = sql.raw(`${ORDERS[sort.field]} ${direction}, item_id ${direction}`);
  return sql`
    select item_id as id, kind, name, size_bytes, original_path, deleted_at, deleted_by_id, deleted_by
    from trash where ${filtered(filter)}
    order by ${order} offset ${offset} limit ${limit}`;
}

/** Returns a slice of the entries, read from the index of its order. */
export async function selectTrash(
  db: Kysely<DB>,
  filter: TrashFilter,
  slice: TrashSlice,
): Promise<TrashRow[]> {
  const { rows } = await trashStatement(filter, slice).execute(db);
  return rows;
}

/** Returns all users with an entry in this trash, each with the newest name: one index lookup for each user. */
export async function selectDeleters(
  db: Kysely<DB>,
  recordId: string,
): Promise<{ id: string; name: string }[]> {
  const { rows } = await sql<{ id: string; name: string }>`
    with recursive deleter (id, name) as (
      (
        select deleted_by_id, deleted_by from trash where record_id = ${recordId}
        order by deleted_by_id desc, deleted_at desc limit 1
      )
      union all
      select next.id, next.name from deleter cross join lateral (
        select deleted_by_id as id, deleted_by as name from trash
        where record_id = ${recordId} and deleted_by_id < deleter.id
        order by deleted_by_id desc, deleted_at desc limit 1
      ) next
    )
    select id, name from deleter order by lower(name), id`.execute(db);
  return rows;
}
