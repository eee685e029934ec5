import { type Kysely, sql } from 'kysely';
import type { DB } from '../platform/database/index.ts';

/** Whose attempts are counted together (P13). */
export interface AttemptPair {
  kind: 'sign-in' | 'password-change' | 'link-password' | 'link-code' | 'link-code-request';
  /** the e-mail address in lower case, or the id of the account or link */
  subject: string;
  /** the network address they come from */
  address: string;
}

/**
 * Notes an attempt, unless there were too many already. Counting and noting stand behind a lock of the pair, so that server processes that share the database cannot let more through together.
 * @returns how many there were before, null when the attempt may not be made
 */
export async function reserveAttempt(
  db: Kysely<DB>,
  pair: AttemptPair,
  { max, since, at }: { max: number; since: Date; at: Date },
): Promise<number | null> {
  return db.transaction().execute(async (tx) => {
    const key = [pair.kind, pair.subject, pair.address].join('\n');
    await sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`.execute(tx);
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from attempt
      where kind = ${pair.kind} and subject = ${pair.subject} and address = ${pair.address}
        and attempted_at > ${since}`.execute(tx);
    const before = rows[0]?.count ?? 0;
    if (before >= max) return null;
    await sql`
      insert into attempt (kind, subject, address, attempted_at)
      values (${pair.kind}, ${pair.subject}, ${pair.address}, ${at})`.execute(tx);
    return before;
  });
}

/** Takes one noted attempt back: it turned out to be the right one. */
export async function releaseAttempt(db: Kysely<DB>, pair: AttemptPair, at: Date): Promise<void> {
  await sql`
    delete from attempt where ctid = (
      select ctid from attempt
      where kind = ${pair.kind} and subject = ${pair.subject} and address = ${pair.address}
        and attempted_at = ${at}
      limit 1
    )`.execute(db);
}

export async function deleteAttemptsBefore(db: Kysely<DB>, time: Date): Promise<void> {
  await sql`delete from attempt where attempted_at <= ${time}`.execute(db);
}
