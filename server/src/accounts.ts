import { readFile } from 'node:fs/promises';
import type { DemoAccount } from '@vault/contract';
import { type Config, isLoopbackHost } from './config/index.ts';
import { loadDemoFirm, seedDemoVault, type SeedParts } from './demo/index.ts';
import { type Accounts, AccountsError, checkAccounts, loadAccounts, parseAccounts } from './session/index.ts';

interface PrepareAccounts extends SeedParts {
  config: Config;
}

/**
 * Loads the accounts into the database: those of ACCOUNTS_FILE, or those of the demo firm with their vault on a
 * loopback address, or none (contract section 9).
 * @returns the accounts that the sign-in page offers: the demo accounts, otherwise []
 */
export async function prepareAccounts({ config, ...parts }: PrepareAccounts): Promise<DemoAccount[]> {
  if (config.accountsFile !== null) {
    await loadAccounts({
      ...parts,
      accounts: await readAccounts(config.accountsFile),
      place: config.accountsFile,
    });
    return [];
  }
  if (!isLoopbackHost(config.host)) return [];
  const firm = await loadDemoFirm();
  if (firm === null) {
    parts.log.info('Demo firm is not installed; starting without its accounts');
    return [];
  }
  const demo = firm.demoAccounts();
  await loadAccounts({ ...parts, accounts: checkAccounts(demo), place: 'the demo accounts' });
  await seedDemoVault(parts, demo);
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
