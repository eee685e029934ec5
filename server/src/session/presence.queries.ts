import { type Kysely, sql } from 'kysely';
import type { DB } from '../platform/database/index.ts';

/** Whether the session with this token runs. */
export async function isSessionRunning(db: Kysely<DB>, tokenHash: Buffer, now: Date): Promise<boolean> {
  const { rows } = await sql`
    select 1 from session where token_hash = ${tokenHash} and expires_at > ${now}`.execute(db);
  return rows.length > 0;
}

/** Whether somebody has ended a token of the issuer here. */
export async function isTokenEnded(db: Kysely<DB>, tokenHash: Buffer): Promise<boolean> {
  const { rows } = await sql`select 1 from ended_token where token_hash = ${tokenHash}`.execute(db);
  return rows.length > 0;
}
