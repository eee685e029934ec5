import { type Kysely, sql } from 'kysely';
import type { DB } from '../platform/database/index.ts';

/** True when the record exists. */
export async function isRecord(db: Kysely<DB>, id: string): Promise<boolean> {
  const { rows } = await sql`select 1 from record where id = ${id}`.execute(db);
  return rows.length > 0;
}
