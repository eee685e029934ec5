import pino from 'pino';
import { type CommandIo, type ExitCode, runCommand } from './command-io.ts';
import { ConfigError, readConfig, withoutPooler } from './config/index.ts';
import { databaseLocation, openExistingDatabase, VaultMissing } from './existing-vault.ts';
import { systemClock } from './platform/clock.ts';
import { DatabaseStartError } from './platform/database/index.ts';
import { AccountsError } from './session/index.ts';
import { perform, readCommand, readPassword, USAGE } from './user-command/index.ts';

const OPERATOR_ERRORS = [AccountsError, ConfigError, DatabaseStartError, VaultMissing];

/** Runs `npm run user`: manages the accounts of this vault. */
export async function runUser(io: CommandIo): Promise<ExitCode> {
  return runCommand(io, OPERATOR_ERRORS, async () => {
    io.stdout.write(`${await textOf(io)}\n`);
    return 0;
  });
}

async function textOf(io: CommandIo): Promise<string> {
  const command = readCommand(io.args);
  if (command.verb === 'help') return USAGE;
  const config = withoutPooler(readConfig(io.readEnv()));
  const database = await openExistingDatabase(config, pino({ level: 'error' }, io.stderr));
  try {
    const terminal = { input: io.stdin, questions: io.stderr };
    const askPassword = (names: readonly string[]) => readPassword(terminal, config, names);
    const location = databaseLocation(config);
    const deps = { database, clock: systemClock, location };
    return await perform(deps, command, askPassword).catch((error: unknown) => failAt(location, error));
  } finally {
    await database.close();
  }
}

/** Adds the location of the accounts to an AccountsError. */
function failAt(location: string, error: unknown): never {
  if (!(error instanceof AccountsError)) throw error;
  throw new AccountsError(`${error.message}\nThe accounts are in ${location}.`, { cause: error });
}
