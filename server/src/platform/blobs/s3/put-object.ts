import { createHash } from 'node:crypto';
import { PutObjectCommand } from '@aws-sdk/client-s3';
import { StorageFailed } from '../storage-failed.ts';
import type { S3Calls } from './s3-calls.ts';

export interface NewObject {
  name: string;
  bytes: Buffer;
  /** compares the ETag of the answer with the MD5 of the bytes */
  hasMd5Etag: boolean;
  signal?: AbortSignal;
}

/**
 * Stores an object of up to one part. An object whose ETag is not the MD5 of the bytes is sent again, within the
 * bounds.
 * @throws StorageFailed, StorageFull, the reason of the signal
 */
export async function putObject(
  calls: S3Calls,
  { name, bytes, hasMd5Etag, signal }: NewObject,
): Promise<void> {
  const command = new PutObjectCommand({ Bucket: calls.bucket, Key: name, Body: bytes });
  const md5 = hasMd5Etag ? md5Of(bytes) : null;
  const call = signal === undefined ? { hasBody: true } : { hasBody: true, signal };
  for (let attempt = 1; attempt <= calls.limits.attempts; attempt += 1) {
    const { ETag } = await calls.run('put object', (s3, options) => s3.send(command, options), call);
    if (md5 === null || ETag?.replaceAll('"', '') === md5) return;
  }
  throw new StorageFailed({ operation: 'put object', pathKind: 'unfinished blob' }, 'wrong ETag');
}

/** The ETag of an object in stores that do not encrypt with keys of a service. */
export const md5Of = (bytes: Uint8Array): string => createHash('md5').update(bytes).digest('hex');
