import { ListPartsCommand, type Part } from '@aws-sdk/client-s3';
import { hasCode } from './call-failed.ts';
import type { MultipartId } from './multipart.ts';
import type { S3Calls } from './s3-calls.ts';

/**
 * @returns the parts that S3 has of a multipart upload by number; null when it does not know the upload
 * @throws StorageFailed
 */
export async function listParts(calls: S3Calls, upload: MultipartId): Promise<Map<number, Part> | null> {
  const parts = new Map<number, Part>();
  let after: string | undefined;
  try {
    do {
      const command: ListPartsCommand = new ListPartsCommand({ ...upload, PartNumberMarker: after });
      // oxlint-disable-next-line no-await-in-loop -- each page begins after the last one
      const page = await calls.run('list parts', (s3, options) => s3.send(command, options));
      for (const part of page.Parts ?? []) parts.set(part.PartNumber ?? 0, part);
      after = page.IsTruncated === true ? page.NextPartNumberMarker : undefined;
    } while (after !== undefined);
    return parts;
  } catch (error) {
    // The RADOS gateway of Ceph 16 answers NoSuchKey.
    if (hasCode(error, 'NoSuchUpload') || hasCode(error, 'NoSuchKey')) return null;
    throw error;
  }
}
