import { type CallInput, contract } from '@vault/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it, test } from 'vitest';
import { E11, P1, P16 } from '../testing/answers.ts';
import { createTestApp, type TestApp } from '../testing/app.ts';
import { mustWithstand } from '../testing/hostile.ts';
import { clearLinks, makeLink, type StoredLink } from '../testing/links.ts';
import { ACME, CLOSED, setUpItems, type SeededItems } from '../testing/seeded-items.ts';
import { seedVault } from '../testing/vault.ts';
import { dateFormat, exportLines } from './export.ts';

const { links } = contract;
type Query = NonNullable<CallInput<typeof links.exportAddress>['query']>;

const HEAD = 'Item Name,Date Created,Last Accessed,Created By,Recipients,Status,View';
const MINUTE_MS = 60_000;

let vault: TestApp;
let seeded: SeededItems;
let time: Date;

beforeAll(async () => {
  time = new Date('2026-11-20T10:00:00Z');
  vault = await createTestApp({ clock: { now: () => time } });
});
afterAll(() => vault.close());
beforeEach(async () => {
  await clearLinks(vault);
  seeded = await setUpItems(vault, [{ folder: 'A', name: 'plan.pdf' }], { folders: ['B'] });
});

const addressOf = async (query: Query = {}) =>
  (await vault.as('reader')).data(links.exportAddress, { params: { recordId: ACME }, query });
const download = (address: string) => fetch(address);
/** Keeps the byte order mark, which Response.text removes. */
const textOf = async (reply: Response) => Buffer.from(await reply.arrayBuffer()).toString('utf8');
const linesOf = async (query: Query = {}) => {
  const text = await textOf(await download(await addressOf(query)));
  expect(text.endsWith('\r\n')).toBe(true);
  return text.replace('\u{FEFF}', '').split('\r\n').slice(0, -1);
};
const setLink = ({ id }: StoredLink, set: ReturnType<typeof sql>) =>
  sql`update link set ${set} where id = ${id}`.execute(vault.database.kysely);
/** Inserts copies of a link, each an hour older than the previous one. */
const copyMany = ({ id }: StoredLink, many: number) =>
  sql`
    insert into link (record_id, id, kind, token_hash, token_sealed, is_public, allow_download, allow_edit, notify,
      add_name, message, folder_id, name, location, created_at, created_by_id, created_by)
    select record_id, 'lnkMany' || lpad(n::text, 11, '0'), kind, sha256(n::text::bytea), token_sealed, is_public,
      allow_download, allow_edit, notify, add_name, message, folder_id, 'many ' || lpad(n::text, 4, '0'), location,
      created_at - interval '1 hour' * n, created_by_id, created_by
    from link, generate_series(1, ${many}::int) n where id = ${id}`.execute(vault.database.kysely);

describe('C39 the export', () => {
  it('LINKS-44 LINKS-45 the export is a download with a byte order mark and a line for each link', async () => {
    const link = await makeLink(vault, { paths: ['A'] });
    await setLink(
      link,
      sql`created_at = '2026-11-20T20:05:09.999Z', last_accessed_at = '2026-11-21T00:00:00Z', access_times = 12,
        expires_at = null`,
    );
    const reply = await download(await addressOf());
    expect(reply.status).toBe(200);
    expect(Object.fromEntries(reply.headers)).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="Links List.csv"',
      'cache-control': 'private, no-store',
      'x-content-type-options': 'nosniff',
    });
    expect(await textOf(reply)).toBe(
      `\u{FEFF}${HEAD}\r\nA,11/20/2026 08:05:09 PM,11/21/2026 12:00:00 AM,Ada Byron,Anyone,Active,12\r\n`,
    );
  });

  it('LINKS-45 without links only the header line is written', async () => {
    expect(await linesOf()).toEqual([HEAD]);
  });

  it('contract 10.17 the export lists the recipients or Anyone; an unopened link has no date', async () => {
    await makeLink(
      vault,
      { paths: ['A'], receiveByEmails: ['bob@example.test', 'amy@example.test'] },
      { call: 'shareByEmail' },
    );
    const [, line] = await linesOf();
    expect(line?.split(',')).toMatchObject({ 2: '', 4: 'bob@example.test;amy@example.test' });
  });

  it('LINKS-45 the export contains all rows of the filter in the requested order', async () => {
    const first = await makeLink(vault, { paths: ['A'] });
    await copyMany(first, 1203);
    const names = (lines: string[]) => lines.slice(1).map((line) => line.split(',')[0]);
    const many = Array.from({ length: 1203 }, (_, n) => `many ${String(n + 1).padStart(4, '0')}`);
    expect(names(await linesOf())).toEqual(['A', ...many]);
    expect(names(await linesOf({ sort: 'fileName,desc' }))).toEqual([...many.toReversed(), 'A']);
    expect(names(await linesOf({ sort: 'createTime,asc' }))).toEqual([...many.toReversed(), 'A']);
  });

  it('LINKS-45 the export contains each link once, even if links are created during the export', async () => {
    await copyMany(await makeLink(vault, { paths: ['A'] }), 600);
    const wanted = { recordId: ACME, queryType: 'ALL', status: 'Any', timeZone: 'UTC' } as const;
    const parts: string[] = [];
    for await (const part of exportLines(vault.database, { wanted, mustContinue: async () => undefined })) {
      parts.push(part);
      await makeLink(vault, { paths: ['B'] });
    }
    const names = parts.slice(1).flatMap((part) =>
      part
        .trimEnd()
        .split('\r\n')
        .map((line) => line.split(',')[0]),
    );
    expect(parts).toHaveLength(3);
    expect(names.filter((name) => name !== 'B')).toHaveLength(601);
    expect(new Set(names.filter((name) => name !== 'B')).size).toBe(601);
  });

  it('LINKS-44 the export contains only links that match the filter', async () => {
    await makeLink(vault, { paths: ['A'], expire: false });
    const asked = await makeLink(vault, { path: 'B' }, { call: 'requestLink' });
    await setLink(asked, sql`expires_at = now() - interval '1 second'`);
    const deleted = await makeLink(vault, { externalIds: [seeded.id('A/plan.pdf')] });
    await (await vault.as('everything')).data(links.remove, { params: { recordId: ACME, id: deleted.id } });
    const found = async (query: Query) =>
      (await linesOf({ sort: 'fileName,asc', ...query })).slice(1).map((line) => {
        const cells = line.split(',');
        return `${cells[0]} ${cells[5]}`;
      });
    expect(await found({})).toEqual(['A Active', 'B Expired', 'plan.pdf Deleted']);
    expect(await found({ status: 'Active' })).toEqual(['A Active']);
    expect(await found({ status: 'Expired' })).toEqual(['B Expired']);
    expect(await found({ status: 'Deleted' })).toEqual(['plan.pdf Deleted']);
    expect(await found({ queryType: 'REQUEST' })).toEqual(['B Expired']);
    expect(await found({ queryType: 'SHARE', status: 'Active' })).toEqual(['A Active']);
  });

  it('T-80 names cannot become formulas or additional cells', async () => {
    const names = ["=cmd('x')", '+1', '-1', 'a, b'];
    const { fileIds } = await seedVault(
      vault.database,
      names.map((name) => ({ name })),
      { recordId: ACME },
    );
    for (const id of fileIds) await makeLink(vault, { externalIds: [id] });
    await makeLink(vault, { externalIds: [fileIds[0] ?? '', fileIds[3] ?? ''] });
    const lines = (await linesOf({ sort: 'fileName,asc' })).slice(1).toSorted();
    const starts = [`"'=cmd('x'), a, b",`, `"a, b",`, `'+1,`, `'-1,`, `'=cmd('x'),`];
    expect(lines).toHaveLength(starts.length);
    for (const start of starts) expect(lines.some((line) => line.startsWith(start))).toBe(true);
  });

  it.each([
    ['UTC', '01/15/2026 11:30:00 PM'],
    ['America/New_York', '01/15/2026 06:30:00 PM'],
    ['Asia/Kolkata', '01/16/2026 05:00:00 AM'],
    ['Asia/Kathmandu', '01/16/2026 05:15:00 AM'],
    ['America/Argentina/ComodRivadavia', '01/15/2026 08:30:00 PM'],
    ['Pacific/Chatham', '01/16/2026 01:15:00 PM'],
    ['', '01/15/2026 11:30:00 PM'],
    ['Mars/Olympus', '01/15/2026 11:30:00 PM'],
    ['x'.repeat(400), '01/15/2026 11:30:00 PM'],
    ['../../etc/localtime', '01/15/2026 11:30:00 PM'],
  ])('LINKS-44 dates are written in the time zone %s', async (timeZone, written) => {
    const link = await makeLink(vault, { paths: ['A'] });
    await setLink(link, sql`created_at = '2026-01-15T23:30:00Z'`);
    const [, line] = await linesOf({ timeZone, sort: 'x'.repeat(400) });
    expect(line?.split(',')[1]).toBe(written);
  });
});

describe('the address of an export', () => {
  it('T-80 the address is valid for five minutes, without a token', async () => {
    const address = await addressOf();
    expect(address.startsWith(`${vault.origin}/`)).toBe(true);
    const start = time;
    time = new Date(start.getTime() + 5 * MINUTE_MS - 1);
    expect((await download(address)).status).toBe(200);
    time = new Date(start.getTime() + 5 * MINUTE_MS);
    await mustBeRefused(address);
    time = start;
  });

  const mustBeRefused = async (address: string) => {
    const reply = await download(address);
    expect(reply.status).toBe(403);
    expect(await reply.json()).toEqual({
      code: 403,
      data: null,
      errorMessage: 'This export has expired. Please start it again.',
      errorCode: 'EXPORT_ADDRESS_EXPIRED',
    });
  };

  it('T-80 the address is refused when altered or signed for another purpose', async () => {
    const address = await addressOf({ status: 'Active' });
    const token = address.split('/').at(-1) ?? '';
    const [body = '', signature = ''] = token.split('.');
    const payload = Buffer.from(body, 'base64url').toString();
    const base = address.slice(0, -token.length);
    const forge = (text: string) => `${base}${Buffer.from(text).toString('base64url')}.${signature}`;
    await mustBeRefused(forge(payload.replace(ACME, CLOSED)));
    await mustBeRefused(forge(payload.replace('Active', 'Any')));
    await mustBeRefused(`${base}${body}.${signature.startsWith('A') ? 'B' : 'A'}${signature.slice(1)}`);
    await mustBeRefused(`${base}${body}`);
    await mustBeRefused(`${base}x`);
    const facts = { recordId: ACME, queryType: 'ALL', status: 'Any', timeZone: 'UTC' };
    const later = new Date(time.getTime() + MINUTE_MS);
    await mustBeRefused(base + vault.deps.signer.sign('download', facts, later));
    expect((await download(address)).status).toBe(200);
  });

  it('D-04 the address returns the links of its record only', async () => {
    await makeLink(vault, { externalIds: [seeded.closedFile] }, { user: 'outsider', recordId: CLOSED });
    expect(await linesOf()).toEqual([HEAD]);
    const params = { recordId: ACME };
    expect(await (await vault.as('outsider')).call(links.exportAddress, { params })).toEqual(E11);
    expect(await (await vault.as('noVault')).call(links.exportAddress, { params })).toEqual(E11);
    expect(await vault.anonymous.call(links.exportAddress, { params })).toEqual(P1);
  });

  it('P16 a malformed filter is refused', async () => {
    const client = await vault.as('reader');
    for (const query of [{ status: 'active' }, { queryType: '' }, { timeZone: 'x'.repeat(401) }]) {
      expect(
        await client.call(links.exportAddress, { params: { recordId: ACME }, query: query as Query }),
      ).toEqual(P16);
    }
  });

  it('the address withstands random requests', async () => {
    const valid = { recordId: ACME, status: 'Any', queryType: 'ALL', timeZone: 'Asia/Kolkata' };
    await mustWithstand(await vault.as('reader'), links.exportAddress, { valid, runs: 100 });
  });
});

test('LINKS-19 midnight and noon are written as 12; times are right on days of a clock change', () => {
  const format = dateFormat('Europe/Berlin');
  expect(format(new Date('2026-06-30T22:00:00Z'))).toBe('07/01/2026 12:00:00 AM');
  expect(format(new Date('2026-07-01T10:00:00Z'))).toBe('07/01/2026 12:00:00 PM');
  expect(format(new Date('2026-10-25T00:30:00Z'))).toBe('10/25/2026 02:30:00 AM');
  expect(format(new Date('2026-10-25T01:30:00Z'))).toBe('10/25/2026 02:30:00 AM');
});
