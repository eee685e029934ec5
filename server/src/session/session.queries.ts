import { type Kysely, sql } from 'kysely';
import type { Permission } from '@vault/contract';
import { type DB, queryFixed } from '../platform/database/index.ts';

export interface AccountForSignIn {
  id: string;
  name: string;
  email: string;
  passwordHash: string;
  permissions: Permission[];
}

/** @param email in any case; of those who have a password here only one has it */
export async function accountByEmail(db: Kysely<DB>, email: string): Promise<AccountForSignIn | null> {
  const { rows } = await sql<AccountForSignIn>`
    select id, name, email, password_hash, permissions from account
    where lower(email) = lower(${email}) and password_hash is not null`.execute(db);
  return rows[0] ?? null;
}

/** C66: whether anybody has a password here. */
export async function hasLocalAccounts(db: Kysely<DB>): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select exists (select from account where password_hash is not null) as found`.execute(db);
  return rows[0]?.found ?? false;
}

/** C61: those of the addresses whose password is still the one that was loaded with them, in lower case. */
export async function withLoadedPassword(db: Kysely<DB>, emails: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ email: string }>`
    select lower(email) as email from account
    where lower(email) = any(${emails.map((email) => email.toLowerCase())}::text[])
      and password_hash = loaded_hash`.execute(db);
  return new Set(rows.map(({ email }) => email));
}

/**
 * Opens a session with a password that was the right one. It waits for a change of the password that is under way, which
 * ends the sessions that it finds.
 * @param session with the hash of that password
 * @returns whether the password was still the one
 */
export async function insertSession(
  db: Kysely<DB>,
  session: { tokenHash: Buffer; accountId: string; passwordHash: string; createdAt: Date; expiresAt: Date },
): Promise<boolean> {
  const { rows } = await sql`
    insert into session (token_hash, account_id, created_at, expires_at)
    select ${session.tokenHash}, a.id, ${session.createdAt}, ${session.expiresAt}
    from account a where a.id = ${session.accountId} and a.password_hash = ${session.passwordHash}
    for share of a
    returning 1`.execute(db);
  return rows.length > 0;
}

export interface SessionRow {
  id: string;
  name: string;
  email: string;
  permissions: Permission[];
  /** further records, without the own one */
  records: string[];
}

/** Who a session belongs to, with what they may open: one query, because every call begins with it. */
export async function accountOfSession(
  db: Kysely<DB>,
  tokenHash: Buffer,
  now: Date,
): Promise<SessionRow | null> {
  const rows = await queryFixed<SessionRow>(db, ACCOUNT_OF_SESSION, [tokenHash, now]);
  return rows[0] ?? null;
}

const ACCOUNT_OF_SESSION = `
  select a.id, a.name, a.email, a.permissions,
    array(select m.record_id::text from membership m where m.account_id = a.id) as records
  from session s join account a on a.id = s.account_id
  where s.token_hash = $1 and s.expires_at > $2`;

/** An account with what is known of its rights without a token: those of a person of the issuer as last told. */
export async function accountWithRights(db: Kysely<DB>, accountId: string): Promise<SessionRow | null> {
  const rows = await queryFixed<SessionRow>(db, ACCOUNT_WITH_RIGHTS, [accountId]);
  return rows[0] ?? null;
}

const ACCOUNT_WITH_RIGHTS = `
  select a.id, a.name, a.email, coalesce(p.permissions, a.permissions) as permissions,
    coalesce(p.records, array(select m.record_id::text from membership m where m.account_id = a.id)) as records
  from account a left join external_identity p on p.account_id = a.id
  where a.id = $1`;

export async function deleteSession(db: Kysely<DB>, tokenHash: Buffer): Promise<void> {
  await sql`delete from session where token_hash = ${tokenHash}`.execute(db);
}

export async function deleteExpiredSessions(db: Kysely<DB>, now: Date): Promise<void> {
  await sql`delete from session where expires_at <= ${now}`.execute(db);
}

/** Records by id, the named one first, the others by name. */
export async function recordsByName(
  db: Kysely<DB>,
  ids: readonly string[],
  first: string,
): Promise<{ id: string; name: string }[]> {
  const { rows } = await sql<{ id: string; name: string }>`
    select id, name from record where id = any(${ids}::text[])
    order by id <> ${first}, lower(name), name, id`.execute(db);
  return rows;
}
