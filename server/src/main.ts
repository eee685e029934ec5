import { constants } from 'node:os';
import pino, { type Logger } from 'pino';
import { type Config, ConfigError, loadSettingsFile, readConfig } from './config/index.ts';
import { DatabaseStartError } from './platform/database/index.ts';
import { BlobFolderError, S3StartError } from './platform/blobs/index.ts';
import { releaseMemoryWhenIdle } from './platform/memory/index.ts';
import { OfficeStartError } from './platform/office/index.ts';
import { type PrimaryLink, primaryLink, startPrimary } from './platform/processes/index.ts';
import { RuleFileError } from './platform/scanner/index.ts';
import { SecretKeyError } from './platform/secrets/index.ts';
import { DependencyUnavailable } from './platform/unavailable.ts';
import { AccountsError } from './session/index.ts';
import { startServer } from './server.ts';
import { StartProblem } from './start-problem.ts';
import { welcome } from './welcome.ts';

/** Errors at the start that the operator can fix: the message is sufficient. */
const OPERATOR_ERRORS = [
  ConfigError,
  AccountsError,
  RuleFileError,
  DatabaseStartError,
  BlobFolderError,
  OfficeStartError,
  S3StartError,
  SecretKeyError,
  DependencyUnavailable,
  StartProblem,
];

/**
 * The process: reads the settings and starts the server, or several server processes (NODES-05), and stops them on
 * SIGTERM or SIGINT (SAFE-26). A second signal ends them immediately with the exit code that a shell uses for a process
 * killed by this signal.
 */
async function main(): Promise<void> {
  loadSettingsFile();
  const config = readConfig(process.env);
  // Standard output contains only the text of `welcome`; the log is written to standard error.
  const log = pino({ level: config.logLevel }, pino.destination(2));
  const link = primaryLink();
  if (link === null && config.processes > 1) return runProcesses(config, log);
  return runServer(config, log, link);
}

async function runProcesses({ processes: count }: Config, log: Logger): Promise<void> {
  const primary = startPrimary({ count, log, announce: (text) => console.log(text) });
  onSignals(log, { stop: () => primary.stop(), beforeExit: () => primary.kill() });
  process.exit(await primary.exited);
}

/** @param link null for a server that runs alone */
async function runServer(config: Config, log: Logger, link: PrimaryLink | null): Promise<void> {
  const server = await startServer(config, log, link);
  releaseMemoryWhenIdle();
  const stop = () => void server.stop().then((isClean) => process.exit(isClean ? 0 : 1));
  void server.keyReplaced.then(async () => {
    await server.stop();
    process.exit(1);
  });
  // The handlers are set first: a script that waits for the text can stop the server immediately.
  if (link === null) onSignals(log, { stop });
  else void link.stopRequested.then(stop);
  if (link === null) console.log(welcome(server));
  else link.ready(welcome(server));
}

interface SignalActions {
  stop: () => void;
  /** before the process exits at a second signal */
  beforeExit?: () => void;
}

function onSignals(log: Logger, { stop, beforeExit }: SignalActions): void {
  let isStopping = false;
  const onSignal = (signal: NodeJS.Signals) => {
    if (isStopping) {
      log.warn({ signal }, 'Second signal; exiting immediately');
      beforeExit?.();
      process.exit(128 + constants.signals[signal]);
    }
    isStopping = true;
    log.info({ signal }, 'Shutting down');
    stop();
  };
  process.on('SIGTERM', onSignal);
  process.on('SIGINT', onSignal);
}

try {
  await main();
} catch (error) {
  const isOperatorError = OPERATOR_ERRORS.some((kind) => error instanceof kind);
  console.error(isOperatorError ? (error as Error).message : error);
  process.exit(1);
}
