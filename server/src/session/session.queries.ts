import { type Kysely, sql } from 'kysely';
import type { Permission } from '@vault/contract';
import { type DB, queryRaw } from '../platform/database/index.ts';

export interface AccountForSignIn {
  id: string;
  name: string;
  email: string;
  passwordHash: string;
  permissions: Permission[];
}

/**
 * A column of `account`: whether the account can sign in and its rights apply. False for locked (GUARD-02), disabled
 * and removed accounts (GUARD-31).
 */
export const IS_ACTIVE = sql.ref('is_active');

/** @param email compared without case; unique among accounts with a password */
export async function accountByEmail(db: Kysely<DB>, email: string): Promise<AccountForSignIn | null> {
  const { rows } = await sql<AccountForSignIn>`
    select id, name, email, password_hash, permissions from account
    where lower(email) = lower(${email}) and password_hash is not null and ${IS_ACTIVE}`.execute(db);
  return rows[0] ?? null;
}

/** C66: true when an account can sign in with a password. */
export async function hasLocalAccounts(db: Kysely<DB>): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select exists (select from account where password_hash is not null and ${IS_ACTIVE}) as found`.execute(
    db,
  );
  return rows[0]?.found ?? false;
}

/** C61: returns the addresses, in lower case, of the accounts whose password is still the one that was loaded. */
export async function withLoadedPassword(db: Kysely<DB>, emails: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ email: string }>`
    select lower(email) as email from account
    where lower(email) = any(${emails.map((email) => email.toLowerCase())}::text[])
      and password_hash = loaded_hash`.execute(db);
  return new Set(rows.map(({ email }) => email));
}

/** A session to open. */
export interface NewSession {
  tokenHash: Buffer;
  accountId: string;
  /** the hash of the password that was verified */
  passwordHash: string;
  createdAt: Date;
  /** the end without a further use (GUARD-32) */
  idleEndsAt: Date;
  /** the end that no use moves */
  endsAt: Date;
  /** of the client */
  address: string;
  userAgent: string;
}

/**
 * Opens a session with a verified password. It waits for a concurrent change of the password, which ends existing
 * sessions.
 * @returns true when the password was still the current one and the account was active
 */
export async function insertSession(db: Kysely<DB>, session: NewSession): Promise<boolean> {
  const { tokenHash, createdAt, idleEndsAt, endsAt, address, userAgent } = session;
  const { rows } = await sql`
    insert into session (token_hash, account_id, created_at, last_used_at, expires_at, ends_at, address, user_agent)
    select ${tokenHash}, a.id, ${createdAt}, ${createdAt}, least(${idleEndsAt}::timestamptz, ${endsAt}::timestamptz),
      ${endsAt}, ${address}, ${userAgent}
    from account a where a.id = ${session.accountId} and a.password_hash = ${session.passwordHash}
      and ${IS_ACTIVE}
    for share of a
    returning 1`.execute(db);
  return rows.length > 0;
}

export interface SessionRow {
  id: string;
  name: string;
  email: string;
  permissions: Permission[];
}

/** An account without a token. */
export interface AccountWithRightsRow extends SessionRow {
  /** the records that the last token of an issuer names; null: the memberships */
  named: string[] | null;
}

/** An account by its session. */
export interface SessionAccountRow extends SessionRow {
  lastUsedAt: Date;
  expiresAt: Date;
  /** the transaction of the person's last change; null for none (NODES-06) */
  lastChange: string | null;
  /** a member of the record of the call */
  isMember: boolean;
}

/**
 * Returns the account of a session with its permissions, in one query, because each call needs it.
 * @param recordId the record of the call; null when it names none
 */
export async function accountOfSession(
  db: Kysely<DB>,
  { tokenHash, now, recordId }: { tokenHash: Buffer; now: Date; recordId: string | null },
): Promise<SessionAccountRow | null> {
  const rows = await queryRaw<SessionAccountRow>(db, ACCOUNT_OF_SESSION, [tokenHash, now, recordId]);
  return rows[0] ?? null;
}

const ACCOUNT_OF_SESSION = `
  select a.id, a.name, a.email, a.permissions, s.last_used_at as "lastUsedAt", s.expires_at as "expiresAt",
    a.last_change_xid::text as "lastChange",
    exists (select from membership m where m.account_id = a.id and m.record_id = $3) as "isMember"
  from session s join account a on a.id = s.account_id
  where s.token_hash = $1 and s.expires_at > $2 and a.is_active`;

/**
 * Stores the use of a session, which moves its end (GUARD-32).
 * @param use.unusedSince a session with a later use stays as it is
 * @param use.address null keeps the stored one
 */
export async function touchSession(
  db: Kysely<DB>,
  use: { tokenHash: Buffer; at: Date; unusedSince: Date; idleEndsAt: Date; address: string | null },
): Promise<void> {
  await sql`
    update session set last_used_at = ${use.at}, address = coalesce(${use.address}, address),
      expires_at = least(${use.idleEndsAt}::timestamptz, ends_at)
    where token_hash = ${use.tokenHash} and last_used_at <= ${use.unusedSince} and expires_at > ${use.at}`.execute(
    db,
  );
}

/**
 * Returns an active account with its permissions, without a token. A person of the issuer has those of the last claims.
 */
export async function accountWithRights(
  db: Kysely<DB>,
  accountId: string,
): Promise<AccountWithRightsRow | null> {
  const rows = await queryRaw<AccountWithRightsRow>(db, ACCOUNT_WITH_RIGHTS, [accountId]);
  return rows[0] ?? null;
}

const ACCOUNT_WITH_RIGHTS = `
  select a.id, a.name, a.email, coalesce(p.permissions, a.permissions) as permissions, p.records as named
  from account a left join external_identity p on p.account_id = a.id
  where a.id = $1 and a.is_active`;

export async function deleteSession(db: Kysely<DB>, tokenHash: Buffer): Promise<void> {
  await sql`delete from session where token_hash = ${tokenHash}`.execute(db);
}

export async function deleteExpiredSessions(db: Kysely<DB>, now: Date): Promise<void> {
  await sql`delete from session where expires_at <= ${now}`.execute(db);
}
