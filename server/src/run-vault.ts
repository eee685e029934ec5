import { existsSync } from 'node:fs';
import { join } from 'node:path';
import pino from 'pino';
import { backupPlaceOf } from './backup-target.ts';
import { blobFolder, openMove } from './blob-store.ts';
import { type CommandIo, type ExitCode, runCommand } from './command-io.ts';
import { type Config, ConfigError, readConfig, withoutPooler } from './config/index.ts';
import { emptyPlace } from './empty-place.ts';
import { databaseLocation, openExistingBlobs, openExistingDatabase, VaultMissing } from './existing-vault.ts';
import { BackupError } from './platform/backup-place/index.ts';
import { BlobFolderError, diskSpace, minimumFreeBytes, S3StartError } from './platform/blobs/index.ts';
import { DatabaseStartError } from './platform/database/index.ts';
import { createSealKey } from './platform/seal-key/index.ts';
import { openScanner } from './platform/scanner/index.ts';
import { lockKey, openSecretKey, SecretKeyError, unlockKey } from './platform/secrets/index.ts';
import { DependencyUnavailable } from './platform/unavailable.ts';
import { AccountsError } from './session/index.ts';
import { readExistingPassword, readPassword } from './user-command/index.ts';
import {
  createProgress,
  readVaultCommand,
  VAULT_USAGE,
  type VaultCommandDeps,
} from './vault-command/index.ts';

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

/** Runs `npm run vault`: checks and maintains this vault. */
export async function runVault(io: CommandIo): Promise<ExitCode> {
  const print = (text: string) => void io.stdout.write(`${text}\n`);
  return runCommand(io, OPERATOR_ERRORS, async () => {
    const run = readVaultCommand(io.args);
    if (run === null) {
      print(VAULT_USAGE);
      return 0;
    }
    const { text, exitCode } = await run(depsOf(withoutPooler(readConfig(io.readEnv())), io, print));
    if (text !== '') print(text);
    return exitCode;
  });
}

function depsOf(config: Config, io: CommandIo, print: (line: string) => void): VaultCommandDeps {
  const { databaseUrl, dataDir, clamd, minimumFree } = config;
  const terminal = { input: io.stdin, questions: io.stderr };
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
    keepSettings: config,
    log,
    askPassword: (personNames) => readPassword(terminal, config, personNames),
    openDatabase: () => openExistingDatabase(config, log),
    openBlobs: (database) => openExistingBlobs(config, database),
    openMove: (database) => openMove(config, database),
    backupPlace: (target) => backupPlaceOf(config, target),
    lockKey: async (database) => {
      // It must be the key of this database.
      await openSecretKey({ settings: config, database, log });
      return lockKey(config, await readPassword(terminal, config, []));
    },
    unlockKey: async (lockedKey) =>
      unlockKey(config, lockedKey, await readExistingPassword(terminal, 'Password of the key: ')),
    restoreTarget: emptyPlace(config, log),
    openScanner: () =>
      openScanner({ clamd, rulesDirectory: join(dataDir, 'rules'), startsAtOnce: true, log }),
    openSealKey: async (database) => {
      const key = await openSecretKey({ settings: config, database, log });
      return createSealKey(key.secretFor('audit signature'));
    },
    output: { ...createProgress(io.stderr), print, untilInterrupted: io.untilInterrupted },
    readSpace: async () => {
      const folder = blobFolder(config);
      if (config.blobStore === 's3' || !existsSync(folder)) return null;
      const space = await diskSpace(folder);
      return { ...space, minimumBytes: minimumFreeBytes(space, minimumFree) };
    },
  };
}
