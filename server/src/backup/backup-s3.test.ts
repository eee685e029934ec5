import { randomUUID } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PutObjectCommand } from '@aws-sdk/client-s3';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { readVaultId, scrub } from '../blobs/index.ts';
import { folderPlace } from '../platform/backup-place/index.ts';
import {
  type BlobStore,
  diskBlobs,
  existingS3Blobs,
  s3Blobs,
  type S3Settings,
  twoStores,
} from '../platform/blobs/index.ts';
import { systemClock } from '../platform/clock.ts';
import { createTestApp, type TestApp } from '../testing/app.ts';
import { allChained } from '../testing/audit-entries.ts';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { DAMAGES, fileOf } from '../testing/damage.ts';
import { type S3Proxy, startS3Proxy } from '../testing/faults/s3-proxy.ts';
import { fillWithEverything } from '../testing/filled-vault.ts';
import { newBucket } from '../testing/s3-bucket.ts';
import { s3Client } from '../testing/s3-client.ts';
import { hasS3Server } from '../testing/s3-server.ts';
import { checkVault } from '../vault-check/index.ts';
import { createPlace, findingsOf, type Place, withRestored } from './fixtures/restored-places.ts';
import { createBackup, restoreBackup, verifyBackup } from './index.ts';

// Uses a vault whose bytes are in a bucket of a real S3 server.

const quiet = {
  lockedKey: null,
  unlockKey: null,
  signal: new AbortController().signal,
  onProgress: (): void => undefined,
};
const newest = { ...quiet, snapshot: null };

describe.runIf(hasS3Server())('SAFE-04 a vault in S3', () => {
  let settings: S3Settings;
  let database: TestDatabase;
  let vault: TestApp;
  let base: string;
  let folder: string;
  const places: Place[] = [];
  beforeAll(async () => {
    settings = await newBucket();
    database = await createTestDatabase();
    const vaultId = await readVaultId(database.kysely);
    vault = await createTestApp({ database, blobStore: await s3Blobs(settings, { vaultId }) });
    await fillWithEverything(vault);
    await allChained(database);
    base = await mkdtemp(join(tmpdir(), 'vault-backup-s3-'));
    folder = join(base, 'backup');
  });
  afterEach(async () => {
    for (const place of places.splice(0)) await place.drop();
  });
  afterAll(async () => {
    await vault?.close();
    await database?.drop();
    if (base !== undefined) await rm(base, { recursive: true, force: true });
  });
  const backUp = (deps: Partial<TestApp['deps']> = {}, to = folder) =>
    createBackup({ ...vault.deps, ...deps, clock: systemClock }, folderPlace(to), quiet);
  const placeAt = async (s3: S3Settings | null): Promise<Place> => {
    const place = await createPlace(join(base, randomUUID()), s3);
    places.push(place);
    return place;
  };
  const findings = async () => {
    const { deps } = vault;
    return (await checkVault({ ...deps, publicKey: async () => '' })).findings.map(({ text }) => text);
  };

  it('SAFE-04 is backed up, proved, and restored into a new bucket and to the disk; each check is clean', async () => {
    expect(await findings()).toEqual([]);
    const report = await backUp();
    expect(report).toMatchObject({ newCount: report.count, damagedKeys: [] });
    expect(await verifyBackup(folderPlace(folder), { ...newest, readsContents: true })).toMatchObject({
      problems: [],
    });
    for (const s3 of [await newBucket(), null]) {
      const place = await placeAt(s3);
      await restoreBackup(folderPlace(folder), place.target, newest);
      expect(await findingsOf(place)).toEqual([]);
    }
  });

  it('SAFE-04 the backup of a vault that was restored to the disk continues in the same folder', async () => {
    await backUp();
    const place = await placeAt(null);
    await restoreBackup(folderPlace(folder), place.target, newest);
    await withRestored(place, async ({ database: restored, blobStore: blobs }) => {
      const again = await createBackup(
        { database: restored, blobs, clock: systemClock },
        folderPlace(folder),
        quiet,
      );
      expect(again).toMatchObject({ damagedKeys: [], newCount: 0 });
      expect(again.count).toBeGreaterThan(5);
    });
    expect(await verifyBackup(folderPlace(folder), { ...newest, readsContents: true })).toMatchObject({
      problems: [],
    });
  });

  it('SAFE-04 a vault whose bytes are on the disk and in S3 is backed up whole', async () => {
    const disk = await diskBlobs(join(base, 'moving'));
    const { blobStore: s3 } = vault.deps;
    const keys = await Array.fromAsync(s3.list(), ({ key }) => key);
    const moved = keys.filter((_, index) => index % 2 === 0);
    const move = async (from: BlobStore, to: BlobStore) => {
      for (const key of moved) {
        await to.writeAs(key, await from.readStored(key), { maxBytes: 2 ** 20 });
        await from.delete(key);
      }
    };
    await move(s3, disk);
    const both = twoStores({ target: disk, disk, s3 });
    const report = await backUp({ blobs: both }, join(base, 'of both'));
    expect(report).toMatchObject({ newCount: report.count, damagedKeys: [] });
    await move(disk, s3);
    expect(await findings()).toEqual([]);
  });

  it('SAFE-04 a bucket with files is refused and not changed', async () => {
    await backUp();
    const store = vault.deps.blobStore;
    const before = await Array.fromAsync(store.list(), ({ key }) => key);
    const place = await placeAt(settings);
    await expect(restoreBackup(folderPlace(folder), place.target, newest)).rejects.toThrow(
      `The bucket ${settings.bucket} (S3_BUCKET) has files of a vault, and nothing was changed.`,
    );
    expect(await Array.fromAsync(store.list(), ({ key }) => key)).toEqual(before);
  });

  it('SAFE-04 a restore that fails leaves the bucket empty, and the next one works', async () => {
    await backUp();
    const { blobKey } = await fileOf(vault, 'sent.txt');
    const flip = () => DAMAGES['flipped in the middle'](join(folder, 'blobs', blobKey));
    await flip();
    const s3 = await newBucket();
    const place = await placeAt(s3);
    await expect(restoreBackup(folderPlace(folder), place.target, newest)).rejects.toThrow(
      /was altered, and nothing/,
    );
    const vaultId = await readVaultId(database.kysely);
    const left = await existingS3Blobs(s3, { vaultId });
    expect(await Array.fromAsync(left.list())).toEqual([]);
    expect(await readdir(place.dataDir)).toEqual([]);
    await flip();
    await restoreBackup(folderPlace(folder), place.target, newest);
    expect(await findingsOf(place)).toEqual([]);
  });

  it('SAFE-04 a backup during an outage of S3 ends with an error and leaves no snapshot', async () => {
    const proxy: S3Proxy = await startS3Proxy(settings.endpoint ?? '');
    const to = join(base, 'in an outage');
    try {
      const vaultId = await readVaultId(database.kysely);
      const blobs = await s3Blobs({ ...settings, endpoint: proxy.endpoint }, { vaultId });
      proxy.breakAt(/^GET .*blobs/, { status: 403, code: 'AccessDenied' });
      await expect(backUp({ blobs }, to)).rejects.toMatchObject({ name: 'StorageFailed' });
      expect(await readdir(join(to, 'snapshots'))).toEqual([]);
      proxy.repair();
      expect(await backUp({ blobs }, to)).toMatchObject({ damagedKeys: [] });
    } finally {
      await proxy.close();
    }
  });

  it('SAFE-02 a scrub and a check find an object that was altered or deleted', async () => {
    const { blobKey, id } = await fileOf(vault, 'sent.txt');
    const client = s3Client(settings);
    const put = (Body: string) =>
      client.send(new PutObjectCommand({ Bucket: settings.bucket, Key: `blobs/${blobKey}`, Body }));
    const round = async () =>
      (await scrub(vault.deps, { bytesPerSecond: 2 ** 30, signal: quiet.signal, fromStart: true }))?.round;
    await put('sent by the pipelinE');
    expect(await round()).toMatchObject({ damagedBlobs: 1 });
    await put('short');
    expect((await findings()).some((text) => text.includes(id))).toBe(true);
    await put('sent by the pipeline');
    expect(await round()).toMatchObject({ damagedBlobs: 0 });
  });
});
