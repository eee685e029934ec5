import { contract, type DownloadBody } from '@vault/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { RECORDS, USERS } from '../testing/accounts.ts';
import { accessesOf } from '../testing/accesses.ts';
import { createTestApp, type TestApp } from '../testing/app.ts';
import { issueTicket, tidyTickets } from './index.ts';
import { type FilledFile, fillVault } from '../testing/real-files.ts';
import { readZip } from '../testing/read-zip.ts';

const linkId = RECORDS.acme;
const MINUTE = 60_000;
let now = new Date();
let vault: TestApp;
let sheet: FilledFile;

beforeAll(async () => {
  vault = await createTestApp({ clock: { now: () => now } });
  [sheet] = (await fillVault(vault.deps, linkId, {
    files: [
      { folder: 'Taxes', name: 'sheet.csv', bytes: 'a,b,c' },
      { folder: 'Taxes', name: 'letter.txt', bytes: 'Dear Ada' },
    ],
    folders: ['Nothing'],
  })) as [FilledFile];
});
afterAll(() => vault.close());

const issue = async (chosen: Partial<DownloadBody>) =>
  (await vault.as('downloader')).data(contract.download.ticket, { body: { linkId, ...chosen } });

/** Requests without a token, as the browser's download manager does. */
async function get(url: string, headers: Record<string, string> = {}, method = 'GET') {
  const reply = await fetch(url, { headers, method });
  return { status: reply.status, headers: reply.headers, bytes: Buffer.from(await reply.arrayBuffer()) };
}

const countRecords = async (fileId: string): Promise<number> =>
  (await accessesOf(vault.database, fileId)).length;

/** Changes one character of a token. */
const altered = (token: string, at: number): string =>
  token.slice(0, at) + (token[at] === 'A' ? 'B' : 'A') + token.slice(at + 1);

describe('C54 a ticket', () => {
  test('a ticket sends a ZIP with its name and exact size, without a sign-in', async () => {
    const { url, name, size } = await issue({ paths: ['Taxes'] });
    expect(url.startsWith(`${vault.origin}/api/v1/services/file-system/download/ticket/`)).toBe(true);
    expect(name).toBe('Taxes.zip');
    const { status, headers, bytes } = await get(url);
    expect(status).toBe(200);
    expect(bytes.length).toBe(size);
    expect(headers.get('content-length')).toBe(String(size));
    expect(headers.get('accept-ranges')).toBe('bytes');
    expect(headers.get('etag')).toMatch(/^"[\w-]+"$/);
    expect(headers.get('content-disposition')).toContain("filename*=UTF-8''Taxes.zip");
    expect(await readZip(bytes)).toEqual({ 'Taxes/sheet.csv': 'a,b,c', 'Taxes/letter.txt': 'Dear Ada' });
  });

  test('a ticket sends a single file unchanged', async () => {
    const { url, name, size } = await issue({ sfids: [sheet.id] });
    expect([name, size]).toEqual(['sheet.csv', 5]);
    const { headers, bytes } = await get(url);
    expect([headers.get('content-type'), bytes.toString()]).toEqual(['text/csv', 'a,b,c']);
    const tail = await get(url, { range: 'bytes=-1', 'if-range': headers.get('etag') ?? '' });
    expect([tail.status, tail.bytes.toString()]).toEqual([206, 'c']);
  });

  test('GUARD-24 the tickets of a person that have not expired have at most 50,000 entries', async () => {
    await sql`delete from download_ticket`.execute(vault.database.kysely);
    await issue({ sfids: [sheet.id] });
    await sql`update download_ticket set entry_count = 49999`.execute(vault.database.kysely);
    await issue({ sfids: [sheet.id] });
    const call = async (account: 'downloader' | 'everything') =>
      (await vault.as(account)).call(contract.download.ticket, { body: { linkId, sfids: [sheet.id] } });
    expect(await call('downloader')).toMatchObject({ code: 429, data: null, errorCode: 'RATE_LIMITED' });
    expect(await call('everything')).toMatchObject({ code: 200 });
    now = new Date(now.getTime() + 10 * MINUTE);
    expect(await call('downloader')).toMatchObject({ code: 200 });
  });

  test('GUARD-24 a first download is prepared also when it alone has more entries, as of empty folders', async () => {
    await sql`delete from download_ticket`.execute(vault.database.kysely);
    const entries = Array.from({ length: 50_001 }, (_, n) => ({
      kind: 'folder' as const,
      path: `${n}`,
      modifiedAt: now,
    }));
    const owner = { holder: { visitId: 'vis000000000000001' }, name: 'Zoe', linkId: null };
    const prepare = () =>
      issueTicket(vault.deps, owner, { recordId: linkId, name: 'a.zip', form: 'zip', entries });
    await prepare();
    await expect(prepare()).rejects.toMatchObject({ code: 429 });
  });

  test('HEAD is answered and does not count as a download', async () => {
    const { url, size } = await issue({ paths: ['Taxes'] });
    const before = await countRecords(sheet.id);
    const { status, headers, bytes } = await get(url, {}, 'HEAD');
    expect([status, headers.get('content-length'), bytes.length]).toEqual([200, String(size), 0]);
    expect(await countRecords(sheet.id)).toBe(before);
  });

  test('a ticket is valid for ten minutes', async () => {
    const { url } = await issue({ paths: ['Nothing'] });
    const issued = now;
    now = new Date(issued.getTime() + 10 * MINUTE - 1);
    expect((await get(url)).status).toBe(200);
    now = new Date(issued.getTime() + 10 * MINUTE);
    const late = await get(url);
    expect(late.status).toBe(403);
    expect(JSON.parse(late.bytes.toString())).toEqual({
      code: 403,
      data: null,
      errorMessage: 'This download has expired. Please start it again.',
      errorCode: 'DOWNLOAD_ADDRESS_EXPIRED',
    });
    await tidyTickets(vault.deps);
    const { rows } = await sql`select id from download_ticket where expires_at <= ${now}`.execute(
      vault.database.kysely,
    );
    expect(rows).toEqual([]);
  });

  test('a ticket is refused when altered, issued for another purpose, or invented', async () => {
    const { url } = await issue({ paths: ['Nothing'] });
    const token = url.slice(url.lastIndexOf('/') + 1);
    const base = url.slice(0, -token.length);
    const later = new Date(now.getTime() + MINUTE);
    const { signer } = vault.deps;
    for (const wrong of [
      altered(token, 5),
      altered(token, token.length - 10),
      signer.sign('upload', 'anything', later),
      signer.sign('download', 'no such ticket', later),
      signer.sign('download', { id: 1 }, later),
      'nonsense',
      '.',
      '%00',
      'x'.repeat(450),
    ]) {
      const { status, bytes } = await get(`${base}${wrong}`);
      expect([wrong, status]).toEqual([wrong, 403]);
      expect(JSON.parse(bytes.toString())).toMatchObject({ code: 403, data: null });
    }
  });

  test('a ticket is not issued without the right to download', async () => {
    const call = { body: { linkId, paths: ['Taxes'] } };
    expect((await (await vault.as('reader')).call(contract.download.ticket, call)).code).toBe(403);
    expect((await (await vault.as('outsider')).call(contract.download.ticket, call)).code).toBe(403);
  });
});

describe('contract 10.9 the access records of a ticket', () => {
  test('access records are written once, with the first byte, for any number of ranges', async () => {
    const before = await countRecords(sheet.id);
    const { url } = await issue({ paths: ['Taxes'] });
    expect(await countRecords(sheet.id)).toBe(before);
    await Promise.all([0, 10, 20, 30].map((at) => get(url, { range: `bytes=${at}-${at + 9}` })));
    await get(url);
    expect(await countRecords(sheet.id)).toBe(before + 1);
    expect((await accessesOf(vault.database, sheet.id)).at(-1)).toEqual({
      content: 'Download',
      versionId: sheet.versionId,
      accessor: USERS.downloader.name,
      accessorId: USERS.downloader.sfid,
    });
  });
});

describe('a resumed download', () => {
  /** Requests the first 100 bytes of a ZIP, as if the download was interrupted after them. */
  const begun = async (url: string, init: { method?: string; body?: string; headers?: object } = {}) => {
    const reply = await fetch(url, { ...init, headers: { ...init.headers, range: 'bytes=0-99' } });
    return { bytes: Buffer.from(await reply.arrayBuffer()), etag: reply.headers.get('etag') ?? '' };
  };

  test('C54 a ticket sends its frozen content after the folder has changed', async () => {
    await fillVault(vault.deps, linkId, {
      files: [
        { folder: 'Moving', name: 'a.txt', bytes: 'first version' },
        { folder: 'Moving', name: 'b.txt', bytes: 'b'.repeat(1000) },
      ],
    });
    const { url, size } = await issue({ paths: ['Moving'] });
    const { bytes: head, etag } = await begun(url);

    await fillVault(vault.deps, linkId, {
      files: [{ folder: 'Moving', name: 'a.txt', bytes: 'second version, longer' }],
    });
    await fillVault(vault.deps, linkId, { files: [{ folder: 'Moving', name: 'c.txt', bytes: 'new' }] });

    const tail = await get(url, { range: 'bytes=100-', 'if-range': etag });
    expect(tail.status).toBe(206);
    expect(tail.headers.get('content-range')).toBe(`bytes 100-${size - 1}/${size}`);
    expect(await readZip(Buffer.concat([head, tail.bytes]))).toEqual({
      'Moving/a.txt': 'first version',
      'Moving/b.txt': 'b'.repeat(1000),
    });

    const body = { linkId, sfids: [], paths: ['Moving'] };
    await (await vault.as('everything')).data(contract.organise.moveToTrash, { query: {}, body });
    expect((await get(url, { range: 'bytes=100-', 'if-range': etag })).status).toBe(404);
  });

  test('C22 a resumed download continues if nothing has changed, otherwise it starts again', async () => {
    const fill = (bytes: string) =>
      fillVault(vault.deps, linkId, { files: [{ folder: 'Changing', name: 'a.txt', bytes }] });
    await fill('first version'.repeat(20));
    const { token } = await vault.as('downloader');
    const url = `${vault.origin}${contract.download.selection.path}`;
    const init = {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify({ linkId, paths: ['Changing'] }),
    };
    const { bytes: head, etag } = await begun(url, init);
    const again = { ...init, headers: { ...init.headers, range: 'bytes=100-', 'if-range': etag } };

    const rest = await fetch(url, again);
    expect(rest.status).toBe(206);
    expect(await readZip(Buffer.concat([head, Buffer.from(await rest.arrayBuffer())]))).toEqual({
      'Changing/a.txt': 'first version'.repeat(20),
    });

    await fill('second version');
    const anew = await fetch(url, again);
    expect(anew.status).toBe(200);
    expect(anew.headers.get('etag')).not.toBe(etag);
    expect(await readZip(Buffer.from(await anew.arrayBuffer()))).toEqual({
      'Changing/a.txt': 'second version',
    });
  });
});

describe('GUARD-40 a download with names that Windows cannot store', () => {
  test('GUARD-40 DOWNLOAD-04 the list of names is in the size of the ticket, not in its limits', async () => {
    const content = 'x'.repeat(300);
    await fillVault(vault.deps, linkId, {
      files: [
        { folder: 'Names', name: 'CON.txt', bytes: content },
        { folder: 'Names/Below', name: 'nul', bytes: content },
        { folder: 'Names', name: '_names.txt', bytes: 'stored' },
      ],
    });
    const body = { linkId, paths: ['Names'] };
    const downloader = await vault.as('downloader');
    expect(await downloader.data(contract.download.size, { body })).toMatchObject({ count: 3, size: 606 });
    const { url, size } = await issue({ paths: ['Names'] });
    const whole = await get(url);
    expect(whole.bytes.length).toBe(size);
    const { '_names.txt': list, ...files } = await readZip(whole.bytes);
    expect(files).toEqual({
      'Names/CON_.txt': content,
      'Names/_names.txt': 'stored',
      'Names/Below/nul_': content,
    });
    expect(list?.split('\r\n').slice(-3)).toEqual([
      'Names/CON.txt -> Names/CON_.txt',
      'Names/Below/nul -> Names/Below/nul_',
      '',
    ]);
    const etag = whole.headers.get('etag') ?? '';
    const tail = await get(url, { range: 'bytes=700-', 'if-range': etag });
    expect(tail.status).toBe(206);
    expect(tail.bytes.equals(whole.bytes.subarray(700))).toBe(true);
  });
});
