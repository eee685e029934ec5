import { type Kysely, sql } from 'kysely';
import type { DB } from '../platform/database/index.ts';

/**
 * SQL: some blob is marked. It is evaluated once for each statement. The order makes PostgreSQL read the index of
 * marked blobs, which is usually empty, also when it has no statistics; it ignores an order inside of `exists`.
 */
const SOME_ARE_DAMAGED = `(
  select damaged_at from blob where damaged_at is not null order by damaged_at limit 1
) is not null`;

/** SQL: the bytes of the current version of item `i` are marked as damaged (SAFE-02); false for a folder. */
export const CURRENT_IS_DAMAGED = `(${SOME_ARE_DAMAGED} and (
  select b.damaged_at from version v join blob b on b.id = v.blob_id
  where v.record_id = i.record_id and v.file_id = i.id and v.id = i.current_version_id limit 1
) is not null)`;

/** SQL: the bytes of the blob with the id `blobId` are marked as damaged. */
export const isDamaged = (blobId: string): string =>
  `(${SOME_ARE_DAMAGED} and (select b.damaged_at from blob b where b.id = ${blobId}) is not null)`;

/** Marks the blob with this key as damaged. The time of the first mark is kept; an unknown key has no effect. */
export async function markDamaged(db: Kysely<DB>, key: string): Promise<void> {
  await sql`
    update blob set damaged_at = coalesce(damaged_at, now()) where storage_key = ${key}`.execute(db);
}

/** Removes the mark of the blob with this key. */
export async function unmarkDamaged(db: Kysely<DB>, key: string): Promise<void> {
  await sql`update blob set damaged_at = null where storage_key = ${key}`.execute(db);
}

/** Returns the number of damaged blobs. */
export async function countDamaged(db: Kysely<DB>): Promise<number> {
  const { rows } = await sql<{ damaged: number }>`
    select count(*) as damaged from blob where damaged_at is not null`.execute(db);
  return rows[0]?.damaged ?? 0;
}
