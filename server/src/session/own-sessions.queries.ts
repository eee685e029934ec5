import { type Kysely, sql } from 'kysely';
import type { DB } from '../platform/database/index.ts';

/** An open session as its owner sees it. */
export interface OwnSessionRow {
  id: string;
  userAgent: string;
  address: string;
  createdAt: Date;
  lastUsedAt: Date;
  endsAt: Date;
  isCurrent: boolean;
}

/** A list that a person can read; the newest ones are returned. */
const MAX_LISTED = 200;

/** The open sessions of an account, the last used one first. @param current hash of the caller's token */
export async function sessionsOf(
  db: Kysely<DB>,
  { accountId, current, now }: { accountId: string; current: Buffer; now: Date },
): Promise<OwnSessionRow[]> {
  const { rows } = await sql<OwnSessionRow>`
    select id, user_agent, address, created_at, last_used_at, ends_at, token_hash = ${current} as is_current
    from session where account_id = ${accountId} and expires_at > ${now}
    order by token_hash = ${current} desc, last_used_at desc, id limit ${MAX_LISTED}`.execute(db);
  return rows;
}

/** Ends one session of an account. @param id any text @returns false when the account has no such session */
export async function deleteSessionOf(
  db: Kysely<DB>,
  { accountId, id, now }: { accountId: string; id: string; now: Date },
): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    delete from session where account_id = ${accountId} and id::text = ${id} and expires_at > ${now}`.execute(
    db,
  );
  return numAffectedRows > 0n;
}

/** Ends the sessions of an account except one. @returns the ids of those that were open */
export async function deleteOtherSessions(
  db: Kysely<DB>,
  { accountId, kept, now }: { accountId: string; kept: Buffer; now: Date },
): Promise<string[]> {
  const { rows } = await sql<{ id: string; wasOpen: boolean }>`
    delete from session where account_id = ${accountId} and token_hash <> ${kept}
    returning id, expires_at > ${now} as was_open`.execute(db);
  return rows.filter(({ wasOpen }) => wasOpen).map(({ id }) => id);
}
