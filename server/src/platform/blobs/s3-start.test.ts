import { randomUUID } from 'node:crypto';
import { ListObjectsV2Command, PutObjectCommand } from '@aws-sdk/client-s3';
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { type S3Proxy, startS3Proxy } from '../../testing/faults/s3-proxy.ts';
import { bucketSettings, newBucket } from '../../testing/s3-bucket.ts';
import { s3Client } from '../../testing/s3-client.ts';
import { hasS3Server } from '../../testing/s3-server.ts';
import { pieces } from './fixtures/bodies.ts';
import { existingS3Blobs, s3Blobs } from './s3.ts';
import { S3_LIMITS, type S3Settings } from './s3/settings.ts';

const MINUTES = 60_000;

describe.runIf(hasS3Server())('NODES-01 opening a bucket', () => {
  let settings: S3Settings;
  const proxies: S3Proxy[] = [];
  beforeAll(async () => {
    settings = await newBucket();
  });
  afterEach(async () => {
    vi.useRealTimers();
    for (const proxy of proxies.splice(0)) await proxy.close();
  });

  const open = (changed: Partial<S3Settings> = {}, vaultId: string = randomUUID()) =>
    s3Blobs({ ...settings, ...changed }, { vaultId, limits: { ...S3_LIMITS, attempts: 2 } });
  /** The bucket behind a proxy whose answer to these requests is a refusal. */
  const refusing = async (matches: RegExp): Promise<{ endpoint: string }> => {
    const proxy = await startS3Proxy(settings.endpoint ?? '');
    proxies.push(proxy);
    proxy.breakAt(matches, { status: 403, code: 'AccessDenied' });
    return { endpoint: proxy.endpoint };
  };
  const names = async ({ bucket }: S3Settings): Promise<string[]> => {
    const listed = await s3Client(settings).send(new ListObjectsV2Command({ Bucket: bucket }));
    return (listed.Contents ?? []).map(({ Key = '' }) => Key);
  };

  test('NODES-01 the first vault marks the bucket; it opens it again, and another vault is refused', async () => {
    const own = await newBucket();
    const vaultId = randomUUID();
    await open(own, vaultId);
    expect(await names(own)).toEqual(['vault.json']);
    const store = await open(own, vaultId);
    await store.check();
    expect(await store.space()).toBeNull();
    await expect(open(own)).rejects.toThrow(
      `S3 cannot be used: the bucket ${own.bucket} belongs to another vault. Give each vault a bucket of its own.`,
    );
    await s3Client(own).send(
      new PutObjectCommand({ Bucket: own.bucket, Key: 'vault.json', Body: 'overwritten' }),
    );
    await expect(store.check()).rejects.toThrow('bucket of another vault');
    await expect(open(own, vaultId)).rejects.toThrow('belongs to another vault');
  });

  test('NODES-01 a command opens the bucket of its vault only, and writes nothing', async () => {
    const own = await newBucket();
    const vaultId = randomUUID();
    await expect(existingS3Blobs(own, { vaultId })).rejects.toThrow(
      `The bucket ${own.bucket} of S3_BUCKET has no vault.`,
    );
    expect(await names(own)).toEqual([]);
    const store = await open(own, vaultId);
    const { key } = await store.write(pieces(Buffer.from('bytes')), { maxBytes: 10 });
    expect(await (await existingS3Blobs(own, { vaultId })).sizeOf(key)).toBe(5);
    await expect(existingS3Blobs(own, { vaultId: randomUUID() })).rejects.toThrow('belongs to another vault');
  });

  test.each<[string, Partial<S3Settings>, RegExp]>([
    [
      'a wrong secret',
      { credentials: { accessKeyId: 'vault:keeper', secretAccessKey: 'wrong' } },
      /refuses the secret of the access key\. Correct S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY\.$/,
    ],
    [
      'an unknown key',
      { credentials: { accessKeyId: 'nobody', secretAccessKey: 'wrong' } },
      /(does not know|refuses the secret of) the access key\. Correct S3_ACCESS_KEY_ID/,
    ],
    ['another region', { region: 'eu-central-1' }, /has another region\. Correct S3_REGION\.$/],
    [
      'a port on which nothing listens',
      { endpoint: 'http://127.0.0.1:1' },
      /http:\/\/127\.0\.0\.1:1 does not answer \(ECONNREFUSED\)\. Correct S3_ENDPOINT, or repair the server\.$/,
    ],
  ])('NODES-01 %s stops the start with one sentence', async (_, changed, sentence) => {
    const error = await open(changed).catch((reason: unknown) => reason);
    expect(error).toMatchObject({
      name: 'S3StartError',
      message: expect.stringMatching(/^S3 cannot be used: [^\n]*\.$/),
    });
    expect(error).toMatchObject({ message: expect.stringMatching(sentence) });
  });

  test('NODES-01 a missing bucket stops the start with one sentence', async () => {
    const missing = await bucketSettings('missing-bucket');
    await expect(open(missing)).rejects.toThrow(
      `S3 cannot be used: there is no bucket missing-bucket at ${missing.endpoint}. Create it, or correct S3_BUCKET.`,
    );
  });

  test.each([
    ['list objects (s3:ListBucket)', /^GET \/[^/]+\/?\?.*list-type/],
    ['store objects (s3:PutObject)', /^PUT/],
    ['read objects (s3:GetObject)', /^GET .*start-check\//],
    ['delete objects (s3:DeleteObject)', /^DELETE .*x-id=DeleteObject/],
    ['end multipart uploads (s3:AbortMultipartUpload)', /^DELETE .*uploadId/],
    ['list multipart uploads (s3:ListBucketMultipartUploads)', /^GET .*uploads/],
  ])('NODES-01 a key without the right to %s stops the start with one sentence', async (right, matches) => {
    await expect(open(await refusing(matches))).rejects.toThrow(
      `S3 cannot be used: the access key has no right to ${right} in the bucket ${settings.bucket}. Allow it.`,
    );
  });

  test.each([
    [20, 'ahead of'],
    [-20, 'behind'],
  ])('NODES-01 a clock that is %i minutes off stops the start with one sentence', async (minutes, side) => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + minutes * MINUTES });
    await expect(open()).rejects.toThrow(
      `S3 cannot be used: the clock of this machine is 20 minutes ${side} the clock of ${settings.endpoint}. Correct it.`,
    );
  });
});
