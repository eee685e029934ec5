import {
  CreateBucketCommand,
  ListMultipartUploadsCommand,
  ListObjectsV2Command,
  S3Client,
} from '@aws-sdk/client-s3';
import type { S3Settings } from '../platform/blobs/index.ts';
import type { S3Address } from './s3-server.ts';

/** The settings of a bucket of an S3 server, which may not exist. */
export const settingsOf = ({ endpoint, region, ...credentials }: S3Address, bucket: string): S3Settings => ({
  bucket,
  endpoint,
  region,
  credentials,
  forcePathStyle: true,
  browserEndpoint: null,
});

export async function createBucket(settings: S3Settings): Promise<void> {
  const client = s3Client(settings);
  await client.send(new CreateBucketCommand({ Bucket: settings.bucket }));
  client.destroy();
}

/** A client that works on a bucket from outside of the vault. */
export const s3Client = ({ endpoint, region, credentials }: S3Settings): S3Client =>
  new S3Client({
    region,
    forcePathStyle: true,
    requestChecksumCalculation: 'WHEN_REQUIRED',
    ...(endpoint !== null && { endpoint }),
    ...(credentials !== null && { credentials }),
  });

/** What a bucket has of the blobs of a vault, as names: objects, and multipart uploads that are not completed. */
export async function blobsIn(settings: S3Settings): Promise<{ objects: string[]; unfinished: string[] }> {
  const client = s3Client(settings);
  const blobs = { Bucket: settings.bucket, Prefix: 'blobs/' };
  const { Contents = [] } = await client.send(new ListObjectsV2Command(blobs));
  const { Uploads = [] } = await client.send(new ListMultipartUploadsCommand(blobs));
  client.destroy();
  const names = (found: readonly { Key?: string | undefined }[]) => found.map(({ Key = '' }) => Key);
  return { objects: names(Contents), unfinished: names(Uploads) };
}
