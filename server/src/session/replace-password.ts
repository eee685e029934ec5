import type { Transaction } from 'kysely';
import { endOneTimeAddresses } from '../one-time-address/index.ts';
import type { DB } from '../platform/database/index.ts';
import { type PasswordChange, savePassword } from './password.queries.ts';

/**
 * Sets the password of an account in the caller's transaction. Its sessions end, except `keptSession`, and the one-time
 * addresses that could set another one (GUARD-34).
 * @returns false when `seenHash` is not the current hash any more; then nothing has changed
 */
export async function replacePassword(tx: Transaction<DB>, change: PasswordChange): Promise<boolean> {
  if (!(await savePassword(tx, change))) return false;
  await endOneTimeAddresses(tx, [change.accountId]);
  return true;
}
