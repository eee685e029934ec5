// `npm run user`: manages the accounts of this vault on the command line.
import { existsSync } from 'node:fs';
import pino from 'pino';
import { ConfigError, readConfig } from './config/index.ts';
import { commandContext, runAs } from './platform/actor/index.ts';
import { systemClock } from './platform/clock.ts';
import { databaseLocation, openExistingDatabase, VaultMissing } from './existing-vault.ts';
import { DatabaseStartError } from './platform/database/index.ts';
import { AccountsError } from './session/index.ts';
import { perform, readCommand, readPassword, USAGE, UsageError } from './user-command/index.ts';

/** Errors that the administrator can fix: the message is sufficient. */
const OPERATOR_ERRORS = [AccountsError, ConfigError, DatabaseStartError, VaultMissing];

async function main(): Promise<void> {
  const command = readCommand(process.argv.slice(2));
  if (command.verb === 'help') return console.log(USAGE);
  if (existsSync('.env')) process.loadEnvFile('.env');
  const config = readConfig(process.env);
  const log = pino({ level: 'error' }, pino.destination(2));
  const database = await openExistingDatabase(config, log);
  try {
    const terminal = { input: process.stdin, questions: process.stderr };
    const askPassword = (names: readonly string[]) => readPassword(terminal, config, names);
    const location = databaseLocation(config);
    const deps = { database, clock: systemClock, location };
    console.log(await perform(deps, command, askPassword).catch((error: unknown) => failAt(location, error)));
  } finally {
    await database.close();
  }
}

/** Adds the location of the accounts to an AccountsError. */
function failAt(location: string, error: unknown): never {
  if (!(error instanceof AccountsError)) throw error;
  throw new AccountsError(`${error.message}\nThe accounts are in ${location}.`, { cause: error });
}

/** 2 for an invalid command line, 1 for everything else. */
function exitCodeFor(error: unknown): 1 | 2 {
  if (error instanceof UsageError) {
    console.error(error.message);
    return 2;
  }
  const isOperatorError = OPERATOR_ERRORS.some((kind) => error instanceof kind);
  console.error(isOperatorError ? (error as Error).message : error);
  return 1;
}

try {
  await runAs(commandContext(), main);
} catch (error) {
  process.exitCode = exitCodeFor(error);
}
