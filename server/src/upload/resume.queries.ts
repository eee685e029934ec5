import { type Kysely, sql, type Transaction } from 'kysely';
import type { StoredBlob } from '../platform/blobs/index.ts';
import type { DB } from '../platform/database/index.ts';
import type { UploadKey } from './parts.ts';
import type { UploadState } from './queries.ts';

/*
 * An upload that comes in pieces (C53) is `prepared` and names a set of rows of `upload_part`. A set only grows, so
 * its id and its length in bytes together say which bytes are meant. A set that no upload names any more is swept.
 */

/** What is there of an upload that has not expired. */
export interface OpenUpload {
  /** a folder is stored when any file of it is */
  state: UploadState;
  archiveKey: string | null;
  /** the whole bytes; null while there are none, or pieces of them */
  storageKey: string | null;
  sizeBytes: number | null;
  sha256: Buffer | null;
  crc32: number | null;
  blockChecksums: Buffer | null;
  /** the pieces; null: there are none */
  partsId: string | null;
  partsBytes: number | null;
  partsCount: number;
  /** what the sender said that the whole will have, in bytes; null: nothing */
  lengthBytes: number | null;
}

/** @returns null when the upload is unknown or expired */
export async function findOpenUpload(
  db: Kysely<DB>,
  { ownerId, key }: UploadKey,
  now: Date,
): Promise<OpenUpload | null> {
  const { rows } = await sql<OpenUpload>`
    select case when exists (
        select 1 from upload c where c.owner_id = ${ownerId} and c.archive_key = ${key} and c.state = 'stored'
      ) then 'stored' else u.state end as state,
      u.archive_key, u.storage_key, u.size_bytes, u.sha256, u.crc32, u.block_checksums, u.parts_id, u.parts_bytes, u.length_bytes,
      (select count(*)::int from upload_part p where p.parts_id = u.parts_id) as parts_count
    from upload u
    where u.owner_id = ${ownerId} and u.key = ${key} and u.expires_at > ${now}`.execute(db);
  return rows[0] ?? null;
}

/** Whoever adds to an upload has it to himself until the transaction ends. */
export async function lockUpload(tx: Transaction<DB>, { ownerId, key }: UploadKey): Promise<void> {
  await sql`select 1 from upload where owner_id = ${ownerId} and key = ${key} for update`.execute(tx);
}

/** A piece of an upload: bytes of its own in the blob store, with their sums. */
export interface Piece extends StoredBlob {
  /** the place of its first byte in the whole */
  position: number;
}

export interface AddPieces extends UploadKey {
  partsId: string;
  /** what is new in the set; empty: the sender had nothing to add, and said so */
  pieces: readonly Piece[];
  /** all that the set has then */
  partsBytes: number;
  lengthBytes: number | null;
  /** the key of bytes that the upload had as a whole and that are not among the pieces */
  released: string | null;
  expiresAt: Date;
}

/**
 * Adds to the pieces of a locked upload. What it had as a whole becomes a piece or is released, what was found out
 * about that is forgotten, and files that were unpacked from it go (contract 10.13).
 */
export async function addPieces(tx: Transaction<DB>, added: AddPieces): Promise<void> {
  const { ownerId, key, partsId, pieces, partsBytes, lengthBytes, released, expiresAt } = added;
  await sql`
    with opened as (
      update upload set state = 'prepared', storage_key = null, size_bytes = null, sha256 = null, crc32 = null,
        block_checksums = null, scanned_by = null, parts_id = ${partsId}, parts_bytes = ${partsBytes},
        length_bytes = coalesce(length_bytes, ${lengthBytes}), expires_at = ${expiresAt}
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
    insert into upload_part (parts_id, position, size_bytes, storage_key, sha256, crc32, block_checksums)
    select ${partsId}, new.* from unnest(${pieces.map((one) => one.position)}::bigint[],
      ${pieces.map((one) => one.sizeBytes)}::bigint[], ${pieces.map((one) => one.key)}::text[],
      ${pieces.map((one) => one.sha256)}::bytea[], ${pieces.map((one) => one.crc32)}::bigint[],
      ${pieces.map((one) => one.blockChecksums)}::bytea[]) as new`.execute(tx);
}

/** A set of pieces in their order. */
export async function piecesOf(db: Kysely<DB>, partsId: string): Promise<Piece[]> {
  const { rows } = await sql<Piece>`
    select storage_key as key, position, size_bytes, sha256, crc32, block_checksums from upload_part
    where parts_id = ${partsId} order by position`.execute(db);
  return rows;
}

/**
 * Puts the joined bytes in the place of the pieces, if those are still what the upload has; the pieces are released.
 * @returns false when other bytes have come, or another scan was quicker
 */
export async function replacePieces(
  db: Kysely<DB>,
  {
    ownerId,
    key,
    partsId,
    partsBytes,
    blob,
    expiresAt,
  }: UploadKey & { partsId: string; partsBytes: number; blob: StoredBlob; expiresAt: Date },
): Promise<boolean> {
  const { rows } = await sql`
    with received as (
      update upload set state = 'received', storage_key = ${blob.key}, size_bytes = ${blob.sizeBytes},
        sha256 = ${blob.sha256}, crc32 = ${blob.crc32}, block_checksums = ${blob.blockChecksums}, expires_at = ${expiresAt},
        parts_id = null, parts_bytes = null, length_bytes = null
      where owner_id = ${ownerId} and key = ${key} and parts_id = ${partsId} and parts_bytes = ${partsBytes}
      returning key
    ), replaced as (
      delete from upload_part using received where parts_id = ${partsId} returning storage_key
    ), garbage as (
      insert into blob_garbage (storage_key)
      select storage_key from replaced where storage_key <> ${blob.key}
      on conflict do nothing
    )
    select 1 from received`.execute(db);
  return rows.length > 0;
}

/** Removes the pieces of an upload and releases them: it is as if nothing had been received. */
export async function dropPieces(
  db: Kysely<DB>,
  { ownerId, key }: UploadKey,
  partsId: string,
): Promise<void> {
  await sql`
    with dropped as (
      update upload set parts_id = null, parts_bytes = null, length_bytes = null
      where owner_id = ${ownerId} and key = ${key} and parts_id = ${partsId}
      returning key
    ), pieces as (
      delete from upload_part using dropped where parts_id = ${partsId} returning storage_key
    )
    insert into blob_garbage (storage_key) select storage_key from pieces on conflict do nothing`.execute(db);
}
