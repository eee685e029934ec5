import { type Transaction, sql } from 'kysely';
import { type DB, rowsAs } from '../platform/database/index.ts';
import type { Authorship } from '../tree/index.ts';

/** An item that is copied. */
export interface SourceItem {
  id: string;
  parentId: string;
  kind: 'folder' | 'file';
}

/** All live items below live folders, at most `limit`. */
export async function itemsBelow(
  tx: Transaction<DB>,
  recordId: string,
  { folderIds, limit }: { folderIds: readonly string[]; limit: number },
): Promise<SourceItem[]> {
  if (folderIds.length === 0) return [];
  // `offset 0` makes each step one index lookup: no query plan reads all items of the record.
  const { rows } = await sql<SourceItem>`
    with recursive folder (id) as (
      select unnest(${folderIds}::text[])
      union all
      select below.id from folder cross join lateral (
        select c.id from item c where c.record_id = ${recordId} and c.parent_id = folder.id
          and c.kind = 'folder' and c.trashed_at is null offset 0
      ) below
    )
    select child.* from folder cross join lateral (
      select c.id, c.parent_id, c.kind from item c
      where c.record_id = ${recordId} and c.parent_id = folder.id and c.trashed_at is null offset 0
    ) child
    limit ${limit}`.execute(tx);
  return rows;
}

/** A copy to be made of an item. */
export interface ItemCopy {
  sourceId: string;
  id: string;
  parentId: string;
  /** null: the source's name */
  name: string | null;
  /** the only version of a file's copy; null for folders */
  versionId: string | null;
}

/**
 * Inserts the copies of items; a folder keeps its counters, because all live items below it are copied too. The caller
 * adds the versions and updates the counters of the target folders.
 */
export async function addItemCopies(
  tx: Transaction<DB>,
  recordId: string,
  { copies, change }: { copies: readonly ItemCopy[]; change: Authorship },
): Promise<void> {
  if (copies.length === 0) return;
  const table = rowsAs('new', copies, {
    sourceId: 'text',
    id: 'text',
    parentId: 'text',
    name: 'text',
    versionId: 'uuid',
  });
  await sql`
    insert into item (record_id, id, parent_id, kind, name, modified_at, modified_by,
      share_to_client, category, as_of_date, created_at,
      external_id, current_version_id, version_count, size_bytes, folder_count, file_count, subtree_bytes)
    select ${recordId}, new.id, new.parent_id, source.kind, coalesce(new.name, source.name), ${change.at},
      ${change.by.name}, source.share_to_client, source.category, source.as_of_date, ${change.at},
      case source.kind when 'file' then gen_random_uuid() end, new.version_id,
      case source.kind when 'file' then 1 else 0 end, source.size_bytes, source.folder_count, source.file_count,
      source.subtree_bytes
    from ${table}
    join item source on source.record_id = ${recordId} and source.id = new.source_id`.execute(tx);
}

/** A version with the same bytes as the current one of a source. */
export interface CopiedVersion {
  sourceId: string;
  /** the file of the new version */
  fileId: string;
  id: string;
  rowId: string;
}

interface AddVersions {
  versions: readonly CopiedVersion[];
  change: Authorship;
}

const newVersions = (versions: readonly CopiedVersion[]) => sql`
  ${rowsAs('new', versions, { sourceId: 'text', fileId: 'text', id: 'uuid', rowId: 'text' }, 'n')}`;

/** Adds the only version of new files, dated now. */
export async function addCopiedVersions(
  tx: Transaction<DB>,
  recordId: string,
  { versions, change }: AddVersions,
): Promise<void> {
  if (versions.length === 0) return;
  await sql`
    insert into version (record_id, file_id, id, row_id, blob_id, size_bytes, created_at, created_by,
      created_by_id, scanned_by)
    select ${recordId}, new.file_id, new.id, new.row_id, v.blob_id, v.size_bytes, ${change.at},
      ${change.by.name}, ${change.by.id}, v.scanned_by
    from ${newVersions(versions)}
    join item source on source.record_id = ${recordId} and source.id = new.source_id
    join version v on v.record_id = ${recordId} and v.file_id = source.id
      and v.id = source.current_version_id`.execute(tx);
}

/**
 * Adds versions to existing files. Each one gets a later date than all versions of its file, because equal dates would
 * have no order. When a file gets several, the version with the latest source is last and becomes the current one.
 */
export async function addMergedVersions(
  tx: Transaction<DB>,
  recordId: string,
  { versions, change }: AddVersions,
): Promise<void> {
  if (versions.length === 0) return;
  await sql`
    insert into version (record_id, file_id, id, row_id, blob_id, size_bytes, created_at, created_by,
      created_by_id, scanned_by)
    select ${recordId}, new.file_id, new.id, new.row_id, v.blob_id, v.size_bytes,
      greatest(${change.at}::timestamptz, latest.created_at + interval '1 ms')
        + (row_number() over (partition by new.file_id order by v.created_at, new.n) - 1) * interval '1 ms',
      ${change.by.name}, ${change.by.id}, v.scanned_by
    from ${newVersions(versions)}
    join item source on source.record_id = ${recordId} and source.id = new.source_id
    join version v on v.record_id = ${recordId} and v.file_id = source.id and v.id = source.current_version_id
    cross join lateral (
      select max(present.created_at) as created_at from version present
      where present.record_id = ${recordId} and present.file_id = new.file_id
    ) latest`.execute(tx);
}
