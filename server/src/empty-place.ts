// The place of `npm run vault -- restore`: the settings of the server, where no vault is yet.
import { existsSync } from 'node:fs';
import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { RestoreTarget } from './backup/index.ts';
import { blobFolder } from './blob-store.ts';
import type { Config } from './config/index.ts';
import { BackupError } from './platform/backup-folder/index.ts';
import { diskBlobs, s3Blobs } from './platform/blobs/index.ts';
import type { Log } from './platform/database/index.ts';

/** Files of the data folder that may be there before a restore. */
const ALLOWED = new Set(['secret.key', 'rules']);

/** The folders that a restore creates, and removes again when it fails; bytes in a bucket are left to the sweep. */
const CREATED = ['blobs', 'postgres', 'postgres.log'];

/** @returns the data folder and the database of the settings as the target of a restore */
export function emptyPlace(
  {
    s3,
    databaseUrl,
    databaseMigrationUrl,
    dataDir,
  }: Pick<Config, 's3' | 'databaseUrl' | 'databaseMigrationUrl' | 'dataDir'>,
  log: Log,
): RestoreTarget {
  return {
    database: { databaseUrl, databaseMigrationUrl, dataDir, log },
    createBlobs: async (vaultId) => {
      const others = existsSync(dataDir) ? (await readdir(dataDir)).filter((name) => !ALLOWED.has(name)) : [];
      if (others.length > 0) {
        throw new BackupError(
          `${dataDir} (DATA_DIR) is not empty, and nothing was changed: it has ${others.slice(0, 3).join(', ')}. Set DATA_DIR to a new folder, or move the present one away.`,
        );
      }
      await mkdir(dataDir, { recursive: true, mode: 0o700 });
      return s3 === null ? diskBlobs(blobFolder({ dataDir })) : s3Blobs(s3, { vaultId });
    },
    discard: async () => {
      for (const name of CREATED) await rm(join(dataDir, name), { recursive: true, force: true });
    },
  };
}
