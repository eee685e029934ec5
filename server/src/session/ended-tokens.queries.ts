import { type Kysely, sql } from 'kysely';
import type { DB } from '../platform/database/index.ts';

/** True when a token of the issuer was signed out here. */
export async function isTokenEnded(db: Kysely<DB>, tokenHash: Buffer): Promise<boolean> {
  const { rows } = await sql`select 1 from ended_token where token_hash = ${tokenHash}`.execute(db);
  return rows.length > 0;
}
