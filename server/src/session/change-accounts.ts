import { Messages } from '@vault/contract';
import type { Transaction } from 'kysely';
import type { Database, DB } from '../platform/database/index.ts';
import { AccountsError } from './accounts-file.ts';
import { lockAccounts } from './accounts.queries.ts';
import { hasAdministrator } from './administrators.queries.ts';

/** GUARD-31: a change would leave the vault without an administrator. */
export class LastAdministratorError extends AccountsError {
  override name = 'LastAdministratorError';

  constructor() {
    super(Messages.lastAdministrator);
  }
}

/**
 * Runs a change of people and their rights. Such changes run one after the other, in all processes. A vault that has an
 * administrator keeps one (GUARD-31); the accounts file and the issuer are not bound by this rule.
 * @param work part of the transaction; it is undone when it fails
 * @throws LastAdministratorError when no administrator would be left
 */
export function changeAccounts<T>(
  database: Pick<Database, 'transaction'>,
  work: (tx: Transaction<DB>) => Promise<T>,
): Promise<T> {
  return database.transaction(async (tx) => {
    await lockAccounts(tx);
    const hadAdministrator = await hasAdministrator(tx);
    const result = await work(tx);
    if (hadAdministrator && !(await hasAdministrator(tx))) throw new LastAdministratorError();
    return result;
  });
}
