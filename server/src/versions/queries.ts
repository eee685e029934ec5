import { type Kysely, sql, type Transaction } from 'kysely';
import { isDamaged } from '../blobs/index.ts';
import type { DB } from '../platform/database/index.ts';

/** A file of a record. The caller has checked that it is live. */
export interface FileKey {
  recordId: string;
  fileId: string;
}

export interface VersionKey extends FileKey {
  versionId: string;
}

export interface VersionRow {
  id: string;
  rowId: string;
  createdAt: Date;
  createdBy: string;
  sizeBytes: number;
  isCurrent: boolean;
  isDamaged: boolean;
}

/** The order of the index and of every selection of versions. */
const newestFirst = sql.raw('created_at desc, id');

/** Returns one page of a file's versions, newest first, and the total. */
export async function listVersions(
  db: Kysely<DB>,
  { recordId, fileId }: FileKey,
  { offset, limit }: { offset: number; limit: number },
): Promise<{ rows: VersionRow[]; total: number }> {
  type Row = { total: number } & { [Column in keyof VersionRow]: VersionRow[Column] | null };
  const { rows } = await sql<Row>`
    select f.version_count as total, v.id, v.row_id, v.created_at, v.created_by, v.size_bytes,
      v.id = f.current_version_id as is_current, ${sql.raw(isDamaged('v.blob_id'))} as is_damaged
    from item f left join lateral (
      select id, row_id, created_at, created_by, size_bytes, blob_id from version
      where record_id = f.record_id and file_id = f.id
      order by ${newestFirst} offset ${offset} limit ${limit}
    ) v on true
    where f.record_id = ${recordId} and f.id = ${fileId}
    order by v.created_at desc, v.id`.execute(db);
  const present = rows.filter((row): row is Row & VersionRow => row.id !== null);
  return { rows: present, total: rows[0]?.total ?? 0 };
}

/** A version with its content. */
export interface StoredVersion extends VersionKey {
  /** the current name of the file: versions have no names */
  name: string;
  blobId: number;
  sizeBytes: number;
  sha256: Buffer;
  crc32: number;
}

/**
 * Returns a version of a file; null when it does not exist.
 * @param versionId null for the current version
 */
export async function findVersion(
  db: Kysely<DB>,
  { recordId, fileId, versionId }: FileKey & { versionId: string | null },
): Promise<StoredVersion | null> {
  const { rows } = await sql<StoredVersion>`
    select f.record_id, f.id as file_id, v.id as version_id, f.name, v.size_bytes,
      b.id as blob_id, b.sha256, b.crc32
    from item f
    join version v on v.record_id = f.record_id and v.file_id = f.id
    join blob b on b.id = v.blob_id
    where f.record_id = ${recordId} and f.id = ${fileId}
      and v.id = coalesce(${versionId}::uuid, f.current_version_id)`.execute(db);
  return rows[0] ?? null;
}

/** Returns the file of a version in any record; null when the version does not exist. */
export async function fileOfVersion(db: Kysely<DB>, versionId: string): Promise<string | null> {
  const { rows } = await sql<{ fileId: string }>`
    select file_id from version where id = ${versionId} limit 1`.execute(db);
  return rows[0]?.fileId ?? null;
}

/** Deletes one version, whose bytes are kept for KEEP_DAYS (SAFE-05); the caller sets the current version. */
export async function deleteVersion(
  tx: Transaction<DB>,
  { recordId, fileId, versionId }: VersionKey,
): Promise<void> {
  await sql`
    with removed as (
      delete from version where record_id = ${recordId} and file_id = ${fileId} and id = ${versionId}
      returning 1
    )
    update item set version_count = version_count - (select count(*) from removed)
    where record_id = ${recordId} and id = ${fileId}`.execute(tx);
}

/**
 * Deletes versions of files before the files are deleted, at most `limit`.
 * @returns the number of deleted versions and their blobs, without duplicates
 */
export async function deleteVersionsOf(
  tx: Transaction<DB>,
  recordId: string,
  { fileIds, limit }: { fileIds: readonly string[]; limit: number },
): Promise<{ removed: number; blobIds: number[] }> {
  const { rows } = await sql<{ blobId: number }>`
    delete from version where record_id = ${recordId} and (file_id, id) in (
      select v.file_id, v.id from unnest(${fileIds}::text[]) as file (id) cross join lateral (
        select file_id, id from version where record_id = ${recordId} and file_id = file.id limit ${limit}
      ) v limit ${limit}
    ) returning blob_id`.execute(tx);
  return { removed: rows.length, blobIds: [...new Set(rows.map(({ blobId }) => blobId))] };
}

/** Returns the newest version of a file other than `versionId`. */
export async function newestVersionBut(
  tx: Transaction<DB>,
  { recordId, fileId, versionId }: VersionKey,
): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    select id from version
    where record_id = ${recordId} and file_id = ${fileId} and id <> ${versionId}
    order by ${newestFirst} limit 1`.execute(tx);
  return rows[0]?.id ?? null;
}

/**
 * Sets the current version of a file: size, date and uploader are those of the version (D-44).
 * @returns the new size of the file in bytes
 */
export async function setCurrentVersion(
  tx: Transaction<DB>,
  { recordId, fileId, versionId }: VersionKey,
): Promise<number> {
  const { rows } = await sql<{ sizeBytes: number }>`
    update item set current_version_id = v.id, size_bytes = v.size_bytes,
      modified_at = v.created_at, modified_by = v.created_by
    from version v
    where item.record_id = ${recordId} and item.id = ${fileId}
      and v.record_id = item.record_id and v.file_id = item.id and v.id = ${versionId}
    returning item.size_bytes`.execute(tx);
  const [file] = rows;
  if (file === undefined) throw new Error(`The file ${fileId} has no version ${versionId}`);
  return file.sizeBytes;
}
