import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { DB } from '../platform/database/index.ts';
import type { TreeRow } from './build-tree.ts';

/**
 * Returns all folders of a record that are not in the trash themselves, by name, without the root. It reads the index
 * of folders and no files.
 */
export async function foldersOfRecord(db: Kysely<DB>, recordId: string): Promise<TreeRow[]> {
  return (await foldersQuery(recordId).execute(db)).rows;
}

/** Exported for the test of its plan. */
export function foldersQuery(recordId: string): RawBuilder<TreeRow> {
  return sql<TreeRow>`
    select id, parent_id, name, subtree_bytes from item
    where record_id = ${recordId} and kind = 'folder' and trashed_at is null and parent_id is not null
    order by name_key, name, id`;
}
