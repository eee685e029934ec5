import { type Kysely, sql, type Transaction } from 'kysely';
import { type DB, rowsAs, withCommit } from '../platform/database/index.ts';
import type { UploadKey } from './deps.ts';
import type { Upload } from './queries.ts';

/** An upload together with its owner. */
export type OwnedUpload = Upload & { ownerId: string };

/** Locks the uploads with these keys until the transaction ends; unknown and expired ones are left out. */
export async function lockUploads(
  tx: Transaction<DB>,
  keys: readonly UploadKey[],
  now: Date,
): Promise<OwnedUpload[]> {
  const { rows } = await sql<OwnedUpload>`
    select u.owner_id, u.key, u.archive_key, u.name, u.state, u.storage_key, u.size_bytes, u.sha256, u.crc32,
      u.block_checksums, u.scanned_by
    from ${rowsAs('wanted', keys, { ownerId: 'text', key: 'text' })}
    join upload u on u.owner_id = wanted.owner_id and u.key = wanted.key and u.expires_at > ${now}
    order by u.owner_id, u.key
    for update of u`.execute(tx);
  return rows;
}

/** The SHA-256 of scanned uploads whose content the vault already has. */
export async function knownContents(db: Kysely<DB>, keys: readonly UploadKey[]): Promise<Buffer[]> {
  const { rows } = await sql<{ sha256: Buffer }>`
    select distinct u.sha256
    from ${rowsAs('wanted', keys, { ownerId: 'text', key: 'text' })}
    join upload u on u.owner_id = wanted.owner_id and u.key = wanted.key and u.state = 'passed'
    join blob b on b.sha256 = u.sha256`.execute(db);
  return rows.map(({ sha256 }) => sha256);
}

export type StoredUpload = UploadKey & {
  fileId: string;
  versionId: string;
};

/** Marks uploads as stored: their bytes belong to blobs, or are released because the vault already had them. */
export function markStoredWithCommit(tx: Transaction<DB>, uploads: readonly StoredUpload[]): void {
  const statement = sql`
    update upload set state = 'stored', storage_key = null, file_id = new.file_id, version_id = new.version_id
    from ${rowsAs('new', uploads, { ownerId: 'text', key: 'text', fileId: 'text', versionId: 'uuid' })}
    where upload.owner_id = new.owner_id and upload.key = new.key`;
  withCommit(tx, statement.compile(tx));
}
