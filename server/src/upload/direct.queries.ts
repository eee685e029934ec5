import { sql, type Transaction } from 'kysely';
import type { DirectUpload } from '../platform/blobs/index.ts';
import type { DB } from '../platform/database/index.ts';
import type { UploadKey } from './deps.ts';

/**
 * Stores a direct upload that has begun. The bytes of an earlier direct upload count as reserved until the upload ends,
 * because the sweep deletes them later (GUARD-24).
 */
export async function storeDirectUpload(
  tx: Transaction<DB>,
  { ownerId, key }: UploadKey,
  { direct, expiresAt }: { direct: DirectUpload; expiresAt: Date },
): Promise<void> {
  await sql`
    update upload set direct_key = ${direct.key}, direct_upload_id = ${direct.uploadId},
      direct_bytes = ${direct.sizeBytes}, reserved_bytes = reserved_bytes + coalesce(direct_bytes, 0),
      expires_at = ${expiresAt}
    where owner_id = ${ownerId} and key = ${key}`.execute(tx);
}

/** Removes a direct upload whose bytes are not counted any more, because they become those of the upload. */
export async function endDirectUpload(tx: Transaction<DB>, { ownerId, key }: UploadKey): Promise<void> {
  await sql`
    update upload set direct_key = null, direct_upload_id = null, direct_bytes = null
    where owner_id = ${ownerId} and key = ${key}`.execute(tx);
}
