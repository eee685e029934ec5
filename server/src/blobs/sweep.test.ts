import { randomBytes, randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { EICAR } from '../platform/scanner/index.ts';
import { createTestApp, type TestApp } from '../testing/app.ts';
import type { Client } from '../testing/client.ts';
import { fileOf } from '../testing/damage.ts';
import { createTestDatabase } from '../testing/database.ts';
import { newUid, prepare, put, scan, sendAndScan, traces, transfer } from '../testing/upload-pipeline.ts';
import { endBackupLease, renewBackupLease, sweepAllBlobs, sweepReleased, takeBackupLease } from './index.ts';
import { releaseBytes } from './release.ts';
import { deleteGarbageNow } from './sweep.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

let vault: TestApp;
let ada: Client;
beforeAll(async () => {
  vault = await createTestApp();
  ada = await vault.as('everything');
});
afterAll(() => vault.close());

/** Dependencies of a sweep whose clock is `ms` ahead. */
const after = (ms: number) => ({ ...vault.deps, clock: { now: () => new Date(Date.now() + ms) } });
const isStored = async (key: string) => (await vault.deps.blobs.sizeOf(key)) !== null;
const count = async (table: 'blob_garbage' | 'blob') => {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from ${sql.table(table)}`.execute(vault.database.kysely);
  return rows[0]?.count ?? 0;
};

/** Stores bytes that no row references. */
async function putUnreferenced(bytes = randomBytes(10)): Promise<string> {
  const body = (async function* () {
    yield bytes;
  })();
  return (await vault.deps.blobs.write(body, { maxBytes: bytes.length })).key;
}

it('SAFE-20 the sweep deletes released bytes after ten minutes', async () => {
  const key = await putUnreferenced();
  await releaseBytes(vault.deps, [key]);
  await sweepReleased(after(9 * MINUTE_MS));
  expect(await isStored(key)).toBe(true);
  await sweepReleased(after(11 * MINUTE_MS));
  expect([await isStored(key), await count('blob_garbage')]).toEqual([false, 0]);
});

it('SAFE-04 the sweep deletes nothing while a backup holds its lease, and continues when the lease ends', async () => {
  const key = await putUnreferenced();
  await releaseBytes(vault.deps, [key]);
  const { kysely } = vault.database;
  const [first, second] = [randomUUID(), randomUUID()];
  expect(await takeBackupLease(kysely, first)).toBe(true);
  expect([await takeBackupLease(kysely, second), await renewBackupLease(kysely, second)]).toEqual([
    false,
    false,
  ]);
  await sweepReleased(after(11 * MINUTE_MS));
  await sweepAllBlobs(after(49 * HOUR_MS));
  expect([await isStored(key), await renewBackupLease(kysely, first)]).toEqual([true, true]);
  await sql`update backup_lease set expires_at = now() - interval '1 s'`.execute(kysely);
  expect([await renewBackupLease(kysely, first), await takeBackupLease(kysely, second)]).toEqual([
    false,
    true,
  ]);
  await endBackupLease(kysely, second);
  await sweepReleased(after(11 * MINUTE_MS));
  expect(await isStored(key)).toBe(false);
});

it('SAFE-20 the sweep keeps released bytes that a file, upload or chunk references', async () => {
  const file = await sendAndScan(ada, 'file.txt', 'of a file');
  await transfer(ada, [file]);
  const { blobKey } = await fileOf(vault, 'file.txt');
  await sendAndScan(ada, 'upload.txt', 'of an upload');
  const { rows } = await sql<{ key: string }>`
    select storage_key as key from upload where name = 'upload.txt'`.execute(vault.database.kysely);
  const uploadKey = rows[0]?.key ?? '';
  const chunkKey = await putUnreferenced();
  await sql`insert into upload_chunk (chunk_set_id, position, size_bytes, storage_key, sha256, crc32)
    values (gen_random_uuid(), 0, 10, ${chunkKey}, ${randomBytes(32)}, 0)`.execute(vault.database.kysely);
  const keys = [blobKey, uploadKey, chunkKey];
  await releaseBytes(vault.deps, keys);
  await deleteGarbageNow(vault.deps, keys);
  await releaseBytes(vault.deps, keys);
  await sweepReleased(after(11 * MINUTE_MS));
  expect(await Promise.all(keys.map(isStored))).toEqual([true, true, true]);
  expect(await count('blob_garbage')).toBe(0);
});

it('SAFE-20 a key that cannot be deleted is retried later and does not block the others', async () => {
  const [bad, good] = [await putUnreferenced(), await putUnreferenced()];
  await releaseBytes(vault.deps, [bad, good]);
  const blobStore = {
    ...vault.deps.blobStore,
    delete: (key: string) =>
      key === bad ? Promise.reject(new Error('the disk is busy')) : vault.deps.blobStore.delete(key),
  };
  await sweepReleased({ ...after(11 * MINUTE_MS), blobStore });
  expect([await isStored(bad), await isStored(good), await count('blob_garbage')]).toEqual([true, false, 1]);
  await sweepReleased(after(22 * MINUTE_MS));
  expect([await isStored(bad), await count('blob_garbage')]).toEqual([false, 0]);
});

it('SAFE-20 the sweep of all blobs finds bytes that could not be released', async () => {
  const key = await putUnreferenced();
  const gone = await createTestDatabase();
  await gone.drop();
  await releaseBytes({ ...vault.deps, database: gone }, [key]);
  await sweepAllBlobs(after(49 * HOUR_MS));
  expect(await isStored(key)).toBe(false);
});

it('the sweep deletes bytes that no version uses after an hour', async () => {
  const key = await putUnreferenced();
  await sql`insert into blob (sha256, storage_key, size_bytes, crc32)
    values (${randomBytes(32)}, ${key}, 10, 0)`.execute(vault.database.kysely);
  await sweepAllBlobs(after(50 * MINUTE_MS));
  expect(await isStored(key)).toBe(true);
  await sweepAllBlobs(after(70 * MINUTE_MS));
  await sweepReleased(after(70 * MINUTE_MS));
  expect(await isStored(key)).toBe(false);
});

it('the sweep deletes bytes without a row after two days', async () => {
  const key = await putUnreferenced();
  const used = await sendAndScan(ada, 'used.txt', randomBytes(10));
  await sweepAllBlobs(after(47 * HOUR_MS));
  expect(await isStored(key)).toBe(true);
  await sweepAllBlobs(after(49 * HOUR_MS));
  expect(await isStored(key)).toBe(false);
  expect(await transfer(ada, [used])).toEqual([200]);
});

it('UPLOAD-32 a job deletes infected bytes immediately, without the grace period', async () => {
  const { blobs } = await traces(vault);
  const uid = newUid();
  await put(await prepare(ada, uid, 'eicar.com'), EICAR);
  expect(await scan(ada, uid)).toMatchObject([{ scan_status: 'VIRUS' }]);
  const { rows } = await sql<{ payload: { keys: string[] } }>`
    select j.payload from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
    where t.identifier = 'delete-infected' order by j.id desc limit 1`.execute(vault.database.kysely);
  const keys = rows[0]?.payload.keys ?? [];
  expect(await Promise.all(keys.map(isStored))).toEqual([true]);
  await deleteGarbageNow(vault.deps, keys);
  expect(await Promise.all(keys.map(isStored))).toEqual([false]);
  expect((await traces(vault)).blobs).toBe(blobs);
});
