import { type Kysely, sql, type Transaction } from 'kysely';
import type { BlobRef, StoredBlob } from '../platform/blobs/index.ts';
import { type DB, rowsAs } from '../platform/database/index.ts';

/** A blob that is stored in the vault. */
export interface StoredContent {
  id: number;
  sha256: Buffer;
  /** storage key of its bytes: the new ones or those that were already stored */
  key: string;
}

export interface StoreBlobs {
  /** each SHA-256 appears only one time */
  blobs: readonly StoredBlob[];
  /** storage keys whose bytes were read and verified before the transaction; see `intactCopies` */
  intactKeys: ReadonlySet<string>;
  now: Date;
}

/**
 * Inserts a row for stored bytes, or returns the existing row of the same content. Existing bytes are kept only when
 * they are known to be intact; otherwise the new bytes replace them for all files with this content (SAFE-21). The
 * caller releases the bytes that are not used. Rows are locked in a fixed order, so that concurrent calls cannot
 * deadlock.
 */
export async function storeBlobs(
  tx: Transaction<DB>,
  { blobs, intactKeys, now }: StoreBlobs,
): Promise<StoredContent[]> {
  const table = rowsAs('new', blobs, {
    sha256: 'bytea',
    key: 'text',
    sizeBytes: 'bigint',
    crc32: 'bigint',
    blockChecksums: 'bytea',
  });
  const { rows } = await sql<StoredContent>`
    insert into blob as kept (sha256, storage_key, size_bytes, crc32, block_checksums, created_at, used_at)
    select new.*, ${now}::timestamptz, ${now}::timestamptz
    from ${table}
    order by new.sha256
    on conflict (sha256) do update set
      used_at = greatest(kept.used_at, excluded.used_at),
      storage_key = case when kept.storage_key = any(${[...intactKeys]}::text[]) then kept.storage_key
        else excluded.storage_key end,
      block_checksums = coalesce(kept.block_checksums, excluded.block_checksums),
      damaged_at = null
    returning id, sha256, storage_key as key`.execute(tx);
  return rows;
}

/** A stored blob of a content. */
export interface FoundBlob extends BlobRef {
  sha256: Buffer;
  /** its bytes are marked as damaged */
  isDamaged: boolean;
}

/** Returns the stored blobs of these contents. */
export async function blobsOf(db: Kysely<DB>, sha256s: readonly Buffer[]): Promise<FoundBlob[]> {
  const { rows } = await sql<FoundBlob>`
    select storage_key as key, size_bytes, crc32, block_checksums, sha256, damaged_at is not null as is_damaged
    from blob
    where sha256 = any(${[...sha256s]}::bytea[])`.execute(db);
  return rows;
}
