import { type Kysely, sql } from 'kysely';
import type { DB } from '../platform/database/index.ts';

/** The id of the file with an external id, in any record, in the trash or not. */
export async function fileIdOf(db: Kysely<DB>, externalId: string): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    select id from item where external_id = ${externalId} limit 1`.execute(db);
  return rows[0]?.id ?? null;
}
