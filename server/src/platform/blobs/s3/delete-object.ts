import { DeleteObjectCommand } from '@aws-sdk/client-s3';
import type { S3Calls } from './s3-calls.ts';

/** Deletes an object; accepts an unknown name. @throws StorageFailed */
export async function deleteObject(calls: S3Calls, name: string): Promise<void> {
  const command = new DeleteObjectCommand({ Bucket: calls.bucket, Key: name });
  await calls.run('delete object', (s3, options) => s3.send(command, options));
}
