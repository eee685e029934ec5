import * as z from 'zod';
import { putObject } from './put-object.ts';
import { readText } from './read-text.ts';
import type { S3Calls } from './s3-calls.ts';

/** The object that names the vault of a bucket. */
const NAME = 'vault.json';
const markerSchema = z.object({ vaultId: z.string() });

/**
 * @returns the id of the vault that uses the bucket; null for a bucket without a vault, '' for an unreadable marker
 * @throws StorageFailed
 */
export async function readMarker(calls: S3Calls): Promise<string | null> {
  const text = await readText(calls, NAME);
  return text === null ? null : vaultIdOf(text);
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
