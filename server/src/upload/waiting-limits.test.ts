import { randomBytes } from 'node:crypto';
import { request } from 'node:http';
import { contract, uploadTooLarge } from '@vault/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { USERS } from '../testing/accounts.ts';
import { createTestApp, SETTINGS, type TestApp } from '../testing/app.ts';
import { recordedBy } from '../testing/audit-entries.ts';
import { type Client, signIn } from '../testing/client.ts';
import { rawZip } from '../testing/raw-zip.ts';
import { patch, patchAndCut } from '../testing/resume.ts';
import { newUid, prepare, put, scan, sendAndScan, traces, transfer } from '../testing/upload-pipeline.ts';
import { sweepUploads } from './index.ts';

const MIB = 1024 * 1024;
const LIMIT = 4 * MIB;
const FILES = 30;
const REFUSED = { status: 507, body: { errorCode: 'ACCOUNT_UPLOAD_LIMIT' } };

let vault: TestApp;
let ada: Client;
let time = new Date();

beforeAll(async () => {
  vault = await createTestApp({
    settings: {
      ...SETTINGS,
      waitingLimits: { ...SETTINGS.waitingLimits, account: { bytes: LIMIT, files: FILES } },
    },
    clock: { now: () => time },
  });
  ada = await signIn(vault.origin, 'everything');
});
afterAll(() => vault.close());
beforeEach(async () => {
  await sql`update upload set expires_at = ${time}`.execute(vault.database.kysely);
  await sweepUploads(vault.deps);
});

const address = async (name = 'a.bin') => prepare(ada, newUid(), name);
/** The bytes that wait, as the quotas count them. */
async function waitingBytes(): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`
    select coalesce(sum(waiting_bytes), 0)::bigint as bytes from upload`.execute(vault.database.kysely);
  return rows[0]?.bytes ?? 0;
}

interface Body {
  /** closes the connection before the end of the body */
  cut?: boolean;
  /** Content-Length; without one the body is sent in HTTP chunks */
  length?: number;
}

/** Sends a body in pieces. @returns the status of the reply; null without one */
function sendInPieces(
  to: string,
  pieces: readonly Buffer[],
  { cut = false, length }: Body = {},
): Promise<number | null> {
  const headers = length === undefined ? {} : { 'content-length': length };
  return new Promise((resolve) => {
    const sending = request(to, { method: 'PUT', headers }, (reply) => {
      reply.resume();
      resolve(reply.statusCode ?? null);
    });
    sending.on('error', () => resolve(null));
    for (const piece of pieces) sending.write(piece);
    if (cut) sending.once('drain', () => sending.destroy());
    else sending.end();
  });
}

describe('the bytes of uploads that wait', () => {
  it('GUARD-24 are refused over the limit, leave no bytes, and have room after a transfer', async () => {
    const first = await sendAndScan(ada, 'first.bin', randomBytes(3 * MIB));
    const before = await traces(vault);
    expect(await put(await address(), randomBytes(2 * MIB))).toMatchObject(REFUSED);
    expect(await put(await address('small.bin'), randomBytes(MIB + 1))).toMatchObject(REFUSED);
    expect((await traces(vault)).blobs).toBe(before.blobs);
    expect(await transfer(ada, [first])).toEqual([200]);
    expect(await put(await address(), randomBytes(2 * MIB))).toMatchObject({ status: 200 });
  });

  it('GUARD-24 a refusal has no Retry-After, because waiting alone does not help', async () => {
    await put(await address(), randomBytes(LIMIT));
    const reply = await fetch(await address(), { method: 'PUT', body: 'x' });
    expect(reply.status).toBe(507);
    expect(reply.headers.has('retry-after')).toBe(false);
  });

  it('GUARD-24 one upload above the limit itself is too large', async () => {
    const reply = await put(await address(), randomBytes(LIMIT + 1));
    expect(reply).toMatchObject({ status: 413, body: { errorMessage: uploadTooLarge(LIMIT) } });
  });

  it.each([1000, 2 * MIB])(
    'GUARD-24 of 20 uploads of %i bytes at once as many fit as have room',
    async (size) => {
      const fill = await address();
      await put(fill, randomBytes(LIMIT - 1000 - (size > 1000 ? size : 0)));
      const fits = 1;
      const addresses = await Promise.all(Array.from({ length: 20 }, () => address()));
      const replies = await Promise.all(addresses.map((one) => put(one, randomBytes(size))));
      expect(replies.filter(({ status }) => status === 200)).toHaveLength(fits);
      expect(replies.filter(({ status }) => status === 507)).toHaveLength(20 - fits);
      expect(await waitingBytes()).toBeLessThanOrEqual(LIMIT);
    },
  );

  it('GUARD-24 a body without a length is cut at the limit and leaves no bytes', async () => {
    await put(await address(), randomBytes(3 * MIB));
    const before = await traces(vault);
    expect(await sendInPieces(await address(), [randomBytes(MIB), randomBytes(10)])).toBe(507);
    expect((await traces(vault)).blobs).toBe(before.blobs);
    expect(await waitingBytes()).toBe(3 * MIB);
    expect(await sendInPieces(await address(), [randomBytes(MIB - 10), randomBytes(10)])).toBe(200);
    expect(await waitingBytes()).toBe(LIMIT);
  });

  it('GUARD-24 a lost body gives back what it had announced', async () => {
    const cut = await address();
    await sendInPieces(cut, [randomBytes(2 * MIB)], { cut: true });
    await sendInPieces(await address(), [randomBytes(2 * MIB)], { cut: true, length: 3 * MIB });
    await expect.poll(waitingBytes).toBe(0);
  });

  it('GUARD-24 bytes that replace others count with them, so that one address cannot fill the disk', async () => {
    const same = await address();
    const statuses: number[] = [];
    for (let n = 0; n < 5; n += 1) statuses.push((await put(same, randomBytes(MIB))).status);
    expect(statuses).toEqual([200, 200, 200, 200, 507]);
  });

  it('GUARD-24 an upload in chunks counts with the length that it announces', async () => {
    const large = await address();
    expect(await patch(large, randomBytes(10), { offset: 0, length: 3 * MIB })).toMatchObject({
      status: 204,
    });
    expect(await waitingBytes()).toBe(3 * MIB);
    expect(await patch(await address(), randomBytes(10), { offset: 0, length: 2 * MIB })).toMatchObject({
      status: 507,
    });
    expect(await patch(large, randomBytes(3 * MIB - 10), { offset: 10, length: 3 * MIB })).toMatchObject({
      status: 204,
    });
    expect(await waitingBytes()).toBe(3 * MIB);
  });

  it('GUARD-24 an upload in chunks without a length counts with its bytes', async () => {
    const uid = newUid();
    const large = await prepare(ada, uid, 'chunks.bin');
    expect(await patch(large, randomBytes(2 * MIB), { offset: 0 })).toMatchObject({ status: 204 });
    expect(await patch(large, randomBytes(2 * MIB), { offset: 2 * MIB })).toMatchObject({ status: 204 });
    expect(await patch(large, randomBytes(1), { offset: LIMIT })).toMatchObject({ status: 507 });
    expect(await scan(ada, uid)).toMatchObject([{ scan_status: 'PASS' }]);
    expect(await waitingBytes()).toBe(LIMIT);
  });

  it('GUARD-24 a lost chunk counts with the bytes that arrived', async () => {
    const large = await address();
    await patchAndCut(large, randomBytes(1000), { offset: 0, announced: 3 * MIB });
    await expect.poll(waitingBytes).toBe(1000);
  });
});

describe('AUDIT-01 a refusal', () => {
  it('GUARD-24 AUDIT-01 is recorded for the owner of the address, once a minute for each code', async () => {
    await put(await address(), randomBytes(LIMIT));
    time = new Date(time.getTime() + 60_000);
    const uids = [newUid(), newUid()];
    const entries = await recordedBy(vault.database, async () => {
      for (const uid of uids) await put(await prepare(ada, uid, 'a.bin'), 'x');
      time = new Date(time.getTime() + 60_000);
      await put(await prepare(ada, uids[1] ?? '', 'a.bin'), 'x');
    });
    const entry = {
      action: 'quota.refuse',
      outcome: 'refused',
      actorKind: 'person',
      personId: USERS.everything.sfid,
      details: { errorCode: 'ACCOUNT_UPLOAD_LIMIT' },
    };
    expect(entries).toMatchObject(uids.map((objectId) => ({ ...entry, objectId })));
  });
});

describe('the files that wait', () => {
  it('GUARD-24 are refused over the limit before a byte is sent; a known upload gets a new address', async () => {
    const uids = Array.from({ length: FILES }, newUid);
    for (const uid of uids) await prepare(ada, uid, 'a.txt');
    const query = { fileName: newUid() };
    const refused = await ada.call(contract.upload.prepare, { query, body: { RelFileName: 'b.txt' } });
    expect(refused).toMatchObject({ status: 507, errorCode: 'ACCOUNT_UPLOAD_LIMIT' });
    await prepare(ada, uids[0] ?? '', 'a.txt');
    await sendAndScan(ada, 'a.txt', 'x', uids[1]);
    expect(await transfer(ada, [uids[1] ?? ''])).toEqual([200]);
    await prepare(ada, newUid(), 'c.txt');
  });

  it('GUARD-24 of 40 addresses that are requested at once only as many are given as files may wait', async () => {
    const calls = Array.from({ length: 40 }, () =>
      ada.call(contract.upload.prepare, { query: { fileName: newUid() }, body: { RelFileName: 'a.txt' } }),
    );
    const codes = (await Promise.all(calls)).map(({ code }) => code);
    expect(codes.filter((code) => code === 200)).toHaveLength(FILES);
    expect(codes.filter((code) => code === 507)).toHaveLength(40 - FILES);
  });
});

describe('a folder', () => {
  const zipOf = (count: number, bytes: number) =>
    rawZip(Array.from({ length: count }, (_, n) => ({ name: `Docs/${n}.bin`, content: randomBytes(bytes) })));
  const scanFolder = (uid: string) =>
    ada.call(contract.upload.scan, { query: { key: uid, isFolder: 'true' } });

  it('GUARD-24 counts with its files while they are unpacked; the ZIP stays for another scan', async () => {
    const other = await sendAndScan(ada, 'other.bin', randomBytes(1.5 * MIB));
    const uid = newUid();
    await put(await prepare(ada, uid, 'Docs.zip'), zipOf(2, 0.75 * MIB));
    const before = await traces(vault);
    expect(await scanFolder(uid)).toMatchObject({ status: 507, errorCode: 'ACCOUNT_UPLOAD_LIMIT' });
    expect((await traces(vault)).blobs).toBe(before.blobs);
    expect(await transfer(ada, [other])).toEqual([200]);
    expect(await scanFolder(uid)).toMatchObject({ status: 200 });
    // the headers of the ZIP count until it expires
    expect((await waitingBytes()) - 1.5 * MIB).toBeLessThan(1000);
  });

  it('GUARD-24 counts with a refused ZIP, so that refused folders cannot fill the disk', async () => {
    const uid = newUid();
    await put(await prepare(ada, uid, 'Docs.zip'), randomBytes(3 * MIB));
    expect(await scanFolder(uid)).toMatchObject({ status: 400 });
    expect(await waitingBytes()).toBe(3 * MIB);
    expect(await scanFolder(uid)).toMatchObject({ status: 404 });
    await put(await prepare(ada, uid, 'Docs.zip'), zipOf(1, 1000));
    expect(await scanFolder(uid)).toMatchObject({ status: 200 });
  });

  it('GUARD-24 with more files than may wait is refused before it is unpacked', async () => {
    const uid = newUid();
    await put(await prepare(ada, uid, 'Docs.zip'), zipOf(FILES, 1));
    expect(await scanFolder(uid)).toMatchObject({ status: 507, errorCode: 'ACCOUNT_UPLOAD_LIMIT' });
    const { rows } = await sql`select 1 from upload where archive_key = ${uid}`.execute(
      vault.database.kysely,
    );
    expect(rows).toHaveLength(0);
  });
});
