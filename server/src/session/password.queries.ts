import { type Kysely, sql, type Transaction } from 'kysely';
import type { DB } from '../platform/database/index.ts';

/** Returns the password hash of an account; null when it has none or does not exist. */
export async function hashOfAccount(db: Kysely<DB>, accountId: string): Promise<string | null> {
  const { rows } = await sql<{ passwordHash: string | null }>`
    select password_hash from account where id = ${accountId}`.execute(db);
  return rows[0]?.passwordHash ?? null;
}

/**
 * Sets the password of an account and ends its sessions.
 * @param seenHash the password changes only if this is the current hash; null for any hash
 * @param keptSession token hash of a session that continues; null for none
 * @returns true when `seenHash` was the current hash
 */
export async function savePassword(
  tx: Transaction<DB>,
  {
    accountId,
    seenHash,
    newHash,
    keptSession,
    at,
  }: { accountId: string; seenHash: string | null; newHash: string; keptSession: Buffer | null; at: Date },
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
