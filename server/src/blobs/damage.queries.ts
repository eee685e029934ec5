import { type Kysely, sql } from 'kysely';
import type { DB } from '../platform/database/index.ts';

/** Marks the blob with this key as damaged. The time of the first mark is kept; an unknown key has no effect. */
export async function markDamaged(db: Kysely<DB>, key: string): Promise<void> {
  await sql`
    update blob set damaged_at = coalesce(damaged_at, now()) where storage_key = ${key}`.execute(db);
}

/** Returns the number of damaged blobs. */
export async function countDamaged(db: Kysely<DB>): Promise<number> {
  const { rows } = await sql<{ damaged: number }>`
    select count(*) as damaged from blob where damaged_at is not null`.execute(db);
  return rows[0]?.damaged ?? 0;
}
