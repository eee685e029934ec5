import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { contract } from '@vault/contract';
import pino from 'pino';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type BlobStore, diskBlobs, s3Blobs, twoStores } from '../platform/blobs/index.ts';
import { createTestApp, type TestApp } from '../testing/app.ts';
import type { Client } from '../testing/client.ts';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { fileOf } from '../testing/damage.ts';
import { type S3Proxy, startS3Proxy } from '../testing/faults/s3-proxy.ts';
import { patch, progress } from '../testing/resume.ts';
import { newBucket } from '../testing/s3-bucket.ts';
import { hasS3Server } from '../testing/s3-server.ts';
import { newUid, prepare, scan, sendAndScan, transfer } from '../testing/upload-pipeline.ts';
import { moveBytes } from './move-bytes.ts';

const FILES = 12;

describe.runIf(hasS3Server())('NODES-01 moving bytes between the disk and S3', () => {
  let folder: string;
  let proxy: S3Proxy;
  let database: TestDatabase;
  let disk: BlobStore;
  let s3: BlobStore;
  /** the running server; new bytes go to S3 */
  let vault: TestApp;
  let ada: Client;
  const contents = new Map<string, Buffer>();
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'vault-move-'));
    const settings = await newBucket();
    proxy = await startS3Proxy(settings.endpoint ?? '');
    database = await createTestDatabase(pino({ level: 'silent' }));
    disk = await diskBlobs(folder);
    s3 = await s3Blobs({ ...settings, endpoint: proxy.endpoint }, { vaultId: randomUUID() });
    vault = await createTestApp({ database, blobStore: twoStores({ target: s3, disk, s3 }) });
    ada = await vault.as('everything');
  });
  afterEach(() => proxy.repair());
  afterAll(async () => {
    await vault?.close();
    await database?.drop();
    await proxy?.close();
    if (folder !== undefined) await rm(folder, { recursive: true });
  });

  const upload = async (name: string, size = 5000): Promise<void> => {
    const bytes = randomBytes(size);
    expect(await transfer(ada, [await sendAndScan(ada, name, bytes)])).toEqual([200]);
    contents.set(name, bytes);
  };
  const bytesOf = async (name: string): Promise<Buffer> => {
    const path = contract.download.version.path.replace(':sfid', (await fileOf(vault, name)).id);
    return Buffer.from(await (await ada.fetch(path, { method: 'POST' })).arrayBuffer());
  };
  const allMustBeRead = async (): Promise<void> => {
    for (const [name, bytes] of contents)
      expect([name, (await bytesOf(name)).equals(bytes)]).toEqual([name, true]);
  };
  const keysOf = (store: BlobStore): Promise<string[]> => Array.fromAsync(store.list(), ({ key }) => key);
  const move = (
    from: BlobStore,
    to: BlobStore,
    signal = new AbortController().signal,
    onProgress = () => {},
  ) => moveBytes({ database, from, to }, { signal, onProgress });

  it('NODES-01 a store keeps bytes under the key of another store, and refuses other text as a key', async () => {
    for (const [from, to] of [
      [disk, s3],
      [s3, disk],
    ] as const) {
      const bytes = randomBytes(300_000);
      const { key, ...stored } = await from.write(Readable.from([bytes]), { maxBytes: 2 ** 20 });
      const options = { maxBytes: 2 ** 20 };
      expect(await to.writeAs(key, await from.readStored(key), options)).toEqual({ key, ...stored });
      expect(await to.writeAs(key, await from.readStored(key), options)).toEqual({ key, ...stored });
      expect((await buffer(to.read({ key, ...stored }))).equals(bytes)).toBe(true);
      await expect(to.writeAs('../key', Readable.from([bytes]), options)).rejects.toThrow(RangeError);
      await Promise.all([from.delete(key), to.delete(key)]);
      await expect(from.readStored(key)).rejects.toMatchObject({ damage: 'missing' });
    }
  });

  it('NODES-01 both stores together list each key once, in order, and read from either', async () => {
    const both = twoStores({ target: disk, disk, s3 });
    for (let n = 0; n < FILES; n += 1) await upload(`file ${n}.bin`);
    await upload('two parts.bin', 9 * 1024 * 1024);
    const inS3 = await keysOf(s3);
    for (const key of inS3.slice(0, 5))
      await disk.writeAs(key, await s3.readStored(key), { maxBytes: 2 ** 30 });
    for (const key of inS3.slice(3, 5)) await s3.delete(key);
    const own = await both.write(await disk.readStored(inS3[0] ?? ''), { maxBytes: 2 ** 30 });
    expect(await disk.sizeOf(own.key)).toBe(own.sizeBytes);
    expect(await keysOf(both)).toEqual([...inS3, own.key].toSorted());
    await both.delete(own.key);
    expect(await both.sizeOf(own.key)).toBeNull();
    await allMustBeRead();
  });

  it('NODES-01 bytes move to the disk and back beside a live vault, and every file can be read', async () => {
    const before = await keysOf(vault.deps.blobStore);
    const reading = Promise.all([...contents.keys()].map(bytesOf));
    const moving = move(s3, disk);
    await upload('during.bin');
    await reading;
    expect(await moving).toMatchObject({ kept: [], isComplete: true });
    expect((await keysOf(disk)).filter((key) => before.includes(key))).toEqual(before);
    await allMustBeRead();
    await move(s3, disk);
    expect(await keysOf(s3)).toEqual([]);
    expect(await move(disk, s3)).toMatchObject({ kept: [], isComplete: true });
    expect(await keysOf(disk)).toEqual([]);
    await allMustBeRead();
  });

  it('NODES-01 an upload that has begun continues after its bytes have moved', async () => {
    const bytes = randomBytes(8000);
    const uid = newUid();
    const address = await prepare(ada, uid, 'begun.bin');
    await patch(address, bytes.subarray(0, 5000), { offset: 0, length: bytes.length });
    await move(s3, disk);
    expect(await progress(address)).toMatchObject({ offset: 5000 });
    await patch(address, bytes.subarray(5000), { offset: 5000 });
    await move(s3, disk);
    await scan(ada, uid);
    expect(await transfer(ada, [uid])).toEqual([200]);
    expect((await bytesOf('begun.bin')).equals(bytes)).toBe(true);
    contents.set('begun.bin', bytes);
  });

  it('NODES-02 a move that is interrupted or fails continues later and has lost nothing', async () => {
    await move(s3, disk);
    const stop = new AbortController();
    stop.abort();
    expect(await move(disk, s3, stop.signal)).toMatchObject({ blobs: 0, isComplete: false });
    proxy.breakAt(/^PUT .*blobs/, { status: 403, code: 'AccessDenied' }, 1);
    await expect(move(disk, s3)).rejects.toMatchObject({ name: 'StorageFailed' });
    await allMustBeRead();
    proxy.repair();
    expect(await move(disk, s3)).toMatchObject({ kept: [], isComplete: true });
    expect(await keysOf(disk)).toEqual([]);
    await allMustBeRead();
  });

  it('NODES-01 damaged bytes are not moved, and nothing of them is left in the other store', async () => {
    await upload('damaged.bin');
    await move(s3, disk);
    const { blobKey } = await fileOf(vault, 'damaged.bin');
    const path = join(folder, blobKey);
    const bytes = await readFile(path);
    await writeFile(path, bytes.with(7, (bytes[7] ?? 0) ^ 1));
    expect(await move(disk, s3)).toMatchObject({ kept: [blobKey], isComplete: true });
    expect(await keysOf(disk)).toEqual([blobKey]);
    expect(await s3.sizeOf(blobKey)).toBeNull();
    await writeFile(path, bytes);
    expect(await move(disk, s3)).toMatchObject({ blobs: 1, kept: [] });
    await allMustBeRead();
  });
});
