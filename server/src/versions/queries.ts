import { type Kysely, sql, type Transaction } from 'kysely';
import type { DB } from '../platform/database/index.ts';

/** A file of a record. The caller knows that it is live. */
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
}

/** Newest first, the order of the index and of every choice among versions. */
const newestFirst = sql.raw('created_at desc, id');

/** One page of a file's versions, newest first, and how many it has. */
export async function listVersions(
  db: Kysely<DB>,
  { recordId, fileId }: FileKey,
  { offset, limit }: { offset: number; limit: number },
): Promise<{ rows: VersionRow[]; total: number }> {
  type Row = { total: number } & { [Column in keyof VersionRow]: VersionRow[Column] | null };
  const { rows } = await sql<Row>`
    select f.version_count as total, v.id, v.row_id, v.created_at, v.created_by, v.size_bytes,
      v.id = f.current_version_id as is_current
    from item f left join lateral (
      select id, row_id, created_at, created_by, size_bytes from version
      where record_id = f.record_id and file_id = f.id
      order by ${newestFirst} offset ${offset} limit ${limit}
    ) v on true
    where f.record_id = ${recordId} and f.id = ${fileId}
    order by v.created_at desc, v.id`.execute(db);
  const present = rows.filter((row): row is Row & VersionRow => row.id !== null);
  return { rows: present, total: rows[0]?.total ?? 0 };
}

/** A version with the content that it has. */
export interface StoredVersion extends VersionKey {
  /** the file's present name: versions have none of their own */
  name: string;
  blobId: number;
  sizeBytes: number;
  sha256: Buffer;
  crc32: number;
}

/**
 * A version of a file; null when the file has no such version.
 * @param versionId null: the current one
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

/** The file to which a version belongs, whatever its record; null when there is no such version. */
export async function fileOfVersion(db: Kysely<DB>, versionId: string): Promise<string | null> {
  const { rows } = await sql<{ fileId: string }>`
    select file_id from version where id = ${versionId} limit 1`.execute(db);
  return rows[0]?.fileId ?? null;
}

/** Removes one version; which one is current is the caller's. Its bytes go when no version has them any more. */
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
 * Removes versions of files that are about to go, at most so many.
 * @returns how many there were, and the blobs that they had, each once
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

/** The newest of a file's versions, one left out. */
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
 * Lets a file show one of its versions: size, date and uploader are those of that version (D-44).
 * @returns the size in bytes that the file has now
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
