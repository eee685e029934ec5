import { contract, type Item } from '@vault/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { RECORDS, USERS } from '../testing/accounts.ts';
import { createTestApp, type TestApp } from '../testing/app.ts';
import { seedVault } from '../testing/vault.ts';

let vault: TestApp;
let folderIds: Map<string, string>;
const { list, settings } = contract.files;
const recordId = RECORDS.acme;
const AT = new Date('2026-11-20T10:11:12.345Z');

beforeAll(async () => {
  vault = await createTestApp();
  const options = { recordId, at: AT };
  ({ folderIds } = await seedVault(
    vault.database,
    [
      { folder: 'Sorted', name: 'b.txt', sizeBytes: 1536 },
      { folder: 'Sorted', name: 'A.PDF', sizeBytes: 52_428_801 },
      { folder: 'Sorted', name: 'noext', sizeBytes: 12 },
      { folder: 'Sorted/small', name: 'x', sizeBytes: 1 },
      { folder: 'Sorted/Big', name: 'x', sizeBytes: 100_000 },
      { folder: 'Plus+100%/a & b', name: 'x=1#2.txt' },
    ],
    options,
  ));
  await seedVault(vault.database, [{ folder: 'Sorted', name: 'b.txt', sizeBytes: 2048 }], {
    recordId,
    at: new Date(AT.getTime() + 1000),
    by: 'zoe',
  });
  const many = Array.from({ length: 23 }, (_, n) => ({ folder: 'Many', name: `f${n}` }));
  await seedVault(vault.database, many, {
    recordId,
    folders: Array.from({ length: 7 }, (_, n) => `Many/d${n}`),
  });
});
afterAll(() => vault.close());

interface Query {
  page?: number | string;
  size?: number | string;
  sort?: string;
  parentFolder?: string;
}
const pageOf = async (query: Query) => (await vault.as('reader')).data(list, { params: { recordId }, query });
const names = (items: readonly Item[]) => items.map((item) => item.name);

describe('C03 an item of the list', () => {
  it('DATA-01 a file shows its current version with uploader and time', async () => {
    const { content } = await pageOf({ parentFolder: 'Sorted', sort: 'createddate,desc' });
    expect(content.find((item) => item.name === 'b.txt')).toEqual({
      sfid: expect.stringMatching(/^fil[0-9A-Za-z]{15}$/),
      name: 'b.txt',
      showType: 'text/plain',
      fileType: 'txt',
      fileSize: '2.0 KB',
      size: 2048,
      createddate: '2026-11-20T10:11:13.345Z',
      uploadedBy: 'zoe',
      versionCount: 2,
      viewable: false,
      editable: false,
      sizeLimitFlag: false,
      externalId: expect.stringMatching(/^[\da-f-]{36}$/),
      versionId: expect.stringMatching(/^[\da-f-]{36}$/),
      folderPath: 'Sorted',
      parentFolderSfid: folderIds.get('Sorted'),
    });
  });

  it('D-07 a folder has its own path, no version, and the size of its contents', async () => {
    const { content } = await pageOf({ parentFolder: '' });
    expect(content.find((item) => item.name === 'Sorted')).toEqual({
      sfid: folderIds.get('Sorted'),
      name: 'Sorted',
      showType: 'folder',
      fileType: 'folder',
      fileSize: '50.1 MB',
      size: 2048 + 52_428_801 + 12 + 1 + 100_000,
      createddate: AT.toISOString(),
      uploadedBy: 'Ada Byron',
      versionCount: 0,
      viewable: false,
      editable: false,
      sizeLimitFlag: false,
      externalId: null,
      versionId: null,
      folderPath: 'Sorted',
      parentFolderSfid: folderIds.get(''),
    });
  });

  it('PREVIEW-33 the item says whether it is over the preview limit of its kind', async () => {
    const { content } = await pageOf({ parentFolder: 'Sorted' });
    const flags = Object.fromEntries(content.map((item) => [item.name, item.sizeLimitFlag]));
    expect(flags).toMatchObject({ 'A.PDF': true, 'b.txt': false, noext: false, Big: false });
    expect(content.find((item) => item.name === 'noext')).toMatchObject({
      fileType: '',
      showType: 'application/octet-stream',
    });
  });
});

describe('C03 the order of the list', () => {
  it.each([
    [undefined, ['Big', 'small', 'A.PDF', 'b.txt', 'noext']],
    ['name,asc', ['Big', 'small', 'A.PDF', 'b.txt', 'noext']],
    ['name,desc', ['small', 'Big', 'noext', 'b.txt', 'A.PDF']],
    ['size,asc', ['small', 'Big', 'noext', 'b.txt', 'A.PDF']],
    ['size,desc', ['Big', 'small', 'A.PDF', 'b.txt', 'noext']],
    ['unheard of,desc', ['Big', 'small', 'A.PDF', 'b.txt', 'noext']],
  ])('the order by %s lists folders first', async (sort, expected) => {
    const { content } = await pageOf({ parentFolder: 'Sorted', ...(sort !== undefined && { sort }) });
    expect(names(content)).toEqual(expected);
  });

  it.each(['createddate', 'uploadedBy'])(
    'by %s lists the renewed file last, or first of the files',
    async (field) => {
      const ascending = await pageOf({ parentFolder: 'Sorted', sort: `${field},asc` });
      expect(names(ascending.content).at(-1)).toBe('b.txt');
      const descending = await pageOf({ parentFolder: 'Sorted', sort: `${field},desc` });
      expect(names(descending.content)[2]).toBe('b.txt');
      expect(names(descending.content)).toEqual([
        ...names(ascending.content.slice(0, 2)).toReversed(),
        ...names(ascending.content.slice(2)).toReversed(),
      ]);
    },
  );
});

describe('C03 paging', () => {
  it('FILES-30 a page has ten items by default', async () => {
    expect(await pageOf({ parentFolder: 'Many' })).toMatchObject({ totalElements: 30, numberOfElements: 10 });
  });

  it.each([1, 3, 7, 10, 29, 30, 50])(
    'D-01 pages of %d, from page 0, contain each item once',
    async (size) => {
      for (const sort of ['name,asc', 'size,desc']) {
        const items: Item[] = [];
        for (let page = 0; page * size < 30; page += 1) {
          const { content, totalElements, numberOfElements } = await pageOf({
            parentFolder: 'Many',
            page,
            size,
            sort,
          });
          expect(totalElements).toBe(30);
          expect(numberOfElements).toBe(content.length);
          items.push(...content);
        }
        expect(items).toHaveLength(30);
        expect(new Set(names(items)).size).toBe(30);
        expect(items.slice(0, 7).every((item) => item.showType === 'folder')).toBe(true);
      }
    },
  );

  it('a page has at most 100 items', async () => {
    expect(await pageOf({ parentFolder: 'Many', size: 1_000_000 })).toMatchObject({ numberOfElements: 30 });
  });

  it('a page after the last one is empty and returns the total', async () => {
    for (const page of [3, 1000, 1_000_000_000]) {
      expect(await pageOf({ parentFolder: 'Many', page })).toEqual({
        content: [],
        totalElements: 30,
        numberOfElements: 0,
      });
    }
  });
});

describe('C03 the folder', () => {
  it('D-08 the folder is identified by path or sfid; the default is the root', async () => {
    const byPath = await pageOf({ parentFolder: 'Sorted/Big' });
    expect(await pageOf({ parentFolder: folderIds.get('Sorted/Big')! })).toEqual(byPath);
    expect(byPath.content[0]).toMatchObject({ name: 'x', folderPath: 'Sorted/Big' });

    const root = await pageOf({});
    expect(names(root.content)).toEqual(['Many', 'Plus+100%', 'Sorted']);
    expect(await pageOf({ parentFolder: '' })).toEqual(root);
    expect(await pageOf({ parentFolder: folderIds.get('')! })).toEqual(root);
  });

  it('T-55 the path can have characters that a URL must encode', async () => {
    expect(names((await pageOf({ parentFolder: 'Plus+100%/a & b' })).content)).toEqual(['x=1#2.txt']);
  });

  it.each([
    'none',
    'Sorted/none',
    'sorted',
    '/Sorted',
    'Sorted/',
    '/',
    '..',
    'Sorted/../Many',
    'fldUnknown000000001',
    'Sorted/b.txt',
  ])('E4 %j does not exist', async (parentFolder) => {
    const answer = await (
      await vault.as('reader')
    ).call(list, { params: { recordId }, query: { parentFolder } });
    expect(answer).toEqual({
      status: 404,
      code: 404,
      data: null,
      errorMessage: 'File or folder does not exist.',
      errorCode: 'NOT_FOUND',
    });
  });

  it('E4 a folder of another record does not exist', async () => {
    const client = await vault.as('everything');
    const params = { recordId: USERS.everything.sfid };
    const query = { parentFolder: folderIds.get('Sorted')! };
    expect(await client.call(list, { params, query })).toMatchObject({ code: 404 });
  });
});

describe('C03 checks requests in a fixed order', () => {
  const bad = { page: -1, parentFolder: 'none' };
  it.each([
    ['anonymous', RECORDS.acme, bad, 401, 'Please sign in again.'],
    ['noVault', RECORDS.acme, bad, 403, 'You do not have access to Document Vault'],
    ['outsider', RECORDS.acme, bad, 403, 'You do not have access to Document Vault'],
    ['reader', 'recUnknown00000001', bad, 403, 'You do not have access to Document Vault'],
    ['reader', 'x', bad, 404, 'File or folder does not exist.'],
    ['reader', RECORDS.acme, bad, 400, 'Invalid request.'],
    ['reader', RECORDS.acme, { parentFolder: 'none' }, 404, 'File or folder does not exist.'],
  ] as const)('%s requests %s with %j: %d', async (...row) => {
    const [user, record, query, code, errorMessage] = row;
    const client = user === 'anonymous' ? vault.anonymous : await vault.as(user);
    const answer = await client.call(list, { params: { recordId: record }, query });
    expect(answer).toMatchObject({ status: code, code, data: null, errorMessage });
  });

  it.each([
    'page=-1',
    'page=1.5',
    'page=x',
    'page=1e99',
    'page=NaN',
    'size=0',
    'size=-1',
    'size=1.5',
    'size=x',
    'page=1&page=2',
    'sort=a&sort=b',
    'parentFolder=%00',
  ])('contract 10.3 %s gets P16', async (query) => {
    const path = list.path.replace(':recordId', recordId);
    const response = await (await vault.as('reader')).fetch(`${path}?${query}`);
    expect(await response.json()).toEqual({
      code: 400,
      data: null,
      errorMessage: 'Invalid request.',
      errorCode: 'VALIDATION_FAILED',
    });
  });
});

describe("C15 the portal's settings", () => {
  const ask = async (filters: unknown) =>
    (await vault.as('reader')).call(settings, { body: { filters } as never });

  it('T-79 the call returns whether files can be searched, as JSON text', async () => {
    expect(await ask({ name: 'fileSystem', key: 'fileSearch' })).toMatchObject({
      code: 200,
      data: [{ name: 'fileSystem', key: 'fileSearch', value: 'true' }],
    });
  });

  it('the allowed characters of names are returned, so that screens check the same', async () => {
    expect(await ask({ name: 'fileSystem', key: 'nameCharacters' })).toMatchObject({
      code: 200,
      data: [{ name: 'fileSystem', key: 'nameCharacters', value: '"spec"' }],
    });
  });

  it.each([
    { name: 'fileSystem', key: 'other' },
    { name: 'other', key: 'fileSearch' },
    { name: 'signing', key: 'secret' },
    { name: '', key: '' },
  ])('no other setting is returned: %j', async (filters) => {
    expect(await ask(filters)).toMatchObject({ code: 200, data: [] });
  });

  it.each([null, {}, { name: 'fileSystem' }, { name: 1, key: 2 }, 'x', []])('P16 for %j', async (filters) => {
    expect(await ask(filters)).toMatchObject({ code: 400, errorMessage: 'Invalid request.' });
  });
});
