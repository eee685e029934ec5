import { UploadPartCommand } from '@aws-sdk/client-s3';
import { statusOf } from './call-failed.ts';
import { deleteObject } from './delete-object.ts';
import { beginMultipart, completeMultipart } from './multipart.ts';
import type { S3Calls } from './s3-calls.ts';

const CONTENT = Buffer.from('portal-vault');

/**
 * Tries whether S3 accepts a part of a multipart upload that is completed, which would change bytes that were scanned.
 * AWS refuses it; Swift 2.30 accepts it.
 * @param name of an object that is made for this and deleted
 * @throws StorageFailed, StorageFull
 */
export async function acceptsLateParts(calls: S3Calls, name: string): Promise<boolean> {
  const upload = await beginMultipart(calls, name);
  const sendPart = () => {
    const command = new UploadPartCommand({ ...upload, PartNumber: 1, Body: CONTENT });
    return calls.run('put part', (s3, options) => s3.send(command, options), { hasBody: true });
  };
  const { ETag } = await sendPart();
  await completeMultipart(calls, upload, {
    parts: [{ PartNumber: 1, ETag }],
    sizeBytes: CONTENT.length,
  });
  const isAccepted = await sendPart().then(
    () => true,
    (error: unknown) => {
      const status = statusOf(error);
      if (status === null || status >= 500) throw error;
      return false;
    },
  );
  await deleteObject(calls, upload.Key);
  return isAccepted;
}
