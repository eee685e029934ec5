import { type Kysely, sql } from 'kysely';
import type { DB } from '../platform/database/index.ts';

/** A mail as it waits in the outbox. */
export interface WaitingMail {
  id: string;
  recordId: string | null;
  linkId: string | null;
  senderName: string | null;
  recipients: readonly string[];
  subject: string;
  text: string;
  html: string;
  expiresAt: Date;
}

export async function insertMails(
  tx: Kysely<DB>,
  mails: readonly WaitingMail[],
  createdAt: Date,
): Promise<void> {
  await tx
    .insertInto('mail')
    .values(
      mails.map(({ text, html, recipients, ...mail }) => ({
        ...mail,
        recipients: [...recipients],
        textBody: text,
        htmlBody: html,
        state: 'waiting' as const,
        createdAt,
      })),
    )
    .execute();
}

/** A mail in the hands of one worker. */
export interface TakenMail {
  id: string;
  senderName: string | null;
  recipients: string[];
  subject: string;
  text: string;
  html: string;
  /** names this taking: who comes later has another */
  takenUntil: Date;
}

/**
 * Takes a mail out of the reach of the other workers. No transaction stays open while it is sent, so nothing that
 * changes the mail waits behind a slow server.
 * @param seconds after which others may take it: the worker must have been killed
 * @returns null when it does not wait (any more), or is in other hands
 */
export async function takeMail(db: Kysely<DB>, id: string, seconds: number): Promise<TakenMail | null> {
  const { rows } = await sql<TakenMail>`
    update mail set attempts = attempts + 1, taken_until = now() + make_interval(secs => ${seconds})
    where id = ${id} and state = 'waiting' and (taken_until is null or taken_until <= now())
    returning id, sender_name, recipients, subject, text_body as text, html_body as html, taken_until
  `.execute(db);
  return rows[0] ?? null;
}

/** Whether a mail waits, which may be in somebody's hands. */
export async function isWaiting(db: Kysely<DB>, id: string): Promise<boolean> {
  const { rows } = await sql`select from mail where id = ${id} and state = 'waiting'`.execute(db);
  return rows.length > 0;
}

/** How an attempt has ended. */
export interface Ending {
  /** who has still not got it */
  left: readonly string[];
  /** whether somebody got it in this attempt */
  hasArrived: boolean;
  reason: string | null;
}

/**
 * Gives a taken mail back, with what became of it: 'sent' when nobody is left and somebody got it, 'failed' when nobody
 * is left and nobody got it. One that was withdrawn meanwhile stays so. Settled mails keep no contents, which may hold
 * a link or a code.
 */
export async function giveBack(
  db: Kysely<DB>,
  { id, takenUntil }: Pick<TakenMail, 'id' | 'takenUntil'>,
  { left, hasArrived, reason }: Ending,
  at: Date,
): Promise<void> {
  const isOver = left.length === 0;
  await sql`
    update mail set taken_until = null, recipients = ${[...left]}::text[], last_error = ${reason},
      sent_at = case when ${hasArrived} then coalesce(sent_at, ${at}) else sent_at end,
      state = case
        when state <> 'waiting' or not ${isOver} then state
        when ${hasArrived} or sent_at is not null then 'sent'
        else 'failed'
      end,
      text_body = case when ${isOver} then '' else text_body end,
      html_body = case when ${isOver} then '' else html_body end
    where id = ${id} and taken_until = ${takenUntil}`.execute(db);
}

/**
 * Gives a waiting mail up.
 * @param only.expiredAt when it is of no use any more at that time; left out: in any case
 * @returns whether it was given up by this call
 */
export async function giveUp(
  db: Kysely<DB>,
  id: string,
  { reason, expiredAt }: { reason: string; expiredAt?: Date },
): Promise<boolean> {
  const { rows } = await sql`
    update mail set state = case when sent_at is null then 'failed' else 'sent' end,
      text_body = '', html_body = '', last_error = ${reason}
    where id = ${id} and state = 'waiting' and (taken_until is null or taken_until <= now())
      and (${expiredAt === undefined} or expires_at <= ${expiredAt ?? null}::timestamptz)
    returning 1`.execute(db);
  return rows.length > 0;
}

/** How many of these mails somebody got. */
export async function countArrived(db: Kysely<DB>, ids: readonly string[]): Promise<number> {
  const { rows } = await sql<{ arrived: number }>`
    select count(*) as arrived from mail where id = any(${[...ids]}::text[]) and sent_at is not null
  `.execute(db);
  return rows[0]?.arrived ?? 0;
}

/** Withdraws the mails of a link that wait; one that is being sent at this moment is not sent again. */
export async function withdrawMailsOf(
  tx: Kysely<DB>,
  { recordId, linkId }: { recordId: string; linkId: string },
): Promise<void> {
  await sql`
    update mail set state = 'withdrawn', text_body = '', html_body = ''
    where record_id = ${recordId} and link_id = ${linkId} and state = 'waiting'`.execute(tx);
}

export async function deleteMailsBefore(db: Kysely<DB>, time: Date): Promise<void> {
  await sql`delete from mail where created_at < ${time}`.execute(db);
}
