import { contract, Messages, SHEET_MEDIA_TYPE } from '@vault/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Clock } from '../platform/clock.ts';
import { accessesOf, viewsOf } from '../testing/accesses.ts';
import { createTestApp, type TestApp } from '../testing/app.ts';
import { largeSheet } from '../testing/large-sheet.ts';
import { fileAt, type MadeLink, makeLink, open, put, type VisitorClient } from './fixtures/visitors.ts';

// Uses real HTTP, PostgreSQL, the blob store and the reader process. The test sets the clock.

const { recipient, organise } = contract;
const HOUR_MS = 60 * 60_000;

let vault: TestApp;
let ahead = 0;
const clock: Clock = { now: () => new Date(Date.now() + ahead) };
beforeAll(async () => {
  vault = await createTestApp({ clock });
});
afterAll(() => vault.close());

let folders = 0;

/** A file behind its own link, which allows no download. */
async function shared(name: string, bytes: Buffer | string) {
  folders += 1;
  const folder = `Shared ${folders}`;
  const { id } = await put(vault, { folder, name, bytes });
  const link = await makeLink(vault, { paths: [folder] });
  const { externalId } = await fileAt(vault, id);
  return { id, folder, link, externalId, visitor: await open(vault, link) };
}

/** The kinds of the accesses of a file, or of the views of a link. */
async function recordsOf(id: string, kind: 'Download' | 'Link_View') {
  if (kind === 'Link_View') return (await viewsOf(vault.database, id)).toSorted();
  return (await accessesOf(vault.database, id)).map(({ content }) => content).toSorted();
}

const refusal = async (reply: Response) => [
  reply.status,
  ((await reply.json()) as { errorMessage: string }).errorMessage,
];

describe('C48 a sheet behind a link', () => {
  const sheet = (visitor: VisitorClient, externalId: string, view: string, range?: string) =>
    visitor.ask(
      recipient.preview,
      { params: { externalId }, query: { view } },
      range === undefined ? {} : { range },
    );

  it('USE-30 a sheet supports ranges, cannot run scripts, and counts as one preview', async () => {
    const { id, externalId, visitor, link } = await shared('Sums.xlsx', largeSheet(300, 5));
    const whole = await sheet(visitor, externalId, 'sheet');
    expect([whole.status, whole.headers.get('content-type')]).toEqual([200, SHEET_MEDIA_TYPE]);
    expect(whole.headers.get('content-security-policy')).toMatch(/^sandbox; default-src 'none'/);
    const bytes = Buffer.from(await whole.arrayBuffer());
    const part = await sheet(visitor, externalId, 'sheet', 'bytes=8-99');
    expect([part.status, Buffer.from(await part.arrayBuffer())]).toEqual([206, bytes.subarray(8, 100)]);
    const start = await sheet(visitor, externalId, 'sheet-start', 'bytes=0-99');
    expect([start.status, start.headers.get('content-type')]).toEqual([206, SHEET_MEDIA_TYPE]);
    expect(await recordsOf(id, 'Download')).toEqual(['Preview']);
    expect(await recordsOf(link.id, 'Link_View')).toEqual(['Preview', 'View']);
  });

  it('GUARD-41 the readers of documents are shared by links, each with all of its visitors', async () => {
    const { externalId, visitor, link } = await shared('Turns.xlsx', largeSheet(20, 2));
    const reading = vi.spyOn(vault.deps.reader, 'read');
    await sheet(visitor, externalId, 'sheet');
    expect(reading.mock.calls.map(([, , , sender]) => sender)).toEqual([link.id]);
    reading.mockRestore();
  });

  it('USE-30 other file types, damaged files and files that are not shared are refused', async () => {
    const { externalId, visitor } = await shared('letter.docx', 'x');
    expect(await refusal(await sheet(visitor, externalId, 'sheet'))).toEqual([
      400,
      Messages.previewUnsupported,
    ]);
    const broken = await shared('broken.ods', 'PK broken');
    expect(await refusal(await sheet(broken.visitor, broken.externalId, 'sheet'))).toEqual([
      400,
      Messages.documentUnreadable,
    ]);
    const foreign = await shared('other.csv', 'a,b');
    expect((await sheet(visitor, foreign.externalId, 'sheet')).status).toBe(404);
  });

  it('USE-32 C48 Markdown, code, audio and video are sent with kinds=all only, as by C28', async () => {
    const { externalId, visitor } = await shared('notes.md', '# Notes');
    const ask = (query: object) => visitor.ask(recipient.preview, { params: { externalId }, query });
    expect(await refusal(await ask({}))).toEqual([400, Messages.previewUnsupported]);
    expect(await refusal(await ask({ kinds: 'basic' }))).toEqual([400, Messages.previewUnsupported]);
    expect(await (await ask({ kinds: 'all' })).text()).toBe('# Notes');
  });
});

describe('C75 the address of a recording behind a link', () => {
  const addressOf = async (visitor: VisitorClient, externalId: string, renews?: string) => {
    const query = {
      kinds: 'all' as const,
      ...(renews === undefined ? {} : { renews: renews.split('/').at(-1) }),
    };
    const reply = await visitor.ask(recipient.previewAddress, { params: { externalId }, query });
    return ((await reply.json()) as { data: string }).data;
  };
  const statusOf = async (url: string) => (await fetch(url)).status;
  const setLink = ({ id }: MadeLink, change: string) =>
    sql`update link set ${sql.raw(change)} where id = ${id}`.execute(vault.database.kysely);

  it('USE-32 the address sends ranges without a token, inline and sandboxed', async () => {
    const { externalId, visitor } = await shared('talk.mp3', '0123456789');
    const url = await addressOf(visitor, externalId);
    const part = await fetch(url, { headers: { range: 'bytes=2-4' } });
    expect([part.status, part.headers.get('content-range'), await part.text()]).toEqual([
      206,
      'bytes 2-4/10',
      '234',
    ]);
    expect(part.headers.get('content-type')).toBe('audio/mpeg');
    expect(part.headers.get('content-disposition')).toMatch(/^inline;/);
    expect(part.headers.get('content-security-policy')).toMatch(/^sandbox; default-src 'none'/);
    const head = await fetch(url, { method: 'HEAD' });
    expect([head.status, head.headers.get('content-length')]).toEqual([200, '10']);
  });

  it('USE-32 D-38 all ranges and renewed addresses of one opening count as one preview', async () => {
    const { id, externalId, visitor, link } = await shared('long.mp4', '0123456789');
    const first = await addressOf(visitor, externalId);
    expect(await recordsOf(id, 'Download')).toEqual([]);
    for (const range of ['bytes=0-3', 'bytes=4-', 'bytes=0-']) {
      // oxlint-disable-next-line no-await-in-loop
      await (await fetch(first, { headers: { range } })).arrayBuffer();
    }
    ahead = 11 * 60_000;
    expect(await statusOf(first)).toBe(403);
    const renewed = await addressOf(visitor, externalId, first);
    expect(await statusOf(renewed)).toBe(200);
    expect(await recordsOf(id, 'Download')).toEqual(['Preview']);
    // If an opening could be renewed without a limit, later previews would not be counted.
    ahead = 13 * HOUR_MS;
    expect(await statusOf(await addressOf(visitor, externalId, renewed))).toBe(200);
    expect(await recordsOf(id, 'Download')).toEqual(['Preview', 'Preview']);
    expect(await recordsOf(link.id, 'Link_View')).toEqual(['Preview', 'Preview', 'View']);
    ahead = 0;
  });

  it('USE-32 a renewal by another visit, or of an altered address, counts as another preview', async () => {
    const { id, externalId, visitor, link } = await shared('one.mp3', 'one');
    const first = await addressOf(visitor, externalId);
    await fetch(first);
    const other = await open(vault, link);
    await fetch(await addressOf(other, externalId, first));
    await fetch(await addressOf(visitor, externalId, `${first}x`));
    expect(await recordsOf(id, 'Download')).toEqual(['Preview', 'Preview', 'Preview']);
  });

  it('USE-32 the address is refused after its link expired or was deleted or its visit ended', async () => {
    const { link, externalId, visitor } = await shared('gate.mp3', 'sound');
    const url = await addressOf(visitor, externalId);
    expect(await statusOf(url)).toBe(200);
    expect(await statusOf(url.slice(0, -2))).toBe(403);
    const other = await shared('other.mp3', 'x');
    expect(await statusOf(url.replace(link.token, other.link.token))).toBe(401);
    // The portal's addresses do not pass the gate, so the portal refuses a visitor's address.
    const signed = url.split('/').at(-1) ?? '';
    expect(await statusOf(`${vault.origin}/api/v1/services/file-system/previews/${signed}`)).toBe(403);
    await setLink(link, "expires_at = now() - interval '1 ms'");
    expect(await statusOf(url)).toBe(410);
    await setLink(link, 'expires_at = null');
    expect(await statusOf(url)).toBe(200);
    await sql`delete from visit`.execute(vault.database.kysely);
    expect(await statusOf(url)).toBe(401);
  });

  it('USE-32 the address ends when the file is trashed or has a newer version', async () => {
    const ada = await vault.as('everything');
    const [trashed, replaced] = [await shared('a.mp3', 'a'), await shared('b.mp3', 'b')];
    const [gone, old] = [
      await addressOf(trashed.visitor, trashed.externalId),
      await addressOf(replaced.visitor, replaced.externalId),
    ];
    expect([await statusOf(gone), await statusOf(old)]).toEqual([200, 200]);
    await ada.data(organise.moveToTrash, { query: { ids: trashed.id } });
    await put(vault, { folder: replaced.folder, name: 'b.mp3', bytes: 'newer' });
    expect([await statusOf(gone), await statusOf(old)]).toEqual([404, 404]);
    const renewed = await fetch(await addressOf(replaced.visitor, replaced.externalId, old));
    expect(await renewed.text()).toBe('newer');
  });

  it('USE-32 the address is refused without kinds=all, for documents, and behind a request', async () => {
    const { externalId, visitor } = await shared('talk.ogg', 'x');
    const ask = (of: VisitorClient, id: string, query: object) =>
      of.ask(recipient.previewAddress, { params: { externalId: id }, query });
    expect(await refusal(await ask(visitor, externalId, {}))).toEqual([400, Messages.previewUnsupported]);
    const letter = await shared('letter.docx', 'x');
    expect((await ask(letter.visitor, letter.externalId, { kinds: 'all' })).status).toBe(400);
    const inbox = await makeLink(vault, { kind: 'REQUEST', path: letter.folder });
    expect((await ask(await open(vault, inbox), externalId, { kinds: 'all' })).status).toBe(403);
  });
});
