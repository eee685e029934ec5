import { CopyObjectCommand } from '@aws-sdk/client-s3';
import type { S3Calls } from './s3-calls.ts';

/** S3 copies no larger object with one call. */
export const MAX_COPY_BYTES = 5 * 1024 ** 3;
/** Time for the copy of the largest object, in ms. */
const COPY_MS = 10 * 60_000;

/** Copies an object within the bucket. @throws StorageFailed, StorageFull */
export async function copyObject(calls: S3Calls, { from, to }: { from: string; to: string }): Promise<void> {
  const source = `${calls.bucket}/${from}`;
  const command = new CopyObjectCommand({ Bucket: calls.bucket, Key: to, CopySource: source });
  await calls.run('copy object', (s3, options) => s3.send(command, options), { limitMs: COPY_MS });
}
