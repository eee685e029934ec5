import { type Kysely, sql } from 'kysely';
import type { DB } from '../platform/database/index.ts';

/** One version of a file with its content. */
export interface StoredVersion {
  fileId: string;
  /** the folder of the file */
  parentId: string;
  name: string;
  versionId: string;
  isCurrent: boolean;
  createdAt: Date;
  sizeBytes: number;
  crc32: number;
  sha256: Buffer;
  /** the bytes are marked as damaged (SAFE-02) */
  isDamaged: boolean;
}

/** A version of a file below a selected folder. */
export interface VersionBelow extends StoredVersion {
  /** the selected folder above it; a file below several selected folders is found for each of them */
  topId: string;
}

/** A live folder below a selected one, or the selected one itself. */
export interface FolderBelow {
  topId: string;
  id: string;
  parentId: string;
  name: string;
  modifiedAt: Date;
}

/** The folders, and the limits, of a query below the selected folders. */
export interface Walk {
  recordId: string;
  /** live folders */
  folderIds: readonly string[];
  /** false: the direct files of each folder only */
  subFolders: boolean;
  allVersions: boolean;
  /** the maximum number of folders */
  maxFolders: number;
}

const versionColumns = sql.raw(
  `f.id as file_id, f.parent_id, f.name, v.id as version_id, v.id = f.current_version_id as is_current,
   v.created_at, v.size_bytes, b.crc32, b.sha256, b.damaged_at is not null as is_damaged`,
);

/**
 * Joins the current version of each file, or all its versions. With `lateral … offset 0` PostgreSQL looks them up file
 * by file. With a plain join it can read all versions of the record when it estimates the record to be small.
 */
const versionsOf = (allVersions: boolean) => sql`
  cross join lateral (
    select id, created_at, size_bytes, blob_id from version
    where record_id = f.record_id and file_id = f.id
      ${allVersions ? sql`` : sql`and id = f.current_version_id`}
    offset 0
  ) v
  join blob b on b.id = v.blob_id`;

/** The versions of files, at most `limit`. The caller has checked that the files are live. */
export async function versionsOfFiles(
  db: Kysely<DB>,
  { recordId, fileIds, allVersions }: { recordId: string; fileIds: readonly string[]; allVersions: boolean },
  limit: number,
): Promise<StoredVersion[]> {
  if (fileIds.length === 0) return [];
  const { rows } = await sql<StoredVersion>`
    select ${versionColumns}
    from item f ${versionsOf(allVersions)}
    where f.record_id = ${recordId} and f.id = any(${fileIds}::text[]) and f.kind = 'file'
    limit ${limit}`.execute(db);
  return rows;
}

/**
 * The number of versions of files and of those below folders, at most `limit`, and their bytes. The sizes of current
 * versions are read from the items, so that no row of a version is read (SPEED-09). The caller has checked that the
 * files are live.
 */
export async function totalsOfSelection(
  db: Kysely<DB>,
  { fileIds, ...walk }: Walk & { fileIds: readonly string[] },
  limit: number,
): Promise<{ files: number; bytes: number }> {
  const sizes = walk.allVersions
    ? sql`cross join lateral (
        select size_bytes from version where record_id = f.record_id and file_id = f.id offset 0
      ) v`
    : sql`cross join lateral (select f.size_bytes) v`;
  const { rows } = await sql<{ files: number; bytes: number }>`
    ${withFolders(walk)}
    select count(*)::int as files, coalesce(sum(size_bytes), 0)::int8 as bytes from (
      select v.size_bytes from item f ${sizes}
      where f.record_id = ${walk.recordId} and f.id = any(${fileIds}::text[]) and f.kind = 'file'
      union all
      select found.size_bytes
      from (select id from walk limit ${walk.maxFolders}) w
      cross join lateral (
        select v.size_bytes from item f ${sizes}
        where f.record_id = ${walk.recordId} and f.parent_id = w.id and f.kind = 'file' and f.trashed_at is null
        limit ${limit}
      ) found
      limit ${limit}
    ) counted`.execute(db);
  return rows[0] ?? { files: 0, bytes: 0 };
}

/** One version of a live file; null when it has no such version. @param versionId null: the current one */
export async function versionOfFile(
  db: Kysely<DB>,
  { recordId, fileId, versionId }: { recordId: string; fileId: string; versionId: string | null },
): Promise<StoredVersion | null> {
  const { rows } = await sql<StoredVersion>`
    select ${versionColumns}
    from item f ${versionsOf(true)}
    where f.record_id = ${recordId} and f.id = ${fileId}
      and v.id = coalesce(${versionId}::uuid, f.current_version_id)`.execute(db);
  return rows[0] ?? null;
}

/**
 * The versions of the live files below folders, at most `limit`. The recursive query continues only while rows are
 * needed, and reads the files of each folder separately, so that it stops at the limit and not at the end of the tree.
 */
export async function versionsBelow(db: Kysely<DB>, walk: Walk, limit: number): Promise<VersionBelow[]> {
  if (walk.folderIds.length === 0) return [];
  const { rows } = await sql<VersionBelow>`
    ${withFolders(walk)}
    select w.top_id, found.*
    from (select * from walk limit ${walk.maxFolders}) w
    cross join lateral (
      select ${versionColumns}
      from item f ${versionsOf(walk.allVersions)}
      where f.record_id = ${walk.recordId} and f.parent_id = w.id and f.kind = 'file' and f.trashed_at is null
      limit ${limit}
    ) found
    limit ${limit}`.execute(db);
  return rows;
}

/** Returns the folders below the selected ones, including these (see `versionsBelow`). */
export async function foldersBelow(db: Kysely<DB>, walk: Walk): Promise<FolderBelow[]> {
  if (walk.folderIds.length === 0) return [];
  const { rows } = await sql<FolderBelow>`
    ${withFolders(walk)}
    select top_id, id, parent_id, name, modified_at from walk limit ${walk.maxFolders}`.execute(db);
  return rows;
}

const withFolders = ({ recordId, folderIds, subFolders }: Walk) => sql`
  with recursive walk as (
    select id as top_id, id, parent_id, name, modified_at
    from item where record_id = ${recordId} and id = any(${folderIds}::text[]) and kind = 'folder'
    union all
    select w.top_id, f.id, f.parent_id, f.name, f.modified_at
    from walk w
    cross join lateral (
      select id, parent_id, name, modified_at from item
      where record_id = ${recordId} and parent_id = w.id and kind = 'folder' and trashed_at is null
        and ${subFolders}::boolean
      offset 0
    ) f
  )`;
