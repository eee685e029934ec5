// Shared by the server and the administration commands: where the bytes of this vault are stored.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { claimFolder, mustBeOwnFolder, readVaultId } from './blobs/index.ts';
import type { Config } from './config/index.ts';
import { type BlobStore, diskBlobs, existingS3Blobs, s3Blobs, twoStores } from './platform/blobs/index.ts';
import type { Database } from './platform/database/index.ts';

/** The settings of the blob store. */
export type StoreConfig = Pick<Config, 's3' | 'blobStore' | 'dataDir'>;

/** The folder of blobs on the disk. */
export const blobFolder = ({ dataDir }: Pick<Config, 'dataDir'>): string => join(dataDir, 'blobs');

/**
 * Opens the blob store of the settings for the server: the bucket of S3_BUCKET, otherwise the data folder (NODES-01).
 * As long as the other one can have bytes too, both are read.
 * @throws S3StartError, BlobFolderError, StorageFailed
 */
export const openBlobStore = (config: StoreConfig, database: Database): Promise<BlobStore> =>
  openStores(config, database, {
    openBucket: (settings, options) =>
      s3Blobs(settings, { ...options, temporaryFolder: join(config.dataDir, 'uploads') }),
    checkFolder: claimFolder,
  });

/**
 * Like `openBlobStore`, for commands beside the server: writes nothing to a bucket, and refuses one without a vault.
 * @throws S3StartError, BlobFolderError, StorageFailed
 */
export const openExistingStores = (config: StoreConfig, database: Database): Promise<BlobStore> =>
  openStores(config, database, { openBucket: existingS3Blobs, checkFolder: mustBeOwnFolder });

async function openStores(
  config: StoreConfig,
  database: Database,
  { openBucket, checkFolder }: { openBucket: typeof s3Blobs; checkFolder: typeof claimFolder },
): Promise<BlobStore> {
  const folder = blobFolder(config);
  const openDisk = async () => {
    await checkFolder({ database, folder });
    return diskBlobs(folder);
  };
  if (config.s3 === null) return openDisk();
  const s3 = await openBucket(config.s3, { vaultId: await readVaultId(database.kysely) });
  if (config.blobStore === 's3' && !existsSync(folder)) return s3;
  const disk = await openDisk();
  return twoStores({ target: config.blobStore === 's3' ? s3 : disk, disk, s3 });
}

/**
 * Opens both stores for a move of all bytes to the store of BLOB_STORE.
 * @returns null when there is only one store
 * @throws S3StartError, BlobFolderError, StorageFailed
 */
export async function openMove(
  config: StoreConfig,
  database: Database,
): Promise<{ from: BlobStore; to: BlobStore } | null> {
  const folder = blobFolder(config);
  if (config.s3 === null || (config.blobStore === 's3' && !existsSync(folder))) return null;
  const s3 = await existingS3Blobs(config.s3, { vaultId: await readVaultId(database.kysely) });
  await mustBeOwnFolder({ database, folder });
  const disk = await diskBlobs(folder);
  return config.blobStore === 's3' ? { from: disk, to: s3 } : { from: s3, to: disk };
}
