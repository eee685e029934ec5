import type { BlobStore } from './blobs.ts';
import type { BucketFolder } from './s3/bucket-folder.ts';
import type { S3Options } from './s3/open.ts';
import type { S3Settings } from './s3/settings.ts';

/**
 * Blobs in a bucket of S3. The SDK is loaded only here: a vault without S3 does not have its 35 MB and 0.2 s.
 * @throws S3StartError, StorageFailed
 */
export async function s3Blobs(settings: S3Settings, options: S3Options): Promise<BlobStore> {
  const { openBucket } = await import('./s3/open.ts');
  return openBucket(settings, options);
}

/**
 * The blobs of an existing vault, for commands; writes nothing to the bucket.
 * @throws S3StartError, StorageFailed
 */
export async function existingS3Blobs(settings: S3Settings, options: S3Options): Promise<BlobStore> {
  const { openExistingBucket } = await import('./s3/open.ts');
  return openExistingBucket(settings, options);
}

/** A part of a bucket that is not the bucket of a vault, such as the place of its backups. */
export async function bucketFolder(settings: S3Settings, prefix: string): Promise<BucketFolder> {
  const { openBucketFolder } = await import('./s3/bucket-folder.ts');
  return openBucketFolder(settings, prefix);
}
