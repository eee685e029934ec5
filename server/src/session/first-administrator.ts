import type { Transaction } from 'kysely';
import type { DB } from '../platform/database/index.ts';
import { newId } from '../platform/ids.ts';
import { lockAccounts, saveMemberships, saveRecords } from './accounts.queries.ts';
import { hasAccounts } from './first-administrator.queries.ts';
import { insertAccount } from './manage.queries.ts';
import { entriesOf, PERMISSION_WORDS } from './permission-words.ts';

/** An account with every permission, and the record that it can open beside its own. */
export interface NewAdministrator {
  name: string;
  email: string;
  passwordHash: string;
  recordName: string;
  at: Date;
}

/**
 * GUARD-03: creates the first account of a vault in the caller's transaction, with its own record and another one. Such
 * changes run one after the other, in all processes.
 * @returns its id; null when the vault has an account already
 * @throws the violation of account_email when a locked account has the e-mail address
 */
export async function insertFirstAdministrator(
  tx: Transaction<DB>,
  { name, email, passwordHash, recordName, at }: NewAdministrator,
): Promise<string | null> {
  await lockAccounts(tx);
  if (await hasAccounts(tx)) return null;
  const [id, recordId] = [newId('usr'), newId('rec')];
  const records = [
    { id, name, rootId: newId('fld') },
    { id: recordId, name: recordName, rootId: newId('fld') },
  ];
  await saveRecords(tx, records, at);
  const permissions = entriesOf(new Set(PERMISSION_WORDS));
  await insertAccount(tx, { id, name, email, passwordHash, permissions, at });
  await saveMemberships(tx, [{ id, records: [recordId] }]);
  return id;
}
