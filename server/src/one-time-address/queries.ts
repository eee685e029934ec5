import { type Kysely, sql, type Transaction } from 'kysely';
import type { DB } from '../platform/database/index.ts';
import type { OneTimePurpose } from './purposes.ts';

export interface StoredAddress {
  tokenHash: Buffer;
  purpose: OneTimePurpose;
  /** null for an account that does not exist yet */
  accountId: string | null;
}

/** Stores an address; the unused one of the same purpose and account stops working. */
export async function replaceAddress(
  tx: Transaction<DB>,
  { tokenHash, purpose, accountId, madeAt, expiresAt }: StoredAddress & { madeAt: Date; expiresAt: Date },
): Promise<void> {
  await sql`
    insert into one_time_address (token_hash, purpose, account_id, made_at, expires_at)
    values (${tokenHash}, ${purpose}, ${accountId}, ${madeAt}, ${expiresAt})
    on conflict (purpose, coalesce(account_id::text, '')) where used_at is null do update
    set token_hash = excluded.token_hash, made_at = excluded.made_at, expires_at = excluded.expires_at`.execute(
    tx,
  );
}

/** Returns an address that works; null when it is unknown, used, replaced or expired. */
export async function workingAddress(
  db: Kysely<DB>,
  tokenHash: Buffer,
  now: Date,
): Promise<Pick<StoredAddress, 'purpose' | 'accountId'> | null> {
  const { rows } = await sql<Pick<StoredAddress, 'purpose' | 'accountId'>>`
    select purpose, account_id from one_time_address
    where token_hash = ${tokenHash} and used_at is null and expires_at > ${now}`.execute(db);
  return rows[0] ?? null;
}

/**
 * Marks an address as used. A concurrent use of the same address waits for the end of the transaction.
 * @returns true when it worked until now
 */
export async function markUsed(
  tx: Transaction<DB>,
  { tokenHash, purpose, accountId }: StoredAddress,
  at: Date,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update one_time_address set used_at = ${at}
    where token_hash = ${tokenHash} and purpose = ${purpose} and account_id is not distinct from ${accountId}
      and used_at is null and expires_at > ${at}`.execute(tx);
  return numAffectedRows === 1n;
}

export async function deleteUnusedOf(
  tx: Transaction<DB>,
  purposes: readonly OneTimePurpose[],
  accountIds: readonly string[],
): Promise<void> {
  await sql`
    delete from one_time_address
    where purpose = any(${purposes}::text[]) and account_id = any(${accountIds}::text[]) and used_at is null`.execute(
    tx,
  );
}

export async function deleteExpiredBefore(db: Kysely<DB>, at: Date): Promise<void> {
  await sql`delete from one_time_address where expires_at < ${at}`.execute(db);
}
