import { randomBytes } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { contract } from '@vault/contract';
import { type KyselyPlugin, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { Registry } from 'prom-client';
import { buildApp } from '../app.ts';
import { USERS } from '../testing/accounts.ts';
import { createTestApp, type TestApp } from '../testing/app.ts';
import { type Client, signIn } from '../testing/client.ts';
import { blobOf, patch, patchAndCut, patchInSilence, progress, sumsOf } from '../testing/resume.ts';
import { contentOf, list, newUid, prepare, put, scan, traces, transfer } from '../testing/upload-pipeline.ts';
import { sweepUploads } from './index.ts';
import { Intake } from './intake.ts';
import { scanFile } from './scan.ts';

const MIB = 1024 * 1024;
const MAX_BYTES = 2 * MIB;
const DAY_MS = 24 * 60 * 60 * 1000;

let vault: TestApp;
let ada: Client;
let time = new Date();
beforeAll(async () => {
  vault = await createTestApp({ clock: { now: () => time } });
  vault.deps.settings.maxUploadBytes = MAX_BYTES;
  ada = await vault.as('everything');
});
afterAll(() => vault.close());

async function begin(name = 'chunked.bin') {
  const uid = newUid();
  return { uid, address: await prepare(ada, uid, name) };
}

/** Runs `happen` one time, after the first answer of the database and before the code that uses the answer. */
function onceAfterAnAnswer(happen: () => Promise<void>): KyselyPlugin {
  let isFirst = true;
  return {
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      if (isFirst) {
        isFirst = false;
        await happen();
      }
      return result;
    },
  };
}

const statusOf = async (uid: string) => (await scan(ada, uid))[0]?.scan_status;

describe('a cut connection', () => {
  it('a cut connection keeps the bytes that arrived, and the upload continues after them', async () => {
    const bytes = randomBytes(500_000);
    const { uid, address } = await begin('cut.bin');
    const length = bytes.length;
    await patchAndCut(address, bytes.subarray(0, 200_000), { offset: 0, length, announced: length });
    await expect.poll(async () => (await progress(address)).offset).toBe(200_000);
    expect(await progress(address)).toMatchObject({ length });
    await patchAndCut(address, bytes.subarray(200_000, 200_001), { offset: 200_000, announced: 300_000 });
    await expect.poll(async () => (await progress(address)).offset).toBe(200_001);
    expect(await patch(address, bytes.subarray(200_001), { offset: 200_001 })).toMatchObject({
      offset: length,
    });
    expect(await statusOf(uid)).toBe('PASS');
    expect(await transfer(ada, [uid])).toEqual([200]);
    expect(await blobOf(vault, 'cut.bin')).toEqual(sumsOf(bytes));
  });

  it('a connection cut before the first byte changes nothing: the verdict stays valid', async () => {
    const { uid, address } = await begin('kept.txt');
    await put(address, 'kept');
    await scan(ada, uid);
    await patchAndCut(address, new Uint8Array(), { offset: 4, announced: 100 });
    expect(await progress(address)).toMatchObject({ offset: 4 });
    expect(await transfer(ada, [uid])).toEqual([200]);
  });
});

it('GUARD-25 a silent upload is ended like a lost connection; the received bytes are kept', async () => {
  const bytes = randomBytes(50_000);
  const { uid, address } = await begin('silent.bin');
  await patchInSilence(vault, address, bytes.subarray(0, 20_000), { offset: 0, announced: bytes.length });
  await expect.poll(async () => (await progress(address)).offset).toBe(20_000);
  await patch(address, bytes.subarray(20_000), { offset: 20_000 });
  expect(await statusOf(uid)).toBe('PASS');
  expect(await transfer(ada, [uid])).toEqual([200]);
  expect(await blobOf(vault, 'silent.bin')).toEqual(sumsOf(bytes));
});

describe('concurrent calls', () => {
  it('the bytes of one of several PATCH calls are stored; the others get 409', async () => {
    const { uid, address } = await begin('two.bin');
    const chunks = Array.from({ length: 6 }, (_, n) => Buffer.alloc(100_000, n));
    const before = await traces(vault);
    const replies = await Promise.all(chunks.map((chunk) => patch(address, chunk, { offset: 0 })));
    expect(replies.filter(({ status }) => status === 204)).toHaveLength(1);
    expect(replies.filter(({ status }) => status === 409)).toHaveLength(5);
    const winner = chunks[replies.findIndex(({ status }) => status === 204)] ?? Buffer.alloc(0);
    await expect.poll(async () => (await traces(vault)).blobs).toBe(before.blobs + 1);
    await scan(ada, uid);
    await transfer(ada, [uid]);
    expect(await blobOf(vault, 'two.bin')).toEqual(sumsOf(winner));
  });

  it('a scan reads the joined bytes when another scan joins the chunks first', async () => {
    const { uid, address } = await begin('between.bin');
    await patch(address, 'one, ', { offset: 0 });
    await patch(address, 'two', { offset: 5 });
    const between = onceAfterAnAnswer(async () => expect(await statusOf(uid)).toBe('PASS'));
    const kysely = vault.database.kysely.withPlugin(between);
    const deps = { ...vault.deps, database: { ...vault.database, kysely } };
    const slow = { ...deps, intake: new Intake(deps) };
    const judged = await scanFile(slow, { ownerId: USERS.everything.sfid, key: uid });
    expect(judged).toMatchObject({ scan_status: 'PASS' });
  });

  it('concurrent scans by five servers join the chunks once', async () => {
    const { uid, address } = await begin('scans.bin');
    await patch(address, 'one, ', { offset: 0 });
    await patch(address, 'two', { offset: 5 });
    const before = await traces(vault);
    const byOneServer = () =>
      scanFile(
        { ...vault.deps, intake: new Intake(vault.deps) },
        { ownerId: USERS.everything.sfid, key: uid },
      );
    const scans = await Promise.all(Array.from({ length: 5 }, byOneServer));
    expect(scans.map((one) => one.scan_status)).toEqual(Array.from({ length: 5 }, () => 'PASS'));
    await expect.poll(() => traces(vault)).toEqual({ ...before, blobs: before.blobs - 1 });
    expect(await transfer(ada, [uid])).toEqual([200]);
    expect(await blobOf(vault, 'scans.bin')).toEqual(sumsOf(Buffer.from('one, two')));
  });
});

it('an upload continues at another server of the same vault and after a restart', async () => {
  const bytes = randomBytes(90_000);
  const { uid, address } = await begin('restart.bin');
  await patch(address, bytes.subarray(0, 30_000), { offset: 0, length: bytes.length });
  const second = await buildApp({ ...vault.deps, metrics: new Registry() });
  await second.listen({ host: '127.0.0.1', port: 0 });
  const there = address.replace(
    vault.origin,
    `http://127.0.0.1:${(second.server.address() as AddressInfo).port}`,
  );
  expect(await progress(there)).toEqual({ status: 200, offset: 30_000, length: 90_000 });
  await patch(there, bytes.subarray(30_000, 60_000), { offset: 30_000 });
  await second.close();
  await patch(address, bytes.subarray(60_000), { offset: 60_000 });
  expect(await statusOf(uid)).toBe('PASS');
  expect(await transfer(ada, [uid])).toEqual([200]);
  expect(await blobOf(vault, 'restart.bin')).toEqual(sumsOf(bytes));
  expect(await contentOf(ada, (await list(ada)).find(({ name }) => name === 'restart.bin')?.sfid ?? '')).toBe(
    bytes.toString('utf8'),
  );
});

it('a failed join can be repeated', async () => {
  const { uid, address } = await begin('again.bin');
  await patch(address, 'one, ', { offset: 0 });
  await patch(address, 'two', { offset: 5 });
  const write = vi.spyOn(vault.deps.blobs, 'write').mockRejectedValue(new Error('the disk is full'));
  expect(await ada.call(contract.upload.scan, { query: { key: uid } })).toMatchObject({ code: 500 });
  write.mockRestore();
  expect(await statusOf(uid)).toBe('PASS');
});

it('D-21 chunks of an unfinished upload are deleted after a day, even if its key is reused', async () => {
  await sweepUploads(vault.deps);
  const { uid, address } = await begin('forgotten.bin');
  await patch(address, 'one', { offset: 0, length: 9 });
  await patch(address, 'two', { offset: 3 });
  const other = await begin('other.bin');
  await patch(other.address, 'one', { offset: 0, length: 9 });
  const before = await traces(vault);
  await sweepUploads(vault.deps);
  expect(await traces(vault)).toEqual(before);
  time = new Date(time.getTime() + DAY_MS);
  ada = await signIn(vault.origin, 'everything');
  expect(await progress(await prepare(ada, uid, 'forgotten.bin'))).toMatchObject({ offset: 0, length: null });
  await sweepUploads(vault.deps);
  expect(await traces(vault)).toMatchObject({ uploads: [uid], garbage: 0 });
  const { rows } = await sql`select 1 from upload_chunk`.execute(vault.database.kysely);
  expect(rows).toHaveLength(0);
});
