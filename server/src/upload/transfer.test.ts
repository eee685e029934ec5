import { contract, Messages } from '@vault/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { EICAR } from '../platform/scanner/index.ts';
import { RECORDS, USERS } from '../testing/accounts.ts';
import { createTestApp, type TestApp } from '../testing/app.ts';
import { type Client, signIn } from '../testing/client.ts';
import { waitForLockWait } from '../testing/lock-wait.ts';
import { countersOf } from '../testing/vault.ts';
import { lockRecord } from '../tree/index.ts';
import {
  contentOf,
  folderId,
  list,
  newUid,
  prepare,
  put,
  scan,
  sendAndScan,
  transfer,
} from '../testing/upload-pipeline.ts';

let vault: TestApp;
let ada: Client;
let time = new Date('2026-11-20T10:00:00Z');

beforeAll(async () => {
  vault = await createTestApp({
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

describe('C19 scans received bytes', () => {
  it('contract 10.13 a scan of an upload without bytes gets E4', async () => {
    const uid = newUid();
    const call = (isFolder: 'true' | 'false', key = uid) =>
      ada.call(contract.upload.scan, { query: { key, isFolder } });
    const answer = {
      status: 404,
      code: 404,
      data: null,
      errorMessage: Messages.notFound,
      errorCode: 'NOT_FOUND',
    };
    expect(await call('false')).toEqual(answer);
    await prepare(ada, uid, 'nothing.zip');
    expect(await call('false')).toEqual(answer);
    expect(await call('true')).toEqual(answer);
  });

  it('a repeated scan returns the same answer', async () => {
    const uid = await sendAndScan(ada, 'again.txt', 'x');
    expect(await Promise.all([scan(ada, uid), scan(ada, uid)])).toEqual([
      pass(uid, 'again.txt'),
      pass(uid, 'again.txt'),
    ]);
    await transfer(ada, [uid]);
    expect(await scan(ada, uid)).toEqual(pass(uid, 'again.txt'));
  });
});

describe('C20 transfers scanned uploads into a folder', () => {
  it('T-51 D-23 a repeated transfer stores nothing twice', async () => {
    const uid = await sendAndScan(ada, 'once.txt', 'x');
    expect(await transfer(ada, [uid, uid])).toEqual([200, 200]);
    expect(await transfer(ada, [uid])).toEqual([200]);
    expect(await Promise.all([transfer(ada, [uid]), transfer(ada, [uid])])).toEqual([[200], [200]]);
    expect(await named('once.txt')).toMatchObject({ versionCount: 1 });
  });

  it('D-23 a key that several concurrent calls transfer is stored once', async () => {
    const uid = await sendAndScan(ada, 'at once.txt', 'x');
    const codes = await Promise.all(Array.from({ length: 8 }, () => transfer(ada, [uid])));
    expect(codes.flat()).toEqual(Array.from({ length: 8 }, () => 200));
    expect(await named('at once.txt')).toMatchObject({ versionCount: 1 });
  });

  it('UPLOAD-38 D-11 a file of the same name gets a new current version', async () => {
    await transfer(ada, [await sendAndScan(ada, 'plan.txt', 'first')]);
    const first = await named('plan.txt');
    await transfer(ada, [await sendAndScan(ada, 'plan.txt', 'second one')]);
    const second = await named('plan.txt');
    expect(second).toMatchObject({ sfid: first?.sfid, versionCount: 2, size: 10 });
    expect(second?.versionId).not.toBe(first?.versionId);
    expect(await contentOf(ada, second?.sfid ?? '')).toBe('second one');
  });

  it('UPLOAD-38 two concurrent uploads of one name become two versions', async () => {
    const ben = await vault.as('colleague');
    const keys = await Promise.all([
      sendAndScan(ada, 'both.txt', 'by Ada'),
      sendAndScan(ben, 'both.txt', 'by Ben'),
    ]);
    const codes = await Promise.all([transfer(ada, [keys[0]]), transfer(ben, [keys[1]])]);
    expect(codes).toEqual([[200], [200]]);
    expect((await list(ada)).filter((item) => item.name === 'both.txt')).toMatchObject([{ versionCount: 2 }]);
    expect((await countersOf(vault.database, RECORDS.acme)).kept).toEqual(
      (await countersOf(vault.database, RECORDS.acme)).counted,
    );
  });

  it('UPLOAD-33 the reply has a code for each key, in order', async () => {
    const stored = await sendAndScan(ada, 'order.txt', 'x');
    await transfer(ada, [stored]);
    const good = await sendAndScan(ada, 'order 2.txt', 'x');
    const infected = await sendAndScan(ada, 'order 3.txt', EICAR);
    const unscanned = newUid();
    await put(await prepare(ada, unscanned, 'order 4.txt'), 'x');
    const unsent = newUid();
    await prepare(ada, unsent, 'order 5.txt');
    expect(await transfer(ada, ['unknown', infected, good, stored, unscanned, unsent, good])).toEqual([
      404, 422, 200, 200, 422, 422, 200,
    ]);
  });

  it('D-21 keys of other users are unknown, even with the same uid', async () => {
    const ben = await vault.as('colleague');
    const uid = await sendAndScan(ada, 'mine.txt', 'of Ada');
    expect(await transfer(ben, [uid])).toEqual([404]);
    expect(await ben.call(contract.upload.scan, { query: { key: uid } })).toMatchObject({ code: 404 });
    await sendAndScan(ben, 'mine too.txt', 'of Ben', uid);
    expect(await transfer(ben, [uid])).toEqual([200]);
    expect(await transfer(ada, [uid])).toEqual([200]);
    expect(await contentOf(ada, (await named('mine.txt'))?.sfid ?? '')).toBe('of Ada');
    expect(await contentOf(ada, (await named('mine too.txt'))?.sfid ?? '')).toBe('of Ben');
  });

  it('D-21 keys expire after a day', async () => {
    const uid = await sendAndScan(ada, 'old.txt', 'x');
    const today = time;
    time = new Date(today.getTime() + 24 * 60 * 60 * 1000);
    const tomorrow = await signIn(vault.origin, 'everything');
    expect(await transfer(tomorrow, [uid])).toEqual([404]);
    expect(await tomorrow.call(contract.upload.scan, { query: { key: uid } })).toMatchObject({ code: 404 });
    await sendAndScan(tomorrow, 'new.txt', 'y', uid);
    expect(await transfer(tomorrow, [uid])).toEqual([200]);
    time = today;
  });

  it('E4 an unknown, foreign or trashed folder is refused, and nothing is stored', async () => {
    const uid = await sendAndScan(ada, 'nowhere.txt', 'x');
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
      expect(answer).toEqual({
        status: 404,
        code: 404,
        data: null,
        errorMessage: Messages.notFound,
        errorCode: 'NOT_FOUND',
      });
    }
    expect(await transfer(ada, [uid], '', USERS.everything.sfid)).toEqual([200]);
  });
});

describe('the time of a stored file', () => {
  it('SAFE-05 a transfer that waits for another change of the record is dated after it', async () => {
    const uid = await sendAndScan(ada, 'waited.txt', 'x');
    const released = Promise.withResolvers<void>();
    const changing = vault.database.transaction(async (tx) => {
      await lockRecord(tx, RECORDS.acme);
      await released.promise;
    });
    const transferring = transfer(ada, [uid]);
    await waitForLockWait(vault.database);
    time = new Date(time.getTime() + 1000);
    released.resolve();
    await changing;
    expect(await transferring).toEqual([200]);
    expect(await named('waited.txt')).toMatchObject({ createddate: time.toISOString() });
  });
});

describe('permission to upload', () => {
  const { prepare: c17, scan: c19, transfer: c20 } = contract.upload;
  const body = { fileKeys: ['x'], folderSfid: 'fld000000000000000', linkedId: RECORDS.acme };

  it.each([
    ['anonymous', 401, Messages.signInAgain],
    ['noVault', 403, Messages.noAccess],
    ['reader', 403, Messages.noAccess],
    ['editor', 403, Messages.noAccess],
  ] as const)('PERM %s gets %d', async (user, code, errorMessage) => {
    const client = user === 'anonymous' ? vault.anonymous : await vault.as(user);
    const answer = { status: code, code, data: null, errorMessage };
    expect(await client.call(c17, { query: { fileName: 'x' }, body: { RelFileName: 'a' } })).toMatchObject(
      answer,
    );
    expect(await client.call(c19, { query: { key: 'x' } })).toMatchObject(answer);
    expect(await client.call(c20, { body })).toMatchObject(answer);
  });

  it('PERM an upload into the record of another user is refused', async () => {
    const hal = await vault.as('outsider');
    const uid = await sendAndScan(hal, 'intruder.txt', 'x');
    const answer = await hal.call(c20, { body: { ...body, fileKeys: [uid] } });
    expect(answer).toMatchObject({ code: 403, errorMessage: Messages.noAccess });
  });

  it('PERM the create permission is sufficient for an upload', async () => {
    const dan = await vault.as('creator');
    expect(await transfer(dan, [await sendAndScan(dan, 'by Dan.txt', 'x')])).toEqual([200]);
  });
});
