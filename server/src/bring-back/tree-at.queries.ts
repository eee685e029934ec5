import { type Kysely, sql } from 'kysely';
import type { DB } from '../platform/database/index.ts';

/** A file or folder as it was at a moment. */
export interface ItemAt {
  id: string;
  kind: 'folder' | 'file';
  /** from the folder that was asked for, which has '' */
  path: string;
  /** the bytes of a file's current version; null for a folder, and when they are no longer kept */
  blobId: number | null;
  sizeBytes: number;
  /** the scanner that scanned the bytes; '' for a folder */
  scannedBy: string;
}

/** The content of the current version of the files of `inside`, or of one that is kept after its deletion. */
export const contentOf = (recordId: string) => sql`lateral (
    select * from (
      (select blob_id, size_bytes, scanned_by from version where id = inside.current_version_id limit 1)
      union all
      (select blob_id, size_bytes, scanned_by from kept_version
        where record_id = ${recordId} and version_id = inside.current_version_id limit 1)
    ) known limit 1
  ) content`;

/** A folder of a record at a moment. */
export interface FolderAt {
  recordId: string;
  /** at that moment; '' is the root */
  path: string;
  /** null for now; not before `past_states.versions_from`, because older states have no version */
  at: Date | null;
}

/**
 * Returns a folder of a record and everything in it as it was at a moment, by path. Reads the states of the whole
 * record, so it is for rare calls only.
 * @param isShallow true: only the items of the folder itself
 * @param limit returns at most this many items
 * @returns [] when there was no such folder
 */
export async function treeAt(
  db: Kysely<DB>,
  { recordId, path, at }: FolderAt,
  { isShallow, limit }: { isShallow: boolean; limit: number },
): Promise<ItemAt[]> {
  const moment = sql`${at ?? 'infinity'}::timestamptz`;
  const { rows } = await sql<ItemAt>`
    with recursive past as materialized (
      select distinct on (item_id) item_id as id, parent_id, kind, name, is_trashed, current_version_id, created_at
      from item_past where record_id = ${recordId} and until > ${moment} order by item_id, until, tx_at
    ), state as (
      select * from past
      union all
      select id, parent_id, kind, name, trashed_at is not null, current_version_id, created_at
      from item where record_id = ${recordId} and not exists (select from past where past.id = item.id)
    ), live as materialized (
      select * from state where not is_trashed and created_at <= ${moment}
    ), down as (
      select id, kind, '' as path, current_version_id from live where parent_id is null
      union all
      select c.id, c.kind, next.path, c.current_version_id
      from down join live c on c.parent_id = down.id
      cross join lateral (
        select case down.path when '' then c.name else down.path || '/' || c.name end as path
      ) next
      where down.kind = 'folder'
        and (starts_with(next.path || '/', ${folderPrefix(path)}) or starts_with(${folderPrefix(path)}, next.path || '/'))
        and (not ${isShallow}::boolean or length(down.path) <= length(${path}))
    ), inside as (
      select id, kind, substr(path, length(${folderPrefix(path)}) + 1) as path, current_version_id from down
      where (kind = 'folder' and path = ${path}) or starts_with(path || '/', ${folderPrefix(path)}) and path <> ${path}
    )
    select inside.id, inside.kind, inside.path, content.blob_id, coalesce(content.size_bytes, 0) as size_bytes,
      coalesce(content.scanned_by, '') as scanned_by
    from inside
    left join ${contentOf(recordId)} on true
    order by inside.path
    limit ${limit}`.execute(db);
  return rows;
}

/** What the paths of a folder and everything in it begin with, when '/' follows them; '' for the root. */
const folderPrefix = (path: string): string => (path === '' ? '' : `${path}/`);
