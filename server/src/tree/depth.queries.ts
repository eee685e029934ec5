import { type Kysely, type Transaction, sql } from 'kysely';
import { type DB, rowsAs } from '../platform/database/index.ts';

/** A folder and its future depth. */
export interface FolderAtDepth {
  id: string;
  /** 1 for a child of the root */
  depth: number;
}

export interface FoldersBelow {
  /** Number of folders read, including the given ones. */
  count: number;
  /** the largest depth of these folders, calculated from the depths of the given folders */
  maxDepth: number;
  /** upper bound of the current depth of all folders of the record */
  known: number;
}

/**
 * Computes the depth of the folders below some folders, including folders in the trash.
 * @param limit maximum number of folders to read; null for all
 */
export async function foldersBelow(
  db: Kysely<DB>,
  recordId: string,
  { folders, limit }: { folders: readonly FolderAtDepth[]; limit: number | null },
): Promise<FoldersBelow> {
  // `offset 0` keeps each step one index lookup per folder, so that no query plan reads all items of the record.
  const { rows } = await sql<FoldersBelow>`
    with recursive walk (id, depth) as (
      select * from ${rowsAs('folder', folders, { id: 'text', depth: 'int' })}
      union all
      select below.id, w.depth + 1
      from walk w cross join lateral (
        select c.id from item c
        where c.record_id = ${recordId} and c.parent_id = w.id and c.kind = 'folder' offset 0
      ) below
    )
    select count(*)::int as count, coalesce(max(seen.depth), 0) as max_depth,
      (select max_folder_depth from record where id = ${recordId}) as known
    from (select depth from walk limit ${limit}) seen`.execute(db);
  return rows[0] ?? { count: 0, maxDepth: 0, known: 0 };
}

/** Raises the record's bound when folders reach this depth. */
export async function raiseMaxFolderDepth(
  tx: Transaction<DB>,
  recordId: string,
  depth: number,
): Promise<void> {
  await sql`update record set max_folder_depth = ${depth} where id = ${recordId} and max_folder_depth < ${depth}`.execute(
    tx,
  );
}
