import { randomUUID } from 'node:crypto';
import { GetObjectCommand, ListObjectsV2Command, PutObjectCommand } from '@aws-sdk/client-s3';
import { deleteObject } from './delete-object.ts';
import { abortMultiparts } from './list-objects.ts';
import { acceptsLateParts } from './late-parts.ts';
import { listParts } from './list-parts.ts';
import { abortMultipart, beginMultipart } from './multipart.ts';
import { md5Of } from './put-object.ts';
import { readText } from './read-text.ts';
import type { S3Calls } from './s3-calls.ts';
import { type FailedStep, S3StartError, startErrorOf } from './start-error.ts';

const PREFIX = 'start-check/';
const CONTENT = Buffer.from('portal-vault');
/** S3 refuses requests of a clock that differs by 15 minutes. */
const MAX_CLOCK_OFFSET_MS = 10 * 60_000;

export interface BucketFacts {
  /** whether the ETag of an object is the MD5 of its bytes */
  hasMd5Etags: boolean;
}

/**
 * Makes each kind of call once, so that a bucket that cannot be used stops the start.
 * @throws S3StartError
 */
export async function checkBucket(
  calls: S3Calls,
  settings: FailedStep['settings'] = 'S3',
): Promise<BucketFacts> {
  const Bucket = calls.bucket;
  const object = { Bucket, Key: `${PREFIX}${randomUUID()}` };
  const step = stepsOf(calls, settings);
  await step(...listing(calls));
  mustHaveRightClock(calls);
  const put = await step('store objects (s3:PutObject)', () =>
    calls.run('put object', (s3, options) =>
      s3.send(new PutObjectCommand({ ...object, Body: CONTENT }), options),
    ),
  );
  const read = await step(READ_RIGHT, () =>
    calls.run('get object', async (s3, options) => {
      const { Body } = await s3.send(new GetObjectCommand({ ...object, Range: 'bytes=7-11' }), options);
      return Body?.transformToString();
    }),
  );
  if (read !== CONTENT.toString('latin1', 7, 12)) {
    throw new S3StartError(
      `S3 cannot be used: ${calls.location} does not return the requested part of an object.`,
    );
  }
  await step('delete objects (s3:DeleteObject)', () => deleteObject(calls, object.Key));
  await step('end multipart uploads (s3:AbortMultipartUpload)', async () => {
    await abortMultipart(calls, await beginMultipart(calls, object.Key));
  });
  await step('list multipart uploads (s3:ListBucketMultipartUploads)', () =>
    abortMultiparts(calls, PREFIX, new Date(0)),
  );
  return { hasMd5Etags: put.ETag?.replaceAll('"', '') === md5Of(CONTENT) };
}

/** What the start finds out about direct uploads. */
export interface DirectFacts {
  /** S3 accepts parts of completed uploads */
  hasLateParts: boolean;
}

/**
 * Makes the further calls of direct uploads once.
 * @throws S3StartError
 */
export async function checkDirectUploads(calls: S3Calls): Promise<DirectFacts> {
  const step = stepsOf(calls, 'S3');
  await step('list the parts of uploads (s3:ListMultipartUploadParts)', async () => {
    const upload = await beginMultipart(calls, `${PREFIX}${randomUUID()}`);
    await listParts(calls, upload);
    await abortMultipart(calls, upload);
  });
  const object = `${PREFIX}${randomUUID()}`;
  return {
    hasLateParts: await step('store objects in parts (s3:PutObject)', () => acceptsLateParts(calls, object)),
  };
}

/**
 * Makes each kind of call that reads once.
 * @throws S3StartError
 */
export async function checkReading(calls: S3Calls, settings: FailedStep['settings']): Promise<void> {
  const step = stepsOf(calls, settings);
  await step(...listing(calls));
  mustHaveRightClock(calls);
  await step(READ_RIGHT, () => readText(calls, `${PREFIX}${randomUUID()}`));
}

const READ_RIGHT = 'read objects (s3:GetObject)';

const listing = (calls: S3Calls): [right: string, work: () => Promise<unknown>] => [
  'list objects (s3:ListBucket)',
  () =>
    calls.run('list objects', (s3, options) =>
      s3.send(new ListObjectsV2Command({ Bucket: calls.bucket, MaxKeys: 1 }), options),
    ),
];

/** A function that makes a call, and throws S3StartError when it is refused. */
const stepsOf =
  ({ bucket, location }: S3Calls, settings: FailedStep['settings']) =>
  async <T>(right: string, work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      throw startErrorOf(error, { right, bucket, location, settings });
    }
  };

function mustHaveRightClock({ clockOffsetMs, location }: S3Calls): void {
  if (Math.abs(clockOffsetMs) < MAX_CLOCK_OFFSET_MS) return;
  const minutes = Math.round(Math.abs(clockOffsetMs) / 60_000);
  const side = clockOffsetMs > 0 ? 'behind' : 'ahead of';
  throw new S3StartError(
    `S3 cannot be used: the clock of this machine is ${minutes} minutes ${side} the clock of ${location}. Correct it.`,
  );
}
