import { contract, Messages, SHEET_MEDIA_TYPE } from '@vault/contract';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { RECORDS, USERS } from '../testing/accounts.ts';
import { createTestApp, type TestApp } from '../testing/app.ts';
import { largeSheet } from '../testing/large-sheet.ts';
import { fakeOffice, previewsOf, put } from './fixtures/previews.ts';

// Uses real HTTP, PostgreSQL, the blob store and the reader process.

let vault: TestApp;
beforeAll(async () => {
  vault = await createTestApp();
});
afterAll(() => vault.close());

async function ask(externalId: string, query: string, range?: string): Promise<Response> {
  const path = contract.preview.office.path.replace(':externalId', externalId);
  const headers: Record<string, string> = range === undefined ? {} : { range };
  return (await vault.as('reader')).fetch(`${path}${query}`, { headers });
}

test('USE-30 C29 a sheet supports ranges, and an opening is recorded once', async () => {
  const file = await put(vault, RECORDS.acme, { name: 'sums.xlsx', bytes: largeSheet(300, 5) });
  const whole = await ask(file.externalId, '?view=sheet');
  const bytes = Buffer.from(await whole.arrayBuffer());
  expect([whole.status, whole.headers.get('content-type')]).toEqual([200, SHEET_MEDIA_TYPE]);
  expect(whole.headers.get('content-security-policy')).toMatch(/^sandbox; default-src 'none'/);
  expect(bytes.toString('latin1', 0, 8)).toBe('PVSHEET1');
  const part = await ask(file.externalId, '?view=sheet', 'bytes=8-99');
  expect([part.status, Buffer.from(await part.arrayBuffer())]).toEqual([206, bytes.subarray(8, 100)]);
  expect(await previewsOf(vault, file.id)).toHaveLength(1);
  const start = await ask(file.externalId, '?view=sheet-start');
  expect(start.headers.get('content-type')).toBe(SHEET_MEDIA_TYPE);
  expect((await start.arrayBuffer()).byteLength).toBeLessThan(bytes.length);
});

test('GUARD-41 the readers of documents are shared by people, each with all of their previews', async () => {
  const file = await put(vault, RECORDS.acme, { name: 'turns.xlsx', bytes: largeSheet(20, 2) });
  const reading = vi.spyOn(vault.deps.reader, 'read');
  await ask(file.externalId, '?view=sheet');
  expect(reading.mock.calls.map(([, , , sender]) => sender)).toEqual([USERS.reader.sfid]);
  reading.mockRestore();
});

test('D-38 AUDIT-01 the first rows and all rows of a sheet are one opening', async () => {
  const file = await put(vault, RECORDS.acme, { name: 'large.xlsx', bytes: largeSheet(300, 5) });
  const open = async () => {
    for (const view of ['sheet-start', 'sheet'])
      await (await ask(file.externalId, `?view=${view}`)).arrayBuffer();
  };
  await open();
  expect(await previewsOf(vault, file.id)).toHaveLength(1);
  await open();
  expect(await previewsOf(vault, file.id)).toHaveLength(2);
});

test('D-38 AUDIT-01 who reads a sheet from its second byte on is recorded, once', async () => {
  const file = await put(vault, RECORDS.acme, { name: 'ranges.xlsx', bytes: largeSheet(300, 5) });
  const readers = async () => (await previewsOf(vault, file.id)).map(({ accessor }) => accessor);
  await (await ask(file.externalId, '?view=sheet', 'bytes=1-')).arrayBuffer();
  await (await ask(file.externalId, '?view=sheet', 'bytes=100-')).arrayBuffer();
  expect(await readers()).toEqual([USERS.reader.name]);
  const path = contract.preview.office.path.replace(':externalId', file.externalId);
  const other = await vault.as('everything');
  await (await other.fetch(`${path}?view=sheet`, { headers: { range: 'bytes=1-' } })).arrayBuffer();
  expect(await readers()).toEqual([USERS.reader.name, USERS.everything.name]);
});

test('USE-30 C29 the default view is the plain page', async () => {
  const { externalId } = await put(vault, RECORDS.acme, { name: 'plain.xlsx', bytes: largeSheet(5, 5) });
  const reply = await ask(externalId, '');
  expect(reply.headers.get('content-type')).toBe('text/html; charset=utf-8');
  expect(await reply.text()).toContain('<td>Column 1</td>');
});

test('USE-32 a CSV file has a sheet and no other preview', async () => {
  const { externalId } = await put(vault, RECORDS.acme, { name: 'list.csv', bytes: Buffer.from('a;b\n1;2') });
  expect((await ask(externalId, '?view=sheet')).headers.get('content-type')).toBe(SHEET_MEDIA_TYPE);
  const page = await ask(externalId, '');
  expect([page.status, await page.json()]).toMatchObject([
    400,
    { errorMessage: Messages.previewUnsupported },
  ]);
  const address = contract.preview.address.path.replace(':externalId', externalId);
  expect(await (await (await vault.as('reader')).fetch(address)).json()).toMatchObject({ code: 400 });
});

test.each([
  ['broken.xlsx', Buffer.from('PK\x03\x04 broken'), Messages.documentUnreadable, 'DOCUMENT_UNREADABLE'],
  ['letter.docx', Buffer.from('x'), Messages.previewUnsupported, 'PREVIEW_UNSUPPORTED'],
  ['photo.png', Buffer.from('x'), Messages.previewUnsupported, 'PREVIEW_UNSUPPORTED'],
])('E10 the sheet of %s is refused', async (name, bytes, errorMessage, errorCode) => {
  const { externalId } = await put(vault, RECORDS.acme, { name, bytes });
  const reply = await ask(externalId, '?view=sheet');
  expect([reply.status, await reply.json()]).toEqual([
    400,
    { code: 400, data: null, errorMessage, errorCode },
  ]);
});

test('E9 the sheet of a CSV file over the limit of Office files is refused', async () => {
  const bytes = Buffer.alloc(20 * 1024 * 1024 + 1, 'a,b\n');
  const { externalId } = await put(vault, RECORDS.acme, { name: 'large.csv', bytes });
  const reply = await ask(externalId, '?view=sheet');
  expect(await reply.json()).toMatchObject({ code: 400, errorMessage: Messages.previewTooLarge });
});

test('USE-34 with LibreOffice the vault still reads a sheet, and its page is a PDF', async () => {
  const office = fakeOffice(async () => Buffer.from('%PDF-1.4 fake'));
  const withOffice = await createTestApp({ office });
  const { externalId } = await put(withOffice, RECORDS.acme, { name: 'a.xlsx', bytes: largeSheet(5, 5) });
  const path = contract.preview.office.path.replace(':externalId', externalId);
  const reader = await withOffice.as('reader');
  const types = [];
  for (const query of ['', '?view=sheet']) {
    types.push((await reader.fetch(`${path}${query}`)).headers.get('content-type'));
  }
  expect(types).toEqual(['application/pdf', SHEET_MEDIA_TYPE]);
  await withOffice.close();
});
