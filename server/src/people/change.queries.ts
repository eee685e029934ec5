import type { Permission } from '@vault/contract';
import { type Kysely, sql, type Transaction } from 'kysely';
import { type DB, rowsAs } from '../platform/database/index.ts';

/** True while an account can sign in. */
export async function isActive(db: Kysely<DB>, accountId: string): Promise<boolean> {
  const { rows } = await sql<{ isActive: boolean }>`
    select is_active from account where id = ${accountId}`.execute(db);
  return rows[0]?.isActive ?? false;
}

/** The name of an active account; null when it does not exist or is not active. */
export async function activeName(db: Kysely<DB>, accountId: string): Promise<string | null> {
  const { rows } = await sql<{ name: string }>`
    select name from account where id = ${accountId} and is_active`.execute(db);
  return rows[0]?.name ?? null;
}

/** Whether a local account other than `exceptId` has the address; people of an issuer can share one. */
export async function isAddressTaken(
  db: Kysely<DB>,
  email: string,
  exceptId: string | null,
): Promise<boolean> {
  const { rows } = await sql<{ taken: boolean }>`
    select exists (
      select from account a left join external_identity p on p.account_id = a.id
      where lower(a.email) = lower(${email}) and a.id::text is distinct from ${exceptId}
        and a.removed_at is null and (a.password_hash is not null or p.account_id is null)
    ) as taken`.execute(db);
  return rows[0]?.taken ?? false;
}

/** A new local account without a password. */
export interface NewAccount {
  id: string;
  name: string;
  email: string;
  permissions: readonly Permission[];
}

export async function insertAccounts(
  tx: Transaction<DB>,
  accounts: readonly NewAccount[],
  at: Date,
): Promise<void> {
  const given = accounts.map((account) => ({ ...account, permissions: JSON.stringify(account.permissions) }));
  await sql`
    insert into account (id, name, email, permissions, updated_at)
    select id, name, email, permissions::jsonb, ${at}
    from ${rowsAs('given', given, { id: 'text', name: 'text', email: 'text', permissions: 'text' })}`.execute(
    tx,
  );
}

/** @throws the violation of account_email when another account with a password has the address */
export async function updateAccounts(
  tx: Transaction<DB>,
  accounts: readonly NewAccount[],
  at: Date,
): Promise<void> {
  const given = accounts.map((account) => ({ ...account, permissions: JSON.stringify(account.permissions) }));
  await sql`
    update account set name = given.name, email = given.email, permissions = given.permissions::jsonb,
      updated_at = ${at}
    from ${rowsAs('given', given, { id: 'text', name: 'text', email: 'text', permissions: 'text' })}
    where account.id = given.id`.execute(tx);
}

/** GUARD-31: disables an account, or enables it when `at` is null. */
export async function setDisabled(
  tx: Transaction<DB>,
  accountId: string,
  { disabledAt, at }: { disabledAt: Date | null; at: Date },
): Promise<void> {
  await sql`
    update account set disabled_at = ${disabledAt}, updated_at = ${at} where id = ${accountId}`.execute(tx);
}

/**
 * GUARD-31: removes an account. Its row and its name stay for history; the address can be used again, and its
 * permissions, records and password are deleted.
 */
export async function markRemoved(tx: Transaction<DB>, accountId: string, at: Date): Promise<void> {
  await sql`
    update account set removed_at = ${at}, email = '', password_hash = null, loaded_hash = null,
      permissions = '[]', updated_at = ${at}
    where id = ${accountId}`.execute(tx);
  await sql`delete from membership where account_id = ${accountId}`.execute(tx);
}

/** Renames the personal vault of an account and makes another account a member of it. */
export async function giveVault(
  tx: Transaction<DB>,
  ownerId: string,
  { to, name }: { to: string; name: string },
): Promise<void> {
  await sql`update record set name = ${name} where id = ${ownerId}`.execute(tx);
  await sql`
    insert into membership (account_id, record_id) values (${to}, ${ownerId}) on conflict do nothing`.execute(
    tx,
  );
}

/** The bytes in the personal vault of an account, and whether it has any item, from the counters of its root. */
export async function personalVault(
  db: Kysely<DB>,
  ownerId: string,
): Promise<{ isEmpty: boolean; size: number }> {
  const { rows } = await sql<{ isEmpty: boolean; size: number }>`
    select i.folder_count + i.file_count = 0 as is_empty, i.subtree_bytes::float8 as size
    from record r join item i on i.record_id = r.id and i.id = r.root_id where r.id = ${ownerId}`.execute(db);
  return rows[0] ?? { isEmpty: true, size: 0 };
}

/** GUARD-31: ends all sessions of an account. */
export async function endSessions(tx: Transaction<DB>, accountId: string): Promise<void> {
  await sql`delete from session where account_id = ${accountId}`.execute(tx);
}
