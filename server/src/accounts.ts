import { readFile } from 'node:fs/promises';
import type { DemoAccount } from '@vault/contract';
import { type Config, isLoopbackHost } from './config/index.ts';
import { loadDemoFirm, seedDemoVault, type SeedDeps } from './demo/index.ts';
import { type Accounts, AccountsError, checkAccounts, loadAccounts, parseAccounts } from './session/index.ts';

interface PrepareAccounts extends SeedDeps {
  config: Config;
}

/**
 * Loads the accounts into the database: those of ACCOUNTS_FILE, or those of the demo firm with their vault on a
 * loopback address, or none (contract section 9).
 * @returns the accounts that the sign-in page offers: the demo accounts, otherwise []
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
  if (!isLoopbackHost(config.host)) return [];
  const firm = await loadDemoFirm();
  if (firm === null) {
    deps.log.info('Demo firm is not installed; starting without its accounts');
    return [];
  }
  const demo = firm.demoAccounts();
  const accounts = checkAccounts(demo);
  await loadAccounts({ ...deps, accounts, location: 'the demo accounts', passwords: 'any' });
  await seedDemoVault(deps, demo);
  return demo.users.map(({ name, email, password, description }) => ({ name, email, password, description }));
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
