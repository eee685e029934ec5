import { randomBytes } from 'node:crypto';
import { request } from 'node:http';
import { contract, Messages, uploadTooLarge } from '@vault/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { EICAR } from '../platform/scanner/index.ts';
import { USERS } from '../testing/accounts.ts';
import { createTestApp, SETTINGS, type TestApp } from '../testing/app.ts';
import type { Client } from '../testing/client.ts';
import {
  contentOf,
  list,
  newUid,
  prepare,
  put,
  scan,
  sendAndScan,
  traces,
  transfer,
} from '../testing/upload-pipeline.ts';

const MIB = 1024 * 1024;
const MAX_BYTES = 2 * MIB;

let vault: TestApp;
let ada: Client;
let time = new Date('2026-11-20T10:00:00Z');

beforeAll(async () => {
  vault = await createTestApp({
    // The tests move the clock by an hour, and the session must not end by that.
    settings: { ...SETTINGS, maxUploadBytes: MAX_BYTES, sessionIdleMinutes: 480 },
    clock: { now: () => time },
  });
  ada = await vault.as('everything');
});
afterAll(() => vault.close());
beforeEach(() => {
  time = new Date(time.getTime() + 1000);
});

const named = async (name: string, path = '') => (await list(ada, path)).find((item) => item.name === name);
const pass = (key: string, name: string) => [{ key, name, scan_status: 'PASS', upload_status: 'SUCCESS' }];

describe('a file is uploaded with four calls', () => {
  it('UPLOAD-26 the calls for address, bytes, scan and transfer store a file', async () => {
    const uid = newUid();
    const address = await prepare(ada, uid, 'Letter.txt');
    expect(address).toMatch(new RegExp(`^${vault.origin}/`));
    expect(await put(address, 'Dear Sir or Madam')).toEqual({
      status: 200,
      body: { code: 200, data: null, errorMessage: null },
    });
    expect(await scan(ada, uid)).toEqual(pass(uid, 'Letter.txt'));
    expect(await transfer(ada, [uid])).toEqual([200]);
    const file = await named('Letter.txt');
    expect(file).toMatchObject({ size: 17, uploadedBy: 'Ada Byron', versionCount: 1, fileType: 'txt' });
    expect(await contentOf(ada, file?.sfid ?? '')).toBe('Dear Sir or Madam');
  });

  it('an empty file can be uploaded', async () => {
    const uid = await sendAndScan(ada, 'empty.txt', '');
    expect(await transfer(ada, [uid])).toEqual([200]);
    expect(await named('empty.txt')).toMatchObject({ size: 0 });
  });

  it('UPLOAD-39 D-41 a file of exactly the limit is accepted', async () => {
    const uid = await sendAndScan(ada, 'full.bin', randomBytes(MAX_BYTES));
    expect(await transfer(ada, [uid])).toEqual([200]);
    expect(await named('full.bin')).toMatchObject({ size: MAX_BYTES });
  });

  it('bytes can be sent without an announced length and with any content type', async () => {
    const uid = newUid();
    const address = await prepare(ada, uid, 'stream.bin');
    const chunks = new ReadableStream({
      start(controller) {
        for (let i = 0; i < 3; i += 1) controller.enqueue(Buffer.from(`chunk ${i} `));
        controller.close();
      },
    });
    const init = {
      method: 'PUT',
      body: chunks,
      duplex: 'half',
      headers: { 'content-type': 'application/json' },
    };
    expect((await fetch(address, init as RequestInit)).status).toBe(200);
    await scan(ada, uid);
    expect(await transfer(ada, [uid])).toEqual([200]);
    const file = await named('stream.bin');
    expect(await contentOf(ada, file?.sfid ?? '')).toBe('chunk 0 chunk 1 chunk 2 ');
  });

  it('NAME-03 names are trimmed', async () => {
    const uid = await sendAndScan(ada, '  trimmed.txt ', 'x');
    expect(await scan(ada, uid)).toEqual(pass(uid, 'trimmed.txt'));
  });

  it('DATA equal bytes are stored only one time', async () => {
    const bytes = randomBytes(5000);
    const keys = await Promise.all(['same 1.bin', 'same 2.bin'].map((name) => sendAndScan(ada, name, bytes)));
    await transfer(ada, keys);
    const { blobs } = await traces(vault);
    const again = await sendAndScan(ada, 'same 3.bin', bytes);
    expect(await transfer(ada, [again])).toEqual([200]);
    expect(await traces(vault)).toMatchObject({ blobs, garbage: 0 });
    const file = await named('same 3.bin');
    expect(file).toMatchObject({ size: 5000 });
  });
});

describe('C17 returns an address', () => {
  const ask = (fileName: string, RelFileName: string) =>
    ada.call(contract.upload.prepare, { query: { fileName }, body: { RelFileName } });

  it.each([
    ['', Messages.nameRequired],
    ['   ', Messages.nameRequired],
    ['a/b.txt', Messages.nameCharacters],
    [String.raw`a\b.txt`, Messages.nameCharacters],
    ['a:b', Messages.nameCharacters],
    ['a*b?', Messages.nameCharacters],
    ['Zoë.txt', Messages.nameCharacters],
    ['a\0b', Messages.nameCharacters],
    ['..', Messages.nameCharacters],
    ['.', Messages.nameCharacters],
    ['x'.repeat(401), Messages.fileNameTooLong],
  ])('NAME-03 the name %j is refused', async (name, message) => {
    const refusal = { status: 400, code: 400, data: null, errorMessage: message };
    expect(await ask(newUid(), name)).toMatchObject(refusal);
  });

  it.each(['', 'a b', 'a/b', 'x'.repeat(65), 'ä'])('the uid %j is refused', async (fileName) => {
    expect(await ask(fileName, 'a.txt')).toMatchObject({
      code: 400,
      errorMessage: 'Invalid request.',
    });
  });

  it('every allowed symbol and a name of 400 characters are accepted', async () => {
    for (const name of ["a_-.#!$%&'()+,=~ 1", 'x'.repeat(400)]) {
      expect(await ask(newUid(), name)).toMatchObject({ code: 200 });
    }
  });
});

describe('C18 accepts bytes at a signed address only', () => {
  const refused = {
    code: 403,
    data: null,
    errorMessage: Messages.uploadAddressInvalid,
    errorCode: 'UPLOAD_ADDRESS_INVALID',
  };

  it('D-20 altered addresses are refused', async () => {
    const address = await prepare(ada, newUid(), 'a.txt');
    const token = address.slice(address.lastIndexOf('/') + 1);
    const [body = '', signature = ''] = token.split('.');
    const other = Buffer.from(JSON.stringify([Date.now() * 2, [USERS.colleague.sfid, 'x']])).toString(
      'base64url',
    );
    const forged = [
      `${other}.${signature}`,
      `${body}.${'A'.repeat(signature.length)}`,
      body,
      'x',
      `${token}x`,
      '%00',
    ];
    for (const each of forged) {
      expect(await put(address.replace(token, each), 'x')).toEqual({ status: 403, body: refused });
    }
    expect(await put(address, 'x')).toMatchObject({ status: 200 });
  });

  it('D-20 an address is valid for an hour; a new address continues the upload', async () => {
    const uid = newUid();
    const address = await prepare(ada, uid, 'late.txt');
    time = new Date(time.getTime() + 60 * 60 * 1000);
    expect(await put(address, 'x')).toEqual({ status: 403, body: refused });
    expect(await put(await prepare(ada, uid, 'late.txt'), 'x')).toMatchObject({ status: 200 });
  });

  it('UPLOAD-39 USE-48 an announced length or a stream over the limit gets 413', async () => {
    const before = await traces(vault);
    const uid = newUid();
    const address = await prepare(ada, uid, 'large.bin');
    const large = Buffer.alloc(MAX_BYTES + 1);
    const answer = {
      code: 413,
      data: null,
      errorMessage: uploadTooLarge(MAX_BYTES),
      errorCode: 'UPLOAD_TOO_LARGE',
    };
    expect(await put(address, large)).toEqual({ status: 413, body: answer });
    const stream = new ReadableStream({
      start(controller) {
        controller.enqueue(large);
        controller.close();
      },
    });
    const unannounced = await fetch(address, { method: 'PUT', body: stream, duplex: 'half' });
    expect(unannounced.status).toBe(413);
    expect(await unannounced.json()).toEqual(answer);
    expect(await ada.call(contract.upload.scan, { query: { key: uid } })).toMatchObject({ code: 404 });
    expect((await traces(vault)).blobs).toBe(before.blobs);
  });

  it('an aborted body leaves the earlier bytes in place', async () => {
    const uid = newUid();
    const address = await prepare(ada, uid, 'cut.txt');
    await put(address, 'the first and whole one');
    const before = await traces(vault);
    const sending = request(address, { method: 'PUT', headers: { 'content-length': '1000000' } });
    sending.on('error', () => undefined);
    sending.write(Buffer.alloc(500_000));
    await expect.poll(async () => (await traces(vault)).blobs).toBe(before.blobs + 1);
    sending.destroy();
    await expect.poll(() => traces(vault)).toEqual(before);
    await scan(ada, uid);
    expect(await transfer(ada, [uid])).toEqual([200]);
    const file = await named('cut.txt');
    expect(await contentOf(ada, file?.sfid ?? '')).toBe('the first and whole one');
  });

  it('D-21 an upload can be sent again until it is transferred; the last bytes are used', async () => {
    const uid = newUid();
    const address = await prepare(ada, uid, 'twice.txt');
    await put(address, 'first');
    await put(address, 'second');
    await scan(ada, uid);
    expect(await transfer(ada, [uid])).toEqual([200]);
    const file = await named('twice.txt');
    expect(await contentOf(ada, file?.sfid ?? '')).toBe('second');
    expect((await traces(vault)).garbage).toBe(0);
  });

  it('contract 10.13 after the transfer every address gets 409', async () => {
    const uid = newUid();
    const address = await prepare(ada, uid, 'done.txt');
    await put(address, 'stored');
    await scan(ada, uid);
    await transfer(ada, [uid]);
    const { blobs } = await traces(vault);
    const answer = {
      code: 409,
      data: null,
      errorMessage: Messages.uploadAlreadyStored,
      errorCode: 'UPLOAD_ALREADY_STORED',
    };
    expect(await put(address, 'too late')).toEqual({ status: 409, body: answer });
    expect(await put(await prepare(ada, uid, 'done.txt'), Buffer.alloc(MIB + 1))).toEqual({
      status: 409,
      body: answer,
    });
    expect((await traces(vault)).blobs).toBe(blobs);
    expect(await contentOf(ada, (await named('done.txt'))?.sfid ?? '')).toBe('stored');
  });
});

describe('only scanned bytes are transferred', () => {
  it('new bytes after the scan must be scanned', async () => {
    const uid = newUid();
    const address = await prepare(ada, uid, 'swap.txt');
    await put(address, 'harmless');
    expect(await scan(ada, uid)).toEqual(pass(uid, 'swap.txt'));
    await put(address, EICAR);
    expect(await transfer(ada, [uid])).toEqual([422]);
    expect(await named('swap.txt')).toBeUndefined();
    expect(await scan(ada, uid)).toMatchObject([{ scan_status: 'VIRUS' }]);
    expect(await transfer(ada, [uid])).toEqual([422]);
    await put(address, 'harmless again');
    expect(await transfer(ada, [uid])).toEqual([422]);
    await scan(ada, uid);
    expect(await transfer(ada, [uid])).toEqual([200]);
    expect(await contentOf(ada, (await named('swap.txt'))?.sfid ?? '')).toBe('harmless again');
  });

  it('a virus is never stored while bytes, scans and transfers run concurrently', async () => {
    const uid = newUid();
    const address = await prepare(ada, uid, 'race.txt');
    await put(address, 'harmless 0');
    const send = async (n: number) => put(address, n % 2 === 0 ? EICAR : `harmless ${n}`);
    const attempts = Array.from({ length: 24 }, async (_, n) => {
      if (n % 3 === 0) return send(n / 3);
      if (n % 3 === 1) return ada.call(contract.upload.scan, { query: { key: uid } });
      return transfer(ada, [uid]);
    });
    await Promise.all(attempts);
    const file = await named('race.txt');
    if (file !== undefined) expect(await contentOf(ada, file.sfid)).toMatch(/^harmless/);
    const { rows } = await sql`select 1 from blob where size_bytes = ${EICAR.length}`.execute(
      vault.database.kysely,
    );
    expect(rows).toHaveLength(0);
  });

  it('UPLOAD-32 infected bytes are deleted immediately, and the answer stays the same', async () => {
    const before = await traces(vault);
    const uid = newUid();
    await put(await prepare(ada, uid, 'eicar.com'), EICAR);
    const answer = [{ key: uid, name: 'eicar.com', scan_status: 'VIRUS', upload_status: 'SUCCESS' }];
    expect(await scan(ada, uid)).toEqual(answer);
    expect(await traces(vault)).toMatchObject({ blobs: before.blobs, garbage: 0 });
    expect(await scan(ada, uid)).toEqual(answer);
    expect(await transfer(ada, [uid])).toEqual([422]);
  });

  it('the version records which scanner scanned the bytes', async () => {
    const { rows } = await sql<{ scannedBy: string }>`select distinct scanned_by from version`.execute(
      vault.database.kysely,
    );
    expect(rows).toEqual([{ scannedBy: 'yara-x' }]);
  });
});
