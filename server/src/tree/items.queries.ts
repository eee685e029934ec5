import { sizeOfPath } from '@vault/contract';
import { type Transaction, sql } from 'kysely';
import { type DB, rowsAs } from '../platform/database/index.ts';
import type { Authorship, ItemAttributes } from './authorship.ts';
import { boundsRaised } from './path-limits.queries.ts';

export interface NewFolder {
  id: string;
  parentId: string;
  name: string;
  path: string;
}

/**
 * Inserts folders, parents before their children, and updates the record's bounds of paths. The caller updates the
 * counters of the parents.
 * @returns the ids of the new folders; an existing live folder of the same name is left unchanged
 */
export async function insertFolders(
  tx: Transaction<DB>,
  recordId: string,
  {
    folders,
    change,
    attributes,
  }: { folders: readonly NewFolder[]; change: Authorship; attributes: ItemAttributes },
): Promise<string[]> {
  if (folders.length === 0) return [];
  const sizes = folders.map(({ path }) => sizeOfPath(path));
  const depth = sizes.reduce((most, size) => Math.max(most, size.depth), 0);
  const characters = sizes.reduce((most, size) => Math.max(most, size.characters), 0);
  const { rows } = await sql<{ id: string }>`
    with raised as (${boundsRaised(recordId, { depth, characters })})
    insert into item (record_id, id, parent_id, kind, name, modified_at, modified_by,
      share_to_client, category, as_of_date, created_at)
    select ${recordId}, new.id, new.parent_id, 'folder', new.name, ${change.at}, ${change.by.name},
      ${attributes.shareToClient}, ${attributes.category},
      coalesce(${attributes.asOfDate}::date, (${change.at}::timestamptz at time zone 'utc')::date), ${change.at}
    from ${rowsAs('new', folders, { id: 'text', parentId: 'text', name: 'text' })}
    on conflict (record_id, parent_id, kind, name) where trashed_at is null do nothing
    returning id`.execute(tx);
  return rows.map((row) => row.id);
}

export interface LiveFile {
  id: string;
  parentId: string;
  name: string;
  externalId: string;
  sizeBytes: number;
  modifiedAt: Date;
}

/** Returns the live files with these names in these folders; for the form of the query see `subfoldersByName`. */
export async function filesByName(
  tx: Transaction<DB>,
  recordId: string,
  wanted: readonly { parentId: string; name: string }[],
): Promise<LiveFile[]> {
  if (wanted.length === 0) return [];
  const files = wanted.map(({ parentId, name }) => ({ parentId, name, kind: 'file' }));
  const { rows } = await sql<LiveFile>`
    select f.*
    from ${rowsAs('wanted', files, { parentId: 'text', name: 'text', kind: 'text' })}
    cross join lateral (
      select id, parent_id, name, external_id, size_bytes, modified_at from item
      where record_id = ${recordId} and parent_id = wanted.parent_id and kind = wanted.kind
        and name_key = lower(wanted.name) and name = wanted.name and trashed_at is null
      limit 1
    ) f`.execute(tx);
  return rows;
}

/** The state of a file after new versions were added. */
export interface FileHead {
  id: string;
  parentId: string;
  name: string;
  externalId: string;
  currentVersionId: string;
  newVersions: number;
  sizeBytes: number;
  modifiedAt: Date;
}

/** Inserts files; the caller updates the counters of their folders. */
export async function insertFiles(
  tx: Transaction<DB>,
  recordId: string,
  {
    files,
    change,
    attributes,
  }: { files: readonly FileHead[]; change: Authorship; attributes: ItemAttributes },
): Promise<void> {
  if (files.length === 0) return;
  const table = rowsAs('new', files, {
    id: 'text',
    parentId: 'text',
    name: 'text',
    modifiedAt: 'timestamptz',
    externalId: 'uuid',
    currentVersionId: 'uuid',
    newVersions: 'int',
    sizeBytes: 'bigint',
  });
  await sql`
    insert into item (record_id, id, parent_id, kind, name, modified_at, modified_by,
      share_to_client, category, as_of_date, created_at,
      external_id, current_version_id, version_count, size_bytes)
    select ${recordId}, new.id, new.parent_id, 'file', new.name, new.modified_at, ${change.by.name},
      ${attributes.shareToClient}, ${attributes.category},
      coalesce(${attributes.asOfDate}::date, (${change.at}::timestamptz at time zone 'utc')::date), ${change.at},
      new.external_id, new.current_version_id, new.new_versions, new.size_bytes
    from ${table}`.execute(tx);
}

/** Sets newer current versions of existing files. The rows contain complete keys: see `adjustFolders`. */
export async function renewFiles(
  tx: Transaction<DB>,
  recordId: string,
  { files, change }: { files: readonly FileHead[]; change: Authorship },
): Promise<void> {
  if (files.length === 0) return;
  const rows = files.map((file) => ({ ...file, recordId }));
  const table = rowsAs('new', rows, {
    recordId: 'text',
    id: 'text',
    modifiedAt: 'timestamptz',
    currentVersionId: 'uuid',
    newVersions: 'int',
    sizeBytes: 'bigint',
  });
  await sql`
    update item set current_version_id = new.current_version_id, version_count = version_count + new.new_versions,
      size_bytes = new.size_bytes, modified_at = new.modified_at, modified_by = ${change.by.name}
    from ${table}
    where item.record_id = new.record_id and item.id = new.id`.execute(tx);
}

export interface NewVersion {
  fileId: string;
  id: string;
  rowId: string;
  blobId: number;
  sizeBytes: number;
  createdAt: Date;
  scannedBy: string;
}

/** Inserts versions of files. The row of a file contains the id of its current version. */
export async function insertVersions(
  tx: Transaction<DB>,
  recordId: string,
  { versions, change }: { versions: readonly NewVersion[]; change: Authorship },
): Promise<void> {
  if (versions.length === 0) return;
  const table = rowsAs('new', versions, {
    fileId: 'text',
    id: 'uuid',
    rowId: 'text',
    blobId: 'bigint',
    sizeBytes: 'bigint',
    createdAt: 'timestamptz',
    scannedBy: 'text',
  });
  await sql`
    insert into version (record_id, file_id, id, row_id, blob_id, size_bytes, created_at, created_by,
      created_by_id, scanned_by)
    select ${recordId}, new.file_id, new.id, new.row_id, new.blob_id, new.size_bytes, new.created_at,
      ${change.by.name}, ${change.by.id}, new.scanned_by
    from ${table}`.execute(tx);
}
