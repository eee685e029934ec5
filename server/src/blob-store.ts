// Shared by the server and the administration commands: where the bytes of this vault are stored.
import { join } from 'node:path';
import { readVaultId } from './blobs/index.ts';
import type { Config } from './config/index.ts';
import { type BlobStore, diskBlobs, existingS3Blobs, s3Blobs } from './platform/blobs/index.ts';
import type { Database } from './platform/database/index.ts';

type StoreConfig = Pick<Config, 's3' | 'dataDir'>;

/** The folder of blobs on the disk. */
export const blobFolder = ({ dataDir }: Pick<Config, 'dataDir'>): string => join(dataDir, 'blobs');

/**
 * Opens the blob store of the settings for the server: the bucket of S3_BUCKET, otherwise the data folder (NODES-01).
 * @throws S3StartError, StorageFailed
 */
export async function openBlobStore(config: StoreConfig, database: Database): Promise<BlobStore> {
  if (config.s3 === null) return diskBlobs(blobFolder(config));
  return s3Blobs(config.s3, { vaultId: await readVaultId(database.kysely) });
}

/**
 * Opens the bucket of an existing vault, and writes nothing to it.
 * @throws S3StartError, StorageFailed
 */
export async function openExistingBucket(
  s3: NonNullable<Config['s3']>,
  database: Database,
): Promise<BlobStore> {
  return existingS3Blobs(s3, { vaultId: await readVaultId(database.kysely) });
}
