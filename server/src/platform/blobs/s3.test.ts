import { PutObjectCommand } from '@aws-sdk/client-s3';
import { describe } from 'vitest';
import { newBucket } from '../../testing/s3-bucket.ts';
import { s3Client } from '../../testing/s3-client.ts';
import { hasS3Server } from '../../testing/s3-server.ts';
import { blobsSuite } from './blobs.suite.ts';
import { listObjects, multiparts } from './s3/list-objects.ts';
import { WriteSpace } from './s3/write-space.ts';
import { BLOB_PREFIX, S3Blobs } from './s3/s3-blobs.ts';
import { S3Calls } from './s3/s3-calls.ts';
import { S3_LIMITS } from './s3/settings.ts';

const MIB = 1024 * 1024;

describe.runIf(hasS3Server())('NODES-01', () => {
  blobsSuite(
    'S3',
    async () => {
      const settings = await newBucket();
      const calls = new S3Calls(settings, S3_LIMITS);
      const blobs = new S3Blobs({
        calls,
        space: new WriteSpace(64 * MIB, null),
        hasMd5Etags: true,
        partBytes: 5 * MIB,
        check: async () => {},
      });
      const client = s3Client(settings);
      return {
        blobs,
        traces: async () => [
          ...(await Array.fromAsync(listObjects(calls, ''), ({ name }) => name)),
          ...(await Array.fromAsync(multiparts(calls, ''), ({ Key = '' }) => Key)),
        ],
        overwrite: async (key, bytes) => {
          const Key = `${BLOB_PREFIX}${key}`;
          await client.send(new PutObjectCommand({ Bucket: settings.bucket, Key, Body: bytes }));
        },
      };
    },
    5,
  );
});
