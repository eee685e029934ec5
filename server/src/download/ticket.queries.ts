import { type Kysely, sql, type Transaction } from 'kysely';
import type { Holder } from '../access-check/index.ts';
import type { DB } from '../platform/database/index.ts';

/** A download behind a signed address, with its entries as JSON. */
export interface TicketRow {
  recordId: string;
  holder: Holder;
  accessor: string;
  name: string;
  form: 'file' | 'zip';
  entries: unknown;
}

/** `accountId` is a visit, without token, for a ticket of a link. */
interface StoredTicket extends Omit<TicketRow, 'holder'> {
  accountId: string;
  tokenHash: Buffer | null;
  isSession: boolean | null;
}

export async function insertTicket(
  db: Kysely<DB>,
  { holder, ...ticket }: TicketRow & { id: string; createdAt: Date; expiresAt: Date },
): Promise<void> {
  const owner =
    'visitId' in holder ? { accountId: holder.visitId, tokenHash: null, isSession: null } : holder;
  await sql`
    insert into download_ticket (id, record_id, account_id, token_hash, is_session, accessor, name, form, entries,
      created_at, expires_at)
    values (${ticket.id}, ${ticket.recordId}, ${owner.accountId}, ${owner.tokenHash}, ${owner.isSession},
      ${ticket.accessor}, ${ticket.name}, ${ticket.form}, ${JSON.stringify(ticket.entries)}::jsonb,
      ${ticket.createdAt}, ${ticket.expiresAt})`.execute(db);
}

/** The ticket with this id; null when there is none or it has expired. */
export async function findTicket(db: Kysely<DB>, id: string, now: Date): Promise<TicketRow | null> {
  const { rows } = await sql<StoredTicket>`
    select record_id, account_id, token_hash, is_session, accessor, name, form, entries
    from download_ticket where id = ${id} and expires_at > ${now}`.execute(db);
  const [row] = rows;
  if (row === undefined) return null;
  const { accountId, tokenHash, isSession, ...ticket } = row;
  if (tokenHash === null || isSession === null) return { ...ticket, holder: { visitId: accountId } };
  return { ...ticket, holder: { accountId, tokenHash, isSession } };
}

/**
 * Marks a ticket as used.
 * @returns true when the ticket was not used before
 */
export async function markUsed(tx: Transaction<DB>, id: string, now: Date): Promise<boolean> {
  const { rows } = await sql`
    update download_ticket set used_at = ${now} where id = ${id} and used_at is null returning id`.execute(
    tx,
  );
  return rows.length > 0;
}

export async function deleteExpiredTickets(db: Kysely<DB>, now: Date): Promise<void> {
  await sql`delete from download_ticket where expires_at <= ${now}`.execute(db);
}
