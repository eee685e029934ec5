import { type Kysely, type Transaction, sql } from 'kysely';
import type { StoredBlob } from '../platform/blobs/index.ts';
import type { DB } from '../platform/database/index.ts';

/** The setting that says that a record was dealt with, so that a vault somebody emptied stays empty. */
const MARK = 'demo.seeded.';

/** Those of the records that exist and were not dealt with by an earlier start. */
export async function recordsNotSeeded(db: Kysely<DB>, ids: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select record.id from record
    where record.id = any(${ids}::text[])
      and not exists (select from setting where name = ${MARK} || record.id)`.execute(db);
  return rows.map(({ id }) => id);
}

/** Whether anything beside its root was ever put into the record and is still there, in the trash or not. */
export async function hasContent(db: Kysely<DB>, recordId: string): Promise<boolean> {
  const { rows } = await sql`
    select from item where record_id = ${recordId} and parent_id is not null limit 1`.execute(db);
  return rows.length > 0;
}

/** Notes that the record was dealt with. @returns false when another process had done it before */
export async function markSeeded(tx: Transaction<DB>, recordId: string): Promise<boolean> {
  const { rows } = await sql`
    insert into setting (name, value) values (${MARK + recordId}, 'true'::jsonb)
    on conflict (name) do nothing
    returning name`.execute(tx);
  return rows.length > 0;
}

/**
 * Gives stored bytes their rows: the present row where the same bytes are stored already, else a new one. Keys that
 * are not needed are handed to the sweeper.
 * @returns the id of the blob by SHA-256 in hex
 */
export async function claimBlobs(
  tx: Transaction<DB>,
  blobs: readonly StoredBlob[],
): Promise<Map<string, number>> {
  const keys = blobs.map(({ key }) => key);
  // In the order of the hashes, so that two processes cannot wait for each other.
  const { rows } = await sql<{ id: number; sha256: Buffer }>`
    insert into blob (sha256, storage_key, size_bytes, crc32)
    select distinct on (sha256) sha256, storage_key, size_bytes, crc32
    from unnest(${blobs.map(({ sha256 }) => sha256)}::bytea[], ${keys}::text[],
      ${blobs.map(({ sizeBytes }) => sizeBytes)}::bigint[], ${blobs.map(({ crc32 }) => crc32)}::bigint[])
      as given (sha256, storage_key, size_bytes, crc32)
    order by sha256
    on conflict (sha256) do update set used_at = now()
    returning id, sha256`.execute(tx);
  await sql`
    insert into blob_garbage (storage_key)
    select key from unnest(${keys}::text[]) as given (key)
    where not exists (select from blob where storage_key = key)
    on conflict do nothing`.execute(tx);
  return new Map(rows.map(({ id, sha256 }) => [sha256.toString('hex'), id]));
}
