import { contract } from '@vault/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { grant, revoke } from '../session/index.ts';
import { USERS } from '../testing/accounts.ts';
import { E4, P16 } from '../testing/answers.ts';
import { recordedBy } from '../testing/audit-entries.ts';
import { makeLink } from '../testing/links.ts';
import { ACME } from '../testing/seeded-items.ts';
import { createExposedVault, type ExposedVault } from './fixtures/exposed-vault.ts';
import { passedMoment } from './fixtures/moments.ts';

const { exposure, organise, trash, links } = contract;

let vault: ExposedVault;
beforeAll(async () => {
  vault = await createExposedVault();
});
afterAll(() => vault.close());

type Read = ExposedVault['read'];
const read: Read = (...question) => vault.read(...question);
const ada = () => vault.as('everything');
const linkIds = ({ links: page }: Awaited<ReturnType<Read>>) => page?.rows.map(({ sfid }) => sfid);

describe('AUDIT-09 C121 the links that reached an item', () => {
  it('AUDIT-09 a link of a folder above reaches the file, only while the file is in it', async () => {
    const file = await vault.stored();
    const before = await vault.moment();
    const link = await vault.share({ paths: [file.outer] });
    const shared = await vault.moment();
    await vault.addFolder(`Away ${file.outer}`);
    await vault.move(file.id, `Away ${file.outer}`);
    const moved = await vault.moment();

    expect(linkIds(await read(file.id, { at: before }))).toEqual([]);
    const { links: page, item } = await read(file.id, { at: shared });
    expect(page?.rows).toEqual([
      expect.objectContaining({
        sfid: link.id,
        type: 'SHARE',
        rights: ['view', 'download'],
        through: { sfid: await vault.folderId(file.outer), name: file.outer, place: 'above' },
        isPublic: true,
        maker: { sfid: USERS.everything.sfid, name: 'Ada Byron' },
      }),
    ]);
    expect(item).toMatchObject({ kind: 'file', name: 'plan.txt', path: file.path, state: 'present' });
    expect(await read(file.id, { at: moved })).toMatchObject({
      item: { path: `Away ${file.outer}` },
      links: { rows: [] },
    });
    expect(linkIds(await read(file.id))).toEqual([]);
  });

  it('AUDIT-09 trash, restore, end of the link and loss of the maker’s right count from their moment', async () => {
    const file = await vault.stored();
    const link = await vault.share({ externalIds: [file.id] });
    const open1 = await vault.moment();
    await (await ada()).data(organise.moveToTrash, { body: { linkId: ACME, sfids: [file.id] } });
    const trashed = await vault.moment();
    await (await ada()).data(trash.restore, { query: {}, body: [file.id] });
    const restored = await vault.moment();
    const rights = { words: ['share'] as const, records: [], newRecords: [] };
    await revoke(vault.deps, USERS.everything.sfid, rights);
    const withoutRight = await vault.moment();
    await grant(vault.deps, USERS.everything.sfid, rights);
    const again = await vault.moment();
    await (await ada()).data(links.remove, { params: { recordId: ACME, id: link.id } });
    const ended = await vault.moment();

    const reached = async (at: string) => linkIds(await read(file.id, { at }));
    expect(await reached(open1)).toEqual([link.id]);
    expect(await reached(trashed)).toEqual([]);
    expect((await read(file.id, { at: trashed })).item.state).toBe('trash');
    expect(await reached(restored)).toEqual([link.id]);
    expect(await reached(withoutRight)).toEqual([]);
    expect(await reached(again)).toEqual([link.id]);
    expect(await reached(ended)).toEqual([]);
    expect(linkIds(await read(file.id))).toEqual([]);
  });

  it('AUDIT-09 an expired link reached the item until its expiry', async () => {
    const file = await vault.stored();
    const link = await vault.share({ externalIds: [file.id] });
    const before = await vault.moment();
    await sql`update link set expires_at = ${before}::timestamptz + interval '1 millisecond'
      where id = ${link.id}`.execute(vault.database.kysely);
    // expired only after its last millisecond
    await vault.moment();
    const after = await vault.moment();
    expect(linkIds(await read(file.id, { at: before }))).toEqual([link.id]);
    expect(linkIds(await read(file.id, { at: after }))).toEqual([]);
    expect((await read(link.id)).links?.rows[0]?.rights).toEqual([]);
  });

  it('AUDIT-09 several changes of one transaction have no state in between', async () => {
    const file = await vault.stored();
    const { kysely } = vault.database;
    const changed = await vault.database.transaction(async (tx) => {
      await sql`update item set name = 'between' where id = ${file.id}`.execute(tx);
      const between = await passedMoment({ kysely });
      await sql`update item set name = 'after' where id = ${file.id}`.execute(tx);
      return between;
    });
    expect((await read(file.id)).item.name).toBe('after');
    expect(['plan.txt', 'after']).toContain((await read(file.id, { at: changed })).item.name);
  });

  it('AUDIT-09 a request gives nobody a file to read, so that it does not reach one', async () => {
    const file = await vault.stored();
    const request = await makeLink(vault, { path: file.outer }, { call: 'requestLink' });
    expect(linkIds(await read(file.id))).toEqual([]);
    expect((await read(request.id)).links?.rows).toEqual([
      expect.objectContaining({ type: 'REQUEST', rights: ['upload'], through: null }),
    ]);
  });
});

describe('AUDIT-09 C121 the people', () => {
  const people = async (id: string, at?: string) =>
    (await read(id, at === undefined ? {} : { at })).people?.rows ?? [];

  it('AUDIT-09 lists who could read the record, what they could do and why', async () => {
    const file = await vault.stored();
    const rows = await people(file.id);
    expect(rows.map(({ name }) => name)).toEqual([
      'Ada Byron',
      'Ben Carter',
      'Chloe Diaz',
      'Dan Evans',
      'Eve Foster',
      'Fay Grant',
      'Ida Jones',
    ]);
    expect(rows[0]).toEqual({
      sfid: USERS.everything.sfid,
      name: 'Ada Byron',
      email: 'ada@example.test',
      rights: ['read', 'download', 'create', 'edit', 'share'],
      reason: 'member',
    });
    expect(rows[2]?.rights).toEqual(['read']);
  });

  it('AUDIT-09 membership, permissions and disabling count from their moment', async () => {
    const file = await vault.stored();
    const { kysely } = vault.database;
    const dan = USERS.creator.sfid;
    const has = async (at: string) => (await people(file.id, at)).some(({ sfid }) => sfid === dan);
    const before = await vault.moment();
    await sql`delete from membership where account_id = ${dan} and record_id = ${ACME}`.execute(kysely);
    const without = await vault.moment();
    await sql`insert into membership (account_id, record_id) values (${dan}, ${ACME})`.execute(kysely);
    const again = await vault.moment();
    await sql`update account set disabled_at = now() where id = ${dan}`.execute(kysely);
    const disabled = await vault.moment();
    await sql`update account set disabled_at = null where id = ${dan}`.execute(kysely);
    const enabled = await vault.moment();
    expect(await Promise.all([before, without, again, disabled, enabled].map(has))).toEqual([
      true,
      false,
      true,
      false,
      true,
    ]);
  });

  it('AUDIT-09 a person of the issuer has the claims of the moment, and none before the first sign-in', async () => {
    const file = await vault.stored();
    const { kysely } = vault.database;
    const id = 'usrIssuer000000000';
    const permissions = JSON.stringify(USERS.reader.permissions);
    const has = async (at: string) => (await people(file.id, at)).find(({ sfid }) => sfid === id)?.reason;
    const before = await vault.moment();
    await sql`insert into account (id, name, email, permissions)
      values (${id}, 'Zoe', 'zoe@example.test', '[]')`.execute(kysely);
    await sql`insert into external_identity
      (issuer, subject, account_id, claims_hash, claims_issued_at, permissions, records)
      values ('https://issuer.test', 'zoe', ${id}, '\\x00', now(), ${permissions}::jsonb, ${[ACME]})`.execute(
      kysely,
    );
    const claimed = await vault.moment();
    await sql`update external_identity set records = '{}' where account_id = ${id}`.execute(kysely);
    const withdrawn = await vault.moment();
    expect([await has(before), await has(claimed), await has(withdrawn)]).toEqual([
      undefined,
      'issuer',
      undefined,
    ]);
  });

  it('AUDIT-09 pages continue where the page before ended', async () => {
    const file = await vault.stored();
    const first = await read(file.id, { list: 'people', size: 4 });
    const after = first.people?.next ?? '';
    const second = await read(file.id, { list: 'people', size: 4, after });
    const names = [...(first.people?.rows ?? []), ...(second.people?.rows ?? [])].map(({ name }) => name);
    expect(names).toEqual((await people(file.id)).map(({ name }) => name));
    expect([first.links, first.accesses]).toEqual([null, null]);
  });
});

describe('AUDIT-09 C121 views and downloads', () => {
  it('AUDIT-09 the download of a folder counts for each file in it, with visitor and link', async () => {
    const file = await vault.stored();
    const link = await vault.share({ paths: [file.outer] });
    await vault.download(link, { paths: [file.path] });
    const expected = {
      action: 'file.download',
      who: { kind: 'visitor', id: null, name: null, email: null, address: '127.0.0.1' },
      file: { sfid: file.id, name: 'plan.txt', path: file.path },
      link: expect.objectContaining({ sfid: link.id }),
    };
    expect((await read(file.id)).accesses?.rows).toEqual([expect.objectContaining(expected)]);
    expect((await read(await vault.folderId(file.outer))).accesses?.rows).toEqual([
      expect.objectContaining(expected),
    ]);
    const byLink = (await read(link.id)).accesses?.rows.map(({ action }) => action);
    expect(byLink).toEqual(['file.download', 'link.open']);
  });

  it('AUDIT-09 people of the portal are listed; a folder has the files of the moment only', async () => {
    const file = await vault.stored();
    const before = await vault.moment();
    const body = { linkId: ACME, paths: [file.path] };
    const reply = await (
      await ada()
    ).fetch('/api/v1/services/file-system/download', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    await reply.arrayBuffer();
    const inner = await vault.folderId(file.inner);
    await vault.addFolder(`Away ${file.outer}`);
    await vault.move(file.id, `Away ${file.outer}`);
    expect((await read(inner)).accesses?.rows).toEqual([]);
    expect((await read(inner, { at: before })).accesses?.rows).toEqual([
      expect.objectContaining({
        who: expect.objectContaining({
          kind: 'person',
          id: USERS.everything.sfid,
          email: 'ada@example.test',
        }),
      }),
    ]);
  });

  it('AUDIT-09 a file has the downloads of the files that were merged into it', async () => {
    const [source, target] = [await vault.stored('same.txt'), await vault.stored('same.txt')];
    const link = await vault.share({ externalIds: [source.id] });
    await vault.download(link, { sfids: [source.id] });
    await (
      await ada()
    ).data(organise.moveMerging, { body: { linkId: ACME, sfids: [source.id], path: target.path } });
    const rows = (await read(target.id)).accesses?.rows ?? [];
    expect(rows.map(({ file }) => file?.sfid)).toEqual([source.id]);
    expect((await read(await vault.folderId(target.inner))).accesses?.rows).toHaveLength(1);
  });

  it('AUDIT-09 a deleted file keeps its views, its path of the time, and has the state absent', async () => {
    const file = await vault.stored();
    await vault.download(await vault.share({ externalIds: [file.id] }), { sfids: [file.id] });
    const before = await vault.moment();
    await (await ada()).data(organise.moveToTrash, { body: { linkId: ACME, sfids: [file.id] } });
    await (await ada()).data(trash.remove, { query: { ids: file.id } });
    await sql`delete from purge where item_id = ${file.id}`.execute(vault.database.kysely);
    await sql`delete from item where id = ${file.id}`.execute(vault.database.kysely);
    const now = await read(file.id);
    expect(now).toMatchObject({ item: { state: 'absent', name: 'plan.txt' }, links: { rows: [] } });
    expect(now.accesses?.rows).toHaveLength(1);
    expect((await read(file.id, { at: before })).item).toMatchObject({ state: 'present', path: file.path });
  });

  it('AUDIT-09 before past states were kept, people and links are not known and nothing is guessed', async () => {
    const file = await vault.stored();
    const {
      completeFrom,
      people,
      links: none,
      accesses,
    } = await read(file.id, { at: '2020-01-01T00:00:00.000Z' });
    expect(Date.parse(completeFrom)).toBeGreaterThan(Date.parse('2026-01-01'));
    expect([people, none, accesses?.rows]).toEqual([null, null, []]);
  });

  it('AUDIT-09 refuses unknown ids, moments in the future and forms that are none', async () => {
    const client = await vault.as('auditor');
    const call = (id: string, query: object = {}) => client.call(exposure.read, { params: { id }, query });
    expect(await call('filNobody000000000')).toEqual(E4);
    const file = await vault.stored();
    expect(await call(file.id, { at: '2999-01-01T00:00:00.000Z' })).toMatchObject({
      status: 400,
      errorMessage: 'Please choose a moment that is not in the future.',
    });
    expect(await call('../etc')).toEqual(P16);
    expect(await call(file.id, { at: 'yesterday' })).toEqual(P16);
    expect(await call(file.id, { after: '999999999999999-999999999999999999' })).toMatchObject({ code: 200 });
  });
});

describe('AUDIT-09 C122 the export', () => {
  it('AUDIT-09 has the question and all lists as CSV, and is recorded', async () => {
    const file = await vault.stored('=1+1.txt');
    await vault.download(await vault.share({ externalIds: [file.id] }), { sfids: [file.id] });
    const client = await vault.as('auditor');
    let url = '';
    const entries = await recordedBy(vault.database, async () => {
      url = await client.data(exposure.exportAddress, { params: { id: file.id } });
    });
    expect(entries).toEqual([expect.objectContaining({ action: 'audit.read', objectId: file.id })]);
    const reply = await fetch(url);
    expect(reply.headers.get('content-disposition')).toBe('attachment; filename="Exposure.csv"');
    const lines = (await reply.text()).split('\r\n').map((line) => line.split(','));
    const ofList = (name: string) => lines.filter(([list]) => list === name);
    expect(ofList('Question')[0]?.[1]).toBe("'=1+1.txt");
    expect(ofList('Could open')).toHaveLength(7);
    expect(ofList('Link')).toHaveLength(1);
    expect(ofList('Opened or downloaded')).toHaveLength(1);
    expect((await fetch(`${url}x`)).status).toBe(403);
  });
});

describe('AUDIT-09 past states', () => {
  it.each([
    'past_states',
    'item_past',
    'link_past',
    'account_past',
    'membership_past',
    'claims_past',
    'merged_file',
  ])('AUDIT-09 the server cannot delete from %s', async (table) => {
    const { kysely } = vault.database;
    await expect(sql`delete from ${sql.table(table)}`.execute(kysely)).rejects.toThrow(
      /append-only|permission denied/,
    );
  });
});
