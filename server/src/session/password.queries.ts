import { type Kysely, sql } from 'kysely';
import type { Database, DB } from '../platform/database/index.ts';

/** The hash of an account's password; null when it has none, or is gone. */
export async function hashOfAccount(db: Kysely<DB>, accountId: string): Promise<string | null> {
  const { rows } = await sql<{ passwordHash: string | null }>`
    select password_hash from account where id = ${accountId}`.execute(db);
  return rows[0]?.passwordHash ?? null;
}

/**
 * Gives an account another password and ends its sessions.
 * @param seenHash the hash that must still be there; null: whatever is there
 * @param keptSession the hash of a session's token that goes on; null: none does
 * @returns whether the password was still the seen one
 */
export async function savePassword(
  database: Database,
  {
    accountId,
    seenHash,
    newHash,
    keptSession,
    at,
  }: { accountId: string; seenHash: string | null; newHash: string; keptSession: Buffer | null; at: Date },
): Promise<boolean> {
  return database.transaction(async (tx) => {
    const { numAffectedRows } = await sql`
      update account set password_hash = ${newHash}, updated_at = ${at}
      where id = ${accountId} and (${seenHash}::text is null or password_hash = ${seenHash})`.execute(tx);
    if (numAffectedRows !== 1n) return false;
    await sql`
      delete from session where account_id = ${accountId}
        and token_hash is distinct from ${keptSession}`.execute(tx);
    return true;
  });
}
