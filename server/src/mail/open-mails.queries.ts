import { type Kysely, sql } from 'kysely';
import type { DB } from '../platform/database/index.ts';

/** Maximum number of rows that one count reads. */
const MOST = 10_000;

/** Numbers of mails that an administrator should check; 10,000 means 10,000 or more. */
export interface MailCounts {
  waiting: number;
  /** mails that some recipients may have; some of these mails wait to be sent again */
  unconfirmed: number;
  /** mails that reached no recipient */
  failed: number;
  /** null when none waits */
  oldestWaitingAt: Date | null;
}

/** Counts the mails of the last 30 days that were not confirmed as sent. */
export async function mailCounts(db: Kysely<DB>): Promise<MailCounts> {
  const { rows } = await sql<MailCounts>`
    select
      (select count(*) from (select from mail where state = 'waiting' limit ${MOST}) as m) as waiting,
      (select count(*) from (
        select from mail
        where state in ('unconfirmed', 'waiting') and unconfirmed <> '{}' limit ${MOST}
      ) as m) as unconfirmed,
      (select count(*) from (select from mail where state = 'failed' limit ${MOST}) as m) as failed,
      (select min(created_at) from mail where state = 'waiting') as oldest_waiting_at
  `.execute(db);
  const [counts] = rows;
  if (counts === undefined) throw new Error('the counts of mails were not read');
  return counts;
}

/** A mail that failed, is unconfirmed or waits, without its contents and with only the domains of its recipients. */
export interface OpenMail {
  id: string;
  state: 'waiting' | 'unconfirmed' | 'failed';
  /** true when some recipients may have it */
  isUnconfirmed: boolean;
  createdAt: Date;
  attempts: number;
  recipients: number;
  /** without duplicates */
  domains: string[];
  /** message of the mail server or of the connection; it can contain addresses */
  reason: string | null;
}

/** @returns the newest first, at most `limit` */
export async function openMails(db: Kysely<DB>, limit: number): Promise<OpenMail[]> {
  const { rows } = await sql<OpenMail>`
    select id, state, unconfirmed <> '{}' as is_unconfirmed, created_at, attempts,
      cardinality(recipients) as recipients, last_error as reason,
      array(select distinct lower(substring(address from '@([^@]*)$')) from unnest(recipients) as r (address)
        order by 1) as domains
    from mail where state in ('waiting', 'unconfirmed', 'failed')
    order by created_at desc, id limit ${limit}`.execute(db);
  return rows;
}
