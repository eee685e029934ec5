import { readFile } from 'node:fs/promises';
import type { DemoAccount } from '@vault/contract';
import { type Config, ConfigError } from './config/index.ts';
import { loadDemoFirm, seedDemoVault, type SeedDeps } from './demo/index.ts';
import { type Accounts, AccountsError, checkAccounts, loadAccounts, parseAccounts } from './session/index.ts';

const NO_DEMO_FIRM =
  'The setting DEMO cannot be true: the demo firm (the folder demo/) is not installed. Write DEMO=false, or run npm ci.';

interface PrepareAccounts extends SeedDeps {
  config: Config;
}

/**
 * Loads the accounts into the database: those of ACCOUNTS_FILE, or those of the demo firm with their vault, or
 * none (contract section 9, GUARD-01).
 * @returns the accounts that the sign-in page offers: the demo accounts, otherwise []
 * @throws AccountsError; ConfigError when DEMO demands a demo firm that is not installed
 */
export async function prepareAccounts({ config, ...deps }: PrepareAccounts): Promise<DemoAccount[]> {
  if (config.accountsFile !== null) {
    const weak = await loadAccounts({
      ...deps,
      accounts: await readAccounts(config.accountsFile),
      location: config.accountsFile,
    });
    for (const { sfid, problem } of weak) {
      deps.log.warn(
        { account: sfid, reason: problem },
        'Password in the accounts file is weak; it still works, and a new one like it would be refused',
      );
    }
    return [];
  }
  const { demo } = config;
  if (!demo.isOn) return [];
  const firm = await loadDemoFirm();
  if (firm === null) {
    if (demo.isRequired) throw new ConfigError(NO_DEMO_FIRM);
    deps.log.info('Demo firm is not installed; starting without its accounts');
    return [];
  }
  const accounts = firm.demoAccounts();
  await loadAccounts({ ...deps, accounts: checkAccounts(accounts), location: 'the demo accounts', passwords: 'any' });
  await seedDemoVault(deps, accounts);
  return accounts.users.map(({ name, email, password, description }) => ({
    name,
    email,
    password,
    description,
  }));
}

async function readAccounts(path: string): Promise<Accounts> {
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new AccountsError(`The setting ACCOUNTS_FILE cannot be used: ${reason}.`, { cause: error });
  }
  return parseAccounts(text, path);
}
