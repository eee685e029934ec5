import { GetObjectCommand } from '@aws-sdk/client-s3';
import * as z from 'zod';
import { hasCode } from './call-failed.ts';
import { putObject } from './put-object.ts';
import type { S3Calls } from './s3-calls.ts';

/** The object that names the vault of a bucket. */
const NAME = 'vault.json';
const markerSchema = z.object({ vaultId: z.string() });

/**
 * @returns the id of the vault that uses the bucket; null for a bucket without a vault, '' for an unreadable marker
 * @throws StorageFailed
 */
export async function readMarker(calls: S3Calls): Promise<string | null> {
  const command = new GetObjectCommand({ Bucket: calls.bucket, Key: NAME });
  try {
    const text = await calls.run('get object', async (s3, options) => {
      const { Body } = await s3.send(command, options);
      return Body?.transformToString();
    });
    return vaultIdOf(text ?? '');
  } catch (error) {
    if (hasCode(error, 'NoSuchKey')) return null;
    throw error;
  }
}

/** Marks the bucket as that of a vault. @throws StorageFailed, StorageFull */
export async function writeMarker(calls: S3Calls, vaultId: string, hasMd5Etag: boolean): Promise<void> {
  const bytes = Buffer.from(`${JSON.stringify({ vaultId })}\n`);
  await putObject(calls, { name: NAME, bytes, hasMd5Etag });
}

function vaultIdOf(text: string): string {
  try {
    return markerSchema.parse(JSON.parse(text)).vaultId;
  } catch {
    return '';
  }
}
