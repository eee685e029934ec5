import { type Kysely, sql } from 'kysely';
import type { DB } from '../platform/database/index.ts';

/** A blob that was stored before block checksums existed. */
export interface OldBlob {
  id: number;
  key: string;
  sizeBytes: number;
  sha256: Buffer;
}

/**
 * Returns a batch of blobs without checksums, by id. Damaged blobs are left out: their checksums cannot be computed.
 */
export async function blobsWithoutChecksums(
  db: Kysely<DB>,
  { after, limit }: { after: number; limit: number },
): Promise<OldBlob[]> {
  const { rows } = await sql<OldBlob>`
    select id, storage_key as key, size_bytes, sha256 from blob
    where block_checksums is null and damaged_at is null and id > ${after}
    order by id limit ${limit}`.execute(db);
  return rows;
}

/** Stores block checksums, unless the bytes of the blob were replaced since they were read. */
export async function storeChecksums(
  db: Kysely<DB>,
  { id, key }: Pick<OldBlob, 'id' | 'key'>,
  blockChecksums: Buffer,
): Promise<void> {
  await sql`
    update blob set block_checksums = ${blockChecksums}
    where id = ${id} and storage_key = ${key} and block_checksums is null`.execute(db);
}
