import { type Kysely, sql } from 'kysely';
import type { DB } from '../platform/database/index.ts';

/** True when the record exists. */
export async function isRecord(db: Kysely<DB>, id: string): Promise<boolean> {
  const { rows } = await sql`select 1 from record where id = ${id}`.execute(db);
  return rows.length > 0;
}

/** Returns the record of a link, even a deleted one; null when the link does not exist. */
export async function recordOfLink(db: Kysely<DB>, id: string): Promise<string | null> {
  const { rows } = await sql<{ recordId: string }>`select record_id from link where id = ${id}`.execute(db);
  return rows[0]?.recordId ?? null;
}
