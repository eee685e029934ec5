import type { ParseArgsOptionsConfig } from 'node:util';
import type { BackupPlace } from '../platform/backup-place/index.ts';
import type { BlobStore, Space } from '../platform/blobs/index.ts';
import type { RestoreTarget } from '../backup/index.ts';
import type { ScrubSettings, SweepDeps } from '../blobs/index.ts';
import type { Database, Log } from '../platform/database/index.ts';
import type { SealKey } from '../platform/seal-key/index.ts';
import type { Scanner } from '../platform/scanner/index.ts';
import type { KeySettings } from '../platform/secrets/index.ts';
import type { Progress } from './progress.ts';

/** The locations of data folder and dependencies as text, without passwords. */
export interface Locations {
  dataDir: string;
  /** 'the embedded PostgreSQL' or the address of DATABASE_URL */
  database: string;
  /** 'the embedded engine' or the address of CLAMD */
  scanner: string;
}

/** Opens the dependencies; a subcommand opens what it needs and closes it. */
export interface VaultCommandDeps {
  locations: Locations;
  /** path of the folder of blobs on the disk */
  blobFolder: string;
  keySettings: KeySettings;
  scrubSettings: ScrubSettings;
  keepSettings: SweepDeps['settings'];
  /** for parts of the server; what it gets is not shown */
  log: Log;
  /** @throws when there is no vault, or its database does not start */
  openDatabase: () => Promise<Database>;
  /** the stored bytes of the existing vault @throws VaultMissing when there are none, S3StartError, StorageFailed */
  openBlobs: (database: Database) => Promise<BlobStore>;
  /** both stores for a move; null when there is only one store @throws S3StartError, StorageFailed */
  openMove: (database: Database) => Promise<{ from: BlobStore; to: BlobStore } | null>;
  /**
   * the place of a backup: a folder, or s3://bucket/name
   * @throws UsageError for another address, BackupError for the bucket of the vault
   */
  backupPlace: (target: string) => Promise<BackupPlace>;
  /** asks for a new password, and encrypts the key of the vault by it @throws SecretKeyError, UsageError */
  lockKey: (database: Database) => Promise<string>;
  /** asks for the password, and stores the encrypted key of a backup in the data folder @throws SecretKeyError */
  unlockKey: (lockedKey: string) => Promise<void>;
  /** the data folder and the database of the settings, for a restore */
  restoreTarget: RestoreTarget;
  /** @throws RuleFileError */
  openScanner: () => Promise<Scanner>;
  /**
   * reads a new password of a person with these names from the terminal or standard input; UsageError for one that is
   * not allowed
   */
  askPassword: (personNames: readonly string[]) => Promise<string>;
  /** the key with which this vault seals the audit @throws SecretKeyError */
  openSealKey: (database: Database) => Promise<SealKey>;
  /** for subcommands that print while they run */
  output: Progress & {
    print: (line: string) => void;
    /** @returns a signal that fires at SIGINT, at SIGTERM, and when the output is closed */
    untilInterrupted: () => AbortSignal;
  };
  /**
   * @returns the space of the disk and the part that uploads leave free (GUARD-24); null when the data folder has no
   * bytes, or S3 has them
   * @throws when it cannot be read
   */
  readSpace: () => Promise<(Space & { minimumBytes: number }) | null>;
}

/** The result of a subcommand. */
export interface Outcome {
  /** printed to standard output */
  text: string;
  /** 1 when something needs an administrator or could not be done */
  exitCode: 0 | 1;
}

/** A subcommand with its parsed arguments. */
export type Run = (deps: VaultCommandDeps) => Promise<Outcome>;

/** The arguments of a subcommand, without its name. */
export interface Line {
  options: Readonly<Record<string, string | boolean | string[] | undefined>>;
  operands: readonly string[];
}

/** A subcommand of `npm run vault`. */
export interface Subcommand {
  /** such as 'status' or 'jobs retry' */
  name: string;
  /** its options and operands, such as '[--json]' */
  usage: string;
  /** one line for --help */
  summary: string;
  options: ParseArgsOptionsConfig;
  /** @throws UsageError for invalid operands or options */
  read: (line: Line) => Run;
}

/** Runs `work` with the database and closes it. */
export async function withDatabase<T>(
  { openDatabase }: Pick<VaultCommandDeps, 'openDatabase'>,
  work: (database: Database) => Promise<T>,
): Promise<T> {
  const database = await openDatabase();
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}
