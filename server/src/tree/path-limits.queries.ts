import type { PathSize } from '@vault/contract';
import { type Kysely, type Transaction, sql } from 'kysely';
import { type DB, rowsAs } from '../platform/database/index.ts';

export interface FoldersBelow {
  /** Number of folders read, including the given ones. */
  count: number;
  /** the largest values of these folders' paths, calculated from the sizes of the given folders */
  largest: PathSize;
  /** upper bounds of the current paths of all folders of the record */
  known: PathSize;
}

/**
 * Computes the sizes of the paths of the folders below some folders, including folders in the trash.
 * @param folders with the sizes of their future paths
 * @param limit maximum number of folders to read; null for all
 */
export async function foldersBelow(
  db: Kysely<DB>,
  recordId: string,
  { folders, limit }: { folders: readonly ({ id: string } & PathSize)[]; limit: number | null },
): Promise<FoldersBelow> {
  const at = folders.map(({ id, depth, characters }) => ({ id, depth, characters }));
  // `offset 0` keeps each step one index lookup per folder, so that no query plan reads all items of the record.
  const { rows } = await sql<Record<keyof typeof NOTHING, number>>`
    with recursive walk (id, depth, characters) as (
      select * from ${rowsAs('folder', at, { id: 'text', depth: 'int', characters: 'int' })}
      union all
      select below.id, w.depth + 1, w.characters + 1 + length(below.name)
      from walk w cross join lateral (
        select c.id, c.name from item c
        where c.record_id = ${recordId} and c.parent_id = w.id and c.kind = 'folder' offset 0
      ) below
    )
    select count(*)::int as count, coalesce(max(seen.depth), 0) as depth,
      coalesce(max(seen.characters), 0) as characters,
      (select max_folder_depth from record where id = ${recordId}) as known_depth,
      (select max_path_characters from record where id = ${recordId}) as known_characters
    from (select depth, characters from walk limit ${limit}) seen`.execute(db);
  const { count, depth, characters, knownDepth, knownCharacters } = rows[0] ?? NOTHING;
  return {
    count,
    largest: { depth, characters },
    known: { depth: knownDepth, characters: knownCharacters },
  };
}

const NOTHING = { count: 0, depth: 0, characters: 0, knownDepth: 0, knownCharacters: 0 };

/** The statement that raises the record's bounds to these sizes. */
export const boundsRaised = (recordId: string, { depth, characters }: PathSize) => sql`
  update record set max_folder_depth = greatest(max_folder_depth, ${depth}),
    max_path_characters = greatest(max_path_characters, ${characters})
  where id = ${recordId} and (max_folder_depth < ${depth} or max_path_characters < ${characters})`;

/** Raises the record's bounds to these sizes. */
export async function raiseBounds(tx: Transaction<DB>, recordId: string, size: PathSize): Promise<void> {
  await boundsRaised(recordId, size).execute(tx);
}

/** Raises the record's bound of characters by these. */
export async function lengthenBound(
  tx: Transaction<DB>,
  recordId: string,
  characters: number,
): Promise<void> {
  await sql`
    update record set max_path_characters = max_path_characters + ${characters}
    where id = ${recordId}`.execute(tx);
}
