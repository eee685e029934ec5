// `npm run user`: who may use this vault, from the command line of its administrator.
import { existsSync } from 'node:fs';
import pino from 'pino';
import { ConfigError, readConfig } from './config/index.ts';
import { systemClock } from './platform/clock.ts';
import { DatabaseStartError, openDatabase } from './platform/database/index.ts';
import { AccountsError } from './session/index.ts';
import { perform, readCommand, readPassword, USAGE, UsageError } from './user-command/index.ts';

/** What is the person's to put right: the sentence is enough. */
const FOR_THE_PERSON = [AccountsError, ConfigError, DatabaseStartError];

async function main(): Promise<void> {
  const command = readCommand(process.argv.slice(2));
  if (command.verb === 'help') return console.log(USAGE);
  if (existsSync('.env')) process.loadEnvFile('.env');
  const { databaseUrl, dataDir } = readConfig(process.env);
  const log = pino({ level: 'error' }, pino.destination(2));
  const database = await openDatabase({ databaseUrl, dataDir, log, maxConnections: 2 });
  try {
    const terminal = { input: process.stdin, questions: process.stderr };
    const askPassword = () => readPassword(terminal);
    console.log(await perform({ database, clock: systemClock }, command, askPassword));
  } finally {
    await database.close();
  }
}

/** 2 is a command line that cannot be understood, 1 everything else. */
function exitCodeFor(error: unknown): 1 | 2 {
  if (error instanceof UsageError) {
    console.error(error.message);
    return 2;
  }
  const isForThePerson = FOR_THE_PERSON.some((kind) => error instanceof kind);
  console.error(isForThePerson ? (error as Error).message : error);
  return 1;
}

try {
  await main();
} catch (error) {
  process.exitCode = exitCodeFor(error);
}
