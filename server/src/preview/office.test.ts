import type { AddressInfo } from 'node:net';
import { contract, MIB } from '@vault/contract';
import { sql } from 'kysely';
import { PDFDocument } from 'pdf-lib';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { Registry } from 'prom-client';
import { buildApp } from '../app.ts';
import { OfficeBusy, OfficeFailure } from '../platform/office/index.ts';
import { KINDS } from '../platform/readers/index.ts';
import { RECORDS, type TestUser } from '../testing/accounts.ts';
import { createTestApp, type TestApp } from '../testing/app.ts';
import { createClient } from '../testing/client.ts';
import { mustWithstand } from '../testing/hostile.ts';
import { fakeOffice, type StoredFile, previewsOf, put } from './fixtures/previews.ts';

// Uses real HTTP, PostgreSQL and the blob store. Each test sets the result of the converter; rendered.test.ts uses
// the real one.

const { office: call } = contract.preview;
const NOT_FOUND = 'File or folder does not exist.';
const NO_ACCESS = 'You do not have access to Document Vault';
const UNSUPPORTED = 'Preview is not supported.';
const TOO_LARGE = 'You cannot edit or preview this file because it exceeds the file size limit.';

let rendering: () => Promise<Buffer>;
const office = fakeOffice(() => rendering());
let vault: TestApp;
beforeAll(async () => {
  vault = await createTestApp({ office });
});
afterAll(() => vault.close());

let count = 0;
beforeEach(() => {
  office.asked.length = 0;
  count += 1;
  // Each test has different bytes, so that it does not find a page that another test rendered.
  const page = `%PDF-1.4 page ${count}`;
  rendering = async () => Buffer.from(page);
});
const file = (name: string, bytes = `document ${count} ${name}`) => put(vault, RECORDS.acme, { name, bytes });

async function look(
  externalId: string,
  { versionId, user = 'reader', ...init }: RequestInit & { versionId?: string; user?: TestUser } = {},
) {
  const path = call.path.replace(':externalId', encodeURIComponent(externalId));
  return (await vault.as(user)).fetch(
    versionId === undefined ? path : `${path}?versionId=${versionId}`,
    init,
  );
}
const refusal = async (reply: Response) => {
  const { errorMessage } = (await reply.json()) as { errorMessage: string };
  return [reply.status, errorMessage];
};
async function stateOf(stored: StoredFile) {
  const { rows } = await sql<{ state: string }>`
    select r.state from rendering r join version v on v.blob_id = r.source_id
    where v.id = ${stored.versionId}`.execute(vault.database.kysely);
  return rows.map((row) => row.state);
}
const expireAll = () =>
  sql`update rendering set valid_until = now() where valid_until is not null`.execute(vault.database.kysely);

describe('C29 an Office file', () => {
  test.each(['doc', 'docx', 'xls', 'xlsx', 'ppt', 'PPTX'])(
    'PREVIEW-15 .%s is sent as the PDF of the converter',
    async (extension) => {
      const { externalId } = await file(`plan.v2.${extension}`);
      const reply = await look(externalId);
      expect([reply.status, await reply.text()]).toEqual([200, `%PDF-1.4 page ${count}`]);
      expect(reply.headers.get('content-type')).toBe('application/pdf');
      expect(reply.headers.get('content-disposition')).toContain('attachment; filename="plan.v2.pdf"');
      expect(reply.headers.get('content-security-policy')).toMatch(/^sandbox; /);
      expect(reply.headers.get('x-content-type-options')).toBe('nosniff');
      expect(office.asked.map((one) => one.extension)).toEqual([extension.toLowerCase()]);
    },
  );

  test('an Office file is rendered once for any number of previews and users', async () => {
    const { externalId } = await file('once.docx');
    const replies = [
      await look(externalId),
      await look(externalId, { user: 'editor' }),
      await look(externalId),
    ];
    expect(await Promise.all(replies.map((reply) => reply.text()))).toEqual(
      Array(3).fill(`%PDF-1.4 page ${count}`),
    );
    expect(office.asked.length).toBe(1);
  });

  test('an Office file is rendered once for ten concurrent requests', async () => {
    const waiting = Promise.withResolvers<Buffer>();
    rendering = () => waiting.promise;
    const { externalId } = await file('together.docx');
    const looks = Array.from({ length: 10 }, () => look(externalId));
    await expect.poll(() => office.asked.length).toBe(1);
    // Waiting requests hold no database connection: there are more of them than connections.
    const others = await Promise.all(
      Array.from({ length: 10 }, async () =>
        (await vault.as('reader')).call(contract.tree.folders, { params: { recordId: RECORDS.acme } }),
      ),
    );
    expect(others.every(({ code }) => code === 200)).toBe(true);
    waiting.resolve(Buffer.from('%PDF- late'));
    const texts = await Promise.all(looks.map(async (reply) => (await reply).text()));
    expect(texts).toEqual(Array(10).fill('%PDF- late'));
    expect(office.asked.length).toBe(1);
  });

  test('an Office file is rendered once by several servers with one database', async () => {
    const waiting = Promise.withResolvers<Buffer>();
    rendering = () => waiting.promise;
    const second = await buildApp({ ...vault.deps, metrics: new Registry() });
    await second.listen({ host: '127.0.0.1', port: 0 });
    const { port } = second.server.address() as AddressInfo;
    const reader = createClient(`http://127.0.0.1:${port}`, (await vault.as('reader')).token);
    const { externalId } = await file('two-servers.docx');
    const first = look(externalId);
    await expect.poll(() => office.asked.length).toBe(1);
    const other = reader.fetch(call.path.replace(':externalId', externalId));
    waiting.resolve(Buffer.from('%PDF- shared'));
    expect([await (await first).text(), await (await other).text()]).toEqual([
      '%PDF- shared',
      '%PDF- shared',
    ]);
    expect(office.asked.length).toBe(1);
    await second.close();
  });

  const RENDERER = `libreoffice-1 or ${KINDS.docx.name}`;

  test('an Office file is rendered again after a server died during it', async () => {
    const stored = await file('orphan.docx');
    await sql`
      insert into rendering (source_id, form, renderer, state, valid_until)
      select blob_id, 'docx', ${RENDERER}, 'working', now() from version where id = ${stored.versionId}`.execute(
      vault.database.kysely,
    );
    expect((await look(stored.externalId)).status).toBe(200);
    expect(await stateOf(stored)).toEqual(['done']);
  });

  test('an Office file is rendered once for the same bytes and kind, again for another kind', async () => {
    const [one, same, other] = [
      await file('a.docx', 'same'),
      await file('b.docx', 'same'),
      await file('c.doc', 'same'),
    ];
    for (const { externalId } of [one, same, other]) await (await look(externalId)).text();
    expect(office.asked.map(({ extension }) => extension)).toEqual(['docx', 'doc']);
  });

  test('PREVIEW-24 the call renders the requested version', async () => {
    const first = await file('versions.docx', 'the first version');
    const second = await file('versions.docx', 'v2');
    await (await look(first.externalId, { versionId: first.versionId })).text();
    await (await look(second.externalId)).text();
    expect(office.asked.map(({ sizeBytes }) => sizeBytes)).toEqual([17, 2]);
    expect((await previewsOf(vault, first.id)).map(({ versionId }) => versionId)).toEqual([
      first.versionId,
      second.versionId,
    ]);
  });

  test('PREVIEW-34, D-38 each preview writes one record; a later range or HEAD writes none', async () => {
    const { id, externalId } = await file('counted.docx');
    await (await look(externalId)).text();
    expect((await look(externalId, { headers: { range: 'bytes=5-' } })).status).toBe(206);
    await look(externalId, { method: 'HEAD' });
    expect((await previewsOf(vault, id)).map(({ content, accessor }) => [content, accessor])).toEqual([
      ['Preview', 'Chloe Diaz'],
    ]);
  });

  test.each(['doc', 'docx', 'pptx'])(
    'PREVIEW-16, PREVIEW-17, T-70: .%s without data is an empty page, without the converter',
    async (extension) => {
      const { externalId, id } = await file(`empty.${extension}`, '');
      const reply = await look(externalId);
      expect(reply.headers.get('content-type')).toBe('application/pdf');
      const pdf = await PDFDocument.load(await reply.arrayBuffer(), { throwOnInvalidObject: true });
      expect([pdf.getPageCount(), office.asked.length]).toEqual([1, 0]);
      expect((await previewsOf(vault, id)).length).toBe(1);
    },
  );

  test.each(['xls', 'xlsx', 'ppt'])(
    'T-70 .%s without data is rendered by the converter',
    async (extension) => {
      const { externalId } = await file(`empty.${extension}`, '');
      await (await look(externalId)).text();
      expect(office.asked).toEqual([{ extension, sizeBytes: 0 }]);
    },
  );

  test('PREVIEW-14, T-01 exactly 20 MB is rendered, one byte more gets E9', async () => {
    for (const extension of ['docx', 'pptx', 'xls']) {
      const stored = await file(`limit.${extension}`);
      const resize = (bytes: number) =>
        sql`update version set size_bytes = ${bytes} where id = ${stored.versionId}`.execute(
          vault.database.kysely,
        );
      await resize(20 * MIB);
      expect((await look(stored.externalId)).status).toBe(200);
      await resize(20 * MIB + 1);
      expect(await refusal(await look(stored.externalId))).toEqual([400, TOO_LARGE]);
    }
  });
});

describe('C29 failed renderings', () => {
  test('a broken document gets E10, without a record, and is not retried for an hour', async () => {
    rendering = () => Promise.reject(new OfficeFailure('broken'));
    const stored = await file('broken.docx');
    expect(await refusal(await look(stored.externalId))).toEqual([400, UNSUPPORTED]);
    expect(await refusal(await look(stored.externalId))).toEqual([400, UNSUPPORTED]);
    expect(office.asked.length).toBe(1);
    expect(await previewsOf(vault, stored.id)).toEqual([]);
    expect(await stateOf(stored)).toEqual(['failed']);
    await expireAll();
    rendering = async () => Buffer.from('%PDF- after all');
    expect(await (await look(stored.externalId)).text()).toBe('%PDF- after all');
  });

  test('a busy converter gets P13, and the next request tries again', async () => {
    rendering = () => Promise.reject(new OfficeBusy());
    const stored = await file('busy.docx');
    expect(await refusal(await look(stored.externalId))).toEqual([
      429,
      'Too many attempts. Please try again later.',
    ]);
    expect(await stateOf(stored)).toEqual([]);
    rendering = async () => Buffer.from('%PDF- now');
    expect(await (await look(stored.externalId)).text()).toBe('%PDF- now');
  });

  test('SAFE-25 an internal error gets 500 with a message, and the next request tries again', async () => {
    rendering = () => Promise.reject(new Error('spawn /usr/bin/soffice EAGAIN'));
    const { externalId } = await file('ours.docx');
    expect(await refusal(await look(externalId))).toEqual([
      500,
      'The vault could not do this. Please try again, or tell your administrator.',
    ]);
    rendering = async () => Buffer.from('%PDF- now');
    expect((await look(externalId)).status).toBe(200);
  });

  test.each(['txt', 'pdf', 'png', 'zip', 'docm', 'odt', ''])(
    'contract 10.11: E10 for .%s',
    async (extension) => {
      expect(await refusal(await look((await file(`other.${extension}`)).externalId))).toEqual([
        400,
        UNSUPPORTED,
      ]);
      expect(office.asked.length).toBe(0);
    },
  );

  test('E4 E11 P16 the call is refused like every preview', async () => {
    const [mine, other, gone] = [await file('a.docx'), await file('b.docx'), await file('c.docx')];
    const foreign = await put(vault, RECORDS.birch, { name: 'd.docx', bytes: 'd' });
    await (await vault.as('editor')).data(contract.organise.moveToTrash, { query: { ids: gone.id } });
    const replies = [
      look('7d44cf0a-2b3c-4a9e-8a1f-0123456789ab'),
      look(mine.externalId, { versionId: other.versionId }),
      look(gone.externalId),
      look(foreign.externalId),
      look(mine.externalId, { versionId: 'newest' }),
      look(mine.externalId, { user: 'noVault' }),
    ];
    expect(await Promise.all(replies.map(async (reply) => refusal(await reply)))).toEqual([
      [404, NOT_FOUND],
      [404, NOT_FOUND],
      [404, NOT_FOUND],
      [403, NO_ACCESS],
      [400, 'Invalid request.'],
      [403, NO_ACCESS],
    ]);
    expect(office.asked.length).toBe(0);
  });

  test('C29 the call withstands hostile input', async () => {
    const { versionId } = await file('hostile.docx');
    // the id of an existing file would return bytes
    await mustWithstand(await vault.as('reader'), call, {
      valid: { externalId: versionId, versionId },
      runs: 60,
    });
  });
});
