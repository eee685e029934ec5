import { readFile } from 'node:fs/promises';
import type { DemoAccount } from '@vault/contract';
import { type Config, ConfigError } from './config/index.ts';
import { type DemoFirm, loadDemoFirm, seedDemoVault, type SeedDeps } from './demo/index.ts';
import {
  type Accounts,
  AccountsError,
  checkAccounts,
  loadAccounts,
  lockDemo,
  parseAccounts,
} from './session/index.ts';

const NO_DEMO_FIRM =
  'The setting DEMO cannot be true: the demo firm (the folder demo/) is not installed. Write DEMO=false, or run npm ci.';

interface PrepareAccounts extends SeedDeps {
  config: Config;
}

/**
 * Loads the accounts into the database: those of ACCOUNTS_FILE, or those of the demo firm with their vault, or
 * none (contract section 9, GUARD-01). Without the demo, accounts that a start with it left are locked (GUARD-02).
 * @returns the accounts that the sign-in page offers: the demo accounts, otherwise []
 * @throws AccountsError; ConfigError when DEMO demands a demo firm that is not installed
 */
export async function prepareAccounts({ config, ...deps }: PrepareAccounts): Promise<DemoAccount[]> {
  const firm = await demoFirm(config, deps.log);
  if (firm !== null) return prepareDemo({ ...deps, config }, firm);
  if (config.accountsFile !== null) {
    const weak = await loadAccounts({
      ...deps,
      firm: config,
      accounts: await readAccounts(config.accountsFile),
      location: config.accountsFile,
      // GUARD-20: only people on this machine can try the passwords of a local vault.
      passwords: config.isLocalOnly ? 'reported' : 'checked',
    });
    for (const { sfid, problem } of weak) {
      deps.log.warn(
        { account: sfid, reason: problem },
        'Password in the accounts file is weak; it works, but a vault that other machines reach refuses a new one like it',
      );
    }
  }
  const count = await lockDemo(deps.database);
  if (count > 0) {
    const reasons = config.demo.isOn ? [] : config.demo.reasons;
    deps.log.warn({ count, reasons }, 'Demo accounts are locked while the demo is off');
  }
  return [];
}

/** @returns null while the demo is off or the firm is not installed */
async function demoFirm({ demo }: Config, log: SeedDeps['log']): Promise<DemoFirm | null> {
  if (!demo.isOn) return null;
  const firm = await loadDemoFirm();
  if (firm !== null) return firm;
  if (demo.isRequired) throw new ConfigError(NO_DEMO_FIRM);
  log.info('Demo firm is not installed; starting without its accounts');
  return null;
}

async function prepareDemo({ config, ...deps }: PrepareAccounts, firm: DemoFirm): Promise<DemoAccount[]> {
  const accounts = firm.demoAccounts();
  await loadAccounts({
    ...deps,
    firm: config,
    accounts: checkAccounts(accounts),
    location: 'the demo accounts',
    isDemo: true,
    passwords: 'any',
  });
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
