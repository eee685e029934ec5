import { type CallInput, contract, type FoundItem, Messages } from '@vault/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { RECORDS, USERS } from '../testing/accounts.ts';
import { createTestApp, type TestApp } from '../testing/app.ts';
import { mustWithstand } from '../testing/hostile.ts';
import { seedVault } from '../testing/vault.ts';

const { list } = contract.files;
const recordId = RECORDS.acme;
const DAY = new Date('2026-11-20T10:00:00.000Z');
const EARLIER = new Date('2026-03-01T08:00:00.000Z');

let vault: TestApp;
let folderIds: Map<string, string>;

beforeAll(async () => {
  vault = await createTestApp();
  ({ folderIds } = await seedVault(
    vault.database,
    [
      { folder: 'Contracts', name: 'Lease Invoice.pdf', sizeBytes: 300 },
      { folder: 'Contracts/2025', name: 'INVOICE 17.pdf', sizeBytes: 100 },
      { folder: 'Contracts/2025', name: 'Invoiced 100%.txt', sizeBytes: 200 },
      { folder: 'Contracts/Old', name: 'Invoice of old.pdf' },
      { folder: 'Tax', name: 'a_b.txt' },
      { folder: 'Tax', name: 'aXb.txt' },
      { folder: 'Tax', name: 'q.txt' },
    ],
    { recordId, at: DAY, folders: ['Invoices', 'Tax/Invoices 2024'] },
  ));
  await seedVault(vault.database, [{ folder: 'Tax', name: 'First invoice.txt' }], {
    recordId,
    at: EARLIER,
    by: 'Zoe',
  });
  await seedVault(vault.database, [{ folder: '', name: 'Invoice of others.pdf' }], {
    recordId: RECORDS.birch,
  });
  const old = folderIds.get('Contracts/Old') ?? '';
  const client = await vault.as('everything');
  await client.data(contract.organise.moveToTrash, { query: { ids: old } });
});
afterAll(() => vault.close());

type Query = NonNullable<CallInput<typeof list>['query']>;
const pageOf = async (query: Query) =>
  (await vault.as('reader')).data(list, { params: { recordId }, query: { size: 100, ...query } });
const find = async (name: string, query: Query = {}) => {
  const { content } = await pageOf({
    name,
    searchCriteria: 'NAME',
    allFolder: 'true',
    items: 'FILE,FOLDER',
    ...query,
  });
  return content.map((item: FoundItem) => item.name);
};

describe('SEARCH by name', () => {
  it('SEARCH-27 names that contain the words are found, ignoring case, folders first, by name', async () => {
    expect(await find('invoice')).toEqual([
      'Invoices',
      'Invoices 2024',
      'First invoice.txt',
      'INVOICE 17.pdf',
      'Invoiced 100%.txt',
      'Lease Invoice.pdf',
    ]);
  });

  it('each item has its folder', async () => {
    const { content, totalElements, numberOfElements } = await pageOf({
      name: 'INVOICE 17',
      allFolder: 'true',
    });
    expect({ totalElements, numberOfElements }).toEqual({ totalElements: 1, numberOfElements: 1 });
    expect(content[0]).toMatchObject({
      name: 'INVOICE 17.pdf',
      folderPath: 'Contracts/2025',
      parentFolderSfid: folderIds.get('Contracts/2025'),
      size: 100,
    });
    expect(content[0]).not.toHaveProperty('excerpt');
  });

  it.each([
    ['%', ['Invoiced 100%.txt']],
    ['_', ['a_b.txt']],
    ['a_b', ['a_b.txt']],
    ['\\', []],
    ["'; drop table item; --", []],
    ['*', []],
  ])('SEARCH a literal %s is not a wildcard', async (name, expected) => {
    expect(await find(name)).toEqual(expected);
  });

  it.each([
    ['q', ['q.txt']],
    ['xb', ['aXb.txt']],
    ['.p', ['INVOICE 17.pdf', 'Lease Invoice.pdf']],
  ])('one or two letters are found anywhere in a name: %s', async (name, expected) => {
    expect(await find(name)).toEqual(expected);
  });

  it('SEARCH-24 D-18 a search in a folder finds items below it, not the folder itself', async () => {
    const within = (folder: string, allFolder: 'true' | 'false' = 'false') =>
      find('invoice', { parentFolder: folder, allFolder });
    expect(await within('Contracts')).toEqual(['INVOICE 17.pdf', 'Invoiced 100%.txt', 'Lease Invoice.pdf']);
    expect(await within('Contracts/2025')).toEqual(['INVOICE 17.pdf', 'Invoiced 100%.txt']);
    expect(await within('Invoices')).toEqual([]);
    expect(await within(folderIds.get('Tax') ?? '')).toEqual(['Invoices 2024', 'First invoice.txt']);
    expect(await within('')).toHaveLength(6);
    expect(await within('Contracts', 'true')).toHaveLength(6);
  });

  it('SEARCH-07 a search finds files only, or folders only', async () => {
    expect(await find('invoice', { items: 'FOLDER' })).toEqual(['Invoices', 'Invoices 2024']);
    expect(await find('invoice', { items: 'FILE' })).toHaveLength(4);
  });

  it('SEARCH-21 times are inclusive limits of the last change', async () => {
    expect(await find('invoice', { items: 'FILE', endTime: '2026-03-01 08:00:00' })).toEqual([
      'First invoice.txt',
    ]);
    expect(await find('invoice', { items: 'FILE', startTime: '2026-03-01 08:00:01' })).toHaveLength(3);
    expect(
      await find('invoice', { startTime: '2026-03-01 08:00:00', endTime: '2026-03-01 08:00:00' }),
    ).toEqual(['First invoice.txt']);
  });

  it('SEARCH-25 a search without a name applies the other filters', async () => {
    expect(await find('', { items: 'FOLDER' })).toEqual([
      '2025',
      'Contracts',
      'Invoices',
      'Invoices 2024',
      'Tax',
    ]);
    expect(await find('', { endTime: '2026-03-02 00:00:00' })).toEqual(['First invoice.txt']);
  });

  it.each([
    ['name,desc', ['Lease Invoice.pdf', 'Invoiced 100%.txt', 'INVOICE 17.pdf', 'First invoice.txt']],
    ['size,asc', ['First invoice.txt', 'INVOICE 17.pdf', 'Invoiced 100%.txt', 'Lease Invoice.pdf']],
    ['createddate,asc', ['First invoice.txt', expect.any(String), expect.any(String), expect.any(String)]],
    ['uploadedBy,desc', ['First invoice.txt', expect.any(String), expect.any(String), expect.any(String)]],
  ])('SEARCH-27 a search sorts by %s', async (sort, expected) => {
    expect(await find('invoice', { items: 'FILE', sort })).toEqual(expected);
  });

  it('SEARCH-27 pages do not overlap, and each returns the total', async () => {
    const pages = await Promise.all(
      [0, 1, 2, 3].map((page) => pageOf({ name: 'invoice', allFolder: 'true', page, size: 2 })),
    );
    expect(pages.map(({ content }) => content.length)).toEqual([2, 2, 2, 0]);
    expect(pages.map(({ totalElements }) => totalElements)).toEqual([6, 6, 6, 6]);
    const ids = pages.flatMap(({ content }) => content.map(({ sfid }) => sfid));
    expect(new Set(ids).size).toBe(6);
  });

  it('a search finds nothing in the trash, not even below a trashed folder', async () => {
    expect(await find('old')).toEqual([]);
  });

  it('a list call with any search parameter is a search', async () => {
    const queries: Query[] = [
      { name: '' },
      { searchCriteria: 'NAME' },
      { items: 'FILE,FOLDER' },
      { allFolder: 'true' },
    ];
    for (const one of queries) expect((await pageOf(one)).totalElements).toBe(12);
    expect((await pageOf({})).totalElements).toBe(3);
  });

  it('E4 a missing folder cannot be searched', async () => {
    const client = await vault.as('reader');
    const reply = await client.call(list, {
      params: { recordId },
      query: { name: 'x', allFolder: 'false', parentFolder: 'No such folder' },
    });
    expect(reply).toMatchObject({ code: 404, errorMessage: Messages.notFound });
  });

  it.each([
    [{ startTime: '2026-13-01 00:00:00' }, Messages.startDateRequired],
    [{ endTime: 'yesterday' }, Messages.startDateRequired],
    [{ endTime: '' }, Messages.startDateRequired],
    [{ startTime: '2024-02-30 00:00:00' }, Messages.startDateRequired],
    [{ endTime: '2023-02-29 12:00:00' }, Messages.startDateRequired],
    [{ endTime: '2024-04-31 12:00:00' }, Messages.startDateRequired],
    [{ startTime: '2024-04-30 24:00:00' }, Messages.startDateRequired],
    [{ startTime: '2024-04-30 12:60:00' }, Messages.startDateRequired],
    [{ startTime: '2024-04-30T12:00:00Z' }, Messages.startDateRequired],
    [{ searchCriteria: 'EVERYTHING' }, Messages.invalidRequest],
    [{ items: 'LINK' }, Messages.invalidRequest],
    [{ allFolder: 'maybe' }, Messages.invalidRequest],
    [{ name: 'x'.repeat(401) }, Messages.invalidRequest],
  ])('USE-19 P14 P16 an invalid search is refused: %o', async (query, message) => {
    const reply = await (
      await vault.as('reader')
    ).call(list, { params: { recordId }, query: query as Query });
    expect(reply).toMatchObject({ code: 400, errorMessage: message });
  });

  it('a search withstands random requests', async () => {
    await mustWithstand(await vault.as('everything'), list, {
      valid: { recordId, name: 'invoice', searchCriteria: 'ALL', allFolder: 'false', items: 'FILE' },
      runs: 150,
    });
  });
});

describe('SEARCH-15 recent searches', () => {
  const { recentSearches } = contract.history;
  const recentOf = async (user: 'everything' | 'reader') => {
    const { content } = await (
      await vault.as(user)
    ).data(recentSearches, { query: { relationId: recordId } });
    return content.map((one) => one.content);
  };

  it('SEARCH-13 recent searches are the three newest different texts of the account', async () => {
    const client = await vault.as('everything');
    const search = (name: string, page = 0) =>
      client.data(list, { params: { recordId }, query: { name, allFolder: 'true', page } });
    for (const name of ['one', 'two', 'three', '  ', 'two', 'four']) await search(name);
    await search('only a second page', 1);
    expect(await recentOf('everything')).toEqual(['four', 'two', 'three']);
    expect(await recentOf('reader')).not.toContain('four');
    expect(USERS.reader.name).not.toBe(USERS.everything.name);
  });

  it('E4 a search in a missing folder is no recent search', async () => {
    const client = await vault.as('everything');
    const query = { name: 'nowhere', allFolder: 'false', parentFolder: 'No such folder' } as const;
    expect(await client.call(list, { params: { recordId }, query })).toMatchObject({ code: 404 });
    expect(await recentOf('everything')).not.toContain('nowhere');
  });
});
