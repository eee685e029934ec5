import { abilitiesOf, type Permission } from '@vault/contract';
import type { Caller } from '../http/index.ts';
import type { Database } from '../platform/database/index.ts';
import { accountOfSession, accountWithRights } from './session.queries.ts';

/** An account with its permissions. */
export type AccountRights = Omit<Caller, 'token'>;

/**
 * Returns the account of a session of the vault with its permissions. A person of the issuer can also have a password;
 * then these are the permissions granted here, not those of tokens.
 * @returns null when the session has ended
 */
export async function rightsOfSession(
  database: Database,
  tokenHash: Buffer,
  now: Date,
): Promise<AccountRights | null> {
  const account = await accountOfSession(database.kysely, tokenHash, now);
  return account && rightsOf(account);
}

/**
 * Returns the permissions of an account without a token, for work that continues after a call.
 * @returns null when the account does not exist or is not active; a person of the issuer has the permissions of the newest token
 */
export async function rightsOfAccount(database: Database, accountId: string): Promise<AccountRights | null> {
  const account = await accountWithRights(database.kysely, accountId);
  return account && rightsOf(account);
}

interface Account {
  id: string;
  name: string;
  email: string;
  permissions: Permission[];
  /** in addition to the account's own record */
  records: readonly string[];
}

/** The permissions of an account; its own record is always open to it (D-04). */
export function rightsOf({ id, name, email, permissions, records }: Account): AccountRights {
  return { id, name, email, permissions, abilities: abilitiesOf(permissions), records: [id, ...records] };
}
