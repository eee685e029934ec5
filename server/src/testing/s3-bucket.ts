import { randomUUID } from 'node:crypto';
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3';
import type { S3Settings } from '../platform/blobs/index.ts';
import { testS3 } from './s3-on-demand.ts';

/** Creates an empty bucket on the S3 server of this test run. @returns the settings of a vault that uses it */
export async function newBucket(): Promise<S3Settings> {
  const settings = await bucketSettings(`vault-${randomUUID()}`);
  const client = s3Client(settings);
  await client.send(new CreateBucketCommand({ Bucket: settings.bucket }));
  client.destroy();
  return settings;
}

/** The settings of a bucket that may not exist. */
export async function bucketSettings(bucket: string): Promise<S3Settings> {
  const { endpoint, region, ...credentials } = await testS3();
  return { bucket, endpoint, region, credentials, forcePathStyle: true, browserEndpoint: null };
}

/** A client that works on a bucket from outside of the vault. */
export const s3Client = ({ endpoint, region, credentials }: S3Settings): S3Client =>
  new S3Client({
    region,
    forcePathStyle: true,
    requestChecksumCalculation: 'WHEN_REQUIRED',
    ...(endpoint !== null && { endpoint }),
    ...(credentials !== null && { credentials }),
  });
