import { dirname } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readVaultId } from '../blobs/index.ts';
import { s3Blobs, type S3Settings } from '../platform/blobs/index.ts';
import { runVault } from '../run-vault.ts';
import { createTestApp, type TestApp } from '../testing/app.ts';
import { runInProcess } from '../testing/run-command.ts';
import { newBucket } from '../testing/s3-bucket.ts';
import { hasS3Server } from '../testing/s3-server.ts';

let vault: TestApp;
let settings: S3Settings;
beforeAll(async () => {
  vault = await createTestApp();
  // The first request of a run starts the S3 server, which a busy machine does slowly.
  if (hasS3Server()) settings = await newBucket();
});
afterAll(() => vault.close());

/** Runs the command beside the vault. */
const move = (environment: Record<string, string> = {}) => {
  const env = { DATABASE_URL: vault.database.url, DATA_DIR: dataDir(), ...environment };
  return runInProcess(runVault, { args: ['move-bytes'], env });
};
const dataDir = () => dirname(vault.blobsDir);

it('NODES-01 move-bytes says that there is nothing to move without S3', async () => {
  const errors = expect.stringMatching(/^There is nothing to move: S3_BUCKET is not set/);
  expect(await move()).toEqual({ output: '', errors, code: 2 });
});

it.runIf(hasS3Server())(
  'NODES-01 move-bytes moves all bytes to the bucket of this vault, and back',
  async () => {
    const disk = vault.deps.blobStore;
    const { key } = await disk.write(Readable.from([Buffer.from('bytes')]), { maxBytes: 10 });
    const environment = {
      S3_BUCKET: settings.bucket,
      S3_ENDPOINT: settings.endpoint ?? '',
      S3_ACCESS_KEY_ID: settings.credentials?.accessKeyId ?? '',
      S3_SECRET_ACCESS_KEY: settings.credentials?.secretAccessKey ?? '',
    };
    const errors = `The bucket ${settings.bucket} of S3_BUCKET has no vault.\n`;
    expect(await move(environment)).toEqual({ output: '', errors, code: 1 });
    const s3 = await s3Blobs(settings, { vaultId: await readVaultId(vault.database.kysely) });
    const output = 'Moved: 1 contents and uploads (5.0 bytes). Damaged: 0.\n';
    expect(await move(environment)).toEqual({ output, errors: '', code: 0 });
    expect([await disk.sizeOf(key), await s3.sizeOf(key)]).toEqual([null, 5]);
    expect(await move({ ...environment, BLOB_STORE: 'disk' })).toMatchObject({
      output: expect.stringContaining('Moved: 1 '),
      code: 0,
    });
    expect([await disk.sizeOf(key), await s3.sizeOf(key)]).toEqual([5, null]);
  },
);
