// `npm run vault`: checks and maintains this vault on the command line.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import pino from 'pino';
import { blobFolder, openMove } from './blob-store.ts';
import { BackupError } from './platform/backup-folder/index.ts';
import { type Config, ConfigError, readConfig } from './config/index.ts';
import { emptyPlace } from './empty-place.ts';
import { databaseLocation, openExistingBlobs, openExistingDatabase, VaultMissing } from './existing-vault.ts';
import { commandContext, runAs } from './platform/actor/index.ts';
import { DatabaseStartError } from './platform/database/index.ts';
import { BlobFolderError, diskSpace, minimumFreeBytes, S3StartError } from './platform/blobs/index.ts';
import { createSealKey } from './platform/seal-key/index.ts';
import { openScanner } from './platform/scanner/index.ts';
import { openSecretKey, SecretKeyError } from './platform/secrets/index.ts';
import { DependencyUnavailable } from './platform/unavailable.ts';
import { AccountsError } from './session/index.ts';
import { readPassword, UsageError } from './user-command/index.ts';
import {
  createProgress,
  readVaultCommand,
  VAULT_USAGE,
  type VaultCommandDeps,
} from './vault-command/index.ts';

/** Errors that the administrator can fix: the message is sufficient. */
const OPERATOR_ERRORS = [
  AccountsError,
  BackupError,
  BlobFolderError,
  ConfigError,
  DatabaseStartError,
  DependencyUnavailable,
  S3StartError,
  SecretKeyError,
  VaultMissing,
];

async function main(): Promise<0 | 1> {
  const run = readVaultCommand(process.argv.slice(2));
  if (run === null) {
    console.log(VAULT_USAGE);
    return 0;
  }
  if (existsSync('.env')) process.loadEnvFile('.env');
  const { text, exitCode } = await run(depsOf(readConfig(process.env)));
  if (text !== '') console.log(text);
  return exitCode;
}

function depsOf(config: Config): VaultCommandDeps {
  const { databaseUrl, dataDir, clamd, minimumFree } = config;
  // Logs nothing, because problems are part of the command's output.
  const log = pino({ level: 'silent' });
  return {
    locations: {
      dataDir: `${dataDir} (DATA_DIR)`,
      database: databaseUrl === null ? 'the embedded PostgreSQL' : databaseLocation(config),
      scanner: clamd === null ? 'the embedded engine' : `clamd at ${clamd} (CLAMD)`,
    },
    blobFolder: blobFolder(config),
    keySettings: config,
    scrubSettings: config.scrub,
    log,
    askPassword: (personNames) =>
      readPassword({ input: process.stdin, questions: process.stderr }, config, personNames),
    openDatabase: () => openExistingDatabase(config, log),
    openBlobs: (database) => openExistingBlobs(config, database),
    openMove: (database) => openMove(config, database),
    restoreTarget: emptyPlace(config, log),
    openScanner: () => openScanner({ clamd, rulesDirectory: join(dataDir, 'rules'), log }),
    openSealKey: async (database) => {
      const key = await openSecretKey({ settings: config, database, log });
      return createSealKey(key.secretFor('audit signature'));
    },
    output: { ...createProgress(process.stderr), print: (line) => console.log(line), untilInterrupted },
    readSpace: async () => {
      const folder = blobFolder(config);
      if (config.blobStore === 's3' || !existsSync(folder)) return null;
      const space = await diskSpace(folder);
      return { ...space, minimumBytes: minimumFreeBytes(space, minimumFree) };
    },
  };
}

function untilInterrupted(): AbortSignal {
  const interrupted = new AbortController();
  const abort = () => interrupted.abort();
  process.once('SIGINT', abort);
  process.once('SIGTERM', abort);
  process.stdout.once('error', abort);
  return interrupted.signal;
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
  process.exitCode = await runAs(commandContext(), main);
} catch (error) {
  process.exitCode = exitCodeFor(error);
}
