import { contract, MIB } from '@vault/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import type { Clock } from '../platform/clock.ts';
import { RECORDS, type TestUser, USERS } from '../testing/accounts.ts';
import { createTestApp, type TestApp } from '../testing/app.ts';
import { mustWithstand } from '../testing/hostile.ts';
import { type StoredFile, previewsOf, put } from './fixtures/previews.ts';

// Uses real HTTP, PostgreSQL and the blob store. The test sets the clock.

const { address } = contract.preview;
const NOT_FOUND = 'File or folder does not exist.';
const NO_ACCESS = 'You do not have access to Document Vault';
const TOO_LARGE = 'You cannot preview this file because it exceeds the file size limit.';
const UNSUPPORTED = 'Preview is not supported.';
const EXPIRED = 'This preview has expired. Please open it again.';
const UNKNOWN = '7d44cf0a-2b3c-4a9e-8a1f-0123456789ab';

let vault: TestApp;
let ahead = 0;
/** The time of the test's clock in ms since 1970; null: the real time. */
let stoppedAt: number | null = null;
const clock: Clock = { now: () => new Date((stoppedAt ?? Date.now()) + ahead) };
const acme = (name: string, bytes: string | Buffer) => put(vault, RECORDS.acme, { name, bytes });

beforeAll(async () => {
  vault = await createTestApp({ clock });
});
afterAll(() => vault.close());

const ask = async (externalId: string, versionId?: string, user: TestUser = 'reader') =>
  (await vault.as(user)).call(address, {
    params: { externalId },
    query: versionId === undefined ? {} : { versionId },
  });
const open = async (file: StoredFile, init?: RequestInit) => fetch((await ask(file.externalId)).data, init);

/** Changes the stored size of a version, so that no megabytes need to be written. */
const resize = async (file: StoredFile, bytes: number) => {
  await sql`update version set size_bytes = ${bytes} where id = ${file.versionId}`.execute(
    vault.database.kysely,
  );
};

describe('C28 the signed address', () => {
  test('PREVIEW-26 the bytes are sent without a token, inline, under the name of the file', async () => {
    const bytes = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 1, 2, 255]);
    const reply = await open(await acme('plan & co.png', bytes));
    expect(reply.status).toBe(200);
    expect(reply.headers.get('content-type')).toBe('image/png');
    expect(reply.headers.get('content-disposition')).toBe(
      `inline; filename="plan & co.png"; filename*=UTF-8''plan%20%26%20co.png`,
    );
    expect(Buffer.from(await reply.arrayBuffer())).toEqual(bytes);
  });

  test.each([
    ['png', 'image/png'],
    ['jpg', 'image/jpeg'],
    ['jpeg', 'image/jpeg'],
    ['bmp', 'image/bmp'],
    ['gif', 'image/gif'],
    ['pdf', 'application/pdf'],
    ['TXT', 'text/plain'],
  ])('a file .%s is served as %s in a sandbox', async (extension, type) => {
    const reply = await open(await acme(`active.${extension}`, '<html><script>alert(1)</script></html>'));
    expect(reply.headers.get('content-type')).toBe(type);
    expect(reply.headers.get('x-content-type-options')).toBe('nosniff');
    expect(reply.headers.get('content-security-policy')).toMatch(/^sandbox; default-src 'none';/);
    expect(reply.headers.get('referrer-policy')).toBe('no-referrer');
  });

  test('a range and HEAD are answered', async () => {
    const file = await acme('long.txt', '0123456789');
    const part = await open(file, { headers: { range: 'bytes=2-4' } });
    expect([part.status, await part.text()]).toEqual([206, '234']);
    expect(part.headers.get('content-range')).toBe('bytes 2-4/10');
    const head = await open(file, { method: 'HEAD' });
    expect([head.status, head.headers.get('content-length'), await head.text()]).toEqual([200, '10', '']);
    const behind = await open(file, { headers: { range: 'bytes=10-' } });
    expect([behind.status, behind.headers.get('content-security-policy')]).toEqual([416, expect.any(String)]);
  });

  test('PREVIEW-24 the requested version is sent, by default the current one', async () => {
    const first = await acme('twice.txt', 'first');
    const second = await acme('twice.txt', 'second');
    const { data } = await ask(first.externalId, first.versionId.toUpperCase());
    expect(await (await fetch(data)).text()).toBe('first');
    expect(await (await open(second)).text()).toBe('second');
  });

  test('an empty text is an empty reply', async () => {
    const reply = await open(await acme('empty.txt', ''));
    expect([reply.status, await reply.text()]).toEqual([200, '']);
  });

  test('PREVIEW-34, D-38 each call writes one record; reading the bytes writes none', async () => {
    const file = await acme('counted.txt', 'text');
    const { data } = await ask(file.externalId);
    for (const range of ['bytes=0-1', 'bytes=2-3', 'bytes=0-']) {
      await (await fetch(data, { headers: { range } })).text();
    }
    await ask(file.externalId, undefined, 'editor');
    const { versionId } = file;
    expect(await previewsOf(vault, file.id)).toEqual([
      { accessor: 'Chloe Diaz', accessorId: USERS.reader.sfid, versionId, content: 'Preview' },
      { accessor: 'Eve Foster', accessorId: USERS.editor.sfid, versionId, content: 'Preview' },
    ]);
  });

  test('the signed address is valid for ten minutes', async () => {
    const file = await acme('soon.txt', 'text');
    stoppedAt = Date.now();
    onTestFinished(() => {
      stoppedAt = null;
      ahead = 0;
    });
    const { data } = await ask(file.externalId);
    ahead = 10 * 60_000 - 1;
    expect((await fetch(data)).status).toBe(200);
    ahead = 10 * 60_000;
    const late = await fetch(data);
    expect([late.status, await late.json()]).toEqual([
      403,
      { code: 403, data: null, errorMessage: EXPIRED, errorCode: 'PREVIEW_ADDRESS_EXPIRED' },
    ]);
  });

  test('the signed address keeps its media type when the file is renamed', async () => {
    const file = await acme('safe.txt', '<script>');
    const { data } = await ask(file.externalId);
    await sql`update item set name = 'page.html' where id = ${file.id}`.execute(vault.database.kysely);
    expect((await fetch(data)).headers.get('content-type')).toBe('text/plain');
  });

  test('the address of a removed version gets E4', async () => {
    const first = await acme('removed.txt', 'first');
    await acme('removed.txt', 'second');
    const { data } = await ask(first.externalId, first.versionId);
    const removal = { params: { sfid: first.id }, query: { versionId: first.versionId } };
    await (await vault.as('editor')).data(contract.versions.remove, removal);
    const reply = await fetch(data);
    expect([reply.status, await reply.json()]).toMatchObject([404, { errorMessage: NOT_FOUND }]);
  });

  test.each([
    ['an altered address', (url: string) => url.slice(0, -2) + (url.at(-2) === 'A' ? 'BA' : 'AA')],
    ['an address without a signature', (url: string) => url.split('.').slice(0, -1).join('.')],
    ['nonsense', (url: string) => url.replace(/[^/]+$/, 'x'.repeat(300))],
    ['an address of a download', (url: string) => url.replace(/[^/]+$/, downloadToken())],
  ])('%s is refused', async (_, alter) => {
    const { data } = await ask((await acme('altered.txt', 'text')).externalId);
    const reply = await fetch(alter(data));
    expect(reply.status).toBe(403);
  });
  const downloadToken = () => vault.deps.signer.sign('download', 'x', new Date(Date.now() + 60_000));
});

describe('C28 refusals', () => {
  test.each([
    ['image', 'png', 10 * MIB],
    ['txt', 'txt', 5 * MIB],
    ['pdf', 'pdf', 50 * MIB],
  ])(
    'PREVIEW-04 E9 a file of kind %s over its limit; exactly the limit is allowed',
    async (_, extension, limit) => {
      const file = await acme(`limit.${extension}`, 'x');
      await resize(file, limit);
      expect((await ask(file.externalId)).code).toBe(200);
      await resize(file, limit + 1);
      const answer = await ask(file.externalId);
      expect([answer.status, answer.errorMessage]).toEqual([400, TOO_LARGE]);
    },
  );

  test.each(['svg', 'html', 'zip', 'csv', 'md', 'docx', 'doc', 'xls', 'pptx', 'webp', ''])(
    'PREVIEW-10, T-02, contract 10.11: E10 for .%s, and nothing is recorded',
    async (extension) => {
      const file = await acme(`other.${extension}`, '<svg onload="alert(1)"/>');
      const answer = await ask(file.externalId);
      expect([answer.status, answer.errorMessage]).toEqual([400, UNSUPPORTED]);
      expect(await previewsOf(vault, file.id)).toEqual([]);
    },
  );

  test.each(['md', 'xml', 'mp4'])(
    'USE-32 C28 with kinds=all serves .%s, never as HTML',
    async (extension) => {
      const { externalId } = await acme(`wanted.${extension}`, '<script>alert(1)</script>');
      const reader = await vault.as('reader');
      const { data } = await reader.call(address, { params: { externalId }, query: { kinds: 'all' } });
      const reply = await fetch(data);
      const type = extension === 'mp4' ? 'video/mp4' : 'text/plain';
      expect([reply.status, reply.headers.get('content-type')]).toEqual([200, type]);
      expect(reply.headers.get('content-security-policy')).toContain('sandbox');
    },
  );

  test('E4 E11 P16 missing files, closed records and malformed versions are refused', async () => {
    const [mine, other, gone] = [
      await acme('a.txt', 'a'),
      await acme('b.txt', 'b'),
      await acme('c.txt', 'c'),
    ];
    const foreign = await put(vault, RECORDS.birch, { name: 'd.txt', bytes: 'd' });
    await (await vault.as('editor')).data(contract.organise.moveToTrash, { query: { ids: gone.id } });
    const refusals = await Promise.all([
      ask(UNKNOWN),
      ask('no-uuid'),
      ask(mine.id),
      ask(mine.externalId, other.versionId),
      ask(mine.externalId, foreign.versionId),
      ask(gone.externalId),
      ask(foreign.externalId),
      ask(mine.externalId, 'newest'),
      ask(mine.externalId, undefined, 'noVault'),
    ]);
    expect(refusals.map(({ status, errorMessage }) => [status, errorMessage])).toEqual([
      ...Array.from({ length: 6 }, () => [404, NOT_FOUND]),
      [403, NO_ACCESS],
      [400, 'Invalid request.'],
      [403, NO_ACCESS],
    ]);
  });

  test('USE-32 D-38 a renewed address belongs to the recorded preview', async () => {
    const file = await acme('long.mp4', 'x');
    const renew = async (user: TestUser, renews?: string) => {
      const query = { kinds: 'all' as const, ...(renews === undefined ? {} : { renews }) };
      const reply = await (
        await vault.as(user)
      ).call(address, { params: { externalId: file.externalId }, query });
      return reply.data.split('/').at(-1) ?? '';
    };
    const first = await renew('reader');
    ahead = 11 * 60_000;
    onTestFinished(() => {
      ahead = 0;
    });
    const second = await renew('reader', first);
    expect(second).not.toBe(first);
    await renew('reader', second);
    expect(await previewsOf(vault, file.id)).toHaveLength(1);
    await renew('editor', second);
    await renew('reader', `${second}x`);
    expect(await previewsOf(vault, file.id)).toHaveLength(3);
    // A newer version is another preview.
    await acme('long.mp4', 'newer');
    await renew('reader', second);
    expect(await previewsOf(vault, file.id)).toHaveLength(4);
  });

  test('C28 the call withstands hostile input', async () => {
    const { externalId, versionId } = await acme('hostile.txt', 'x');
    await mustWithstand(await vault.as('reader'), address, { valid: { externalId, versionId }, runs: 60 });
  });
});
