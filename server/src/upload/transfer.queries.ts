import { sql, type Transaction } from 'kysely';
import type { DB } from '../platform/database/index.ts';
import type { Upload } from './queries.ts';

/** The uploads of an owner with these keys, held until the transaction ends; unknown and expired ones are left out. */
export async function lockUploads(
  tx: Transaction<DB>,
  { ownerId, keys, now }: { ownerId: string; keys: readonly string[]; now: Date },
): Promise<Upload[]> {
  const { rows } = await sql<Upload>`
    select key, archive_key, name, state, storage_key, size_bytes, sha256, crc32, scanned_by from upload
    where owner_id = ${ownerId} and key = any(${keys}::text[]) and expires_at > ${now}
    order by key
    for update`.execute(tx);
  return rows;
}

/** Bytes that a transfer brings. */
export interface NewBlob {
  sha256: Buffer;
  storageKey: string;
  sizeBytes: number;
  crc32: number;
}

/** The blob that holds these bytes: the new one, or one that was there with the same SHA-256. */
export interface ChosenBlob {
  id: number;
  sha256: Buffer;
  storageKey: string;
}

/** @param blobs each SHA-256 once. Always taken in the same order, so that two transfers cannot wait for each other */
export async function chooseBlobs(
  tx: Transaction<DB>,
  blobs: readonly NewBlob[],
  now: Date,
): Promise<ChosenBlob[]> {
  const { rows } = await sql<ChosenBlob>`
    insert into blob (sha256, storage_key, size_bytes, crc32, created_at, used_at)
    select new.sha256, new.storage_key, new.size_bytes, new.crc32, ${now}, ${now}
    from unnest(${blobs.map((one) => one.sha256)}::bytea[], ${blobs.map((one) => one.storageKey)}::text[],
      ${blobs.map((one) => one.sizeBytes)}::bigint[], ${blobs.map((one) => one.crc32)}::bigint[])
      as new (sha256, storage_key, size_bytes, crc32)
    order by new.sha256
    on conflict (sha256) do update set used_at = greatest(blob.used_at, excluded.used_at)
    returning id, sha256, storage_key`.execute(tx);
  return rows;
}

export interface StoredUpload {
  key: string;
  fileId: string;
  versionId: string;
}

/** Uploads are done: their bytes belong to versions, or are superfluous because the vault had them already. */
export async function markStored(
  tx: Transaction<DB>,
  {
    ownerId,
    uploads,
    superfluous,
  }: { ownerId: string; uploads: readonly StoredUpload[]; superfluous: readonly string[] },
): Promise<void> {
  await sql`
    with garbage as (
      insert into blob_garbage (storage_key) select unnest(${superfluous}::text[]) on conflict do nothing
    )
    update upload set state = 'stored', storage_key = null, file_id = new.file_id, version_id = new.version_id
    from unnest(${uploads.map((one) => one.key)}::text[], ${uploads.map((one) => one.fileId)}::text[],
      ${uploads.map((one) => one.versionId)}::uuid[]) as new (key, file_id, version_id)
    where upload.owner_id = ${ownerId} and upload.key = new.key`.execute(tx);
}
