import type { Clock } from '../platform/clock.ts';
import { systemClock } from '../platform/clock.ts';
import type { Database } from '../platform/database/index.ts';
import { type AccountsInput, checkAccounts, type FirmNames, loadAccounts } from '../session/index.ts';
import { ACCOUNTS } from './accounts.ts';

/** The names of the firm in tests. */
export const FIRM: FirmNames = { brand: { name: 'Portal Vault' }, passwordNames: ['Project Heron'] };
/** A hash of this cost takes 0.03 ms instead of 22 ms; its verification as well. */
const LOW_COST = { memoryKib: 8, passes: 1 };

/**
 * Loads accounts as the server loads those of ACCOUNTS_FILE, with password hashes of a low cost.
 * @param accounts the accounts of the tests by default
 */
export async function loadTestAccounts(
  { database, clock = systemClock }: { database: Database; clock?: Clock },
  accounts: AccountsInput = ACCOUNTS,
): Promise<void> {
  const location = 'the tests';
  const checked = checkAccounts(accounts, location);
  await loadAccounts({
    firm: FIRM,
    database,
    clock,
    accounts: checked,
    location,
    passwords: 'any',
    passwordCost: LOW_COST,
  });
}
