import { resolve } from 'node:path';
import { BUCKET_NAME, type Config } from './config/index.ts';
import { BackupError, type BackupPlace, bucketPlace, folderPlace } from './platform/backup-place/index.ts';
import { bucketFolder } from './platform/blobs/index.ts';
import { UsageError } from './user-command/index.ts';

const ADDRESS = /^s3:\/\/([^/]+)(?:\/([\w./-]*))?$/;

/**
 * Opens the place of a backup (SAFE-04).
 * @param target a folder of this machine, or 's3://bucket/name'
 * @throws UsageError for another address, BackupError for the bucket of the vault itself
 */
export async function backupPlaceOf(
  { s3, backupS3 }: Pick<Config, 's3' | 'backupS3'>,
  target: string,
): Promise<BackupPlace> {
  if (!target.includes('://')) return folderPlace(resolve(target));
  const [, bucket, name = ''] = ADDRESS.exec(target) ?? [];
  if (bucket === undefined || !BUCKET_NAME.test(bucket)) {
    throw new UsageError('A backup is in a folder of this machine, or in a bucket: s3://bucket/name.');
  }
  if (bucket === s3?.bucket && backupS3.endpoint === s3.endpoint) {
    throw new BackupError(`${bucket} is the bucket of this vault. Name another bucket.`);
  }
  const prefix = name.split('/').filter(Boolean).join('/');
  const settings = { bucket, ...backupS3, browserEndpoint: null };
  const folder = await bucketFolder(settings, prefix === '' ? '' : `${prefix}/`);
  return bucketPlace(folder, prefix === '' ? `s3://${bucket}` : `s3://${bucket}/${prefix}`);
}
