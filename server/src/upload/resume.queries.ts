import { type Kysely, sql, type Transaction } from 'kysely';
import type { DirectUpload, StoredBlob } from '../platform/blobs/index.ts';
import { type DB, rowsAs } from '../platform/database/index.ts';
import type { UploadKey } from './deps.ts';
import { unpackedBytesOf, type UploadState } from './queries.ts';

/*
 * An upload in chunks (C53) is `prepared` and references a set of rows of `upload_chunk`. A set only grows, so its id
 * and its size in bytes identify its content. A set that no upload references is swept.
 */

/** The received bytes of an upload that has not expired. */
export interface OpenUpload {
  /** a folder is stored when one of its files is stored */
  state: UploadState;
  archiveKey: string | null;
  /** the complete bytes; null while there are none or only chunks */
  storageKey: string | null;
  sizeBytes: number | null;
  sha256: Buffer | null;
  crc32: number | null;
  blockChecksums: Buffer | null;
  /** the set of chunks; null when there are none */
  chunkSetId: string | null;
  chunkSetBytes: number | null;
  chunkCount: number;
  /** the announced length of the complete upload in bytes; null when not announced */
  lengthBytes: number | null;
  /** the direct upload that is not completed; null when there is none */
  direct: DirectUpload | null;
}

/** @returns null when the upload is unknown or expired */
export async function findOpenUpload(
  db: Kysely<DB>,
  { ownerId, key }: UploadKey,
  now: Date,
): Promise<OpenUpload | null> {
  const { rows } = await sql<OpenUpload>`
    select case when direct_key is not null then jsonb_build_object(
        'key', direct_key, 'uploadId', direct_upload_id, 'sizeBytes', direct_bytes) end as direct,
      case when exists (
        select 1 from upload c where c.owner_id = ${ownerId} and c.archive_key = ${key} and c.state = 'stored'
      ) then 'stored' else u.state end as state,
      u.archive_key, u.storage_key, u.size_bytes, u.sha256, u.crc32, u.block_checksums, u.chunk_set_id, u.chunk_set_bytes, u.length_bytes,
      (select count(*)::int from upload_chunk p where p.chunk_set_id = u.chunk_set_id) as chunk_count
    from upload u
    where u.owner_id = ${ownerId} and u.key = ${key} and u.expires_at > ${now}`.execute(db);
  return rows[0] ?? null;
}

/** Locks the row of an upload until the transaction ends. */
export async function lockUpload(tx: Transaction<DB>, { ownerId, key }: UploadKey): Promise<void> {
  await sql`select 1 from upload where owner_id = ${ownerId} and key = ${key} for update`.execute(tx);
}

/** A chunk of an upload: a blob with its checksums. */
export interface UploadChunk extends StoredBlob {
  /** position of its first byte in the complete upload */
  position: number;
}

export interface AddChunks extends UploadKey {
  chunkSetId: string;
  /** new chunks of the set; empty for an empty PATCH */
  chunks: readonly UploadChunk[];
  /** size of the set in bytes after the call */
  chunkSetBytes: number;
  lengthBytes: number | null;
  /** the part of the reservation that the chunks use */
  reservedBytes: number;
  /** key of the complete bytes that the upload had, when they are not one of the chunks */
  released: string | null;
  expiresAt: Date;
}

/**
 * Adds chunks to a locked upload. Its complete bytes become a chunk or are released, their verdict is discarded, and
 * files that were unpacked from them are deleted (contract 10.13).
 */
export async function addChunks(tx: Transaction<DB>, added: AddChunks): Promise<void> {
  const { ownerId, key, chunkSetId, chunks, chunkSetBytes, lengthBytes, reservedBytes, released, expiresAt } =
    added;
  const table = rowsAs('new', chunks, {
    position: 'bigint',
    sizeBytes: 'bigint',
    key: 'text',
    sha256: 'bytea',
    crc32: 'bigint',
    blockChecksums: 'bytea',
  });
  await sql`
    with opened as (
      update upload set state = 'prepared', storage_key = null, size_bytes = null, sha256 = null, crc32 = null,
        block_checksums = null, scanned_by = null, chunk_set_id = ${chunkSetId}, chunk_set_bytes = ${chunkSetBytes},
        length_bytes = coalesce(length_bytes, ${lengthBytes}), expires_at = ${expiresAt},
        direct_key = null, direct_upload_id = null, direct_bytes = null,
        reserved_bytes = greatest(0, reserved_bytes - ${reservedBytes}) + coalesce(direct_bytes, 0)
          + ${unpackedBytesOf('upload')}
      where owner_id = ${ownerId} and key = ${key}
    ), unpacked as (
      delete from upload where owner_id = ${ownerId} and archive_key = ${key} and state <> 'stored'
      returning storage_key
    ), garbage as (
      insert into blob_garbage (storage_key)
      select storage_key from unpacked where storage_key is not null
      union
      select ${released}::text where ${released}::text is not null
      on conflict do nothing
    )
    insert into upload_chunk (chunk_set_id, position, size_bytes, storage_key, sha256, crc32, block_checksums)
    select ${chunkSetId}, new.* from ${table}`.execute(tx);
}

/** Returns the chunks of a set in order. */
export async function chunksOf(db: Kysely<DB>, chunkSetId: string): Promise<UploadChunk[]> {
  const { rows } = await sql<UploadChunk>`
    select storage_key as key, position, size_bytes, sha256, crc32, block_checksums from upload_chunk
    where chunk_set_id = ${chunkSetId} order by position`.execute(db);
  return rows;
}

/**
 * Replaces the chunks by the joined bytes, if the upload still has exactly these chunks; the chunks are released.
 * @returns false when other bytes have arrived or another scan has joined the chunks
 */
export async function replaceChunks(
  db: Kysely<DB>,
  {
    ownerId,
    key,
    chunkSetId,
    chunkSetBytes,
    blob,
    expiresAt,
  }: UploadKey & { chunkSetId: string; chunkSetBytes: number; blob: StoredBlob; expiresAt: Date },
): Promise<boolean> {
  const { rows } = await sql`
    with received as (
      update upload set state = 'received', storage_key = ${blob.key}, size_bytes = ${blob.sizeBytes},
        sha256 = ${blob.sha256}, crc32 = ${blob.crc32}, block_checksums = ${blob.blockChecksums}, expires_at = ${expiresAt},
        chunk_set_id = null, chunk_set_bytes = null, length_bytes = null
      where owner_id = ${ownerId} and key = ${key} and chunk_set_id = ${chunkSetId} and chunk_set_bytes = ${chunkSetBytes}
      returning key
    ), replaced as (
      delete from upload_chunk using received where chunk_set_id = ${chunkSetId} returning storage_key
    ), garbage as (
      insert into blob_garbage (storage_key)
      select storage_key from replaced where storage_key <> ${blob.key}
      on conflict do nothing
    )
    select 1 from received`.execute(db);
  return rows.length > 0;
}

/** Deletes the chunks of an upload and releases them: the upload is as before the first byte. */
export async function deleteChunks(
  db: Kysely<DB>,
  { ownerId, key }: UploadKey,
  chunkSetId: string,
): Promise<void> {
  await sql`
    with dropped as (
      update upload set chunk_set_id = null, chunk_set_bytes = null, length_bytes = null
      where owner_id = ${ownerId} and key = ${key} and chunk_set_id = ${chunkSetId}
      returning key
    ), chunks as (
      delete from upload_chunk using dropped where chunk_set_id = ${chunkSetId} returning storage_key
    )
    insert into blob_garbage (storage_key) select storage_key from chunks on conflict do nothing`.execute(db);
}
