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

export interface NewTicket extends Omit<TicketRow, 'entries'> {
  id: string;
  /** of a visitor's ticket */
  linkId: string | null;
  entries: readonly unknown[];
  /** as how many entries it counts */
  entryCount: number;
  createdAt: Date;
  expiresAt: Date;
}

/** The most entries of tickets that have not expired. */
export interface TicketLimits {
  /** of one person in a record, or of one visit */
  holder: number;
  /** of one link, all visits together */
  link: number;
}

/**
 * Stores a ticket. The first one is stored whatever its size, because folders have no limit. Calls at the same time can
 * exceed a limit by their own entries, because they wait for no lock.
 * @returns false when the ticket would exceed a limit; then nothing is stored
 */
export async function insertTicket(
  db: Kysely<DB>,
  { holder, recordId, linkId, entryCount, ...ticket }: NewTicket,
  limits: TicketLimits,
): Promise<boolean> {
  const owner =
    'visitId' in holder ? { accountId: holder.visitId, tokenHash: null, isSession: null } : holder;
  const { createdAt } = ticket;
  const { rows } = await sql`
    insert into download_ticket (id, record_id, account_id, link_id, token_hash, is_session, accessor, name, form,
      entries, entry_count, created_at, expires_at)
    select ${ticket.id}, ${recordId}, ${owner.accountId}, ${linkId}, ${owner.tokenHash}, ${owner.isSession},
      ${ticket.accessor}, ${ticket.name}, ${ticket.form}, ${JSON.stringify(ticket.entries)}::jsonb, ${entryCount},
      ${createdAt}::timestamptz, ${ticket.expiresAt}::timestamptz
    from (
      select coalesce(sum(entry_count), 0) as entries from download_ticket
      where record_id = ${recordId} and account_id = ${owner.accountId} and expires_at > ${createdAt}
    ) of_holder, (
      select coalesce(sum(entry_count), 0) as entries from download_ticket
      where record_id = ${recordId} and link_id = ${linkId} and expires_at > ${createdAt}
    ) of_link
    where (of_holder.entries = 0 or of_holder.entries + ${entryCount} <= ${limits.holder})
      and (of_link.entries = 0 or of_link.entries + ${entryCount} <= ${limits.link})
    returning id`.execute(db);
  return rows.length > 0;
}

/** The time at which the next ticket of a holder in a record, or of a link, expires; null when there is none. */
export async function nextExpiry(
  db: Kysely<DB>,
  { recordId, holderId, linkId }: { recordId: string; holderId: string; linkId: string | null },
  now: Date,
): Promise<Date | null> {
  const { rows } = await sql<{ at: Date | null }>`
    select min(expires_at) as at from download_ticket
    where record_id = ${recordId} and (account_id = ${holderId} or link_id = ${linkId}) and expires_at > ${now}`.execute(
    db,
  );
  return rows[0]?.at ?? null;
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
export async function markUsed(
  tx: Transaction<DB>,
  { recordId, id }: { recordId: string; id: string },
  now: Date,
): Promise<boolean> {
  const { rows } = await sql`
    update download_ticket set used_at = ${now}
    where record_id = ${recordId} and id = ${id} and used_at is null
    returning id`.execute(tx);
  return rows.length > 0;
}

export async function deleteExpiredTickets(db: Kysely<DB>, now: Date): Promise<void> {
  await sql`delete from download_ticket where expires_at <= ${now}`.execute(db);
}
