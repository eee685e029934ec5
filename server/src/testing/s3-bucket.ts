import { randomUUID } from 'node:crypto';
import type { S3Settings } from '../platform/blobs/index.ts';
import { createBucket, settingsOf } from './s3-client.ts';
import { testS3 } from './s3-on-demand.ts';

/** Creates an empty bucket on the S3 server of this test run. @returns the settings of a vault that uses it */
export async function newBucket(): Promise<S3Settings> {
  const settings = await bucketSettings(`vault-${randomUUID()}`);
  await createBucket(settings);
  return settings;
}

/** The settings of a bucket that may not exist. */
export const bucketSettings = async (bucket: string): Promise<S3Settings> =>
  settingsOf(await testS3(), bucket);
