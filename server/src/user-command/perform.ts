import {
  addAccount,
  everyAccount,
  grant,
  type ListedAccount,
  type ManageDeps,
  mustBeFree,
  oneAccount,
  revoke,
  setPassword,
  wordsOf,
} from '../session/index.ts';
import type { Command } from './command.ts';
import { tableOf } from './table.ts';
import { USAGE } from './usage.ts';

/** Dependencies of the command. */
export interface UserCommandDeps extends ManageDeps {
  /** location of the accounts, as text */
  location: string;
}

/**
 * Runs a command of an administrator.
 * @param askPassword called only when a password is needed, after all other checks, with names and addresses of its
 * person
 * @returns the text to print
 * @throws AccountsError with a sentence when it is not possible; the errors of `askPassword`
 */
export async function perform(
  deps: UserCommandDeps,
  command: Command,
  askPassword: (personNames: readonly string[]) => Promise<string>,
): Promise<string> {
  switch (command.verb) {
    case 'help':
      return USAGE;
    case 'list': {
      const accounts = await everyAccount(deps);
      return accounts.length === 0 ? `There are no accounts yet in ${deps.location}.` : list(accounts);
    }
    case 'add': {
      await mustBeFree(deps, command.email);
      const password = await askPassword([command.name, command.email]);
      const id = await addAccount(deps, { ...command, password });
      return shown(await oneAccount(deps, id));
    }
    case 'password': {
      const account = await oneAccount(deps, command.who);
      await setPassword(deps, account, await askPassword([account.name, account.email]));
      return `The password was changed, and the sessions of ${command.who} have ended.`;
    }
    case 'grant':
    case 'revoke': {
      const { id } = await oneAccount(deps, command.who);
      await (command.verb === 'grant' ? grant : revoke)(deps, id, command.rights);
      return shown(await oneAccount(deps, id));
    }
  }
}

const HEADER = ['id', 'e-mail', 'name', 'signs in by', 'permissions', 'records'];

function rowOf(account: ListedAccount): string[] {
  const { id, email, name, hasPassword, isLocked, isDisabled, issuer } = account;
  const { permissions, records, claimedPermissions, claimedRecords } = account;
  const signIns = [...(hasPassword ? ['password'] : []), ...(issuer === null ? [] : [issuer])];
  const blocks = [...(isLocked ? ['locked (demo)'] : []), ...(isDisabled ? ['disabled'] : [])];
  return [
    id,
    email,
    name,
    (blocks.length > 0 ? blocks : signIns).join(', '),
    wordsOf(claimedPermissions ?? permissions).join(' '),
    claimedRecords?.join(' ') ?? records.map((record) => `${record.id} (${record.name})`).join(' '),
  ];
}

const list = (accounts: readonly ListedAccount[]) => tableOf(HEADER, accounts.map(rowOf));

/** Formats an account, with notes about other sources of its permissions. */
function shown(account: ListedAccount): string {
  const { isLoaded, claimedPermissions, claimedRecords } = account;
  const notes = [
    ...(isLoaded
      ? [
          'Note: this account comes from the accounts file, which sets its permissions and records at each start.',
        ]
      : []),
    ...(claimedPermissions !== null || claimedRecords !== null
      ? ["Note: permissions and records in the issuer's token replace the ones that are granted here."]
      : []),
  ];
  return [list([account]), ...notes].join('\n');
}
