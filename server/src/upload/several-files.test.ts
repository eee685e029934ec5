import { contract, Messages, UPLOADS_TOGETHER } from '@vault/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { EICAR } from '../platform/scanner/index.ts';
import { createTestApp, SETTINGS, type TestApp } from '../testing/app.ts';
import type { Client } from '../testing/client.ts';
import { newUid, put, transfer } from '../testing/upload-pipeline.ts';

// C140 and C141: the calls for several files (SPEED-04).

const FILES = 6;

let vault: TestApp;
let ada: Client;
beforeAll(async () => {
  const waitingLimits = { ...SETTINGS.waitingLimits, account: { bytes: 1000, files: FILES } };
  vault = await createTestApp({ settings: { ...SETTINGS, waitingLimits } });
  ada = await vault.as('everything');
});
afterAll(() => vault.close());
beforeEach(() => sql`delete from upload`.execute(vault.database.kysely));

interface NewFile {
  key: string;
  name: string;
}
const newFiles = (...names: string[]): NewFile[] => names.map((name) => ({ key: newUid(), name }));
const keysOf = (files: readonly NewFile[]) => files.map(({ key }) => key);
const prepareFiles = (files: readonly NewFile[]) =>
  ada.call(contract.upload.prepareFiles, { body: { files: [...files] } });
const scanFiles = (keys: readonly string[], client = ada) =>
  client.call(contract.upload.scanFiles, { body: { keys: [...keys] } });
const waiting = async () =>
  (await sql<{ name: string }>`select name from upload order by name`.execute(vault.database.kysely)).rows;

async function send(files: readonly NewFile[], bytes: readonly string[]): Promise<void> {
  const { data: addresses } = await prepareFiles(files);
  await Promise.all(addresses.map((address, n) => put(address, bytes[n] ?? '')));
}

describe('C140 the addresses of several files', () => {
  it('SPEED-04 C140 C141 each file has its address and its result, in the order of the call', async () => {
    const files = newFiles('b.txt', 'a.txt', 'virus.txt');
    await send(files, ['bytes of b', 'bytes of a', EICAR.toString()]);
    const { data: results } = await scanFiles(keysOf(files));
    expect(results).toEqual([
      { key: files[0]?.key, name: 'b.txt', scan_status: 'PASS', upload_status: 'SUCCESS' },
      { key: files[1]?.key, name: 'a.txt', scan_status: 'PASS', upload_status: 'SUCCESS' },
      { key: files[2]?.key, name: 'virus.txt', scan_status: 'VIRUS', upload_status: 'SUCCESS' },
    ]);
    expect(await transfer(ada, keysOf(files))).toEqual([200, 200, 422]);
  });

  it('SPEED-04 C140 a refused name refuses all files, and nothing is created', async () => {
    const refused = await prepareFiles(newFiles('good.txt', 'a/b.txt'));
    expect(refused).toMatchObject({ status: 400, errorMessage: Messages.nameCharacters, data: null });
    expect(await waiting()).toEqual([]);
  });

  it('GUARD-24 C140 more files than may wait are refused together; none of them waits', async () => {
    await prepareFiles(newFiles('1.txt', '2.txt'));
    const refused = await prepareFiles(newFiles('3.txt', '4.txt', '5.txt', '6.txt', '7.txt'));
    expect(refused).toMatchObject({ status: 507, errorCode: 'ACCOUNT_UPLOAD_LIMIT' });
    expect(await waiting()).toEqual([{ name: '1.txt' }, { name: '2.txt' }]);
    expect(await prepareFiles(newFiles('3.txt', '4.txt', '5.txt', '6.txt'))).toMatchObject({ status: 200 });
  });

  it('SPEED-04 C140 concurrent calls with a key in common both get its address', async () => {
    const [shared, own, other] = newFiles('shared.txt', 'own.txt', 'other.txt') as [
      NewFile,
      NewFile,
      NewFile,
    ];
    const replies = await Promise.all([
      prepareFiles(newFiles('first.txt')),
      prepareFiles([shared, own]),
      prepareFiles([other, shared]),
    ]);
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(await waiting()).toHaveLength(4);
  });
});

describe('C141 the scan of several files', () => {
  it('SPEED-04 C141 a key without bytes refuses the call; the verdicts of the others are kept', async () => {
    const files = newFiles('a.txt', 'b.txt');
    await send(files, ['a', 'b']);
    const [unsent] = newFiles('unsent.txt') as [NewFile];
    await prepareFiles([unsent]);
    expect(await scanFiles([...keysOf(files), unsent.key])).toMatchObject({
      status: 404,
      errorMessage: Messages.notFound,
    });
    expect(await transfer(ada, keysOf(files))).toEqual([200, 200]);
  });

  it('D-21 C141 the uploads of another account are unknown', async () => {
    const files = newFiles('a.txt');
    await send(files, ['a']);
    expect(await scanFiles(keysOf(files), await vault.as('creator'))).toMatchObject({ status: 404 });
  });
});

describe('bad input of the calls for several files', () => {
  const P16 = { status: 400, errorMessage: Messages.invalidRequest, data: null };
  const tooMany = Array.from({ length: UPLOADS_TOGETHER + 1 }, (_, n) => `f${n}`);

  it.each([
    ['none', []],
    ['too many', tooMany.map((key) => ({ key, name: `${key}.txt` }))],
    ['a key with a slash', [{ key: 'a/b', name: 'a.txt' }]],
    [
      'a key that appears twice',
      [
        { key: 'twice', name: 'a.txt' },
        { key: 'twice', name: 'b.txt' },
      ],
    ],
  ])('contract 10.3 C140 %s: P16, and nothing is created', async (_, files) => {
    expect(await prepareFiles(files)).toMatchObject(P16);
    expect(await waiting()).toEqual([]);
  });

  it.each([
    ['none', []],
    ['too many', tooMany],
    ['a key with a slash', ['a/b']],
    ['a key that appears twice', ['twice', 'twice']],
  ])('contract 10.3 C141 %s: P16', async (_, keys) => {
    expect(await scanFiles(keys)).toMatchObject(P16);
  });
});
