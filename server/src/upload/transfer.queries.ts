import { sql, type Transaction } from 'kysely';
import type { DB } from '../platform/database/index.ts';
import type { UploadKey } from './parts.ts';
import type { Upload } from './queries.ts';

/** An upload together with its owner. */
export type OwnedUpload = Upload & { ownerId: string };

/** The uploads with these keys, held until the transaction ends; unknown and expired ones are left out. */
export async function lockUploads(
  tx: Transaction<DB>,
  keys: readonly UploadKey[],
  now: Date,
): Promise<OwnedUpload[]> {
  const { rows } = await sql<OwnedUpload>`
    select u.owner_id, u.key, u.archive_key, u.name, u.state, u.storage_key, u.size_bytes, u.sha256, u.crc32,
      u.scanned_by
    from unnest(${keys.map((one) => one.ownerId)}::text[], ${keys.map((one) => one.key)}::text[])
      as wanted (owner_id, key)
    join upload u on u.owner_id = wanted.owner_id and u.key = wanted.key and u.expires_at > ${now}
    order by u.owner_id, u.key
    for update of u`.execute(tx);
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

export type StoredUpload = UploadKey & {
  fileId: string;
  versionId: string;
};

/** Uploads are done: their bytes belong to versions, or are superfluous because the vault had them already. */
export async function markStored(
  tx: Transaction<DB>,
  { uploads, superfluous }: { uploads: readonly StoredUpload[]; superfluous: readonly string[] },
): Promise<void> {
  await sql`
    with garbage as (
      insert into blob_garbage (storage_key) select unnest(${superfluous}::text[]) on conflict do nothing
    )
    update upload set state = 'stored', storage_key = null, file_id = new.file_id, version_id = new.version_id
    from unnest(${uploads.map((one) => one.ownerId)}::text[], ${uploads.map((one) => one.key)}::text[],
      ${uploads.map((one) => one.fileId)}::text[], ${uploads.map((one) => one.versionId)}::uuid[])
      as new (owner_id, key, file_id, version_id)
    where upload.owner_id = new.owner_id and upload.key = new.key`.execute(tx);
}
