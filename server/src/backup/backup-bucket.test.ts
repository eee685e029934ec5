import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DeleteObjectCommand, ListObjectsV2Command, PutObjectCommand } from '@aws-sdk/client-s3';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { backupPlaceOf } from '../backup-target.ts';
import { runVault } from '../run-vault.ts';
import type { BackupPlace } from '../platform/backup-place/index.ts';
import type { S3Settings } from '../platform/blobs/index.ts';
import { systemClock } from '../platform/clock.ts';
import { createTestApp, type TestApp } from '../testing/app.ts';
import { allChained } from '../testing/audit-entries.ts';
import { fileOf } from '../testing/damage.ts';
import { type S3Proxy, startS3Proxy } from '../testing/faults/s3-proxy.ts';
import { fillWithEverything } from '../testing/filled-vault.ts';
import { newBucket } from '../testing/s3-bucket.ts';
import { s3Client } from '../testing/s3-client.ts';
import { hasS3Server } from '../testing/s3-server.ts';
import { runInProcess } from '../testing/run-command.ts';
import { createPlace, findingsOf, type Place } from './fixtures/restored-places.ts';
import { createBackup, pruneBackup, restoreBackup, verifyBackup } from './index.ts';

// Backs a vault up into a bucket of a real S3 server.

const quiet = {
  lockedKey: null,
  unlockKey: null,
  signal: new AbortController().signal,
  onProgress: (): void => undefined,
};
const newest = { ...quiet, snapshot: null };
const reading = { ...newest, readsContents: true };

describe.runIf(hasS3Server())('SAFE-04 a backup in a bucket', () => {
  let vault: TestApp;
  let base: string;
  let bucket: S3Settings;
  const restored: Place[] = [];
  const opened: BackupPlace[] = [];
  beforeAll(async () => {
    vault = await createTestApp();
    await fillWithEverything(vault);
    await allChained(vault.database);
    base = await mkdtemp(join(tmpdir(), 'vault-backup-bucket-'));
  });
  beforeEach(async () => {
    bucket = await newBucket();
  });
  afterEach(async () => {
    for (const place of restored.splice(0)) await place.drop();
    for (const place of opened.splice(0)) await place.close();
  });
  afterAll(async () => {
    await vault?.close();
    if (base !== undefined) await rm(base, { recursive: true, force: true });
  });

  const placeIn = async (name = 'firm/vault', s3 = bucket) => {
    const place = await backupPlaceOf({ s3: null, backupS3: s3 }, `s3://${bucket.bucket}/${name}`);
    opened.push(place);
    return place;
  };
  const backUp = async (options = quiet, place = placeIn()) =>
    createBackup({ ...vault.deps, clock: systemClock }, await place, options);
  const verify = async (snapshot: string | null = null) =>
    verifyBackup(await placeIn(), { ...reading, snapshot });
  const objects = async () => {
    const { Contents = [] } = await s3Client(bucket).send(
      new ListObjectsV2Command({ Bucket: bucket.bucket }),
    );
    return Contents.map(({ Key = '' }) => Key);
  };
  const put = (Key: string, Body: string) =>
    s3Client(bucket).send(new PutObjectCommand({ Bucket: bucket.bucket, Key, Body }));

  it('is made, proved, continued and restored, and the check of the restored vault is clean', async () => {
    const first = await backUp();
    expect(first).toMatchObject({ newCount: first.count, damagedKeys: [] });
    expect((await objects()).every((name) => name.startsWith('firm/vault/'))).toBe(true);
    const second = await backUp();
    expect(second).toMatchObject({ newCount: 0, count: first.count });
    expect(await verify()).toMatchObject({ snapshot: second.snapshot, problems: [] });
    expect(await verify(first.snapshot)).toMatchObject({ snapshot: first.snapshot, problems: [] });
    const place = await createPlace(join(base, 'restored'));
    restored.push(place);
    await restoreBackup(await placeIn(), place.target, newest);
    expect(await findingsOf(place)).toEqual([]);
  });

  it('names what was cut or is missing; the next backup copies a content again', async () => {
    await backUp();
    const { blobKey } = await fileOf(vault, 'sent.txt');
    await put(`firm/vault/blobs/${blobKey}`, 'x');
    expect((await verify()).problems).toEqual([
      `The content ${blobKey} was cut: the next backup copies it again.`,
    ]);
    const { snapshot, newCount } = await backUp();
    expect(newCount).toBe(1);
    expect((await verify()).problems).toEqual([]);
    await s3Client(bucket).send(
      new DeleteObjectCommand({ Bucket: bucket.bucket, Key: `firm/vault/snapshots/${snapshot}/jobs.jsonl` }),
    );
    expect((await verify()).problems).toEqual([
      `The file s3://${bucket.bucket}/firm/vault/snapshots/${snapshot}/jobs.jsonl is missing, cut or altered.`,
    ]);
  });

  it('that was interrupted leaves earlier snapshots as they were, and the next one removes its rest', async () => {
    const { snapshot } = await backUp();
    const rest = 'firm/vault/snapshots/20260101T000000000Z/jobs.jsonl';
    await put(rest, 'cut');
    await expect(backUp({ ...quiet, signal: AbortSignal.abort(new Error('interrupted')) })).rejects.toThrow(
      'interrupted',
    );
    expect(await verify()).toMatchObject({ snapshot, problems: [] });
    await backUp();
    expect(await objects()).not.toContain(rest);
  });

  it('backup prune removes an old snapshot, and a content that no other one has', async () => {
    const at = (time: string) => ({ now: () => new Date(time) });
    const first = await createBackup(
      { ...vault.deps, clock: at('2026-01-01T00:00:00Z') },
      await placeIn(),
      quiet,
    );
    const second = await backUp();
    const { blobKey } = await fileOf(vault, 'sent.txt');
    const unlisted = `${blobKey.slice(0, -1)}${blobKey.endsWith('0') ? '1' : '0'}`;
    await put(`firm/vault/blobs/${unlisted}`, 'of the first');
    const deps = { database: vault.database, clock: systemClock };
    expect(await pruneBackup(deps, await placeIn(), { ...quiet, keepDays: 30 })).toEqual({
      removed: [first.snapshot],
      kept: [second.snapshot],
      contents: 1,
      bytes: 'of the first'.length,
    });
    const left = await objects();
    expect(left.filter((name) => name.includes(first.snapshot) || name.endsWith(unlisted))).toEqual([]);
    expect(await verify()).toMatchObject({ snapshot: second.snapshot, problems: [] });
  });

  it('during an outage of S3 ends with an error and leaves no snapshot', async () => {
    const proxy: S3Proxy = await startS3Proxy(bucket.endpoint ?? '');
    try {
      const place = placeIn('firm/vault', { ...bucket, endpoint: proxy.endpoint });
      proxy.breakAt(/^PUT .*blobs/, { status: 403, code: 'AccessDenied' });
      await expect(backUp(quiet, place)).rejects.toMatchObject({ name: 'StorageFailed' });
      await expect(verify()).rejects.toThrow('was never finished');
    } finally {
      await proxy.close();
    }
    expect(await backUp()).toMatchObject({ damagedKeys: [] });
  });

  it.each([
    ['has other files', () => put('firm/vault/letter.txt', 'Dear Ann'), 'has other files and no backup'],
    [
      'has backups of another vault',
      () => put('firm/vault/vault-backup.json', '{"format":1,"vaultId":"another"}'),
      'has backups of another vault',
    ],
    [
      'has an altered name of its vault',
      () => put('firm/vault/vault-backup.json', '{"format'),
      'vault-backup.json was cut or altered',
    ],
  ])('in a place that %s is refused, and nothing is changed', async (_what, prepare, sentence) => {
    await prepare();
    const before = await objects();
    await expect(backUp()).rejects.toThrow(sentence);
    expect(await objects()).toEqual(before);
  });

  it('says which setting is wrong', async () => {
    const credentials = { accessKeyId: 'unknown', secretAccessKey: 'unknown' };
    await expect(backUp(quiet, placeIn('firm/vault', { ...bucket, credentials }))).rejects.toThrow(
      /BACKUP_S3_ACCESS_KEY_ID/,
    );
  });

  describe('by npm run vault', () => {
    const run = async (args: string[], env: Record<string, string> = {}) => {
      const { credentials, endpoint, region } = bucket;
      const settings = {
        DATABASE_URL: vault.database.url,
        DATA_DIR: join(base, 'command'),
        BACKUP_S3_ENDPOINT: endpoint ?? '',
        BACKUP_S3_REGION: region,
        BACKUP_S3_ACCESS_KEY_ID: credentials?.accessKeyId ?? '',
        BACKUP_S3_SECRET_ACCESS_KEY: credentials?.secretAccessKey ?? '',
      };
      const { output, errors, code } = await runInProcess(runVault, { args, env: { ...settings, ...env } });
      return { text: output + errors, code };
    };

    it('backup verify reads it with the settings of backups', async () => {
      const { snapshot, count } = await backUp();
      expect(await run(['backup', 'verify', `s3://${bucket.bucket}/firm/vault/`])).toEqual({
        text: expect.stringContaining(`Snapshot ${snapshot} of `) as string,
        code: 0,
      });
      const { text } = await run(['backup', 'verify', `s3://${bucket.bucket}/firm/vault`, '--json']);
      expect(text).toContain(`"contents": ${count}`);
    });

    it('backup prune names what it has removed', async () => {
      const { snapshot } = await backUp();
      const line = ['backup', 'prune', `s3://${bucket.bucket}/firm/vault`, '--keep-days', '30'];
      expect(await run(line)).toEqual({
        text:
          'Removed: 0 snapshots, and 0 contents that no other snapshot has (0.0 bytes). ' +
          `Kept: 1 snapshot, the oldest ${snapshot}.\n`,
        code: 0,
      });
    });

    it.each([
      [{ target: 'ftp://example.test/backup' }, 2, 'or in a bucket: s3://bucket/name.'],
      [{}, 1, 'There is no backup in s3://'],
      [{ target: 's3://no-such-bucket/vault' }, 1, 'there is no bucket no-such-bucket at '],
      [
        { env: { BACKUP_S3_SECRET_ACCESS_KEY: 'wrong' } },
        1,
        'Correct BACKUP_S3_ACCESS_KEY_ID and BACKUP_S3_SECRET_ACCESS_KEY.',
      ],
      [{ env: { BACKUP_S3_SECRET_ACCESS_KEY: '' } }, 1, 'The setting BACKUP_S3_SECRET_ACCESS_KEY is missing'],
    ])(
      'refuses %j',
      async ({ target, env }: { target?: string; env?: Record<string, string> }, code, sentence) => {
        const result = await run(['backup', 'verify', target ?? `s3://${bucket.bucket}/none`], env);
        expect(result.text).toContain(sentence);
        expect(result.code).toBe(code);
      },
    );
  });

  it('the bucket of the vault itself is refused', async () => {
    await expect(
      backupPlaceOf({ s3: bucket, backupS3: bucket }, `s3://${bucket.bucket}/backups`),
    ).rejects.toThrow('is the bucket of this vault. Name another bucket.');
  });
});
