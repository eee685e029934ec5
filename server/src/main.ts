import { existsSync } from 'node:fs';
import pino from 'pino';
import { ConfigError, readConfig } from './config/index.ts';
import { DatabaseStartError } from './platform/database/index.ts';
import { OfficeStartError } from './platform/office/index.ts';
import { RuleFileError } from './platform/scanner/index.ts';
import { AccountsError } from './session/index.ts';
import { startServer } from './server.ts';
import { welcome } from './welcome.ts';

/** What stops the start for a reason that the operator can do something about: the sentence is enough. */
const FOR_THE_OPERATOR = [ConfigError, AccountsError, RuleFileError, DatabaseStartError, OfficeStartError];

/** The process: settings in, a listening server, a clean end on SIGTERM or SIGINT. */
async function main(): Promise<void> {
  if (existsSync('.env')) process.loadEnvFile('.env');
  const config = readConfig(process.env);
  // Standard output belongs to what a person reads: where the server listens.
  const log = pino({ level: config.logLevel }, pino.destination(2));
  const server = await startServer(config, log);
  console.log(welcome(server.address, server.demoAccounts));

  let ending = false;
  const end = (signal: NodeJS.Signals) => {
    if (ending) return;
    ending = true;
    log.info({ signal }, 'ending');
    void server.stop().then((clean) => process.exit(clean ? 0 : 1));
  };
  process.on('SIGTERM', end);
  process.on('SIGINT', end);
}

try {
  await main();
} catch (error) {
  const isForOperator = FOR_THE_OPERATOR.some((kind) => error instanceof kind);
  console.error(isForOperator ? (error as Error).message : error);
  process.exit(1);
}
