import { type Database, isUniqueViolation } from '../platform/database/index.ts';
import type { Clock } from '../platform/clock.ts';
import { newId } from '../platform/ids.ts';
import { type Accounts, AccountsError } from './accounts-file.ts';
import {
  type AccountRow,
  endSessionsOf,
  knownRecords,
  lockAccounts,
  lockDemoAccounts,
  loadedHashes,
  removedAmong,
  saveAccounts,
  saveMemberships,
  saveRecords,
  saveSetting,
} from './accounts.queries.ts';
import { type FirmNames, newPasswordProblems } from './new-password.ts';
import { hashPassword, type PasswordCost, verifyPassword } from './passwords.ts';

export interface LoadAccounts {
  /** names of the firm; used unless `passwords` is 'any' */
  firm: FirmNames;
  database: Database;
  clock: Clock;
  accounts: Accounts;
  /** path of the file, used in errors */
  location: string;
  /**
   * GUARD-20. 'checked': a new weak password is refused. 'reported': it is accepted and returned, for a vault that only
   * this machine can reach. 'any': it is accepted, for the demo accounts and tests.
   */
  passwords?: 'checked' | 'reported' | 'any';
  /** the accounts of the demo, which lockDemo locks (GUARD-02); false by default */
  isDemo?: boolean;
  /** the cost of new hashes; the recommended one by default, a low one in tests */
  passwordCost?: PasswordCost;
}

/**
 * Loads records, users, memberships and settings into the database: missing ones are created, existing ones are
 * updated, others kept (contract section 9). Removed accounts stay removed (GUARD-31). A second load changes nothing;
 * two processes can load concurrently. The sfid of a user is a record as well. A password applies when it differs from
 * the one loaded before, so that a password chosen with C67 remains; a changed password ends all sessions of the user.
 * A new or changed password that is weak is refused; one that was loaded before GUARD-20 is accepted, so that an update
 * locks out no firm.
 * @returns the users whose accepted password is weak
 * @throws AccountsError when a new password is weak, when a user's record is not defined or an e-mail address belongs
 * to another account
 */
export async function loadAccounts({
  firm,
  database,
  clock,
  accounts,
  location,
  passwords = 'checked',
  isDemo = false,
  passwordCost,
}: LoadAccounts): Promise<WeakPassword[]> {
  const { users, settings } = accounts;
  const at = clock.now();
  const removed = await removedAmong(
    database.kysely,
    users.map(({ sfid }) => sfid),
  );
  const kept = users.filter(({ sfid }) => !removed.has(sfid));
  // Hashes are made in threads while the list of common passwords is read.
  const [rows, problems] = await Promise.all([
    accountRows(database, users, passwordCost),
    passwords === 'any' ? [] : weakPasswords(firm, users),
  ]);
  const weak = problems.filter(({ sfid }) => !removed.has(sfid));
  if (passwords === 'checked') mustBeAccepted(weak, rows, location);
  const records = [...accounts.records, ...kept].map(({ sfid, name }) => ({
    id: sfid,
    name,
    rootId: newId('fld'),
  }));
  try {
    await database.transaction(async (tx) => {
      await lockAccounts(tx);
      await saveRecords(tx, records, at);
      const wanted = users.flatMap((user) => user.records);
      mustBeKnown(users, await knownRecords(tx, wanted), location);
      await endSessionsOf(
        tx,
        await saveAccounts(tx, { accounts: rows.filter(({ id }) => !removed.has(id)), isDemo, at }),
      );
      await saveMemberships(
        tx,
        kept.map(({ sfid, records: recordIds }) => ({ id: sfid, records: [...new Set(recordIds)] })),
      );
      if (settings.fileSearch !== undefined) {
        await saveSetting(tx, 'fileSystem.fileSearch', settings.fileSearch);
      }
    });
  } catch (error) {
    if (!isUniqueViolation(error, 'account_email')) throw error;
    throw new AccountsError(
      `The accounts in ${location} cannot be used: an e-mail address belongs to another account already.`,
      { cause: error },
    );
  }
  return weak;
}

/** A user of the file whose password GUARD-20 does not allow. */
export interface WeakPassword {
  sfid: string;
  /** position in the file */
  index: number;
  /** a sentence */
  problem: string;
}

async function weakPasswords(firm: FirmNames, users: Accounts['users']): Promise<WeakPassword[]> {
  const given = users.map(({ password, name, email }) => ({ password, personNames: [name, email] }));
  const problems = await newPasswordProblems(firm, given);
  return users.flatMap(({ sfid }, index) => {
    const problem = problems[index] ?? null;
    return problem === null ? [] : [{ sfid, index, problem }];
  });
}

/** @throws AccountsError for each weak password that was not loaded before */
function mustBeAccepted(weak: readonly WeakPassword[], rows: readonly AccountRow[], location: string): void {
  const problems = weak
    .filter(({ index }) => rows[index]?.newHash !== null)
    .map(
      ({ index, problem }) =>
        `The accounts in ${location} cannot be used: users[${index}].password is refused. ${problem}`,
    );
  if (problems.length > 0) throw new AccountsError(problems.join('\n'));
}

/**
 * GUARD-02: locks the accounts that a start with the demo left in the data: they cannot sign in, and their sessions
 * end. Loading them unlocks them.
 * @returns the number of locked accounts
 */
export function lockDemo(database: Database): Promise<number> {
  return database.transaction(async (tx) => {
    await lockAccounts(tx);
    return lockDemoAccounts(tx);
  });
}

/** Hashing is slow: it runs before the transaction, and only when the hash loaded before does not match. */
async function accountRows(
  database: Database,
  users: Accounts['users'],
  passwordCost: PasswordCost | undefined,
): Promise<AccountRow[]> {
  const stored = await loadedHashes(
    database.kysely,
    users.map((user) => user.sfid),
  );
  return Promise.all(
    users.map(async ({ sfid, name, email, permissions, password }) => {
      const seenHash = stored.get(sfid) ?? null;
      const fits = seenHash !== null && (await verifyPassword(password, seenHash));
      const newHash = fits ? null : await hashPassword(password, passwordCost);
      return { id: sfid, name, email, permissions, newHash, seenHash };
    }),
  );
}

function mustBeKnown(users: Accounts['users'], known: ReadonlySet<string>, location: string): void {
  const problems = users.flatMap(({ records }, index) =>
    records.flatMap((recordId, at) =>
      known.has(recordId)
        ? []
        : [
            `The accounts in ${location} cannot be used: users[${index}].records[${at}] names no record (${recordId}).`,
          ],
    ),
  );
  if (problems.length > 0) throw new AccountsError(problems.join('\n'));
}
