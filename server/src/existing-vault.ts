// Shared by the administration commands: they open the vault of the settings and never create one (USE-20).
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { blobFolder, openExistingStores, type StoreConfig } from './blob-store.ts';
import type { Config } from './config/index.ts';
import type { BlobStore } from './platform/blobs/index.ts';
import { type Database, type Log, openDatabase } from './platform/database/index.ts';

type DatabaseConfig = Pick<Config, 'databaseUrl' | 'databaseMigrationUrl' | 'dataDir'>;

/** The settings point to no vault; the message is a sentence for the person who typed the command. */
export class VaultMissing extends Error {
  override name = 'VaultMissing';
}

/** @returns the location of the database as text, without its password */
export function databaseLocation({ databaseUrl, dataDir }: DatabaseConfig): string {
  if (databaseUrl === null) return `${dataDir} (DATA_DIR)`;
  const { host, pathname } = new URL(databaseUrl);
  return `${host}${pathname} (DATABASE_URL)`;
}

/**
 * Opens the database of the vault with few connections.
 * @throws VaultMissing when the data folder has no database, which is not created; DatabaseStartError
 */
export async function openExistingDatabase(config: DatabaseConfig, log: Log): Promise<Database> {
  const { databaseUrl, databaseMigrationUrl, dataDir } = config;
  if (databaseUrl === null && !existsSync(join(dataDir, 'postgres'))) {
    throw new VaultMissing(
      `There is no vault in ${databaseLocation(config)}, and none was created. ` +
        'Start the vault once, or set DATA_DIR to the folder that the server uses.',
    );
  }
  return openDatabase({ databaseUrl, databaseMigrationUrl, dataDir, log, maxConnections: 4 });
}

/**
 * Opens the stored bytes of the vault.
 * @throws VaultMissing when the data folder has none, which is then not created; S3StartError, StorageFailed
 */
export async function openExistingBlobs(config: StoreConfig, database: Database): Promise<BlobStore> {
  if (config.s3 !== null || existsSync(blobFolder(config))) return openExistingStores(config, database);
  throw new VaultMissing(
    `There are no stored files in ${config.dataDir} (DATA_DIR). Set DATA_DIR to the folder that the server uses.`,
  );
}
