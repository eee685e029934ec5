import { ListMultipartUploadsCommand, ListObjectsV2Command, type MultipartUpload } from '@aws-sdk/client-s3';
import { abortMultipart } from './multipart.ts';
import type { S3Calls } from './s3-calls.ts';

/** An object of the bucket. */
export interface ListedObject {
  name: string;
  sizeBytes: number;
  storedAt: Date;
}

/**
 * All objects whose names begin with `prefix`, in the byte order of their names, page by page. (Directory buckets of
 * AWS have no order; they cannot be used.)
 * @throws StorageFailed
 */
export async function* listObjects(calls: S3Calls, prefix: string): AsyncGenerator<ListedObject> {
  let after: string | undefined;
  do {
    const command = new ListObjectsV2Command({
      Bucket: calls.bucket,
      Prefix: prefix,
      ContinuationToken: after,
    });
    const page = await calls.run('list objects', (s3, options) => s3.send(command, options));
    for (const { Key, Size = 0, LastModified = new Date(0) } of page.Contents ?? []) {
      if (Key !== undefined) yield { name: Key, sizeBytes: Size, storedAt: LastModified };
    }
    after = page.IsTruncated === true ? page.NextContinuationToken : undefined;
  } while (after !== undefined);
}

/**
 * Ends the multipart uploads that began before `time` and were not completed.
 * @returns their number
 * @throws StorageFailed
 */
export async function abortMultiparts(calls: S3Calls, prefix: string, time: Date): Promise<number> {
  let aborted = 0;
  for await (const upload of multiparts(calls, prefix)) {
    if (upload.Initiated === undefined || upload.Initiated >= time) continue;
    const { Key, UploadId } = upload;
    if (Key === undefined || UploadId === undefined) continue;
    await abortMultipart(calls, { Bucket: calls.bucket, Key, UploadId });
    aborted += 1;
  }
  return aborted;
}

/** The multipart uploads that have begun and not ended. @throws StorageFailed */
export async function* multiparts(calls: S3Calls, prefix: string): AsyncGenerator<MultipartUpload> {
  let after: { KeyMarker?: string | undefined; UploadIdMarker?: string | undefined } | null = {};
  while (after !== null) {
    const command: ListMultipartUploadsCommand = new ListMultipartUploadsCommand({
      Bucket: calls.bucket,
      Prefix: prefix,
      ...after,
    });
    const page = await calls.run('list multiparts', (s3, options) => s3.send(command, options));
    yield* page.Uploads ?? [];
    const { NextKeyMarker: KeyMarker, NextUploadIdMarker: UploadIdMarker } = page;
    after = page.IsTruncated === true ? { KeyMarker, UploadIdMarker } : null;
  }
}
