import { type Ability, VAULT_MODULE } from '@vault/contract';
import type { Transaction } from 'kysely';
import type { Clock } from '../platform/clock.ts';
import { type Database, type DB, isUniqueViolation } from '../platform/database/index.ts';
import { newId } from '../platform/ids.ts';
import { AccountsError } from './accounts-file.ts';
import { changeAccounts } from './change-accounts.ts';
import { knownRecords, saveMemberships, saveRecords } from './accounts.queries.ts';
import {
  findAccounts,
  insertAccount,
  type ListedAccount,
  listAccounts,
  updatePermissions,
} from './manage.queries.ts';
import { hashPassword } from './passwords.ts';
import { replacePassword } from './replace-password.ts';
import { entriesOf, withRead, wordsOf } from './permission-words.ts';

export interface ManageDeps {
  database: Database;
  clock: Clock;
}

/** Permissions to grant or revoke: short words, and records by id. */
export interface Rights {
  words: readonly Ability[];
  records: readonly string[];
  /** names of records that are created and granted */
  newRecords: readonly string[];
}

/** All accounts, by e-mail address. */
export function everyAccount({ database }: Pick<ManageDeps, 'database'>): Promise<ListedAccount[]> {
  return listAccounts(database.kysely);
}

/**
 * Returns a single account.
 * @param who an id or an e-mail address
 * @throws AccountsError when there is none, or several have the address
 */
export async function oneAccount(
  { database }: Pick<ManageDeps, 'database'>,
  who: string,
): Promise<ListedAccount> {
  const [found, ...others] = await findAccounts(database.kysely, who);
  if (found === undefined) throw new AccountsError(`There is no account ${who}.`);
  if (others.length === 0) return found;
  const ids = [found, ...others].map(({ id }) => id).join(', ');
  throw new AccountsError(`Several accounts have the address ${who}; name one by its id: ${ids}.`);
}

/** @throws AccountsError when a local account has this address */
export async function mustBeFree({ database }: Pick<ManageDeps, 'database'>, email: string): Promise<void> {
  const taken = (await findAccounts(database.kysely, email)).some(
    ({ hasPassword, issuer }) => hasPassword || issuer === null,
  );
  if (taken) throw new AccountsError(`An account with the address ${email} already exists.`);
}

/**
 * Creates a local account with its own record.
 * @returns its id
 * @throws AccountsError when the address is in use or a record is unknown
 */
export async function addAccount(
  deps: ManageDeps,
  given: { email: string; name: string; password: string; rights: Rights },
): Promise<string> {
  const id = newId('usr');
  const at = deps.clock.now();
  const passwordHash = await hashPassword(given.password);
  const { email, name, rights } = given;
  try {
    await changeAccounts(deps.database, async (tx) => {
      const records = await recordsOf(tx, rights, at);
      await saveRecords(tx, [{ id, name, rootId: newId('fld') }], at);
      const permissions = entriesOf(withRead(rights.words));
      await insertAccount(tx, { id, name, email, passwordHash, permissions, at });
      await saveMemberships(tx, [{ id, records }]);
    });
  } catch (error) {
    if (!isUniqueViolation(error, 'account_email')) throw error;
    throw new AccountsError(`An account with the address ${email} already exists.`, { cause: error });
  }
  return id;
}

/**
 * Sets the password of an account; its sessions end. A person of an issuer can sign in with it as well.
 * @throws AccountsError when the account has no address, or another local account has it
 */
export async function setPassword(
  deps: ManageDeps,
  { id: accountId, email }: Pick<ListedAccount, 'id' | 'email'>,
  password: string,
): Promise<void> {
  if (email === '')
    throw new AccountsError('This account has no e-mail address, so it cannot sign in with a password.');
  const newHash = await hashPassword(password);
  try {
    const change = { accountId, seenHash: null, newHash, keptSession: null, at: deps.clock.now() };
    await deps.database.transaction((tx) => replacePassword(tx, change));
  } catch (error) {
    if (!isUniqueViolation(error, 'account_email')) throw error;
    throw new AccountsError('Another account with a password already has this address.', {
      cause: error,
    });
  }
}

/** Adds permissions and records to an account. @throws AccountsError for an unknown record */
export function grant(deps: ManageDeps, accountId: string, rights: Rights): Promise<void> {
  return changeRights(deps, accountId, async (tx, account) => ({
    abilities: new Set([...wordsOf(account.permissions), ...withRead(rights.words)]),
    records: [...idsOf(account), ...(await recordsOf(tx, rights, deps.clock.now()))],
  }));
}

/**
 * Removes permissions and records; ones that the account does not have are ignored.
 * @throws LastAdministratorError when no administrator would be left
 */
export function revoke(deps: ManageDeps, accountId: string, rights: Rights): Promise<void> {
  return changeRights(deps, accountId, async (_, account) => ({
    abilities: new Set(wordsOf(account.permissions).filter((word) => !rights.words.includes(word))),
    records: idsOf(account).filter((id) => !rights.records.includes(id)),
  }));
}

type RightsChange = (
  tx: Transaction<DB>,
  account: ListedAccount,
) => Promise<{ abilities: ReadonlySet<Ability>; records: readonly string[] }>;

async function changeRights(
  { database, clock }: ManageDeps,
  id: string,
  change: RightsChange,
): Promise<void> {
  await changeAccounts(database, async (tx) => {
    const [account] = await findAccounts(tx, id);
    if (account === undefined) throw new AccountsError(`There is no account ${id}.`);
    const { abilities, records } = await change(tx, account);
    // Permissions of other modules belong to the portal and are kept.
    const others = account.permissions.filter(({ moduleName }) => moduleName !== VAULT_MODULE);
    const permissions = [...entriesOf(abilities), ...others];
    await updatePermissions(tx, { id, permissions, at: clock.now() });
    await saveMemberships(tx, [{ id, records: [...new Set(records)] }]);
  });
}

const idsOf = ({ records }: ListedAccount) => records.map(({ id }) => id);

async function recordsOf(tx: Transaction<DB>, rights: Rights, at: Date): Promise<string[]> {
  const known = await knownRecords(tx, rights.records);
  const unknown = rights.records.filter((id) => !known.has(id));
  if (unknown.length > 0) throw new AccountsError(`There is no record ${unknown.join(', ')}.`);
  const made = rights.newRecords.map((name) => ({ id: newId('rec'), name, rootId: newId('fld') }));
  if (made.length > 0) await saveRecords(tx, made, at);
  return [...rights.records, ...made.map(({ id }) => id)];
}
