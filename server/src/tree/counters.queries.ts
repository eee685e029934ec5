import { type Transaction, sql } from 'kysely';
import { type DB, rowsAs } from '../platform/database/index.ts';

/** The effect of changed children on the counters of a folder. */
export interface CounterChange {
  folderId: string;
  /** change of the number of live subfolders */
  folders?: number;
  /** change of the number of live files */
  files?: number;
  /** change of the bytes of live current versions, for this folder and its ancestors */
  bytes?: number;
}

/**
 * Updates the counters after children were added, removed or changed: the counts of the folders, and the bytes of all
 * ancestors, in one statement. The columns are in no index, so these are heap-only updates. Each folder is read and
 * updated by its complete key, for the reason that `foldersOf` in folder.queries.ts gives. The caller holds the record
 * lock (`lockRecord`).
 */
export async function adjustFolders(
  tx: Transaction<DB>,
  recordId: string,
  changes: readonly CounterChange[],
): Promise<void> {
  const real = changes
    .map(({ folderId, folders = 0, files = 0, bytes = 0 }) => ({ folderId, folders, files, bytes }))
    .filter(({ folders, files, bytes }) => folders || files || bytes);
  if (real.length === 0) return;
  await sql`
    with recursive change as (
      select folder_id, sum(folders) as folders, sum(files) as files, sum(bytes) as bytes
      from ${rowsAs('given', real, { folderId: 'text', folders: 'int', files: 'int', bytes: 'bigint' })}
      group by folder_id
    ), up (id, parent_id, folders, files, bytes) as (
      select i.id, i.parent_id, c.folders, c.files, c.bytes
      from change c cross join lateral (
        select id, parent_id from item where record_id = ${recordId} and id = c.folder_id limit 1
      ) i
      union all
      select p.id, p.parent_id, 0, 0, u.bytes
      from up u cross join lateral (
        select id, parent_id from item where record_id = ${recordId} and id = u.parent_id limit 1
      ) p
      where u.bytes <> 0
    ), total as materialized (
      select ${recordId} as record_id, id, sum(folders) as folders, sum(files) as files, sum(bytes) as bytes
      from up group by id
    )
    update item set
      folder_count = folder_count + total.folders,
      file_count = file_count + total.files,
      subtree_bytes = subtree_bytes + total.bytes
    from total
    where item.record_id = total.record_id and item.id = total.id
      and (total.folders <> 0 or total.files <> 0 or total.bytes <> 0)`.execute(tx);
}
