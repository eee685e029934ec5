import { contract, type DownloadBody, GIB, MAX_DOWNLOAD_FILES } from '@vault/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { RECORDS } from '../testing/accounts.ts';
import { createTestApp, type TestApp } from '../testing/app.ts';
import { putBlob, putInto } from '../testing/real-files.ts';
import { readZip } from '../testing/read-zip.ts';

const linkId = RECORDS.acme;
const { size, selection, ticket } = contract.download;
const TOO_LARGE =
  'The maximum number of downloaded files cannot exceed 1000 and the total size cannot exceed 1GB.';
const refused = {
  status: 400,
  code: 400,
  data: null,
  errorMessage: TOO_LARGE,
  errorCode: 'DOWNLOAD_TOO_LARGE',
};

let vault: TestApp;
/** ids by folder */
const ids: Record<string, string[]> = {};

beforeAll(async () => {
  vault = await createTestApp();
  const tiny = { blobId: await putBlob(vault.deps, 'x'), sizeBytes: 1 };
  const fill = async (folder: string, files: { name: string; blobId: number; sizeBytes: number }[]) => {
    const put = await putInto(vault.deps, { recordId: linkId, folder, at: new Date(), files });
    ids[folder] = put.map(({ id }) => id);
  };
  const many = (count: number) => Array.from({ length: count }, (_, n) => ({ ...tiny, name: `${n}.txt` }));
  await fill('Thousand', many(MAX_DOWNLOAD_FILES));
  await fill('Nine hundred', many(900));
  await fill('Nine hundred/Hundred', many(100));
  await fill('Nine hundred/Hundred/One more', many(1));
  // Versions of one file are counted one by one.
  await fill(
    'Versions',
    Array.from({ length: 1001 }, () => ({ ...tiny, name: 'same.txt' })),
  );
  // Only the rows have this size: these tests never read all the bytes.
  await fill('Gigabyte', [
    { name: 'half 1.bin', blobId: await giantBlob(GIB / 2), sizeBytes: GIB / 2 },
    { name: 'half 2.bin', blobId: await giantBlob(GIB / 2), sizeBytes: GIB / 2 },
  ]);
  await fill('Gigabyte/One more byte', [{ ...tiny, name: 'x' }]);
});
afterAll(() => vault.close());

async function giantBlob(sizeBytes: number): Promise<number> {
  const id = await putBlob(vault.deps, crypto.randomUUID());
  await sql`update blob set size_bytes = ${sizeBytes} where id = ${id}`.execute(vault.database.kysely);
  return id;
}

const bodyOf = (chosen: Partial<DownloadBody>) => ({ body: { linkId, ...chosen } });
const client = () => vault.as('downloader');

describe('DOWNLOAD-04 DOWNLOAD-15 exactly 1000 files are allowed, 1001 are not', () => {
  test('1000 files are sent', async () => {
    const reply = await (
      await client()
    ).fetch(selection.path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ linkId, paths: ['Thousand'] }),
    });
    expect(reply.status).toBe(200);
    const files = await readZip(Buffer.from(await reply.arrayBuffer()));
    expect(Object.keys(files)).toHaveLength(MAX_DOWNLOAD_FILES);
    expect(files['Thousand/999.txt']).toBe('x');
  });

  test('1000 files are counted, also in several folders', async () => {
    for (const chosen of [
      { paths: ['Thousand'] },
      { sfids: ids['Thousand'] ?? [] },
      { paths: ['Nine hundred', 'Nine hundred/Hundred'], containsSubFolders: false },
    ]) {
      expect(await (await client()).data(size, bodyOf(chosen))).toMatchObject({ count: 1000, size: 1000 });
      expect((await (await client()).call(ticket, bodyOf(chosen))).code).toBe(200);
    }
  });

  test.each<[string, Partial<DownloadBody> | (() => Partial<DownloadBody>)]>([
    ['in a tree', { paths: ['Nine hundred'] }],
    ['in two folders', { paths: ['Thousand', 'Nine hundred/Hundred/One more'] }],
    [
      'as files',
      () => ({ sfids: [...(ids['Thousand'] ?? []), ...(ids['Nine hundred/Hundred/One more'] ?? [])] }),
    ],
    [
      'files and a folder',
      () => ({ sfids: ids['Nine hundred/Hundred/One more'] ?? [], paths: ['Thousand'] }),
    ],
    ['versions of one file in a folder', { paths: ['Versions'], allVersion: true }],
    ['versions of one file', () => ({ sfids: (ids['Versions'] ?? []).slice(0, 1), allVersion: true })],
    ['many more', { paths: ['Thousand', 'Nine hundred', 'Versions'], allVersion: true }],
  ])('DOWNLOAD-05 1001 %s are refused', async (_, given) => {
    const chosen = typeof given === 'function' ? given() : given;
    // the count stops at the first file too many
    expect(await (await client()).data(size, bodyOf(chosen))).toMatchObject({ count: 1001 });
    expect(await (await client()).call(selection, bodyOf(chosen) as never)).toEqual(refused);
    expect(await (await client()).call(ticket, bodyOf(chosen))).toEqual(refused);
  });

  test('a file with 1001 versions is sent without its older versions', async () => {
    expect(await (await client()).data(size, bodyOf({ paths: ['Versions'] }))).toMatchObject({ count: 1 });
  });
});

describe('DOWNLOAD-04 DOWNLOAD-15 exactly 1 GB is allowed, one byte more is not', () => {
  const exact = { paths: ['Gigabyte'], containsSubFolders: false };

  test('a download of 1073741824 bytes is sent', async () => {
    expect(await (await client()).data(size, bodyOf(exact))).toEqual({
      count: 2,
      size: GIB,
      fileSize: '1.0 GB',
    });
    const { size: length } = await (await client()).data(ticket, bodyOf(exact));
    expect(length).toBeGreaterThan(GIB);
    const reply = await (
      await client()
    ).fetch(selection.path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', range: 'bytes=0-3' },
      body: JSON.stringify({ linkId, ...exact }),
    });
    expect([reply.status, await reply.text()]).toEqual([206, 'PK\u0003\u0004']);
    expect(reply.headers.get('content-range')).toBe(`bytes 0-3/${length}`);
  });

  test('DOWNLOAD-05 a download with one byte more is refused', async () => {
    const chosen = { paths: ['Gigabyte'] };
    expect(await (await client()).data(size, bodyOf(chosen))).toMatchObject({ count: 3, size: GIB + 1 });
    expect(await (await client()).call(selection, bodyOf(chosen) as never)).toEqual(refused);
    expect(await (await client()).call(ticket, bodyOf(chosen))).toEqual(refused);
  });
});
