import { type Kysely, sql, type Transaction } from 'kysely';
import type { DB } from '../platform/database/index.ts';

/** The key of attempts that are counted together (P13). */
export interface AttemptPair {
  kind: 'sign-in' | 'password-change' | 'link-password' | 'link-code-request' | 'link-code-source';
  /** the e-mail address in lower case, the id of the account or link, or link id and recipient */
  subject: string;
  /** network address of the client; '' when attempts of all clients count for the subject */
  address: string;
}

/** At most `max` attempts within `windowMs` milliseconds. */
export interface AttemptLimit {
  max: number;
  windowMs: number;
}

/** `before`: attempts within the longest window; `retryAt`: earliest time of the next allowed attempt. */
export type Reservation = { before: number; retryAt: null } | { before: null; retryAt: Date };

/**
 * Inserts an attempt unless a limit is reached. Counting and inserting hold an advisory lock of the pair, so that
 * several server processes on one database enforce the limit together.
 */
export async function reserveAttempt(
  tx: Transaction<DB>,
  pair: AttemptPair,
  { limits, at }: { limits: readonly AttemptLimit[]; at: Date },
): Promise<Reservation> {
  const since = new Date(at.getTime() - Math.max(...limits.map(({ windowMs }) => windowMs)));
  const key = [pair.kind, pair.subject, pair.address].join('\n');
  await sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`.execute(tx);
  const { rows } = await sql<{ attemptedAt: Date }>`
    select attempted_at from attempt
    where kind = ${pair.kind} and subject = ${pair.subject} and address = ${pair.address}
      and attempted_at > ${since}
    order by attempted_at desc`.execute(tx);
  const times = rows.map(({ attemptedAt }) => attemptedAt.getTime());
  const retryAt = retryAtOf(times, limits);
  if (retryAt > at.getTime()) return { before: null, retryAt: new Date(retryAt) };
  await sql`
    insert into attempt (kind, subject, address, attempted_at)
    values (${pair.kind}, ${pair.subject}, ${pair.address}, ${at})`.execute(tx);
  return { before: times.length, retryAt: null };
}

/** @param times of earlier attempts, newest first. @returns epoch milliseconds; 0 when no limit is reached */
function retryAtOf(times: readonly number[], limits: readonly AttemptLimit[]): number {
  const ends = limits.map(({ max, windowMs }) => {
    const oldest = times[max - 1];
    return oldest === undefined ? 0 : oldest + windowMs;
  });
  return Math.max(...ends);
}

/** Deletes a reserved attempt that succeeded. */
export async function releaseAttempt(db: Kysely<DB>, pair: AttemptPair, at: Date): Promise<void> {
  await sql`
    delete from attempt where ctid = (
      select ctid from attempt
      where kind = ${pair.kind} and subject = ${pair.subject} and address = ${pair.address}
        and attempted_at = ${at}
      limit 1
    )`.execute(db);
}

/** Deletes attempts of a kind that were made at or before a time. */
export async function deleteAttemptsBefore(
  db: Kysely<DB>,
  kind: AttemptPair['kind'],
  time: Date,
): Promise<void> {
  await sql`delete from attempt where kind = ${kind} and attempted_at <= ${time}`.execute(db);
}
