import { randomBytes } from 'node:crypto';
import { contract, Messages } from '@vault/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { EICAR } from '../platform/scanner/index.ts';
import { RECORDS, USERS } from '../testing/accounts.ts';
import { createTestApp, SETTINGS, type TestApp } from '../testing/app.ts';
import type { Client } from '../testing/client.ts';
import { type RawEntry, rawZip, type RawZipOptions } from '../testing/raw-zip.ts';
import { countersOf } from '../testing/vault.ts';
import {
  contentOf,
  folderId,
  list,
  newUid,
  prepare,
  put,
  scan,
  sendFolder,
  sendAndScan,
  traces,
  transfer,
} from '../testing/upload-pipeline.ts';
import { Intake } from './intake.ts';
import { scanFolder } from './scan-folder.ts';

const MIB = 1024 * 1024;

let vault: TestApp;
let ada: Client;
beforeAll(async () => {
  vault = await createTestApp({
    settings: { ...SETTINGS, maxUploadBytes: 8 * MIB },
  });
  ada = await vault.as('everything');
});
afterAll(() => vault.close());

const file = (name: string, content: string | Uint8Array = name, more: Partial<RawEntry> = {}): RawEntry => ({
  name,
  content,
  method: 8,
  ...more,
});
const keysOf = (uid: string, count: number) => Array.from({ length: count }, (_, n) => `${uid}_${n}`);
const scanFolderCall = (uid: string) =>
  ada.call(contract.upload.scan, { query: { key: uid, isFolder: 'true' } });

describe('a folder is uploaded as one ZIP', () => {
  it('D-22 a folder is scanned file by file and transferred with its subfolders', async () => {
    const uid = await sendFolder(
      ada,
      'Docs',
      rawZip([
        file('Docs/'),
        file('Docs/a.txt', 'A'),
        file('Docs/empty/'),
        file('Docs/sub/b.txt', 'B', { method: 0 }),
        file('Docs/sub/deeper/c.txt', 'C', { hasDescriptor: true }),
      ]),
    );
    expect(await scan(ada, uid, true)).toEqual(
      ['Docs/a.txt', 'Docs/sub/b.txt', 'Docs/sub/deeper/c.txt'].map((name, n) => ({
        key: `${uid}_${n}`,
        name,
        scan_status: 'PASS',
        upload_status: 'SUCCESS',
      })),
    );
    expect(await transfer(ada, keysOf(uid, 3))).toEqual([200, 200, 200]);
    expect((await list(ada, 'Docs')).map(({ name }) => name)).toEqual(['sub', 'a.txt']);
    const [deep] = await list(ada, 'Docs/sub/deeper');
    expect(await contentOf(ada, deep?.sfid ?? '')).toBe('C');
    const { kept, counted } = await countersOf(vault.database, RECORDS.acme);
    expect(kept).toEqual(counted);
  });

  it('D-22 a repeated scan returns the same keys, before and after the transfer', async () => {
    const uid = await sendFolder(ada, 'Again', rawZip([file('Again/a.txt'), file('Again/b.txt')]));
    const first = await scan(ada, uid, true);
    expect(await scan(ada, uid, true)).toEqual(first);
    expect(await transfer(ada, [`${uid}_0`])).toEqual([200]);
    expect(await scan(ada, uid, true)).toEqual(first);
    expect(await transfer(ada, keysOf(uid, 2))).toEqual([200, 200]);
    expect(await list(ada, 'Again')).toMatchObject([{ versionCount: 1 }, { versionCount: 1 }]);
  });

  it('D-22 concurrent scans of one ZIP by two servers create one set of files', async () => {
    const before = await traces(vault);
    const uid = await sendFolder(
      ada,
      'Race',
      rawZip(Array.from({ length: 20 }, (_, n) => file(`Race/${n}.txt`))),
    );
    const byOneServer = () =>
      scanFolder(
        { ...vault.deps, intake: new Intake(vault.deps) },
        { ownerId: USERS.everything.sfid, key: uid },
      );
    const [one, two] = await Promise.all([byOneServer(), byOneServer()]);
    expect(one).toEqual(two);
    expect(one).toHaveLength(20);
    const after = await traces(vault);
    expect(after.blobs - before.blobs).toBe(20);
    expect(after.garbage).toBe(0);
  });

  it('D-22 concurrent transfers of parts of a folder create each subfolder once', async () => {
    const names = Array.from({ length: 40 }, (_, n) => `Chunks/x/y${n % 3}/${n}.txt`);
    const uid = await sendFolder(ada, 'Chunks', rawZip(names.map((name) => file(name))));
    await scan(ada, uid, true);
    const keys = keysOf(uid, 40);
    const codes = await Promise.all([0, 10, 20, 30].map((at) => transfer(ada, keys.slice(at, at + 10))));
    expect(codes.flat().every((code) => code === 200)).toBe(true);
    expect((await list(ada, 'Chunks/x')).map(({ name }) => name)).toEqual(['y0', 'y1', 'y2']);
    const { kept, counted } = await countersOf(vault.database, RECORDS.acme);
    expect(kept).toEqual(counted);
  });

  it('D-11 a folder of the same name is merged; its files get versions', async () => {
    for (const text of ['first', 'second']) {
      const uid = await sendFolder(
        ada,
        'Merge',
        rawZip([file('Merge/same.txt', text), file(`Merge/${text}.txt`)]),
      );
      await scan(ada, uid, true);
      await transfer(ada, keysOf(uid, 2));
    }
    expect((await list(ada)).filter(({ name }) => name === 'Merge')).toHaveLength(1);
    const inside = await list(ada, 'Merge');
    expect(inside.map(({ name, versionCount }) => [name, versionCount])).toEqual([
      ['first.txt', 1],
      ['same.txt', 2],
      ['second.txt', 1],
    ]);
  });

  it('UPLOAD-32 a virus among clean files is not stored, and its bytes are deleted', async () => {
    const before = await traces(vault);
    const large = Buffer.concat([randomBytes(2 * MIB), EICAR]);
    const uid = await sendFolder(
      ada,
      'Mixed',
      rawZip([
        file('Mixed/a.txt'),
        file('Mixed/eicar.com', EICAR),
        file('Mixed/large.bin', large),
        file('Mixed/b.txt'),
      ]),
    );
    const items = await scan(ada, uid, true);
    expect(items.map((item) => [item.scan_status, item.upload_status])).toEqual([
      ['PASS', 'SUCCESS'],
      ['VIRUS', 'SUCCESS'],
      ['VIRUS', 'SUCCESS'],
      ['PASS', 'SUCCESS'],
    ]);
    expect((await traces(vault)).blobs - before.blobs).toBe(2);
    expect(await transfer(ada, keysOf(uid, 4))).toEqual([200, 422, 422, 200]);
    expect((await list(ada, 'Mixed')).map(({ name }) => name)).toEqual(['a.txt', 'b.txt']);
  });

  it('contract 10.12 unreadable entries get FAILED, forbidden names get 400, others are stored', async () => {
    const uid = await sendFolder(
      ada,
      'Odd',
      rawZip([
        file('Odd/ok.txt'),
        file('Odd/link', '/etc/passwd', { mode: 0o120777, method: 0 }),
        file('Odd/secret', 'x', { flags: 0x801 }),
        file('Odd/damaged', 'x', { claims: { crc32: 1 } }),
        file('Odd/a*b.txt'),
        file('Odd/wrong?/c.txt'),
        file(`Odd/${'d'.repeat(256)}/e.txt`),
        file(`Odd/${'f'.repeat(400)}`),
        file('Odd/n\0l.txt'),
      ]),
    );
    const items = await scan(ada, uid, true);
    expect(items.map((item) => item.upload_status)).toEqual([
      'SUCCESS',
      'FAILED',
      'FAILED',
      'FAILED',
      'SUCCESS',
      'SUCCESS',
      'SUCCESS',
      'SUCCESS',
      'SUCCESS',
    ]);
    expect(await transfer(ada, keysOf(uid, 9))).toEqual([200, 422, 422, 422, 400, 400, 400, 200, 400]);
    expect((await list(ada, 'Odd')).map(({ name }) => name)).toEqual(['f'.repeat(400), 'ok.txt']);
  });

  it('each name of a path is trimmed', async () => {
    const uid = await sendFolder(ada, ' Trim ', rawZip([file(' Trim / in / a.txt ')]));
    expect(await scan(ada, uid, true)).toMatchObject([{ name: 'Trim/in/a.txt' }]);
    await transfer(ada, [`${uid}_0`]);
    expect(await list(ada, 'Trim/in')).toMatchObject([{ name: 'a.txt' }]);
  });

  it('UPLOAD-34 a folder without files uploads nothing', async () => {
    const uid = await sendFolder(ada, 'Bare', rawZip([file('Bare/', ''), file('Bare/sub/', '')]));
    expect(await scan(ada, uid, true)).toEqual([]);
    expect(await scan(ada, uid, true)).toEqual([]);
  });

  it('a file of a folder beyond the maximum depth gets 400; the others are stored', async () => {
    const deep = (depth: number) => `Deep/${'d/'.repeat(depth - 1)}x.txt`;
    const uid = await sendFolder(ada, 'Deep', rawZip([file(deep(199)), file(deep(200))]));
    await scan(ada, uid, true);
    await ada.data(contract.organise.createFolder, {
      params: { recordId: RECORDS.acme },
      query: { name: 'Top', path: '' },
    });
    expect(await transfer(ada, keysOf(uid, 2), 'Top')).toEqual([200, 400]);
  });

  it('a file of a folder with too long a path gets 400; the others are stored', async () => {
    const long = (levels: number) => `Long/${`${'d'.repeat(199)}/`.repeat(levels)}x.txt`;
    const uid = await sendFolder(ada, 'Long', rawZip([file(long(19)), file(long(20))]));
    await scan(ada, uid, true);
    const { detailList } = await ada.data(contract.upload.transfer, {
      body: { fileKeys: keysOf(uid, 2), folderSfid: await folderId(ada), linkedId: RECORDS.acme },
    });
    expect(detailList).toMatchObject([{ code: 200 }, { code: 400, errorCode: 'FOLDER_PATH_TOO_LONG' }]);
  });

  it('the ZIP of a folder cannot be transferred as a file', async () => {
    const uid = await sendFolder(ada, 'Itself', rawZip([file('Itself/a.txt')]));
    await scan(ada, uid, true);
    expect(await transfer(ada, [uid])).toEqual([422]);
  });

  it('the same ZIP sent as a file is scanned and stored as a file', async () => {
    const uid = await sendAndScan(ada, 'Archive.zip', rawZip([file('Archive/a.txt')]));
    expect(await transfer(ada, [uid])).toEqual([200]);
    const infected = newUid();
    await put(await prepare(ada, infected, 'Bad.zip'), rawZip([file('x', EICAR)]));
    expect(await scan(ada, infected)).toMatchObject([{ scan_status: 'VIRUS' }]);
  });

  it('contract 10.13 a new ZIP after the scan replaces the files of the old one', async () => {
    const uid = newUid();
    const address = await prepare(ada, uid, 'Swap.zip');
    await put(address, rawZip([file('Swap/a.txt', 'old'), file('Swap/b.txt', 'old')]));
    await scan(ada, uid, true);
    await put(address, rawZip([file('Swap/a.txt', 'new')]));
    expect(await transfer(ada, keysOf(uid, 2))).toEqual([404, 404]);
    expect(await scan(ada, uid, true)).toHaveLength(1);
    expect(await transfer(ada, keysOf(uid, 2))).toEqual([200, 404]);
    expect(await put(address, 'too late')).toMatchObject({ status: 409 });
    const [stored] = await list(ada, 'Swap');
    expect(await contentOf(ada, stored?.sfid ?? '')).toBe('new');
    expect((await traces(vault)).garbage).toBe(0);
  });
});

describe("T-54 a folder's ZIP that is refused leaves no bytes and no files", () => {
  /** The row of the refused upload stays, because its bytes count until it expires (GUARD-24). */
  const tracesBut = async (uid: string) => {
    const { uploads, ...others } = await traces(vault);
    return { ...others, uploads: uploads.filter((key) => key !== uid) };
  };
  const clean = Array.from({ length: 12 }, (_, n) => file(`Docs/${n}.txt`, `clean ${n}`));

  const hostile: [string, RawEntry[], RawZipOptions?][] = [
    ['a path up', [file('Docs/../../evil.txt')]],
    ['an absolute path', [file('/etc/passwd')]],
    ['a backslash', [file(String.raw`Docs\evil.txt`)]],
    ['a drive letter', [file('C:/evil.txt')]],
    ['another top folder', [file('Other/evil.txt')]],
    ['a file beside the top folder', [file('evil.txt')]],
    ['the same name twice', [file('Docs/1.txt')]],
    ['the same name twice after trimming', [file('Docs/ 1.txt')]],
    ['a bomb', [file('Docs/bomb', Buffer.alloc(5 * MIB))]],
    ['a bomb of lies', [file('Docs/bomb', Buffer.alloc(5 * MIB), { claims: { sizeBytes: 1000 } })]],
    ['a large lie', [file('Docs/lie', randomBytes(1.5 * MIB), { claims: { sizeBytes: 1.2 * MIB } })]],
    [
      'too much in all',
      Array.from({ length: 5 }, (_, n) =>
        file(`Docs/big ${n}`, '', { claims: { sizeBytes: 7 * MIB }, packed: Buffer.alloc(MIB / 2) }),
      ),
    ],
    ['overlapping entries', [file('Docs/over', 'x', { claims: { headerStart: 0 } })]],
    ['two headers that differ', [file('Docs/two', 'x', { local: { name: 'Docs/owt' } })]],
    ['hidden entries', [file('Docs/hidden')], { entryCount: 12 }],
  ];

  it.each(hostile)('%s is refused', async (_, entries, options) => {
    const before = await traces(vault);
    const uid = await sendFolder(ada, 'Docs', rawZip([...clean, ...entries], options));
    const answer = await scanFolderCall(uid);
    expect(answer).toMatchObject({ status: 400, code: 400, data: null });
    expect([
      Messages.folderArchiveUnsafe,
      Messages.folderArchiveInvalid,
      Messages.folderArchiveTooLarge,
    ]).toContain(answer.errorMessage);
    expect(await tracesBut(uid)).toEqual(before);
    expect(await scanFolderCall(uid)).toMatchObject({ code: 404 });
    expect(await transfer(ada, keysOf(uid, 3))).toEqual([404, 404, 404]);
  });

  it.each([
    ['not a ZIP', Buffer.from('not a ZIP')],
    ['nothing', Buffer.alloc(0)],
    ['a truncated ZIP', rawZip(clean).subarray(0, 200)],
  ])('%s is refused', async (_, bytes) => {
    const before = await traces(vault);
    const uid = await sendFolder(ada, 'Docs', bytes);
    expect(await scanFolderCall(uid)).toMatchObject({
      code: 400,
      errorMessage: Messages.folderArchiveInvalid,
    });
    expect(await tracesBut(uid)).toEqual(before);
  });

  it.each([
    ['x'.repeat(256), Messages.folderNameTooLong],
    [' ', Messages.nameRequired],
  ])('contract 10.4 the folder name %j is refused', async (name, message) => {
    const uid = await sendFolder(ada, name, rawZip([file(`${name}/a.txt`)]));
    expect(await scanFolderCall(uid)).toMatchObject({ code: 400, errorMessage: message });
  });

  it('keys of a folder that belong to stored uploads are refused with 409', async () => {
    const uid = newUid();
    await transfer(ada, [await sendAndScan(ada, 'first.txt', 'x', `${uid}_0`)]);
    await sendFolder(ada, 'Docs', rawZip(clean), uid);
    const before = await traces(vault);
    expect(await scanFolderCall(uid)).toMatchObject({ code: 409 });
    expect(await traces(vault)).toEqual(before);
  });
});

it('a folder can be transferred into a subfolder', async () => {
  const uid = await sendFolder(ada, 'Inner', rawZip([file('Inner/a.txt')]));
  await scan(ada, uid, true);
  await ada.data(contract.organise.createFolder, {
    params: { recordId: RECORDS.acme },
    query: { name: 'Outer', path: '' },
  });
  expect(await transfer(ada, [`${uid}_0`], 'Outer')).toEqual([200]);
  expect(await folderId(ada, 'Outer/Inner')).toMatch(/^fld/);
});
