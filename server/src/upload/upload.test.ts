import { randomBytes } from 'node:crypto';
import { request } from 'node:http';
import { contract, Messages } from '@vault/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { EICAR } from '../platform/scanner/index.ts';
import { RECORDS, USERS } from '../testing/accounts.ts';
import { createTestApp, type TestApp } from '../testing/app.ts';
import { type Client, signIn } from '../testing/client.ts';
import { countersOf } from '../testing/vault.ts';
import {
  contentOf,
  folderId,
  list,
  newUid,
  prepare,
  put,
  scan,
  stage,
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
    settings: { publicUrl: null, trustProxy: false, maxUploadBytes: MAX_BYTES, nameCharacters: 'spec' },
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

describe('a file comes in by four calls', () => {
  it('UPLOAD-26 address, bytes, scan, transfer: then it lies in the folder with its bytes', async () => {
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

  it('an empty file is a file', async () => {
    const uid = await stage(ada, 'empty.txt', '');
    expect(await transfer(ada, [uid])).toEqual([200]);
    expect(await named('empty.txt')).toMatchObject({ size: 0 });
  });

  it('D-41 a file of exactly the limit is taken', async () => {
    const uid = await stage(ada, 'full.bin', randomBytes(MAX_BYTES));
    expect(await transfer(ada, [uid])).toEqual([200]);
    expect(await named('full.bin')).toMatchObject({ size: MAX_BYTES });
  });

  it('bytes may come without an announced length, and with any content type', async () => {
    const uid = newUid();
    const address = await prepare(ada, uid, 'stream.bin');
    const pieces = new ReadableStream({
      start(controller) {
        for (let i = 0; i < 3; i += 1) controller.enqueue(Buffer.from(`piece ${i} `));
        controller.close();
      },
    });
    const init = {
      method: 'PUT',
      body: pieces,
      duplex: 'half',
      headers: { 'content-type': 'application/json' },
    };
    expect((await fetch(address, init as RequestInit)).status).toBe(200);
    await scan(ada, uid);
    expect(await transfer(ada, [uid])).toEqual([200]);
    const file = await named('stream.bin');
    expect(await contentOf(ada, file?.sfid ?? '')).toBe('piece 0 piece 1 piece 2 ');
  });

  it('NAME-03 names are trimmed', async () => {
    const uid = await stage(ada, '  trimmed.txt ', 'x');
    expect(await scan(ada, uid)).toEqual(pass(uid, 'trimmed.txt'));
  });

  it('DATA the bytes are kept once, however often they come', async () => {
    const bytes = randomBytes(5000);
    const keys = await Promise.all(['same 1.bin', 'same 2.bin'].map((name) => stage(ada, name, bytes)));
    await transfer(ada, keys);
    const { blobs } = await traces(vault);
    const again = await stage(ada, 'same 3.bin', bytes);
    expect(await transfer(ada, [again])).toEqual([200]);
    expect(await traces(vault)).toMatchObject({ blobs, garbage: 0 });
    const file = await named('same 3.bin');
    expect(file).toMatchObject({ size: 5000 });
  });
});

describe('C17 asks for an address', () => {
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
  ])('NAME-03 refuses the name %j', async (name, message) => {
    expect(await ask(newUid(), name)).toEqual({
      status: 400,
      code: 400,
      data: null,
      errorMessage: message,
    });
  });

  it.each(['', 'a b', 'a/b', 'x'.repeat(65), 'ä'])('refuses the uid %j', async (fileName) => {
    expect(await ask(fileName, 'a.txt')).toMatchObject({
      code: 400,
      errorMessage: 'Invalid request.',
    });
  });

  it('takes every allowed symbol, and a name of 400 characters', async () => {
    for (const name of ["a_-.#!$%&'()+,=~ 1", 'x'.repeat(400)]) {
      expect(await ask(newUid(), name)).toMatchObject({ code: 200 });
    }
  });
});

describe('C18 takes bytes at a signed address only', () => {
  const refused = { code: 403, data: null, errorMessage: Messages.uploadAddressInvalid };

  it('D-20 refuses altered addresses', async () => {
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

  it('D-20 an address is good for an hour; a new one goes on with the upload', async () => {
    const uid = newUid();
    const address = await prepare(ada, uid, 'late.txt');
    time = new Date(time.getTime() + 60 * 60 * 1000);
    expect(await put(address, 'x')).toEqual({ status: 403, body: refused });
    expect(await put(await prepare(ada, uid, 'late.txt'), 'x')).toMatchObject({ status: 200 });
  });

  it('413 for an announced length over the limit, and for one that is passed on the way', async () => {
    const before = await traces(vault);
    const uid = newUid();
    const address = await prepare(ada, uid, 'large.bin');
    const large = Buffer.alloc(MAX_BYTES + 1);
    const answer = { code: 413, data: null, errorMessage: Messages.uploadTooLarge };
    expect(await put(address, large)).toEqual({ status: 413, body: answer });
    const stream = new ReadableStream({
      start(controller) {
        controller.enqueue(large);
        controller.close();
      },
    });
    const unannounced = await fetch(address, { method: 'PUT', body: stream, duplex: 'half' } as RequestInit);
    expect(unannounced.status).toBe(413);
    expect(await unannounced.json()).toEqual(answer);
    expect(await ada.call(contract.upload.scan, { query: { key: uid } })).toMatchObject({ code: 404 });
    expect((await traces(vault)).blobs).toBe(before.blobs);
  });

  it('a body that is cut leaves what was there before', async () => {
    const uid = newUid();
    const address = await prepare(ada, uid, 'cut.txt');
    await put(address, 'the first and whole one');
    const before = await traces(vault);
    await new Promise<void>((resolve) => {
      const sending = request(address, { method: 'PUT', headers: { 'content-length': '100000' } });
      sending.on('error', () => resolve());
      sending.write(Buffer.alloc(50_000));
      setTimeout(() => sending.destroy(), 50);
    });
    await expect.poll(() => traces(vault)).toEqual(before);
    await scan(ada, uid);
    expect(await transfer(ada, [uid])).toEqual([200]);
    const file = await named('cut.txt');
    expect(await contentOf(ada, file?.sfid ?? '')).toBe('the first and whole one');
  });

  it('D-21 an upload may be sent again until it is transferred; the last bytes count', async () => {
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

  it('contract 9.13 after the transfer it is 409, whatever address is used', async () => {
    const uid = newUid();
    const address = await prepare(ada, uid, 'done.txt');
    await put(address, 'stored');
    await scan(ada, uid);
    await transfer(ada, [uid]);
    const { blobs } = await traces(vault);
    const answer = { code: 409, data: null, errorMessage: Messages.uploadAlreadyStored };
    expect(await put(address, 'too late')).toEqual({ status: 409, body: answer });
    expect(await put(await prepare(ada, uid, 'done.txt'), Buffer.alloc(MIB + 1))).toEqual({
      status: 409,
      body: answer,
    });
    expect((await traces(vault)).blobs).toBe(blobs);
    expect(await contentOf(ada, (await named('done.txt'))?.sfid ?? '')).toBe('stored');
  });
});

describe('what is transferred is what was scanned', () => {
  it('new bytes after the scan have to be scanned themselves', async () => {
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

  it('whatever is sent while scans and transfers run, a virus never lands', async () => {
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

  it('UPLOAD-32 infected bytes are removed at once, and the answer stays the same', async () => {
    const before = await traces(vault);
    const uid = newUid();
    await put(await prepare(ada, uid, 'eicar.com'), EICAR);
    const answer = [{ key: uid, name: 'eicar.com', scan_status: 'VIRUS', upload_status: 'SUCCESS' }];
    expect(await scan(ada, uid)).toEqual(answer);
    expect(await traces(vault)).toMatchObject({ blobs: before.blobs, garbage: 0 });
    expect(await scan(ada, uid)).toEqual(answer);
    expect(await transfer(ada, [uid])).toEqual([422]);
  });

  it('which scanner judged the bytes stands with the version', async () => {
    const { rows } = await sql<{ scannedBy: string }>`select distinct scanned_by from version`.execute(
      vault.database.kysely,
    );
    expect(rows).toEqual([{ scannedBy: 'yara-x' }]);
  });
});

describe('C19 scans what was received', () => {
  it('contract 9.13 nothing to scan is E4', async () => {
    const uid = newUid();
    const call = (isFolder: 'true' | 'false', key = uid) =>
      ada.call(contract.upload.scan, { query: { key, isFolder } });
    const answer = { status: 404, code: 404, data: null, errorMessage: Messages.notFound };
    expect(await call('false')).toEqual(answer);
    await prepare(ada, uid, 'nothing.zip');
    expect(await call('false')).toEqual(answer);
    expect(await call('true')).toEqual(answer);
  });

  it('repeating it answers the same', async () => {
    const uid = await stage(ada, 'again.txt', 'x');
    expect(await Promise.all([scan(ada, uid), scan(ada, uid)])).toEqual([
      pass(uid, 'again.txt'),
      pass(uid, 'again.txt'),
    ]);
    await transfer(ada, [uid]);
    expect(await scan(ada, uid)).toEqual(pass(uid, 'again.txt'));
  });
});

describe('C20 puts scanned uploads into a folder', () => {
  it('T-51 a repeated transfer stores nothing twice (D-23)', async () => {
    const uid = await stage(ada, 'once.txt', 'x');
    expect(await transfer(ada, [uid, uid])).toEqual([200, 200]);
    expect(await transfer(ada, [uid])).toEqual([200]);
    expect(await Promise.all([transfer(ada, [uid]), transfer(ada, [uid])])).toEqual([[200], [200]]);
    expect(await named('once.txt')).toMatchObject({ versionCount: 1 });
  });

  it('D-23 the same key transferred by several calls at once is stored once', async () => {
    const uid = await stage(ada, 'at once.txt', 'x');
    const codes = await Promise.all(Array.from({ length: 8 }, () => transfer(ada, [uid])));
    expect(codes.flat()).toEqual(Array.from({ length: 8 }, () => 200));
    expect(await named('at once.txt')).toMatchObject({ versionCount: 1 });
  });

  it('UPLOAD-38 a file of the same name gets a new current version (D-11)', async () => {
    await transfer(ada, [await stage(ada, 'plan.txt', 'first')]);
    const first = await named('plan.txt');
    await transfer(ada, [await stage(ada, 'plan.txt', 'second one')]);
    const second = await named('plan.txt');
    expect(second).toMatchObject({ sfid: first?.sfid, versionCount: 2, size: 10 });
    expect(second?.versionId).not.toBe(first?.versionId);
    expect(await contentOf(ada, second?.sfid ?? '')).toBe('second one');
  });

  it('UPLOAD-38 two uploads of one name at the same time become two versions', async () => {
    const ben = await vault.as('colleague');
    const keys = await Promise.all([stage(ada, 'both.txt', 'by Ada'), stage(ben, 'both.txt', 'by Ben')]);
    const codes = await Promise.all([transfer(ada, [keys[0]]), transfer(ben, [keys[1]])]);
    expect(codes).toEqual([[200], [200]]);
    expect((await list(ada)).filter((item) => item.name === 'both.txt')).toMatchObject([{ versionCount: 2 }]);
    expect((await countersOf(vault.database, RECORDS.acme)).kept).toEqual(
      (await countersOf(vault.database, RECORDS.acme)).counted,
    );
  });

  it('UPLOAD-33 answers a code for each key, in their order', async () => {
    const stored = await stage(ada, 'order.txt', 'x');
    await transfer(ada, [stored]);
    const good = await stage(ada, 'order 2.txt', 'x');
    const infected = await stage(ada, 'order 3.txt', EICAR);
    const unscanned = newUid();
    await put(await prepare(ada, unscanned, 'order 4.txt'), 'x');
    const unsent = newUid();
    await prepare(ada, unsent, 'order 5.txt');
    expect(await transfer(ada, ['unknown', infected, good, stored, unscanned, unsent, good])).toEqual([
      404, 422, 200, 200, 422, 422, 200,
    ]);
  });

  it('D-21 keys of other users are unknown, also when they have the same uid', async () => {
    const ben = await vault.as('colleague');
    const uid = await stage(ada, 'mine.txt', 'of Ada');
    expect(await transfer(ben, [uid])).toEqual([404]);
    expect(await ben.call(contract.upload.scan, { query: { key: uid } })).toMatchObject({ code: 404 });
    await stage(ben, 'mine too.txt', 'of Ben', uid);
    expect(await transfer(ben, [uid])).toEqual([200]);
    expect(await transfer(ada, [uid])).toEqual([200]);
    expect(await contentOf(ada, (await named('mine.txt'))?.sfid ?? '')).toBe('of Ada');
    expect(await contentOf(ada, (await named('mine too.txt'))?.sfid ?? '')).toBe('of Ben');
  });

  it('D-21 keys vanish after a day', async () => {
    const uid = await stage(ada, 'old.txt', 'x');
    const today = time;
    time = new Date(today.getTime() + 24 * 60 * 60 * 1000);
    const tomorrow = await signIn(vault.origin, 'everything');
    expect(await transfer(tomorrow, [uid])).toEqual([404]);
    expect(await tomorrow.call(contract.upload.scan, { query: { key: uid } })).toMatchObject({ code: 404 });
    await stage(tomorrow, 'new.txt', 'y', uid);
    expect(await transfer(tomorrow, [uid])).toEqual([200]);
    time = today;
  });

  it('E4 when the folder is unknown, of another record, or in the trash: nothing is stored', async () => {
    const uid = await stage(ada, 'nowhere.txt', 'x');
    const own = await folderId(ada, '', USERS.everything.sfid);
    await ada.data(contract.organise.createFolder, {
      params: { recordId: RECORDS.acme },
      query: { name: 'Gone', path: '' },
    });
    const gone = await folderId(ada, 'Gone');
    await ada.data(contract.organise.moveToTrash, {
      query: { ids: [gone] } as never,
      body: undefined as never,
    });
    for (const folderSfid of [own, gone, 'fld000000000000000']) {
      const answer = await ada.call(contract.upload.transfer, {
        body: { fileKeys: [uid], folderSfid, linkedId: RECORDS.acme },
      });
      expect(answer).toEqual({ status: 404, code: 404, data: null, errorMessage: Messages.notFound });
    }
    expect(await transfer(ada, [uid], '', USERS.everything.sfid)).toEqual([200]);
  });
});

describe('who may upload', () => {
  const { prepare: c17, scan: c19, transfer: c20 } = contract.upload;
  const body = { fileKeys: ['x'], folderSfid: 'fld000000000000000', linkedId: RECORDS.acme };

  it.each([
    ['nobody', 401, Messages.signInAgain],
    ['noVault', 403, Messages.noAccess],
    ['reader', 403, Messages.noAccess],
    ['editor', 403, Messages.noAccess],
  ] as const)('PERM %s gets %d', async (user, code, errorMessage) => {
    const client = user === 'nobody' ? vault.nobody : await vault.as(user);
    const answer = { status: code, code, data: null, errorMessage };
    expect(await client.call(c17, { query: { fileName: 'x' }, body: { RelFileName: 'a' } })).toEqual(answer);
    expect(await client.call(c19, { query: { key: 'x' } })).toEqual(answer);
    expect(await client.call(c20, { body })).toEqual(answer);
  });

  it('PERM somebody else’s record is closed', async () => {
    const hal = await vault.as('outsider');
    const uid = await stage(hal, 'intruder.txt', 'x');
    const answer = await hal.call(c20, { body: { ...body, fileKeys: [uid] } });
    expect(answer).toMatchObject({ code: 403, errorMessage: Messages.noAccess });
  });

  it('PERM create is enough', async () => {
    const dan = await vault.as('creator');
    expect(await transfer(dan, [await stage(dan, 'by Dan.txt', 'x')])).toEqual([200]);
  });
});
