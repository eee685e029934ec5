import { type Kysely, type Transaction, sql } from 'kysely';
import type { DB } from '../platform/database/index.ts';

/** A folder, and the depth at which it is to lie. */
export interface FolderAtDepth {
  id: string;
  /** 1 for a child of the root */
  depth: number;
}

export interface FoldersBelow {
  /** how many were looked at, the given ones among them */
  count: number;
  /** the deepest of them, if the given ones lay at their depths */
  deepest: number;
  /** no folder of the record lies deeper than this at present */
  known: number;
}

/**
 * How deep the folders below some folders would lie, in the trash or not.
 * @param limit no more than so many folders are looked at; null for all
 */
export async function foldersBelow(
  db: Kysely<DB>,
  recordId: string,
  { folders, limit }: { folders: readonly FolderAtDepth[]; limit: number | null },
): Promise<FoldersBelow> {
  // `offset 0` keeps the step one look into the index for each folder: no plan may read all items of the record.
  const { rows } = await sql<FoldersBelow>`
    with recursive walk (id, depth) as (
      select * from unnest(${folders.map((one) => one.id)}::text[], ${folders.map((one) => one.depth)}::int[])
      union all
      select below.id, w.depth + 1
      from walk w cross join lateral (
        select c.id from item c
        where c.record_id = ${recordId} and c.parent_id = w.id and c.kind = 'folder' offset 0
      ) below
    )
    select count(*)::int as count, coalesce(max(seen.depth), 0) as deepest,
      (select deepest from record where id = ${recordId}) as known
    from (select depth from walk limit ${limit}) seen`.execute(db);
  return rows[0] ?? { count: 0, deepest: 0, known: 0 };
}

/** Keeps the record's bound true when folders come to lie at this depth. */
export async function raiseDeepest(tx: Transaction<DB>, recordId: string, depth: number): Promise<void> {
  await sql`update record set deepest = ${depth} where id = ${recordId} and deepest < ${depth}`.execute(tx);
}
