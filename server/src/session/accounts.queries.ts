import { type Kysely, type Transaction, sql } from 'kysely';
import type { Permission } from '@vault/contract';
import { type DB, rowsAs } from '../platform/database/index.ts';

/** Takes the lock that lets only one process at a time load accounts. */
export async function lockAccounts(tx: Transaction<DB>): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('portal vault: accounts'))`.execute(tx);
}

/**
 * Returns, by account id, the password hash that was last loaded from the accounts file. For an account that was
 * never loaded it returns the current hash. Accounts without a password are left out.
 */
export async function loadedHashes(
  db: Kysely<DB>,
  accountIds: readonly string[],
): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; hash: string }>`
    select id, coalesce(loaded_hash, password_hash) as hash from account
    where id = any(${accountIds}::text[]) and password_hash is not null`.execute(db);
  return new Map(rows.map((row) => [row.id, row.hash]));
}

/** GUARD-31: returns the given ids that are ids of removed accounts. */
export async function removedAmong(db: Kysely<DB>, accountIds: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select id from account where id = any(${accountIds}::text[]) and removed_at is not null`.execute(db);
  return new Set(rows.map(({ id }) => id));
}

/** Returns the given ids that are ids of existing records. */
export async function knownRecords(db: Kysely<DB>, ids: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select id from record where id = any(${ids}::text[])`.execute(db);
  return new Set(rows.map((row) => row.id));
}

/** Creates missing records with their root folders and renames existing ones. */
export async function saveRecords(
  tx: Transaction<DB>,
  records: readonly { id: string; name: string; rootId: string }[],
  at: Date,
): Promise<void> {
  await sql`
    with given as (
      select * from ${rowsAs('given', records, { id: 'text', name: 'text', rootId: 'text' })}
    ), made as (
      insert into record (id, name, root_id, created_at) select id, name, root_id, ${at} from given
      on conflict (id) do nothing
      returning id, root_id
    ), roots as (
      insert into item (record_id, id, kind, name, modified_at, modified_by, created_at)
      select id, root_id, 'folder', 'Files', ${at}, '', ${at} from made
    )
    update record set name = given.name from given where record.id = given.id and record.name <> given.name
  `.execute(tx);
}

export interface AccountRow {
  id: string;
  name: string;
  email: string;
  permissions: readonly Permission[];
  /** the hash to store; null when the loaded password is unchanged */
  newHash: string | null;
  /** the hash that was loaded before; null when there was no account with a password */
  seenHash: string | null;
}

/**
 * Creates missing accounts and updates existing ones; `isDemo` marks them as accounts of the demo. A new hash is stored
 * only while the loaded hash is still `seenHash`, so that the first of two processes wins. A password that a user has
 * chosen remains until the file contains another one.
 * @returns the ids of the accounts whose password changed
 */
export async function saveAccounts(
  tx: Transaction<DB>,
  { accounts, isDemo, at }: { accounts: readonly AccountRow[]; isDemo: boolean; at: Date },
): Promise<string[]> {
  const demoState = isDemo ? 'open' : null;
  const given = accounts.map((account) => ({ ...account, permissions: JSON.stringify(account.permissions) }));
  // The old addresses are removed first, because two accounts can exchange their addresses.
  await sql`
    update account set email = account.id
    from ${rowsAs('given', given, { id: 'text', email: 'text' })}
    where account.id = given.id and lower(account.email) <> lower(given.email)`.execute(tx);
  const table = rowsAs('given', given, {
    id: 'text',
    name: 'text',
    email: 'text',
    permissions: 'text',
    newHash: 'text',
    seenHash: 'text',
  });
  const { rows } = await sql<{ id: string; changed: boolean }>`
    with given as (
      select * from ${table}
    ), updated as (
      update account set name = given.name, email = given.email, permissions = given.permissions::jsonb,
        password_hash = case when given.new_hash is not null
          and coalesce(account.loaded_hash, account.password_hash) is not distinct from given.seen_hash
          then given.new_hash else account.password_hash end,
        loaded_hash = case when given.new_hash is not null
          and coalesce(account.loaded_hash, account.password_hash) is not distinct from given.seen_hash
          then given.new_hash else account.loaded_hash end,
        demo_state = ${demoState}, updated_at = ${at}
      from given where account.id = given.id
      returning account.id, account.password_hash is not distinct from given.new_hash as changed
    ), inserted as (
      insert into account (id, name, email, password_hash, loaded_hash, permissions, demo_state, updated_at)
      select id, name, email, new_hash, new_hash, permissions::jsonb, ${demoState}, ${at} from given
      where not exists (select from account where account.id = given.id)
    )
    select id, changed from updated`.execute(tx);
  return rows.flatMap((row) => (row.changed ? [row.id] : []));
}

/** Sets the memberships of the accounts to exactly these records. */
export async function saveMemberships(
  tx: Transaction<DB>,
  accounts: readonly { id: string; records: readonly string[] }[],
): Promise<void> {
  const pairs = accounts.flatMap(({ id: accountId, records }) =>
    records.map((recordId) => ({ accountId, recordId })),
  );
  await sql`
    delete from membership
    where account_id = any(${accounts.map((one) => one.id)}::text[])
      and not exists (
        select from ${rowsAs('given', pairs, { accountId: 'text', recordId: 'text' })}
        where given.account_id = membership.account_id and given.record_id = membership.record_id
      )`.execute(tx);
  await sql`
    insert into membership (account_id, record_id)
    select * from ${rowsAs('given', pairs, { accountId: 'text', recordId: 'text' })}
    on conflict do nothing`.execute(tx);
}

/** Ends all sessions of the accounts. */
export async function endSessionsOf(tx: Transaction<DB>, accountIds: readonly string[]): Promise<void> {
  await sql`delete from session where account_id = any(${accountIds}::text[])`.execute(tx);
}

/**
 * GUARD-02: locks the accounts of the demo and ends their sessions.
 * @returns the number of locked accounts
 */
export async function lockDemoAccounts(tx: Transaction<DB>): Promise<number> {
  const { rows } = await sql<{ id: string }>`
    update account set demo_state = 'locked' where demo_state is not null returning id`.execute(tx);
  await endSessionsOf(
    tx,
    rows.map(({ id }) => id),
  );
  return rows.length;
}

/** @param name a name of `PUBLIC_SETTINGS` of the files area */
export async function saveSetting(tx: Transaction<DB>, name: string, value: boolean): Promise<void> {
  await sql`
    insert into setting (name, value) values (${name}, ${JSON.stringify(value)}::jsonb)
    on conflict (name) do update set value = excluded.value`.execute(tx);
}
