import { type Kysely, sql, type Transaction } from 'kysely';
import type { DB } from '../platform/database/index.ts';
import { IS_ACTIVE } from './session.queries.ts';

/** Returns the password hash of an account; null when it has none or does not exist. */
export async function hashOfAccount(db: Kysely<DB>, accountId: string): Promise<string | null> {
  const { rows } = await sql<{ passwordHash: string | null }>`
    select password_hash from account where id = ${accountId}`.execute(db);
  return rows[0]?.passwordHash ?? null;
}

export interface PasswordChange {
  accountId: string;
  /** the password changes only if this is the current hash; null for any hash */
  seenHash: string | null;
  newHash: string;
  /** token hash of a session that continues; null for none */
  keptSession: Buffer | null;
  at: Date;
}

/**
 * Sets the password of an account and ends its sessions; called by `replacePassword`.
 * @returns true when `seenHash` was the current hash
 */
export async function savePassword(
  tx: Transaction<DB>,
  { accountId, seenHash, newHash, keptSession, at }: PasswordChange,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update account set password_hash = ${newHash}, updated_at = ${at}
    where id = ${accountId} and (${seenHash}::text is null or password_hash = ${seenHash})`.execute(tx);
  if (numAffectedRows !== 1n) return false;
  await sql`
    delete from session where account_id = ${accountId}
      and token_hash is distinct from ${keptSession}`.execute(tx);
  return true;
}

/** An account whose password its holder may set (GUARD-34, DESK-02). */
export interface OpenAccount {
  id: string;
  name: string;
  email: string;
  /** false for a person who was invited, and for one of the issuer */
  hasPassword: boolean;
}

const OPEN_ACCOUNT = sql`
  select id, name, email, password_hash is not null as has_password from account where ${IS_ACTIVE}`;

/** @returns null for an unknown account, and for one that is not active */
export async function openAccount(db: Kysely<DB>, accountId: string): Promise<OpenAccount | null> {
  const { rows } = await sql<OpenAccount>`${OPEN_ACCOUNT} and id = ${accountId}`.execute(db);
  return rows[0] ?? null;
}

/** As `openAccount`; the account cannot change until the end of the transaction. */
export async function lockOpenAccount(tx: Transaction<DB>, accountId: string): Promise<OpenAccount | null> {
  const { rows } = await sql<OpenAccount>`${OPEN_ACCOUNT} and id = ${accountId} for no key update`.execute(
    tx,
  );
  return rows[0] ?? null;
}
