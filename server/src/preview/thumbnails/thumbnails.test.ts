import { contract, type ThumbnailSize } from '@vault/contract';
import { sql } from 'kysely';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sweepAllBlobs } from '../../blobs/index.ts';
import { type Jobs, startJobs } from '../../platform/jobs/index.ts';
import { type DocumentReader, openDocumentReader } from '../../platform/readers/index.ts';
import { RECORDS, type TestUser } from '../../testing/accounts.ts';
import { createTestApp, type TestApp } from '../../testing/app.ts';
import { pixelOf, realPicture } from '../../testing/pictures.ts';
import { sendAndScan, transfer } from '../../testing/upload-pipeline.ts';
import { type StoredFile, previewsOf, put } from '../fixtures/previews.ts';
import { thumbnailTasks, queueThumbnails } from './index.ts';

// Uses real HTTP, PostgreSQL, graphile-worker, the blob store and the reader process.

let vault: TestApp;
let pictureReader: DocumentReader;
let jobs: Jobs | null = null;
const readKinds: string[] = [];

beforeAll(async () => {
  vault = await createTestApp();
  const opened = openDocumentReader({ hidden: vault.blobsDir, log: vault.deps.log, niceness: 10 });
  pictureReader = {
    close: () => opened.close(),
    read: (kind, bytes, options) => {
      readKinds.push(kind);
      return opened.read(kind, bytes, options);
    },
  };
});
afterAll(async () => {
  await jobs?.stop();
  await pictureReader.close();
  await vault.close();
});

/** Starts the jobs; before that they wait. */
async function work(): Promise<void> {
  const { database, log } = vault.deps;
  const { tasks } = thumbnailTasks({ ...vault.deps, pictureReader });
  jobs ??= await startJobs({ database, log, tasks });
}

interface Asked {
  as?: TestUser;
  headers?: Record<string, string>;
}

async function ask(file: StoredFile, size: ThumbnailSize, { as = 'reader', headers = {} }: Asked = {}) {
  const path = contract.preview.thumbnail.path.replace(':externalId', file.externalId);
  return (await vault.as(as)).fetch(`${path}?size=${size}`, { headers });
}

async function thumbnailOf(file: StoredFile, size: ThumbnailSize): Promise<Buffer> {
  await expect.poll(async () => (await ask(file, size)).status, { timeout: 20_000 }).toBe(200);
  return Buffer.from(await (await ask(file, size)).arrayBuffer());
}

/** Queues all files, as after a transfer. */
async function wantAll(): Promise<void> {
  await vault.database.transaction(async (tx) => {
    const { rows } = await sql<{ blobId: number; name: string; sizeBytes: number }>`
      select v.blob_id, i.name, i.size_bytes from item i join version v on v.id = i.current_version_id`.execute(
      tx,
    );
    await queueThumbnails(tx, rows);
  });
}

describe('USE-33 thumbnails', () => {
  test('thumbnails are made on request, upright, in two sizes, and sent with current permissions', async () => {
    const bytes = await realPicture({ width: 1200, height: 800, format: 'jpeg', orientation: 6 });
    const photo = await put(vault, RECORDS.acme, { name: 'photo.jpg', bytes });
    const pending = await ask(photo, 'large');
    expect([pending.status, await pending.text()]).toEqual([202, '']);
    // A repeated request adds no second job.
    await (await ask(photo, 'small')).text();
    const { rows } = await sql`select 1 from graphile_worker._private_jobs`.execute(vault.database.kysely);
    expect(rows).toHaveLength(1);

    await work();
    const large = await thumbnailOf(photo, 'large');
    expect(await sharp(large).metadata()).toMatchObject({ format: 'webp', width: 320, height: 480 });
    const [red] = await pixelOf(large, { x: 0.5, y: 0.1 });
    expect(red).toBeGreaterThan(150);
    const small = await thumbnailOf(photo, 'small');
    expect(await sharp(small).metadata()).toMatchObject({ format: 'webp', width: 64, height: 96 });
    expect((await ask(photo, 'large', { as: 'outsider' })).status).toBe(403);
    expect((await ask(photo, 'large', { as: 'noVault' })).status).toBe(403);
  });

  test('thumbnails are made in the background after the transfer of an upload', async () => {
    await work();
    const editor = await vault.as('everything');
    const bytes = await realPicture({ width: 500, height: 300, format: 'jpeg' });
    expect(await transfer(editor, [await sendAndScan(editor, 'sent.jpg', bytes)])).toEqual([200]);
    const stored = async () => {
      const { rows } = await sql<{ renderer: string }>`
        select r.renderer from rendering r join version v on v.blob_id = r.source_id
        join item i on i.id = v.file_id and i.name = 'sent.jpg'
        where r.state = 'done' order by r.renderer`.execute(vault.database.kysely);
      return rows.map(({ renderer }) => renderer);
    };
    await expect.poll(stored, { timeout: 20_000 }).toEqual(['thumbnail-480-1', 'thumbnail-96-1']);
  });

  test('thumbnails are cached by the browser, which revalidates with the ETag', async () => {
    const bytes = await realPicture({ width: 60, height: 40, format: 'png' });
    const photo = await put(vault, RECORDS.acme, { name: 'tag.png', bytes });
    await work();
    await thumbnailOf(photo, 'large');
    const first = await ask(photo, 'large');
    expect(first.headers.get('cache-control')).toBe('private, no-cache');
    expect(first.headers.get('content-type')).toBe('image/webp');
    expect(first.headers.get('content-security-policy')).toContain('sandbox');
    const tag = first.headers.get('etag') ?? '';
    const again = await ask(photo, 'large', { headers: { 'if-none-match': tag } });
    expect([again.status, again.headers.get('etag'), await again.text()]).toEqual([304, tag, '']);
    const other = await ask(photo, 'large', { headers: { 'if-none-match': '"another"' } });
    expect(other.status).toBe(200);
    const outsider = await ask(photo, 'large', { as: 'outsider', headers: { 'if-none-match': tag } });
    expect(outsider.status).toBe(403);
  });

  test('thumbnails of equal contents are made once, and are no preview in the history', async () => {
    const bytes = await realPicture({ width: 61, height: 40, format: 'png' });
    const one = await put(vault, RECORDS.acme, { name: 'one.png', bytes });
    const two = await put(vault, RECORDS.acme, { name: 'two.PNG', bytes });
    await work();
    const before = readKinds.length;
    await wantAll();
    const [first, second] = await Promise.all([thumbnailOf(one, 'large'), thumbnailOf(two, 'large')]);
    expect(first.equals(second)).toBe(true);
    expect(readKinds.length).toBe(before + 1);
    expect(await previewsOf(vault, one.id)).toEqual([]);
  });

  test('thumbnails do not exist for other files and for pictures that cannot be read', async () => {
    const text = await put(vault, RECORDS.acme, { name: 'a.txt', bytes: 'a' });
    expect((await ask(text, 'small')).status).toBe(204);
    const empty = await put(vault, RECORDS.acme, { name: 'empty.png', bytes: '' });
    expect((await ask(empty, 'small')).status).toBe(204);
    const broken = await put(vault, RECORDS.acme, { name: 'broken.png', bytes: 'no picture' });
    await work();
    await expect.poll(async () => (await ask(broken, 'large')).status, { timeout: 20_000 }).toBe(204);
    expect((await ask(broken, 'small')).status).toBe(204);
  });

  test('thumbnails are deleted with their content', async () => {
    await sql`delete from item where parent_id is not null`.execute(vault.database.kysely);
    await sweepLater();
    await sweepLater();
    const bytes = await realPicture({ width: 700, height: 40, format: 'png' });
    const photo = await put(vault, RECORDS.acme, { name: 'gone.png', bytes });
    await work();
    await thumbnailOf(photo, 'large');
    expect(await sweepLater()).toBe(3);
    await sql`delete from item where id = ${photo.id}`.execute(vault.database.kysely);
    await sweepLater();
    expect(await sweepLater()).toBe(0);
    const { rows } = await sql`select 1 from rendering`.execute(vault.database.kysely);
    expect(rows).toEqual([]);
  });
});

/**
 * Sweeps after setting the age of all blobs to two days.
 * @returns the number of remaining blobs
 */
async function sweepLater(): Promise<number> {
  await sql`update blob set used_at = now() - interval '2 days'`.execute(vault.database.kysely);
  await sweepAllBlobs(vault.deps);
  const { rows } = await sql<{ count: number }>`select count(*) as count from blob`.execute(
    vault.database.kysely,
  );
  return rows[0]?.count ?? 0;
}
