// The place of `npm run vault -- restore`: the settings of the server, where no vault is yet.
import { existsSync } from 'node:fs';
import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { RestoreTarget } from './backup/index.ts';
import { blobFolder } from './blob-store.ts';
import type { Config } from './config/index.ts';
import { BackupError } from './platform/backup-place/index.ts';
import { type BlobStore, diskBlobs, s3Blobs } from './platform/blobs/index.ts';
import type { Log } from './platform/database/index.ts';

type PlaceConfig = Pick<Config, 's3' | 'blobStore' | 'databaseUrl' | 'databaseMigrationUrl' | 'dataDir'>;

/** Files of the data folder that may be there before a restore. */
const ALLOWED = new Set(['secret.key', 'rules']);

/** What a restore creates in the data folder, and removes again when it fails. */
const CREATED = ['blobs', 'postgres', 'postgres.log'];

/** @returns the data folder, the bucket and the database of the settings as the target of a restore */
export function emptyPlace(config: PlaceConfig, log: Log): RestoreTarget {
  const { databaseUrl, databaseMigrationUrl, dataDir } = config;
  return {
    database: { databaseUrl, databaseMigrationUrl, dataDir, log },
    createBlobs: async (vaultId) => {
      await mustBeEmptyFolder(dataDir);
      const bucket = await emptyBucket(config, vaultId);
      await mkdir(dataDir, { recursive: true, mode: 0o700 });
      return bucket !== null && config.blobStore === 's3' ? bucket : diskBlobs(blobFolder(config));
    },
    discard: async (blobs) => {
      if (config.s3 !== null && config.blobStore === 's3') await deleteAll(blobs);
      for (const name of CREATED) await rm(join(dataDir, name), { recursive: true, force: true });
    },
  };
}

async function mustBeEmptyFolder(dataDir: string): Promise<void> {
  const others = existsSync(dataDir) ? (await readdir(dataDir)).filter((name) => !ALLOWED.has(name)) : [];
  if (others.length === 0) return;
  throw new BackupError(
    `${dataDir} (DATA_DIR) is not empty, and nothing was changed: it has ${others.slice(0, 3).join(', ')}. Set DATA_DIR to a new folder, or move the present one away.`,
  );
}

/**
 * Opens the bucket of the settings; null without one. A vault and its restored copy have the same id, so the marker of
 * the bucket does not keep them apart: the sweep of one would delete the files of the other.
 */
async function emptyBucket({ s3 }: PlaceConfig, vaultId: string): Promise<BlobStore | null> {
  if (s3 === null) return null;
  const blobs = await s3Blobs(s3, { vaultId });
  for await (const _ of blobs.list()) {
    throw new BackupError(
      `The bucket ${s3.bucket} (S3_BUCKET) has files of a vault, and nothing was changed. Set S3_BUCKET to a new bucket.`,
    );
  }
  return blobs;
}

async function deleteAll(blobs: BlobStore): Promise<void> {
  for await (const { key } of blobs.list()) await blobs.delete(key);
  await blobs.deleteUnfinished(new Date());
}
