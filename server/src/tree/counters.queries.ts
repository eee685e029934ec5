import { type Transaction, sql } from 'kysely';
import type { DB } from '../platform/database/index.ts';

/** What a change of a folder's direct children does to its counters. */
export interface FolderChange {
  folderId: string;
  /** live sub-folders more (or fewer, below zero) */
  folders?: number;
  /** live files more or fewer */
  files?: number;
  /** bytes of live current versions more or fewer, for this folder and all above it */
  bytes?: number;
}

/**
 * Keeps the counters true after children came, went or changed: the counts of the folders themselves, and the
 * bytes all the way up, in one statement. The columns are in no index, so these are heap-only updates. Each folder is
 * looked up by its whole key (see `foldersOf` in folder.queries.ts; the key of the update stands in the rows for the
 * same reason). The caller holds the record's lock (`lockRecord`).
 */
export async function adjustFolders(
  tx: Transaction<DB>,
  recordId: string,
  changes: readonly FolderChange[],
): Promise<void> {
  const real = changes.filter(({ folders = 0, files = 0, bytes = 0 }) => folders || files || bytes);
  if (real.length === 0) return;
  await sql`
    with recursive change as (
      select folder_id, sum(folders) as folders, sum(files) as files, sum(bytes) as bytes
      from unnest(
        ${real.map((one) => one.folderId)}::text[], ${real.map((one) => one.folders ?? 0)}::int[],
        ${real.map((one) => one.files ?? 0)}::int[], ${real.map((one) => one.bytes ?? 0)}::bigint[]
      ) as given (folder_id, folders, files, bytes)
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
