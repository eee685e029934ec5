import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely';
import type { DB } from '../platform/database/index.ts';
import { canInRecord } from '../session/index.ts';

/** A mail in the outbox. */
export interface WaitingMail {
  id: string;
  recordId: string | null;
  linkId: string | null;
  readerId: string | null;
  senderName: string | null;
  replyTo: string | null;
  recipients: readonly string[];
  subject: string;
  bodySealed: Buffer;
  expiresAt: Date;
}

export async function insertMails(
  tx: Transaction<DB>,
  mails: readonly WaitingMail[],
  createdAt: Date,
): Promise<void> {
  await tx
    .insertInto('mail')
    .values(
      mails.map(({ recipients, ...mail }) => ({
        ...mail,
        recipients: [...recipients],
        state: 'waiting' as const,
        createdAt,
      })),
    )
    .execute();
}

/** A mail that a worker is sending. */
export interface ClaimedMail {
  id: string;
  senderName: string | null;
  replyTo: string | null;
  recipients: string[];
  subject: string;
  bodySealed: Buffer | null;
  /** identifies this attempt: the next one has a different time */
  claimedUntil: Date;
}

/**
 * Reserves a mail for this worker. No transaction stays open while it is sent, so a slow server blocks no change of the
 * mail. A mail for which the last worker stored no result (the process was killed, or the database was not available)
 * may have been delivered: its recipients become unconfirmed.
 * @param seconds time after which other workers can claim it
 * @returns null when it is not waiting, or another worker has it
 */
export async function claimMail(db: Kysely<DB>, id: string, seconds: number): Promise<ClaimedMail | null> {
  const { rows } = await sql<ClaimedMail>`
    update mail set attempts = attempts + 1, claimed_until = now() + make_interval(secs => ${seconds}),
      unconfirmed = ${unconfirmedOfAbandoned}
    where id = ${id} and state = 'waiting' and (claimed_until is null or claimed_until <= now())
    returning id, sender_name, reply_to, recipients, subject, body_sealed, claimed_until
  `.execute(db);
  return rows[0] ?? null;
}

const unconfirmedOfAbandoned = sql`case
  when claimed_until is null then unconfirmed
  else array(select distinct unnest(unconfirmed || recipients))
end`;

/** True when a mail is waiting; a worker can be sending it. */
export async function isWaiting(db: Kysely<DB>, id: string): Promise<boolean> {
  const { rows } = await sql`select from mail where id = ${id} and state = 'waiting'`.execute(db);
  return rows.length > 0;
}

/** The result of an attempt. */
export interface AttemptResult {
  /** remaining recipients, including those whose outcome is unknown */
  left: readonly string[];
  /** recipients that the server confirmed in this attempt */
  accepted: readonly string[];
  /** recipients whose outcome is unknown */
  unconfirmed: readonly string[];
  reason: string | null;
}

/**
 * Stores the result of an attempt and ends the reservation of the mail. When no recipient is left, the mail is
 * 'unconfirmed' if some may have it without a confirmation, 'sent' if some have it, otherwise 'failed'. A withdrawn
 * mail stays withdrawn. Settled mails keep no contents, which can contain a link or a code; sent mails keep no
 * recipients either.
 */
export async function storeAttempt(
  db: Kysely<DB>,
  { id, claimedUntil }: Pick<ClaimedMail, 'id' | 'claimedUntil'>,
  { left, accepted, unconfirmed, reason }: AttemptResult,
  at: Date,
): Promise<void> {
  const isOver = left.length === 0;
  const hasArrived = accepted.length > 0;
  await sql`
    with outcome as (
      select array(
        select distinct address from unnest(unconfirmed || ${[...unconfirmed]}::text[]) as u (address)
        where address <> all (${[...accepted]}::text[])
      ) as unconfirmed
      from mail where id = ${id}
    )
    update mail set claimed_until = null, last_error = ${reason}, unconfirmed = outcome.unconfirmed,
      sent_at = case when ${hasArrived} then coalesce(sent_at, ${at}) else sent_at end,
      state = case
        when state <> 'waiting' or not ${isOver} then state
        when outcome.unconfirmed <> '{}' then 'unconfirmed'
        when ${hasArrived} or sent_at is not null then 'sent'
        else 'failed'
      end,
      recipients = case
        when ${isOver} and (outcome.unconfirmed <> '{}' or not ${hasArrived}) then recipients
        else ${[...left]}::text[]
      end,
      body_sealed = case when ${isOver} then null else body_sealed end
    from outcome
    where id = ${id} and claimed_until = ${claimedUntil}`.execute(db);
}

/** A mail that is not sent again. */
export interface SettledMail {
  id: string;
  state: 'sent' | 'unconfirmed' | 'failed';
}

/** Settles a waiting mail without another attempt. @returns null when it is not waiting, or another worker has it */
export async function failMail(db: Kysely<DB>, id: string, reason: string): Promise<SettledMail | null> {
  return (await settle(db, sql`id = ${id}`, reason))[0] ?? null;
}

/**
 * Settles waiting mails that have expired.
 * @param id of a single mail; all mails by default
 * @returns the settled mails
 */
export async function failExpired(db: Kysely<DB>, at: Date, id?: string): Promise<SettledMail[]> {
  const which = id === undefined ? sql`true` : sql`id = ${id}`;
  return settle(db, sql`${which} and expires_at <= ${at}`, 'too late');
}

async function settle(db: Kysely<DB>, which: RawBuilder<unknown>, reason: string): Promise<SettledMail[]> {
  const { rows } = await sql<SettledMail>`
    update mail set
      state = case
        when unconfirmed <> '{}' or claimed_until is not null then 'unconfirmed'
        when sent_at is not null then 'sent'
        else 'failed'
      end,
      unconfirmed = ${unconfirmedOfAbandoned}, claimed_until = null,
      body_sealed = null, last_error = coalesce(last_error, ${reason})
    where ${which} and state = 'waiting' and (claimed_until is null or claimed_until <= now())
    returning id, state`.execute(db);
  return rows;
}

/** The known delivery state of a mail. */
export interface DeliveryState {
  id: string;
  /** some recipients have it */
  isSent: boolean;
  /** some recipients may have it; true while a worker is sending it */
  isUnconfirmed: boolean;
}

/** @returns one entry for each existing mail, unordered */
export async function deliveryStates(db: Kysely<DB>, ids: readonly string[]): Promise<DeliveryState[]> {
  const { rows } = await sql<DeliveryState>`
    select id, sent_at is not null as is_sent, unconfirmed <> '{}' or claimed_until is not null as is_unconfirmed
    from mail where id = any(${[...ids]}::text[])`.execute(db);
  return rows;
}

/**
 * Withdraws the mails of a link, unless one of the given mails was sent or may have been. No worker sends a withdrawn
 * mail.
 * @returns true when they were withdrawn
 */
export async function withdrawUnsentOf(
  tx: Transaction<DB>,
  link: { recordId: string; linkId: string },
  ids: readonly string[],
): Promise<boolean> {
  await sql`select from mail where id = any(${[...ids]}::text[]) order by id for update`.execute(tx);
  const states = await deliveryStates(tx, ids);
  if (states.some(({ isSent, isUnconfirmed }) => isSent || isUnconfirmed)) return false;
  await withdrawMailsOf(tx, link);
  return true;
}

/** Withdraws the waiting mails of a link; one that is being sent is not sent again. */
export async function withdrawMailsOf(
  tx: Transaction<DB>,
  { recordId, linkId }: { recordId: string; linkId: string },
): Promise<void> {
  await sql`
    update mail set state = 'withdrawn', body_sealed = null
    where record_id = ${recordId} and link_id = ${linkId} and state = 'waiting'`.execute(tx);
}

/**
 * GUARD-30: withdraws a waiting mail whose reader has no right to read the record any more.
 * @returns true when it was withdrawn
 */
export async function withdrawWithoutReader(db: Kysely<DB>, id: string): Promise<boolean> {
  const mayRead = canInRecord(sql`mail.reader_id`, sql`mail.record_id`, ['read']);
  const { rows } = await sql`
    update mail set state = 'withdrawn', body_sealed = null,
      last_error = 'its recipient has no right to read the record any more'
    where id = ${id} and state = 'waiting' and reader_id is not null and not ${mayRead}
    returning id`.execute(db);
  return rows.length > 0;
}

export async function deleteMailsBefore(db: Kysely<DB>, time: Date): Promise<void> {
  await sql`delete from mail where created_at < ${time}`.execute(db);
}
