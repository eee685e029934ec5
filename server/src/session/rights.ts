import { abilitiesOf, type Permission } from '@vault/contract';
import type { Caller, OpenRecords } from '../http/index.ts';
import type { Database } from '../platform/database/index.ts';
import { openRecordsOf } from './open-records.ts';
import { accountOfSession, accountWithRights, type SessionAccountRow } from './session.queries.ts';

/** An account with its permissions. */
export type AccountRights = Omit<Caller, 'token' | 'tokenEndsAt' | 'reader'>;

/**
 * Returns the account of a session of the vault with its permissions. A person of the issuer can also have a password;
 * then these are the permissions granted here, not those of tokens.
 * @param session.recordId the record of the work, to check in the same statement; null when it names none
 * @returns null when the session has ended
 */
export async function rightsOfSession(
  database: Database,
  session: { tokenHash: Buffer; now: Date; recordId: string | null },
): Promise<AccountRights | null> {
  const account = await accountOfSession(database.kysely, session);
  return account && rightsOfSessionAccount(database, account, session.recordId);
}

/** @param recordId the record to which `account.isMember` belongs */
export function rightsOfSessionAccount(
  database: Database,
  account: SessionAccountRow,
  recordId: string | null,
): AccountRights {
  const checked = recordId === null ? null : { id: recordId, isMember: account.isMember };
  return rightsOf(account, openRecordsOf(database, account.id, { checked }));
}

/**
 * Returns the permissions of an account without a token, for work that continues after a call.
 * @returns null when the account does not exist or is not active; a person of the issuer has the permissions of the
 * newest token
 */
export async function rightsOfAccount(database: Database, accountId: string): Promise<AccountRights | null> {
  const account = await accountWithRights(database.kysely, accountId);
  return account && rightsOf(account, openRecordsOf(database, account.id, { named: account.named }));
}

interface Account {
  id: string;
  name: string;
  email: string;
  permissions: Permission[];
}

export const rightsOf = ({ id, name, email, permissions }: Account, records: OpenRecords): AccountRights => ({
  id,
  name,
  email,
  permissions,
  abilities: abilitiesOf(permissions),
  records,
});
