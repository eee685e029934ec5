import type { Permission } from '@vault/contract';
import { type Kysely, type Transaction, sql } from 'kysely';
import type { DB } from '../platform/database/index.ts';

/** An account as an administrator sees it. */
export interface ListedAccount {
  id: string;
  name: string;
  email: string;
  /** permissions that are granted here */
  permissions: Permission[];
  /** records that are granted here in addition to the account's own record, by name */
  records: { id: string; name: string }[];
  hasPassword: boolean;
  /** an account of the demo while the demo is off (GUARD-02) */
  isLocked: boolean;
  /** GUARD-31 */
  isDisabled: boolean;
  /** the accounts file contains it and applies again at each start */
  isLoaded: boolean;
  /** the issuer of the person and its subject; null for a local account */
  issuer: string | null;
  subject: string | null;
  /** the claims of the newest token; null when it has none, so that the permissions granted here apply */
  claimedPermissions: Permission[] | null;
  claimedRecords: string[] | null;
}

const account = sql`
  select a.id, a.name, a.email, a.permissions, a.password_hash is not null as has_password,
    a.demo_state is not distinct from 'locked' as is_locked, a.disabled_at is not null as is_disabled,
    a.loaded_hash is not null as is_loaded, p.issuer, p.subject,
    p.permissions as claimed_permissions, p.records as claimed_records,
    coalesce((
      select json_agg(json_build_object('id', r.id, 'name', r.name) order by lower(r.name), r.id)
      from membership m join record r on r.id = m.record_id where m.account_id = a.id
    ), '[]') as records
  from account a left join external_identity p on p.account_id = a.id`;

/** All accounts that are not removed (GUARD-31), by e-mail address. */
export async function listAccounts(db: Kysely<DB>): Promise<ListedAccount[]> {
  const { rows } =
    await sql<ListedAccount>`${account} where a.removed_at is null order by lower(a.email), a.id`.execute(db);
  return rows;
}

/** @param who an id, or an e-mail address, compared without case; several people of an issuer can have the same one */
export async function findAccounts(db: Kysely<DB>, who: string): Promise<ListedAccount[]> {
  const { rows } = await sql<ListedAccount>`
    ${account} where (a.id::text = ${who} or lower(a.email) = lower(${who})) and a.removed_at is null
    order by a.id`.execute(db);
  return rows;
}

/** @throws the violation of account_email when a local account has the address */
export async function insertAccount(
  tx: Transaction<DB>,
  given: {
    id: string;
    name: string;
    email: string;
    passwordHash: string;
    permissions: readonly Permission[];
    at: Date;
  },
): Promise<void> {
  await sql`
    insert into account (id, name, email, password_hash, permissions, updated_at)
    values (${given.id}, ${given.name}, ${given.email}, ${given.passwordHash},
      ${JSON.stringify(given.permissions)}::jsonb, ${given.at})`.execute(tx);
}

export async function updatePermissions(
  tx: Transaction<DB>,
  { id, permissions, at }: { id: string; permissions: readonly Permission[]; at: Date },
): Promise<void> {
  await sql`
    update account set permissions = ${JSON.stringify(permissions)}::jsonb, updated_at = ${at}
    where id = ${id}`.execute(tx);
}
