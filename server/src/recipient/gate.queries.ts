import { type Kysely, sql } from 'kysely';
import type { DB } from '../platform/database/index.ts';

/** Somebody behind a link who has proven what it asks for. */
export interface Visit {
  id: string;
  recordId: string;
  linkId: string;
  /** the proven address; null behind a public link */
  email: string | null;
  isMachine: boolean;
}

const COLUMNS = sql`id, record_id, link_id, email, is_machine`;

/** The visit of a token that has not ended; null when there is none. */
export async function visitByToken(db: Kysely<DB>, tokenHash: Buffer): Promise<Visit | null> {
  const { rows } = await sql<Visit>`
    select ${COLUMNS} from visit where token_hash = ${tokenHash} and expires_at > now()`.execute(db);
  return rows[0] ?? null;
}

/** A visit that has not ended, by its id; null when there is none. */
export async function visitById(db: Kysely<DB>, id: string): Promise<Visit | null> {
  const { rows } = await sql<Visit>`
    select ${COLUMNS} from visit where id = ${id} and expires_at > now()`.execute(db);
  return rows[0] ?? null;
}

export async function insertVisit(
  tx: Kysely<DB>,
  visit: Visit & { tokenHash: Buffer },
  seconds: number,
): Promise<void> {
  await sql`
    insert into visit (token_hash, id, record_id, link_id, email, is_machine, expires_at)
    values (${visit.tokenHash}, ${visit.id}, ${visit.recordId}, ${visit.linkId}, ${visit.email}, ${visit.isMachine},
      now() + ${seconds} * interval '1 second')`.execute(tx);
}

/** Removes visits and codes that have ended. */
export async function deleteEnded(db: Kysely<DB>): Promise<void> {
  await sql`delete from visit where expires_at < now()`.execute(db);
  await sql`delete from link_code where expires_at < now()`.execute(db);
}
