import { existsSync } from 'node:fs';
import { constants } from 'node:os';
import pino from 'pino';
import { ConfigError, readConfig } from './config/index.ts';
import { DatabaseStartError } from './platform/database/index.ts';
import { S3StartError } from './platform/blobs/index.ts';
import { OfficeStartError } from './platform/office/index.ts';
import { RuleFileError } from './platform/scanner/index.ts';
import { SecretKeyError } from './platform/secrets/index.ts';
import { DependencyUnavailable } from './platform/unavailable.ts';
import { AccountsError } from './session/index.ts';
import { startServer } from './server.ts';
import { welcome } from './welcome.ts';

/** Errors at the start that the operator can fix: the message is sufficient. */
const OPERATOR_ERRORS = [
  ConfigError,
  AccountsError,
  RuleFileError,
  DatabaseStartError,
  OfficeStartError,
  S3StartError,
  SecretKeyError,
  DependencyUnavailable,
];

/**
 * The process: reads the settings, starts the server, stops it on SIGTERM or SIGINT (SAFE-26). A second signal ends the
 * process immediately with the exit code that a shell uses for a process killed by this signal.
 */
async function main(): Promise<void> {
  if (existsSync('.env')) process.loadEnvFile('.env');
  const config = readConfig(process.env);
  // Standard output contains only the text of `welcome`; the log is written to standard error.
  const log = pino({ level: config.logLevel }, pino.destination(2));
  const server = await startServer(config, log);
  let isStopping = false;
  const onSignal = (signal: NodeJS.Signals) => {
    if (isStopping) {
      log.warn({ signal }, 'Second signal; exiting immediately');
      process.exit(128 + constants.signals[signal]);
    }
    isStopping = true;
    log.info({ signal }, 'Shutting down');
    void server.stop().then((isClean) => process.exit(isClean ? 0 : 1));
  };
  void server.keyReplaced.then(async () => {
    await server.stop();
    process.exit(1);
  });
  process.on('SIGTERM', onSignal);
  process.on('SIGINT', onSignal);
  // Printed after the handlers are set: a script that waits for this line can stop the server immediately.
  console.log(welcome(server));
}

try {
  await main();
} catch (error) {
  const isOperatorError = OPERATOR_ERRORS.some((kind) => error instanceof kind);
  console.error(isOperatorError ? (error as Error).message : error);
  process.exit(1);
}
