import { type Kysely, sql, type Transaction } from 'kysely';
import type { DB } from '../platform/database/index.ts';

/** A valid visit of a link: the visitor has entered the password and the access code that the link requires. */
export interface Visit {
  id: string;
  recordId: string;
  linkId: string;
  /** the verified address; null behind a public link */
  email: string | null;
  /** id of the first visit that this visit continues; its submissions belong to this visit too (USE-15) */
  giverId: string;
}

const COLUMNS = sql`id, record_id, link_id, email, coalesce(giver_id, id) as giver_id`;

/** Returns the visit of a token; null when there is none or it has ended. */
export async function visitByToken(db: Kysely<DB>, tokenHash: Buffer): Promise<Visit | null> {
  const { rows } = await sql<Visit>`
    select ${COLUMNS} from visit where token_hash = ${tokenHash} and expires_at > now()`.execute(db);
  return rows[0] ?? null;
}

/** Returns the visit with this id; null when there is none or it has ended. */
export async function visitById(db: Kysely<DB>, id: string): Promise<Visit | null> {
  const { rows } = await sql<Visit>`
    select ${COLUMNS} from visit where id = ${id} and expires_at > now()`.execute(db);
  return rows[0] ?? null;
}

/**
 * Begins a visit, unless the link was deleted or its password changed after the visitor's password was checked.
 * @returns true when the visit began
 */
export async function insertVisit(
  tx: Transaction<DB>,
  visit: Visit & { tokenHash: Buffer; passwordSealed: Buffer | null },
  seconds: number,
): Promise<boolean> {
  const { rows } = await sql`
    insert into visit (token_hash, id, record_id, link_id, email, giver_id, expires_at)
    select ${visit.tokenHash}, ${visit.id}, l.record_id, l.id, ${visit.email}, ${visit.giverId},
      now() + ${seconds} * interval '1 second'
    from link l
    where l.record_id = ${visit.recordId} and l.id = ${visit.linkId} and l.deleted_at is null
      and l.password_sealed is not distinct from ${visit.passwordSealed}
    for no key update of l
    returning 1`.execute(tx);
  return rows.length > 0;
}

/** The id of an earlier visit of the same recipient at the same link, ended or not; null when there is none. */
export async function formerVisitId(
  db: Kysely<DB>,
  tokenHash: Buffer,
  { recordId, linkId, email }: Visit,
): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    select id from visit where token_hash = ${tokenHash} and record_id = ${recordId} and link_id = ${linkId}
      and lower(email) is not distinct from lower(${email})`.execute(db);
  return rows[0]?.id ?? null;
}

/** Deletes expired codes, and ended visits whose office windows no other visit can continue. */
export async function deleteEnded(tx: Transaction<DB>): Promise<void> {
  await sql`
    delete from visit where expires_at < now() and not exists (
      select from office_grant g
      where g.record_id = visit.record_id and g.visit_id = visit.id and g.expires_at > now()
    )`.execute(tx);
  await sql`delete from link_code where expires_at < now()`.execute(tx);
}
