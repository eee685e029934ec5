import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readVaultId } from '../blobs/index.ts';
import { s3Blobs, type S3Settings } from '../platform/blobs/index.ts';
import { createTestApp, type TestApp } from '../testing/app.ts';
import { childEnv } from '../testing/child-env.ts';
import { newBucket } from '../testing/s3-bucket.ts';
import { hasS3Server } from '../testing/s3-server.ts';

const MAIN = join(import.meta.dirname, '../vault.ts');

let vault: TestApp;
/** working directory of the command: without a .env file and without a data folder */
let folder: string;
let settings: S3Settings;
beforeAll(async () => {
  vault = await createTestApp();
  folder = await mkdtemp(join(tmpdir(), 'vault-command-'));
  // The first request of a run starts the S3 server, which a busy machine does slowly.
  if (hasS3Server()) settings = await newBucket();
});
afterAll(async () => {
  await vault.close();
  await rm(folder, { recursive: true, force: true });
});

/** Runs the real command beside the vault. @throws its output, its errors and its exit code when that is not 0 */
const move = async (environment: Record<string, string> = {}): Promise<string> => {
  const env = { ...childEnv(), DATABASE_URL: vault.database.url, ...environment };
  const { stdout } = await promisify(execFile)(process.execPath, [MAIN, 'move-bytes'], { cwd: folder, env });
  return stdout;
};

it('NODES-01 move-bytes says that there is nothing to move without S3', async () => {
  const stderr = expect.stringMatching(/^There is nothing to move: S3_BUCKET is not set/);
  await expect(move()).rejects.toMatchObject({ code: 2, stderr });
});

it.runIf(hasS3Server())(
  'NODES-01 move-bytes moves all bytes to the bucket of this vault, and back',
  async () => {
    const disk = vault.deps.blobStore;
    const { key } = await disk.write(Readable.from([Buffer.from('bytes')]), { maxBytes: 10 });
    const environment = {
      DATA_DIR: dirname(vault.blobsDir),
      S3_BUCKET: settings.bucket,
      S3_ENDPOINT: settings.endpoint ?? '',
      S3_ACCESS_KEY_ID: settings.credentials?.accessKeyId ?? '',
      S3_SECRET_ACCESS_KEY: settings.credentials?.secretAccessKey ?? '',
    };
    const stderr = `The bucket ${settings.bucket} of S3_BUCKET has no vault.\n`;
    await expect(move(environment)).rejects.toMatchObject({ code: 1, stderr });
    const s3 = await s3Blobs(settings, { vaultId: await readVaultId(vault.database.kysely) });
    expect(await move(environment)).toBe('Moved: 1 contents and uploads (5.0 bytes). Damaged: 0.\n');
    expect([await disk.sizeOf(key), await s3.sizeOf(key)]).toEqual([null, 5]);
    expect(await move({ ...environment, BLOB_STORE: 'disk' })).toContain('Moved: 1 ');
    expect([await disk.sizeOf(key), await s3.sizeOf(key)]).toEqual([5, null]);
  },
);
