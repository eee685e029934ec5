import { type Kysely, sql, type Transaction } from 'kysely';
import type { StoredBlob } from '../platform/blobs/index.ts';
import { type DB, rowsAs } from '../platform/database/index.ts';
import type { UploadKey } from './deps.ts';
import type { QuotaScopes } from './quota.queries.ts';
import { type Upload, uploadColumns } from './queries.ts';

/** The files of a folder's ZIP, in the order of the ZIP. */
export async function filesOfArchive(
  db: Kysely<DB>,
  { ownerId, key }: UploadKey,
  now: Date,
): Promise<Upload[]> {
  const { rows } = await sql<Upload>`
    select ${uploadColumns} from upload
    where owner_id = ${ownerId} and archive_key = ${key} and expires_at > ${now}
    order by length(key), key`.execute(db);
  return rows;
}

/** A file of a folder after unpacking and scan. It has no blob when it could not be unpacked or was infected. */
export interface ArchiveFile {
  key: string;
  /** its path in the ZIP */
  name: string;
  state: 'passed' | 'infected' | 'failed';
  blob: StoredBlob | null;
}

interface TakeArchive extends UploadKey {
  storageKey: string;
  fileKeys: readonly string[];
  /** the reservation of the unpacked files */
  reservedBytes: number;
  /** the bytes of the unpacked files; what the ZIP has more stays reserved, as released bytes do in `receiveUploads` */
  unpackedBytes: number;
}

/**
 * Removes the ZIP from a folder's upload, if it is still the ZIP that was unpacked. Uploads with the keys of its files
 * are deleted unless they are stored.
 * @returns false when the upload has another ZIP or a concurrent scan has unpacked it
 */
export async function takeArchive(
  tx: Transaction<DB>,
  { ownerId, key, storageKey, fileKeys, ...bytes }: TakeArchive,
): Promise<boolean> {
  const { rows } = await sql`
    with taken as (
      update upload set state = 'prepared', storage_key = null,
        reserved_bytes = greatest(0, reserved_bytes - ${bytes.reservedBytes})
          + greatest(0, size_bytes - ${bytes.unpackedBytes})
      where owner_id = ${ownerId} and key = ${key} and storage_key = ${storageKey} and state <> 'stored'
      returning key
    ), replaced as (
      delete from upload using taken
      where owner_id = ${ownerId} and upload.key = any(${fileKeys}::text[]) and state <> 'stored'
      returning storage_key
    ), garbage as (
      insert into blob_garbage (storage_key)
      select ${storageKey} from taken
      union all
      select storage_key from replaced where storage_key is not null
      on conflict do nothing
    )
    select 1 from taken`.execute(tx);
  return rows.length > 0;
}

/**
 * @returns the number of inserted rows: fewer than `files` when a row with the same key exists, which is not changed
 */
export async function insertArchiveFiles(
  tx: Transaction<DB>,
  {
    ownerId,
    key,
    link,
    files,
    scannedBy,
    expiresAt,
  }: UploadKey &
    QuotaScopes & {
      files: readonly ArchiveFile[];
      scannedBy: string;
      expiresAt: Date;
    },
): Promise<number> {
  const uploads = files.map(({ blob, ...file }) => ({
    ...file,
    storageKey: blob?.key ?? null,
    sizeBytes: blob?.sizeBytes ?? null,
    sha256: blob?.sha256 ?? null,
    crc32: blob?.crc32 ?? null,
    blockChecksums: blob?.blockChecksums ?? null,
  }));
  const table = rowsAs('new', uploads, {
    key: 'text',
    name: 'text',
    state: 'text',
    storageKey: 'text',
    sizeBytes: 'bigint',
    sha256: 'bytea',
    crc32: 'bigint',
    blockChecksums: 'bytea',
  });
  const { rows } = await sql`
    insert into upload (owner_id, key, link_id, record_id, archive_key, name, state, storage_key, size_bytes, sha256,
      crc32, block_checksums, scanned_by, expires_at)
    select ${ownerId}, new.key, ${link?.id ?? null}, ${link?.recordId ?? null}, ${key}, new.name, new.state, new.storage_key, new.size_bytes, new.sha256,
      new.crc32, new.block_checksums, ${scannedBy}, ${expiresAt}
    from ${table}
    on conflict do nothing
    returning 1`.execute(tx);
  return rows.length;
}

/**
 * Removes the refused ZIP from a folder's upload and releases it, unless it has other bytes now. Its bytes stay
 * reserved until the upload expires, as released ones do in `receiveUploads`.
 */
export async function dropArchive(
  db: Kysely<DB>,
  { ownerId, key, storageKey }: UploadKey & { storageKey: string },
): Promise<void> {
  await sql`
    with dropped as (
      update upload set state = 'prepared', storage_key = null, size_bytes = null, sha256 = null, crc32 = null,
        block_checksums = null, scanned_by = null, reserved_bytes = reserved_bytes + size_bytes
      where owner_id = ${ownerId} and key = ${key} and storage_key = ${storageKey}
      returning key
    )
    insert into blob_garbage (storage_key) select ${storageKey} from dropped on conflict do nothing`.execute(
    db,
  );
}
