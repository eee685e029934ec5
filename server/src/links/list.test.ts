import { type CallInput, contract } from '@vault/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { E4, E11, P1, P16 } from '../testing/answers.ts';
import { createTestApp, type TestApp } from '../testing/app.ts';
import { mustWithstand } from '../testing/hostile.ts';
import { clearLinks, externalIdOf, makeLink, type StoredLink } from '../testing/links.ts';
import { seedVault } from '../testing/vault.ts';
import { ACME, CLOSED, setUpItems, type SeededItems } from '../testing/seeded-items.ts';

const { links, organise, history, trash, recipient } = contract;
type Query = NonNullable<CallInput<typeof links.list>['query']>;

let vault: TestApp;
let seeded: SeededItems;

beforeAll(async () => {
  vault = await createTestApp();
});
afterAll(() => vault.close());
beforeEach(async () => {
  await clearLinks(vault);
  seeded = await setUpItems(
    vault,
    [
      { folder: 'A/B', name: 'plan.pdf' },
      { folder: 'A/B', name: 'Bill.pdf' },
    ],
    { folders: ['C'] },
  );
});

const ada = () => vault.as('everything');
const list = async (query: Query = {}) =>
  (await ada()).data(links.list, { params: { recordId: ACME }, query });
const only = async () => {
  const { content } = await list();
  expect(content).toHaveLength(1);
  return content[0];
};
const share = async (path: string) =>
  makeLink(vault, { externalIds: [await externalIdOf(vault, seeded.id(path))] });
const shareFolder = (path: string) => makeLink(vault, { paths: [path] });
const sharePlan = () => share('A/B/plan.pdf');
const toTrash = async (...paths: string[]) =>
  (await ada()).data(organise.moveToTrash, {
    query: { ids: paths.map((path) => seeded.id(path)).join(',') },
  });
const remove = async ({ id }: StoredLink) =>
  (await ada()).data(links.remove, { params: { recordId: ACME, id } });
const setLink = ({ id }: StoredLink, set: ReturnType<typeof sql>) =>
  sql`update link set ${set} where id = ${id}`.execute(vault.database.kysely);

describe('C38 the list', () => {
  it('DATA-18 DATA-19 DATA-20 DATA-21 DATA-22 the list contains all fields of a link', async () => {
    const before = Date.now();
    const { id, accessUrl } = await makeLink(vault, {
      externalIds: [await externalIdOf(vault, seeded.id('A/B/plan.pdf'))],
      allowDownload: true,
      notify: true,
      havePassword: true,
      password: 'Abc123Def456',
    });
    const link = await only();
    expect(link).toEqual({
      id,
      fileName: 'plan.pdf',
      location: 'A/B',
      createBy: 'Ada Byron',
      receiveByEmail: '',
      createTime: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      lastAccessedTime: null,
      status: 'Active',
      deleted: false,
      updatedContact: null,
      updatedTime: null,
      access: 'Anyone',
      accessTimes: 0,
      isPublic: true,
      download: true,
      edit: false,
      expire: true,
      expireDateTime: expect.any(Number),
      notify: true,
      accessUrl,
      password: 'Abc123Def456',
      isFile: true,
      parentFolderSfid: seeded.id('A/B'),
      parentIsExist: true,
      fileSystem: { indexPath: 'A/B/plan.pdf', sfid: seeded.id('A/B/plan.pdf') },
      linkType: 'SHARE',
    });
    expect(Date.parse(link?.createTime ?? '')).toBeGreaterThanOrEqual(before);
  });

  it('DATA-22 isFile is true only for a link to exactly one file', async () => {
    const [plan, bill] = [seeded.id('A/B/plan.pdf'), seeded.id('A/B/Bill.pdf')];
    await makeLink(vault, { externalIds: [plan] });
    await makeLink(vault, { externalIds: [plan, bill] });
    await shareFolder('A');
    const { content } = await list({ sort: 'createTime,asc' });
    expect(content.map(({ fileName, isFile, location }) => [fileName, isFile, location])).toEqual([
      ['plan.pdf', true, 'A/B'],
      ['plan.pdf, Bill.pdf', false, 'A/B'],
      ['A', false, ''],
    ]);
  });

  it('G10 a link to thousands of items does not enlarge the list', async () => {
    const name = `${'long-'.repeat(70)}.pdf`;
    const many = Array.from({ length: 300 }, (_, n) => ({ folder: 'C', name: `${n}-${name}` }));
    const { fileIds } = await seedVault(vault.database, many, { recordId: ACME });
    await makeLink(vault, { externalIds: fileIds });
    const link = await only();
    expect(link?.fileName).toHaveLength(2000);
    expect(link?.fileName.endsWith('…')).toBe(true);
    expect(link).toMatchObject({ isFile: false, fileSystem: { sfid: fileIds[0] } });
  });

  it('D-29 LINKS-01 the status is computed at each call; an expired, deleted link is Deleted', async () => {
    const [active, endless, expired, deleted, both] = [
      await sharePlan(),
      await sharePlan(),
      await sharePlan(),
      await sharePlan(),
      await sharePlan(),
    ];
    await setLink(active, sql`expires_at = now() + interval '1 minute'`);
    await setLink(endless, sql`expires_at = null`);
    await setLink(expired, sql`expires_at = now() - interval '1 millisecond'`);
    await setLink(both, sql`expires_at = now() - interval '1 day'`);
    await remove(deleted);
    await remove(both);
    const found = async (status: Query['status']) => {
      const { content, totalElements } = await list({ status, sort: 'createTime,asc' });
      expect(totalElements).toBe(content.length);
      expect(content.every((link) => status === 'Any' || link.status === status)).toBe(true);
      return content.map(({ id }) => id);
    };
    expect(await found('Active')).toEqual([active.id, endless.id]);
    expect(await found('Expired')).toEqual([expired.id]);
    expect(await found('Deleted')).toEqual([deleted.id, both.id]);
    expect(await found('Any')).toEqual([active.id, endless.id, expired.id, deleted.id, both.id]);
  });

  it('D-34 the list is filtered by kind', async () => {
    const shared = await shareFolder('A');
    const asked = await makeLink(vault, { path: 'A' }, { call: 'requestLink' });
    const ids = async (query: Query) => (await list(query)).content.map(({ id }) => id);
    expect(await ids({ queryType: 'SHARE' })).toEqual([shared.id]);
    expect(await ids({ queryType: 'REQUEST' })).toEqual([asked.id]);
    expect(await ids({ queryType: 'ALL' })).toEqual([asked.id, shared.id]);
    expect(await ids({})).toEqual([asked.id, shared.id]);
  });

  it('LINKS-06 LINKS-09 LINKS-17 D-02 sorting by name, date or views; by default newest first', async () => {
    const plan = await sharePlan();
    const bill = await share('A/B/Bill.pdf');
    const folder = await shareFolder('A');
    await setLink(plan, sql`access_times = 7`);
    await setLink(bill, sql`access_times = 10`);
    const names = async (sort?: string) =>
      (await list(sort === undefined ? {} : { sort })).content.map(({ fileName }) => fileName);
    const newest = ['A', 'Bill.pdf', 'plan.pdf'];
    expect(await names('fileName,asc')).toEqual(['A', 'Bill.pdf', 'plan.pdf']);
    expect(await names('fileName,desc')).toEqual(['plan.pdf', 'Bill.pdf', 'A']);
    expect(await names('createTime,asc')).toEqual(newest.toReversed());
    expect(await names('accessTimes,asc')).toEqual(['A', 'plan.pdf', 'Bill.pdf']);
    expect(await names('accessTimes,desc')).toEqual(['Bill.pdf', 'plan.pdf', 'A']);
    expect(await names('accessTimes')).toEqual(['A', 'plan.pdf', 'Bill.pdf']);
    for (const sort of [undefined, 'createTime,desc', '', 'token_hash,asc', 'fileName,up', 'fileName,asc,x'])
      expect(await names(sort)).toEqual(newest);
    expect(folder.id).not.toBe(plan.id);
  });

  it('D-01 pages start at zero and are stable; each link is on one page', async () => {
    const ids = [];
    for (let n = 0; n < 7; n += 1) ids.push((await sharePlan()).id);
    for (const sort of ['fileName,asc', 'fileName,desc', 'accessTimes,asc', 'createTime,desc']) {
      const seen = [];
      for (const [page, size] of [3, 3, 1, 0].entries()) {
        const { content, ...rest } = await list({ page, size: 3, sort });
        expect(rest).toEqual({ totalElements: 7, numberOfElements: size });
        seen.push(...content.map(({ id }) => id));
      }
      expect(seen.toSorted()).toEqual(ids.toSorted());
    }
    const all = await list({ size: 5000 });
    expect(all.numberOfElements).toBe(7);
  });

  it('P16 malformed pages and filters are refused', async () => {
    const call = async (query: object) =>
      (await ada()).call(links.list, { params: { recordId: ACME }, query });
    for (const query of [{ page: -1 }, { page: 1.5 }, { size: 0 }, { status: 'active' }, { queryType: '' }])
      expect(await call(query)).toEqual(P16);
  });

  it('D-04 the list requires read permission in the record and lists no links of other records', async () => {
    await makeLink(vault, { externalIds: [seeded.closedFile] }, { user: 'outsider', recordId: CLOSED });
    expect(await list()).toEqual({ content: [], totalElements: 0, numberOfElements: 0 });
    const params = { recordId: ACME };
    expect(await vault.anonymous.call(links.list, { params })).toEqual(P1);
    expect(await (await vault.as('noVault')).call(links.list, { params })).toEqual(E11);
    expect(await (await vault.as('outsider')).call(links.list, { params })).toEqual(E11);
    expect(await (await ada()).call(links.list, { params: { recordId: CLOSED } })).toEqual(E11);
    expect(await (await vault.as('reader')).call(links.list, { params })).toMatchObject({ code: 200 });
  });

  it('the list withstands random requests', async () => {
    await sharePlan();
    const valid = { recordId: ACME, page: '0', size: '10', sort: 'fileName,asc', status: 'Any' };
    await mustWithstand(await ada(), links.list, { valid, runs: 100 });
  });
});

describe('D-43 links follow their targets', () => {
  it('a link shows the new name after a rename, for each of several items', async () => {
    await makeLink(vault, { externalIds: [seeded.id('A/B/plan.pdf'), seeded.id('A/B/Bill.pdf')] });
    const body = { linkId: ACME, sfid: seeded.id('A/B/Bill.pdf'), name: 'Invoice.pdf' };
    await (await ada()).data(organise.renameFile, { body });
    expect(await only()).toMatchObject({ fileName: 'plan.pdf, Invoice.pdf', location: 'A/B' });
    const client = await ada();
    const query = { path: 'A', oriFolderName: 'B', newFolderName: 'N' };
    await client.data(organise.renameFolder, { params: { linkId: ACME }, query });
    expect(await only()).toMatchObject({
      fileName: 'plan.pdf, Invoice.pdf',
      location: 'A/N',
      fileSystem: { indexPath: 'A/N/plan.pdf' },
    });
    expect(await list({ sort: 'fileName,asc' })).toMatchObject({ totalElements: 1 });
  });

  it('a link shows the new location after a move of the item or an ancestor', async () => {
    await sharePlan();
    const client = await ada();
    const sfids = [seeded.id('A/B/plan.pdf')];
    await client.data(organise.move, { body: { linkId: ACME, sfids, paths: [], path: 'C' } });
    const moved = { parentFolderSfid: seeded.id('C'), parentIsExist: true };
    expect(await only()).toMatchObject({ ...moved, location: 'C', fileSystem: { indexPath: 'C/plan.pdf' } });
    await client.data(organise.move, { body: { linkId: ACME, sfids: [], paths: ['C'], path: 'A' } });
    expect(await only()).toMatchObject({ ...moved, location: 'A/C' });
  });

  it('contract 10.17 a target in the trash keeps its name and location', async () => {
    await sharePlan();
    await toTrash('A/B/plan.pdf');
    expect(await only()).toMatchObject({
      fileName: 'plan.pdf',
      location: 'A/B',
      parentIsExist: true,
      fileSystem: { indexPath: 'A/B/plan.pdf', sfid: seeded.id('A/B/plan.pdf') },
      status: 'Active',
    });
  });

  it('USE-44 the search finds names, recipients and creators, literally and ignoring case', async () => {
    await sharePlan();
    await makeLink(
      vault,
      { paths: ['C'], accessType: 'SpecificRecipients', receiveByEmails: ['Zoe_1@Example.test'] },
      { call: 'shareByEmail' },
    );
    const names = async (query: Query) => (await list(query)).content.map(({ fileName }) => fileName);
    expect(await names({ search: 'PLAN' })).toEqual(['plan.pdf']);
    expect(await names({ search: ' zoe_1@example ' })).toEqual(['C']);
    expect(await names({ search: 'ada b' })).toEqual(['C', 'plan.pdf']);
    for (const search of ['zoe%', 'zoe__', '%', 'nothing']) {
      // oxlint-disable-next-line no-await-in-loop
      expect([search, await names({ search })]).toEqual([search, []]);
    }
    expect(await names({ search: ' ' })).toEqual(['C', 'plan.pdf']);
    expect(await list({ search: 'plan', queryType: 'REQUEST' })).toMatchObject({ totalElements: 0 });
  });

  it('USE-18 a single link is listed by its id', async () => {
    const { id } = await sharePlan();
    await shareFolder('C');
    expect((await list({ id })).content.map(({ fileName }) => fileName)).toEqual(['plan.pdf']);
    expect(await list({ id: 'lnk000000000000000' })).toMatchObject({ content: [], totalElements: 0 });
  });

  it('USE-16 a link is InTrash while none of its targets is live, and Active after a restore', async () => {
    const plan = await externalIdOf(vault, seeded.id('A/B/plan.pdf'));
    const bill = await externalIdOf(vault, seeded.id('A/B/Bill.pdf'));
    await makeLink(vault, { externalIds: [plan, bill] });
    const state = async () => (await only())?.targetState;
    expect(await state()).toBeUndefined();
    await toTrash('A/B/plan.pdf');
    expect(await state()).toBeUndefined();
    await toTrash('A/B/Bill.pdf');
    expect(await only()).toMatchObject({ status: 'Active', targetState: 'InTrash' });
    await (await ada()).data(trash.restore, { body: [seeded.id('A/B/Bill.pdf')] });
    expect(await state()).toBeUndefined();
  });

  it('USE-16 a target in a trashed folder is InTrash, a permanently deleted one is Gone', async () => {
    await shareFolder('A/B');
    await toTrash('A');
    expect((await only())?.targetState).toBe('InTrash');
    await (await ada()).data(trash.remove, { query: { ids: seeded.id('A') } });
    expect((await only())?.targetState).toBe('Gone');
  });

  it('LINKS-27 parentIsExist is false while the parent or an ancestor is in the trash', async () => {
    await sharePlan();
    const here = { location: 'A/B', parentFolderSfid: seeded.id('A/B') };
    await toTrash('A');
    expect(await only()).toMatchObject({
      ...here,
      parentIsExist: false,
      fileSystem: { indexPath: 'A/B/plan.pdf' },
    });
    await (await ada()).data(trash.restore, { body: [seeded.id('A')] });
    expect(await only()).toMatchObject({ ...here, parentIsExist: true });
  });

  it('D-43 an item that was moved and trashed with its folder shows the last location', async () => {
    await sharePlan();
    const sfids = [seeded.id('A/B/plan.pdf')];
    await (await ada()).data(organise.move, { body: { linkId: ACME, sfids, paths: [], path: 'C' } });
    await toTrash('C');
    expect(await only()).toMatchObject({
      location: 'C',
      parentFolderSfid: seeded.id('C'),
      parentIsExist: false,
      fileSystem: { indexPath: 'C/plan.pdf' },
    });
  });

  it('contract 10.17 a permanently deleted item keeps its name and location', async () => {
    await sharePlan();
    await sql`delete from item where id = ${seeded.id('A/B/plan.pdf')}`.execute(vault.database.kysely);
    expect(await only()).toMatchObject({
      fileName: 'plan.pdf',
      location: 'A/B',
      parentIsExist: true,
      fileSystem: null,
    });
    await sql`delete from item where id = any(${[seeded.id('A/B/Bill.pdf'), seeded.id('A/B')]}::text[])`.execute(
      vault.database.kysely,
    );
    expect(await only()).toMatchObject({ location: 'A/B', parentIsExist: false, fileSystem: null });
  });
});

describe('C16 views of a link', () => {
  it('LINKVIEWS-04 LINKVIEWS-06 D-33 views are listed, and counted in the list of links', async () => {
    const link = await sharePlan();
    const views = async () =>
      (await ada()).data(history.accessRecords, { query: { type: 'Link_View', relationId: link.id } });
    expect(await views()).toEqual({ content: [], totalElements: 0, numberOfElements: 0 });
    await vault.anonymous.data(recipient.unlock, { params: { token: link.token }, body: {} });
    await vault.anonymous.data(recipient.unlock, { params: { token: link.token }, body: {} });
    const { content, totalElements } = await views();
    expect(totalElements).toBe(2);
    expect(content.map(({ accessor, content: what }) => [accessor, what])).toEqual([
      ['Public', 'View'],
      ['Public', 'View'],
    ]);
    expect(await only()).toMatchObject({ accessTimes: 2, lastAccessedTime: content[0]?.createdDate });
  });

  it('contract 10.2 10.8 views of an unknown link or of a link in a closed record are refused', async () => {
    const closed = await makeLink(
      vault,
      { externalIds: [seeded.closedFile] },
      { user: 'outsider', recordId: CLOSED },
    );
    const views = async (relationId: string) =>
      (await ada()).call(history.accessRecords, { query: { type: 'Link_View', relationId } });
    expect(await views(closed.id)).toEqual(E11);
    expect(await views('lnk000000000000000')).toEqual(E4);
    expect(await views(seeded.id('A'))).toEqual(E4);
  });

  it('the call withstands random requests', async () => {
    const valid = { type: 'Link_View', relationId: (await sharePlan()).id, sort: 'accessor,asc' };
    await mustWithstand(await ada(), history.accessRecords, { valid, runs: 100 });
  });
});
