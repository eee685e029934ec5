import { type ActivityEntry, type CallInput, contract } from '@vault/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { recordAudit } from '../audit/index.ts';
import { type ActorContext, runAs } from '../platform/actor/index.ts';
import { RECORDS, USERS } from '../testing/accounts.ts';
import { E11 } from '../testing/answers.ts';
import { createTestApp, type TestApp } from '../testing/app.ts';
import { recordedBy } from '../testing/audit-entries.ts';
import { createClient, signIn } from '../testing/client.ts';
import { SCANNED } from './list.queries.ts';

const { activity, session } = contract;
type Query = NonNullable<CallInput<typeof activity.list>['query']>;

const LINK = 'lnkOne000000000000';
const FILE = 'filOne000000000000';
const ada: ActorContext = {
  actor: { kind: 'person', id: USERS.everything.sfid, name: 'Ada Byron', email: 'ada@example.test' },
  requestId: 'a3b7c1d0-0000-4000-8000-000000000001',
  clientAddress: '192.0.2.1',
  userAgent: 'Browser/1.0',
};
const visitor: ActorContext = {
  actor: {
    kind: 'visitor',
    visitId: 'vstOne000000000000',
    linkId: LINK,
    recordId: RECORDS.birch,
    email: null,
  },
  requestId: null,
  clientAddress: '192.0.2.2',
  userAgent: null,
};

let vault: TestApp;
beforeAll(async () => {
  vault = await createTestApp();
  const at = (minute: number) => new Date(Date.UTC(2026, 10, 1, 12, minute));
  const file = { kind: 'file' as const, id: FILE, name: 'Größe.pdf', path: 'Tax/2025' };
  await runAs(ada, () =>
    vault.database.transaction((tx) =>
      recordAudit(tx, [
        { action: 'file.upload', recordId: RECORDS.acme, object: file, details: { bytes: 7 }, at: at(1) },
        { action: 'file.preview', recordId: RECORDS.acme, object: file, at: at(2) },
        {
          action: 'person.disable',
          object: { kind: 'account', id: USERS.reader.sfid },
          personal: { personName: 'Chloe D.' },
          at: at(3),
        },
        { action: 'file.download', recordId: RECORDS.acme, object: { ...file, name: '=1+1.csv' }, at: at(4) },
      ]),
    ),
  );
  await runAs(visitor, () =>
    vault.database.transaction((tx) =>
      recordAudit(tx, {
        action: 'link.open',
        outcome: 'refused',
        object: { kind: 'link', id: LINK },
        at: at(4),
      }),
    ),
  );
});
afterAll(() => vault.close());

const SPAN = { from: '2026-11-01T12:00:00.000Z', to: '2026-11-01T13:00:00.000Z' };
const page = async (query: Query = {}) =>
  (await vault.as('auditor')).data(activity.list, { query: { ...SPAN, ...query } });
const actionsOf = (entries: readonly ActivityEntry[]) => entries.map(({ action }) => action);
const ALL = ['link.open', 'file.download', 'person.disable', 'file.preview', 'file.upload'];

describe('AUDIT-05 C115 the list', () => {
  it('AUDIT-05 lists the entries of all records, newest first, with names at that time', async () => {
    const { entries, next, previous, searchedTo } = await page();
    expect(actionsOf(entries)).toEqual(ALL);
    expect([next, previous, searchedTo]).toEqual([null, null, null]);
    expect(entries[4]).toEqual({
      id: expect.any(Number),
      at: '2026-11-01T12:01:00.000Z',
      action: 'file.upload',
      outcome: 'success',
      actor: {
        kind: 'person',
        id: USERS.everything.sfid,
        name: 'Ada Byron',
        email: 'ada@example.test',
        address: '192.0.2.1',
        agent: 'Browser/1.0',
      },
      record: { sfid: RECORDS.acme, name: 'Acme Ltd' },
      link: null,
      visitId: null,
      object: { kind: 'file', id: FILE, name: 'Größe.pdf', path: 'Tax/2025' },
      details: { bytes: 7 },
      personal: {},
      requestId: 'a3b7c1d0-0000-4000-8000-000000000001',
      redacted: false,
    });
    expect(entries[2]?.object).toEqual({
      kind: 'account',
      id: USERS.reader.sfid,
      name: 'Chloe D.',
      path: null,
    });
    expect(entries[0]).toMatchObject({
      actor: { kind: 'visitor', id: null, name: null },
      record: { sfid: RECORDS.birch, name: 'Birch and Sons' },
      link: { sfid: LINK, name: '' },
    });
  });

  const filters: [Query, string[]][] = [
    [{ record: RECORDS.acme }, ['file.download', 'file.preview', 'file.upload']],
    [{ person: USERS.everything.sfid }, ALL.slice(1)],
    [{ link: LINK }, ['link.open']],
    [{ object: FILE, action: 'file.preview' }, ['file.preview']],
    [{ object: USERS.reader.sfid }, ['person.disable']],
    [{ action: 'file.upload' }, ['file.upload']],
    [{ kind: 'file' }, ['file.download', 'file.preview', 'file.upload']],
    [{ kind: 'fil' }, []],
    [{ outcome: 'refused' }, ['link.open']],
    [{ search: 'GRÖSSE' }, []],
    [{ search: 'größe.PDF' }, ['file.preview', 'file.upload']],
    [{ search: 'tax/20' }, ['file.download', 'file.preview', 'file.upload']],
    [{ record: RECORDS.acme, person: USERS.colleague.sfid }, []],
    [
      { from: '2026-11-01T12:02:00.000Z', to: '2026-11-01T12:04:00.000Z' },
      ['person.disable', 'file.preview'],
    ],
    [{ action: 'no.action' }, []],
  ];
  it.each(filters)('AUDIT-05 filters by %j', async (query, actions) => {
    expect(actionsOf((await page(query)).entries)).toEqual(actions);
  });

  it('AUDIT-05 pages continue after the last entry, also within one moment and after new entries', async () => {
    const seen: string[] = [];
    let after: string | null = '';
    while (after !== null) {
      const query: Query = after === '' ? { size: 1 } : { size: 1, after };
      // oxlint-disable-next-line no-await-in-loop -- pages follow each other
      const { entries, next } = await page(query);
      seen.push(...actionsOf(entries));
      after = next;
      // oxlint-disable-next-line no-await-in-loop
      await vault.database.transaction((tx) =>
        recordAudit(tx, { action: 'job.retry', at: new Date('2026-11-01T12:30:00Z') }),
      );
    }
    expect(seen).toEqual(ALL);
  });

  it('AUDIT-05 a page reads a bounded number of entries, says how far, and the next continues', async () => {
    await sql`
      insert into audit_entry (at, action, outcome, actor_kind, details, personal, personal_salt, personal_hash)
      select timestamptz '2026-10-01' + n * interval '1 second', 'job.drop', 'success', 'system', '{}', '{}', '',
        sha256('') from generate_series(1, ${SCANNED + 10}::int) n`.execute(vault.database.kysely);
    const query = {
      from: '2026-10-01T00:00:01.000Z',
      to: '2026-10-02T00:00:00.000Z',
      outcome: 'failed' as const,
    };
    const first = await page(query);
    expect(first).toEqual({
      entries: [],
      next: expect.stringMatching(/^\d+-\d+$/),
      previous: null,
      searchedTo: '2026-10-01T00:00:11.000Z',
    });
    const exact = await page({ ...query, from: '2026-10-01T00:00:11.000Z' });
    expect(exact, 'when no entry is behind them').toMatchObject({ next: null, searchedTo: null });
    const second = await page({ ...query, after: first.next ?? '' });
    expect(second).toMatchObject({ entries: [], next: null, searchedTo: null });
    // Nothing matches, so the way back begins before the entry behind which this page began.
    const back = await page({ ...query, before: second.previous ?? '' });
    expect(back).toMatchObject({ entries: [], previous: null, searchedTo: null });
    expect(await page({ ...query, after: back.next ?? '' })).toEqual(second);
    const bounded = await page({ ...query, before: `${Date.parse(query.from)}-0` });
    expect(bounded).toMatchObject({ entries: [], searchedTo: '2026-10-01T01:23:20.000Z' });
  });

  it('AUDIT-05 the way back from a page shows the same pages, and then what is new', async () => {
    const query = { object: FILE };
    const newest = await page({ ...query, size: 1 });
    const middle = await page({ ...query, size: 1, after: newest.next ?? '' });
    const oldest = await page({ ...query, size: 1, after: middle.next ?? '' });
    expect(oldest.next).toBeNull();
    expect(actionsOf([newest, middle, oldest].flatMap(({ entries }) => entries))).toEqual([
      'file.download',
      'file.preview',
      'file.upload',
    ]);
    const back = await page({ ...query, size: 1, before: oldest.previous ?? '' });
    expect(back.entries).toEqual(middle.entries);
    expect(await page({ ...query, size: 1, after: back.next ?? '' })).toEqual(oldest);
    const all = await page({ ...query, size: 5, before: oldest.previous ?? '' });
    expect(all).toMatchObject({ previous: null, searchedTo: null });
    expect(actionsOf(all.entries)).toEqual(['file.download', 'file.preview']);
    const client = await vault.as('auditor');
    const both = { after: newest.next ?? '', before: newest.next ?? '' };
    expect(await client.call(activity.list, { query: both })).toMatchObject({ code: 400 });
  });

  it.each(['', '1', '1-', '-1', '1-2-3', `${'9'.repeat(16)}-1`, `1-${'9'.repeat(19)}`, "1-1'"])(
    'AUDIT-05 refuses the page after %j, and reads the extremes',
    async (after) => {
      const client = await vault.as('auditor');
      expect(await client.call(activity.list, { query: { after } })).toMatchObject({ code: 400 });
      const extreme = `${'9'.repeat(15)}-${'9'.repeat(18)}`;
      expect((await page({ after: extreme, size: 1 })).entries).toHaveLength(1);
    },
  );

  it('AUDIT-05 a NUL in a filter finds nothing', async () => {
    const client = await vault.as('auditor');
    const { code } = await client.call(activity.list, { query: { object: 'a\0b', search: '\0' } });
    expect(code).toBeLessThan(500);
  });

  it('AUDIT-05 administrators have the right, people without it are refused', async () => {
    const administrator = await vault.as('administrator');
    expect((await administrator.data(activity.list, { query: SPAN })).entries.length).toBeGreaterThan(0);
    expect(await (await vault.as('everything')).call(activity.list, {})).toMatchObject(E11);
  });
});

describe('AUDIT-05 C116 the choices of the filters', () => {
  it('AUDIT-05 finds records and people by part of a name, an address or an id', async () => {
    const client = await vault.as('auditor');
    const choices = (search: string) => client.data(activity.choices, { query: { search } });
    expect((await choices('aCme')).records).toEqual([{ sfid: RECORDS.acme, name: 'Acme Ltd' }]);
    const ben = { sfid: USERS.colleague.sfid, name: 'Ben Carter', email: 'ben@example.test' };
    expect(await choices('BEN@')).toEqual({ records: [], people: [ben] });
    // a personal vault has the id and the name of its person
    const own = [{ sfid: ben.sfid, name: ben.name }];
    expect(await choices(ben.sfid)).toEqual({ records: own, people: [ben] });
  });
});

describe('AUDIT-05 the exports', () => {
  let address: string;
  beforeEach(async () => {
    address = await (await vault.as('auditor')).data(activity.exportAddress, { query: SPAN });
  });

  it('AUDIT-05 C117 the CSV has the filtered entries, and cells that could be formulas are defused', async () => {
    const client = await vault.as('auditor');
    const query = { ...SPAN, record: RECORDS.acme };
    const reply = await fetch(await client.data(activity.exportAddress, { query }));
    expect(reply.headers.get('content-disposition')).toBe('attachment; filename="Activity.csv"');
    const lines = (await reply.text()).split('\r\n');
    expect(lines).toHaveLength(5);
    expect(lines[0]).toMatch(/^Entry,Time \(UTC\),Action,/);
    expect(lines[1]).toContain(`,Acme Ltd,${RECORDS.acme},file,'=1+1.csv,Tax/2025,${FILE},`);
    expect(lines[3]).toContain(
      ',2026-11-01T12:01:00.000Z,file.upload,success,person,Ada Byron,ada@example.test,',
    );
    expect(lines[3]).toContain('"{""bytes"":7}"');
  });

  it('AUDIT-05 AUDIT-01 an export is in the audit, a searched text as personal data', async () => {
    const client = await vault.as('auditor');
    const query = { record: RECORDS.acme, action: 'file.upload', search: 'Ada' };
    const entries = await recordedBy(vault.database, () => client.data(activity.exportAddress, { query }));
    expect(entries).toMatchObject([
      {
        action: 'audit.read',
        recordId: RECORDS.acme,
        details: { format: 'csv', action: 'file.upload' },
        personal: { search: 'Ada' },
      },
    ]);
    expect(entries[0]?.details).not.toHaveProperty('search');
  });

  it('AUDIT-05 C118 the JSON Lines are a download with the entries of a record', async () => {
    const client = await vault.as('auditor');
    const reply = await fetch(await client.data(activity.proofAddress, { query: { record: RECORDS.acme } }));
    expect(reply.headers.get('content-disposition')).toBe('attachment; filename="Activity.jsonl"');
    const lines = (await reply.text()).trimEnd().split('\n');
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({
      audit: 1,
      record: RECORDS.acme,
      from: null,
      to: null,
    });
    expect(JSON.parse(lines.at(-1) ?? '')).toEqual({ end: { entries: lines.length - 2, seals: 0 } });
  });

  it('AUDIT-05 an address works without a token, but not when it is altered or of the other export', async () => {
    expect((await fetch(address)).status).toBe(200);
    const expired = { code: 403, errorCode: 'EXPORT_ADDRESS_EXPIRED' };
    const refused = async (url: string) => (await fetch(url)).json();
    expect(await refused(`${address.slice(0, -2)}AA`)).toMatchObject(expired);
    expect(await refused(address.replace('activity-export', 'activity-proof'))).toMatchObject(expired);
  });

  it('GUARD-30 an address ends with the session that requested it', async () => {
    const client = await signIn(vault.origin, 'auditor');
    const own = await client.data(activity.exportAddress, { query: SPAN });
    expect((await fetch(own)).status).toBe(200);
    await createClient(vault.origin, client.token).call(session.signOut, {});
    expect(await (await fetch(own)).json()).toMatchObject({ code: 403, errorCode: 'EXPORT_ADDRESS_EXPIRED' });
  });

  it('GUARD-30 an address ends with the right of its holder', async () => {
    const grant = (permissions: unknown) =>
      sql`update account set permissions = ${JSON.stringify(permissions)}::jsonb
        where id = ${USERS.auditor.sfid}`.execute(vault.database.kysely);
    await grant([]);
    expect(await (await fetch(address)).json()).toMatchObject({ code: 403, errorCode: 'NO_ACCESS' });
    await grant(USERS.auditor.permissions);
    expect((await fetch(address)).status).toBe(200);
  });
});
