import { type Kysely, sql } from 'kysely';
import type { BlobRef, StoredBlob } from '../platform/blobs/index.ts';
import { type DB, rowsAs } from '../platform/database/index.ts';
import type { UploadKey } from './deps.ts';
import type { QuotaScopes } from './quota.queries.ts';

/*
 * The states of an upload (column `state`):
 *
 *   prepared  an address was issued; no bytes, or chunks that are not joined (`chunk_set_id`, C53). A folder's ZIP
 *             returns to this state when its files have their own rows
 *   received  bytes have arrived and are not scanned
 *   passed    exactly these bytes passed the scan
 *   failed    the scan failed, or a file of a folder could not be unpacked (then without bytes); can be repeated
 *   infected  a virus; the bytes are released and deleted
 *   stored    transferred into a folder; the bytes belong to a version
 *
 * New bytes change every state except `stored` to `received`. A verdict changes a row only while the row has the bytes
 * that were scanned. A statement that removes a storage key from a row releases it: it inserts it into blob_garbage.
 */
export type UploadState = DB['upload']['state'];

/** An upload that has not expired. */
export interface Upload {
  key: string;
  archiveKey: string | null;
  name: string;
  state: UploadState;
  storageKey: string | null;
  sizeBytes: number | null;
  sha256: Buffer | null;
  crc32: number | null;
  blockChecksums: Buffer | null;
  scannedBy: string | null;
  /** of a visitor's upload */
  linkId: string | null;
}

export const uploadColumns = sql.raw(
  'key, archive_key, name, state, storage_key, size_bytes, sha256, crc32, block_checksums, scanned_by, link_id',
);

/** The sender of an upload for the scanner: the link of a visitor, so that all its visitors are one, or the person. */
export const senderOf = ({ linkId }: Pick<Upload, 'linkId'>, { ownerId }: UploadKey): string =>
  linkId ?? ownerId;

type BytesOfRow = Pick<Upload, 'storageKey' | 'sizeBytes' | 'sha256' | 'crc32' | 'blockChecksums'>;

/** Returns the stored bytes of a row; null when it has none. */
export function blobOfRow({
  storageKey,
  sizeBytes,
  sha256,
  crc32,
  blockChecksums,
}: BytesOfRow): StoredBlob | null {
  if (storageKey === null || sizeBytes === null || sha256 === null || crc32 === null) return null;
  return { key: storageKey, sizeBytes, sha256, crc32, blockChecksums };
}

export interface NewUpload extends UploadKey, QuotaScopes {
  name: string;
}

/** The current time, and the time at which changed uploads expire. */
export interface Times {
  now: Date;
  expiresAt: Date;
}

/**
 * Creates uploads of different keys. An existing one keeps its bytes; an expired one is reset and its bytes are swept.
 */
export async function prepareUploads(
  db: Kysely<DB>,
  uploads: readonly NewUpload[],
  { now, expiresAt }: Times,
): Promise<void> {
  if (uploads.length === 0) return;
  const rows = uploads.map(({ ownerId, key, link, name }) => ({
    ownerId,
    key,
    linkId: link?.id ?? null,
    recordId: link?.recordId ?? null,
    name,
  }));
  const table = rowsAs('new', rows, {
    ownerId: 'text',
    key: 'text',
    linkId: 'text',
    recordId: 'text',
    name: 'text',
  });
  await sql`
    insert into upload as u (owner_id, key, link_id, record_id, name, state, expires_at)
    select new.*, 'prepared', ${expiresAt}::timestamptz from ${table}
    on conflict (owner_id, key) do update set
      name = excluded.name,
      expires_at = excluded.expires_at,
      state = case when u.expires_at <= ${now} then 'prepared' else u.state end,
      storage_key = case when u.expires_at <= ${now} then null else u.storage_key end,
      size_bytes = case when u.expires_at <= ${now} then null else u.size_bytes end,
      chunk_set_id = case when u.expires_at <= ${now} then null else u.chunk_set_id end,
      chunk_set_bytes = case when u.expires_at <= ${now} then null else u.chunk_set_bytes end,
      length_bytes = case when u.expires_at <= ${now} then null else u.length_bytes end,
      reserved_bytes = case when u.expires_at <= ${now} then 0 else u.reserved_bytes end,
      direct_key = case when u.expires_at <= ${now} then null else u.direct_key end,
      direct_upload_id = case when u.expires_at <= ${now} then null else u.direct_upload_id end,
      direct_bytes = case when u.expires_at <= ${now} then null else u.direct_bytes end,
      archive_key = null
    where u.expires_at <= ${now} or (u.state <> 'stored' and u.archive_key is null)`.execute(db);
}

/** Returns the state of an upload; null when unknown or expired. A folder is stored when one of its files is stored. */
export async function stateOfUpload(
  db: Kysely<DB>,
  { ownerId, key }: UploadKey,
  now: Date,
): Promise<UploadState | null> {
  const { rows } = await sql<{ state: UploadState }>`
    select case when exists (
      select 1 from upload c where c.owner_id = ${ownerId} and c.archive_key = ${key} and c.state = 'stored'
    ) then 'stored' else u.state end as state
    from upload u where u.owner_id = ${ownerId} and u.key = ${key} and u.expires_at > ${now}`.execute(db);
  return rows[0]?.state ?? null;
}

/** The bytes of the unpacked files of a folder. @param upload name of the table with its row */
export function unpackedBytesOf(upload: 'u' | 'upload') {
  const row = sql.raw(upload);
  return sql`
    coalesce((
      select sum(c.size_bytes)::bigint from upload c
      where c.owner_id = ${row}.owner_id and c.archive_key = ${row}.key and c.storage_key is not null
    ), 0)`;
}

/**
 * The bytes of an upload `u` that `receiveUploads` releases: its own, its chunks, its unpacked files, and those of a
 * direct upload that is not completed.
 */
const stayingBytes = sql`
  case when u.storage_key is null then coalesce(u.chunk_set_bytes, 0) else coalesce(u.size_bytes, 0) end
  + coalesce(u.direct_bytes, 0)
  + ${unpackedBytesOf('u')}`;

export interface ReceivedUpload extends UploadKey {
  blob: StoredBlob;
  /** the part of the reservation that the received bytes use */
  reservedBytes: number;
}

/**
 * Replaces the bytes of uploads of different keys by received bytes, unless an upload is in state `stored`. The earlier
 * bytes are released; they count as reserved until the upload ends, because the sweep deletes them later and the same
 * address can be used often (GUARD-24).
 * @returns by key whether the bytes were stored: false for a stored upload; an unknown or expired one is left out
 */
export async function receiveUploads(
  db: Kysely<DB>,
  uploads: readonly ReceivedUpload[],
  { now, expiresAt }: Times,
): Promise<Map<string, boolean>> {
  if (uploads.length === 0) return new Map();
  const given = uploads.map(({ ownerId, key, reservedBytes, blob: { key: storageKey, ...blob } }) => ({
    ownerId,
    key,
    reservedBytes,
    storageKey,
    ...blob,
  }));
  const table = rowsAs('new', given, {
    ownerId: 'text',
    key: 'text',
    reservedBytes: 'bigint',
    storageKey: 'text',
    sizeBytes: 'bigint',
    sha256: 'bytea',
    crc32: 'bigint',
    blockChecksums: 'bytea',
  });
  const { rows } = await sql<{ key: string; isReceived: boolean }>`
    with before as (
      select new.*, u.storage_key as earlier_key from ${table}
      join upload u on u.owner_id = new.owner_id and u.key = new.key and u.expires_at > ${now}
      order by u.owner_id, u.key
      for update of u
    ), received as (
      update upload u set state = 'received', storage_key = before.storage_key, size_bytes = before.size_bytes,
        sha256 = before.sha256, crc32 = before.crc32, block_checksums = before.block_checksums, scanned_by = null,
        expires_at = ${expiresAt}, chunk_set_id = null, chunk_set_bytes = null, length_bytes = null,
        direct_key = null, direct_upload_id = null, direct_bytes = null,
        reserved_bytes = greatest(0, u.reserved_bytes - before.reserved_bytes) + ${stayingBytes}
      from before
      where u.owner_id = before.owner_id and u.key = before.key and u.state <> 'stored' and u.archive_key is null
        and not exists (
          select 1 from upload c
          where c.owner_id = before.owner_id and c.archive_key = before.key and c.state = 'stored')
      returning u.owner_id, u.key, before.earlier_key
    ), unpacked as (
      delete from upload c using received
      where c.owner_id = received.owner_id and c.archive_key = received.key
      returning c.storage_key
    ), garbage as (
      insert into blob_garbage (storage_key)
      select earlier_key from received where earlier_key is not null
      union all
      select storage_key from unpacked where storage_key is not null
      on conflict do nothing
    )
    select before.key, received.key is not null as is_received
    from before left join received using (owner_id, key)`.execute(db);
  return new Map(rows.map(({ key, isReceived }) => [key, isReceived]));
}

/** Returns those of these uploads that are known and not expired. */
export async function findUploads(
  db: Kysely<DB>,
  keys: readonly UploadKey[],
  now: Date,
): Promise<(Upload & UploadKey)[]> {
  const { rows } = await sql<Upload & UploadKey>`
    select u.* from ${rowsAs('wanted', keys, { ownerId: 'text', key: 'text' })}
    cross join lateral (
      select owner_id, ${uploadColumns} from upload
      where owner_id = wanted.owner_id and key = wanted.key and expires_at > ${now} limit 1
    ) u`.execute(db);
  return rows;
}

/** A verdict on the bytes that an upload had when they were read. */
export interface ScanResult extends UploadKey {
  storageKey: string;
  state: 'passed' | 'infected' | 'failed';
  scannedBy: string;
}

/**
 * Records verdicts of uploads of different owners and keys. Infected bytes are released.
 * @returns those that are recorded: not when the upload has other bytes now, or another scan has recorded a verdict
 */
export async function recordVerdicts(db: Kysely<DB>, results: readonly ScanResult[]): Promise<ScanResult[]> {
  const table = rowsAs('new', results, {
    ownerId: 'text',
    key: 'text',
    storageKey: 'text',
    state: 'text',
    scannedBy: 'text',
  });
  const { rows } = await sql<UploadKey>`
    with open as (
      select new.* from ${table}
      join upload u on u.owner_id = new.owner_id and u.key = new.key and u.storage_key = new.storage_key
        and u.state in ('received', 'failed')
      order by u.owner_id, u.key
      for update of u
    ), scanned as (
      update upload u set state = open.state, scanned_by = open.scanned_by,
        storage_key = case when open.state = 'infected' then null else u.storage_key end
      from open where u.owner_id = open.owner_id and u.key = open.key and u.storage_key = open.storage_key
        and u.state in ('received', 'failed')
      returning u.owner_id, u.key, u.state, open.storage_key as scanned_key
    ), garbage as (
      insert into blob_garbage (storage_key) select scanned_key from scanned where state = 'infected'
      on conflict do nothing
    )
    select owner_id, key from scanned`.execute(db);
  const recorded = new Set(rows.map(idOfUpload));
  return results.filter((result) => recorded.has(idOfUpload(result)));
}

/** Identifies an upload in a map. */
export const idOfUpload = ({ ownerId, key }: UploadKey) => JSON.stringify([ownerId, key]);

/**
 * Removes damaged bytes from an upload and releases them: the upload is as before the first byte, and the client can
 * send the bytes again. A file of a folder is deleted, because its bytes are in the ZIP. Nothing changes when the
 * upload has other bytes now.
 */
export async function dropBytes(
  db: Kysely<DB>,
  { ownerId, key }: UploadKey,
  { key: storageKey }: Pick<BlobRef, 'key'>,
): Promise<void> {
  await sql`
    with emptied as (
      update upload set state = 'prepared', storage_key = null, size_bytes = null, sha256 = null, crc32 = null,
        block_checksums = null, scanned_by = null
      where owner_id = ${ownerId} and key = ${key} and storage_key = ${storageKey} and state <> 'stored'
        and archive_key is null
      returning key
    ), deleted as (
      delete from upload
      where owner_id = ${ownerId} and key = ${key} and storage_key = ${storageKey} and archive_key is not null
      returning key
    ), dropped as (
      select key from emptied union all select key from deleted
    )
    insert into blob_garbage (storage_key) select ${storageKey} from dropped on conflict do nothing`.execute(
    db,
  );
}
