import { HeadBucketCommand, HeadObjectCommand } from '@aws-sdk/client-s3';
import { statusOf } from './call-failed.ts';
import type { S3Calls } from './s3-calls.ts';

/**
 * @returns the size of an object in bytes; null when there is none
 * @throws StorageFailed, also when the bucket is missing: an answer without a body cannot say which of both is
 */
export async function sizeOfObject(calls: S3Calls, objectName: string): Promise<number | null> {
  const Bucket = calls.bucket;
  try {
    const command = new HeadObjectCommand({ Bucket, Key: objectName });
    const head = await calls.run('head object', (s3, options) => s3.send(command, options));
    return head.ContentLength ?? 0;
  } catch (error) {
    if (statusOf(error) !== 404) throw error;
    await calls.run('head bucket', (s3, options) => s3.send(new HeadBucketCommand({ Bucket }), options));
    return null;
  }
}
