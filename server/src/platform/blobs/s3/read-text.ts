import { GetObjectCommand } from '@aws-sdk/client-s3';
import { hasCode } from './call-failed.ts';
import type { S3Calls } from './s3-calls.ts';

/** @returns the text of an object; null when there is none @throws StorageFailed */
export async function readText(calls: S3Calls, objectName: string): Promise<string | null> {
  const command = new GetObjectCommand({ Bucket: calls.bucket, Key: objectName });
  try {
    return await calls.run('get object', async (s3, options) => {
      const { Body } = await s3.send(command, options);
      return (await Body?.transformToString()) ?? '';
    });
  } catch (error) {
    if (hasCode(error, 'NoSuchKey')) return null;
    throw error;
  }
}
