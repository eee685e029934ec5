import { type Kysely, sql } from 'kysely';
import type { DB } from '../platform/database/index.ts';

/** The bytes of all versions of a record, the trash included: a counter that triggers of `version` update. */
export async function storedBytesOf(db: Kysely<DB>, recordId: string): Promise<number> {
  const { rows } = await sql<{ storedBytes: number }>`
    select stored_bytes from record where id = ${recordId}`.execute(db);
  return rows[0]?.storedBytes ?? 0;
}
