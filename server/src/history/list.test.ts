import { contract } from '@vault/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { RECORDS, type TestUser, USERS } from '../testing/accounts.ts';
import { createTestApp, type TestApp } from '../testing/app.ts';
import { mustWithstand } from '../testing/hostile.ts';
import { seedVault } from '../testing/vault.ts';
import { addAccesses, type TestAccess } from '../testing/accesses.ts';
import { recordSearch } from './index.ts';

// Uses real HTTP and PostgreSQL.

const { accessRecords, recentSearches } = contract.history;
const NOT_FOUND = 'File or folder does not exist.';
const NO_ACCESS = 'You do not have access to Document Vault';
const VERSION = '7d44cf0a-2b3c-4a9e-8a1f-0123456789ab';
const minute = (n: number) => new Date(Date.UTC(2026, 10, 20, 10, n, 0, 123));

let vault: TestApp;
const ids = { file: '', other: '', trashed: '', foreign: '', folder: '', link: 'lnkSomething000000' };
beforeAll(async () => {
  vault = await createTestApp();
  const mine = [{ name: 'plan.txt' }, { name: 'other.txt' }, { name: 'old.txt' }, { folder: 'A', name: 'x' }];
  const { fileIds, folderIds } = await seedVault(vault.database, mine, { recordId: RECORDS.acme });
  const theirs = await seedVault(vault.database, [{ name: 'foreign.txt' }], { recordId: RECORDS.birch });
  [ids.file = '', ids.other = '', ids.trashed = ''] = fileIds;
  ids.foreign = theirs.fileIds[0] ?? '';
  ids.folder = folderIds.get('A') ?? '';
  const editor = await vault.as('editor');
  await editor.data(contract.organise.moveToTrash, { query: { ids: ids.trashed } });

  await addAccesses(vault.database, [
    used('Ben Carter', 'Preview', 1),
    used('ada byron', 'Download', 2),
    used('Chloe Diaz', 'Download', 3),
    used('Ada Byron', 'Preview', 4),
    used('Dan Evans', 'Preview', 4),
    { ...used('Eve Foster', 'Download', 9), fileId: ids.other },
    { ...used('Eve Foster', 'Download', 9), fileId: ids.other, outcome: 'refused' },
    { ...used('Hal Irwin', 'Download', 9), recordId: RECORDS.birch, fileId: ids.foreign },
  ]);
});
afterAll(() => vault.close());

const used = (who: string, content: 'Preview' | 'Download', at: number): TestAccess => ({
  recordId: RECORDS.acme,
  action: content === 'Preview' ? 'file.preview' : 'file.download',
  fileId: ids.file,
  details: { versionId: VERSION },
  who,
  at: minute(at),
});

interface Asked {
  type?: 'Download' | 'Search_File' | 'Link_View';
  relationId?: string;
  page?: number;
  size?: number;
  sort?: string;
}
const ask = async (asked: Asked, user: TestUser = 'reader') =>
  (await vault.as(user)).call(accessRecords, {
    query: { type: 'Download', relationId: ids.file, ...asked },
  });
const accessors = async (asked: Asked) =>
  (await ask(asked)).data?.content.map((entry) => entry.accessor) ?? [];

const search = (words: string, at: number, user: TestUser = 'reader', recordId = RECORDS.acme) => {
  const { sfid: id, name } = USERS[user];
  return recordSearch(vault.database.kysely, {
    recordId,
    words,
    account: { id, name },
    at: minute(at),
  });
};

describe('C16 the previews and downloads of a file', () => {
  test('HISTORY-01 HISTORY-03 the list has date, accessor and type, newest first, and a total', async () => {
    const { data } = await ask({});
    expect([data?.totalElements, data?.numberOfElements]).toEqual([5, 5]);
    expect(data?.content.map(({ accessor, content }) => `${accessor}: ${content}`)).toEqual([
      expect.stringMatching(/^(Ada Byron|Dan Evans): Preview$/),
      expect.stringMatching(/^(Ada Byron|Dan Evans): Preview$/),
      'Chloe Diaz: Download',
      'ada byron: Download',
      'Ben Carter: Preview',
    ]);
    expect(data?.content[2]).toEqual({
      id: expect.stringMatching(/^acc/),
      createdDate: '2026-11-20T10:03:00.123Z',
      accessor: 'Chloe Diaz',
      content: 'Download',
      versionId: VERSION,
    });
  });

  test.each([
    ['createdDate,asc', /^Ben Carter,ada byron,Chloe Diaz,(Ada Byron,Dan Evans|Dan Evans,Ada Byron)$/],
    ['accessor,asc', /^Ada Byron,ada byron,Ben Carter,Chloe Diaz,Dan Evans$/],
    ['accessor', /^Ada Byron,ada byron,Ben Carter,Chloe Diaz,Dan Evans$/],
    ['accessor,desc', /^Dan Evans,Chloe Diaz,Ben Carter,Ada Byron,ada byron$/],
    ['content,asc', /^Chloe Diaz,ada byron,(Ada Byron,Dan Evans|Dan Evans,Ada Byron),Ben Carter$/],
    ['content,desc', /^(Ada Byron,Dan Evans|Dan Evans,Ada Byron),Ben Carter,Chloe Diaz,ada byron$/],
  ])('HISTORY-04 the list is sorted by %s', async (sort, order) => {
    expect((await accessors({ sort })).join(',')).toMatch(order);
  });

  test.each(['address,asc', 'accessor,up', 'accessor,asc,desc', ',', 'content;--,asc'])(
    'D-02 the unknown order %s is replaced by the default',
    async (sort) => expect(await accessors({ sort })).toEqual(await accessors({})),
  );

  test('each record is on exactly one page, even with equal dates', async () => {
    for (const sort of ['createdDate,desc', 'createdDate,asc', 'content,asc', 'accessor,desc']) {
      const pages = await Promise.all(
        [0, 1, 2, 3, 4, 5].map(async (page) => (await ask({ sort, page, size: 1 })).data),
      );
      expect(new Set(pages.flatMap((page) => page?.content.map(({ id }) => id))).size).toBe(5);
      expect(pages.map((page) => page?.totalElements)).toEqual([5, 5, 5, 5, 5, 5]);
    }
  });

  test('only records of this file are listed', async () => {
    expect(await accessors({ relationId: ids.other })).toEqual(['Eve Foster']);
  });

  test.each<[string, Asked, TestUser, [number, string]]>([
    ['E4 of an unknown file', { relationId: 'filNobody000000000' }, 'reader', [404, NOT_FOUND]],
    ['E4 of a file in the trash', { relationId: 'trashed' }, 'reader', [404, NOT_FOUND]],
    ['E4 of a folder', { relationId: 'folder' }, 'reader', [404, NOT_FOUND]],
    ['E11 of a file of a closed record', { relationId: 'foreign' }, 'reader', [403, NO_ACCESS]],
    ['E4 of an unknown link', { type: 'Link_View', relationId: 'link' }, 'reader', [404, NOT_FOUND]],
    [
      'E11 of a closed record',
      { type: 'Search_File', relationId: RECORDS.birch },
      'reader',
      [403, NO_ACCESS],
    ],
    [
      'E4 of an unknown record',
      { type: 'Search_File', relationId: 'recNobody000000000' },
      'reader',
      [404, NOT_FOUND],
    ],
    ['E4 a record instead of a file', { relationId: RECORDS.acme }, 'reader', [404, NOT_FOUND]],
    [
      'E4 a file instead of a record',
      { type: 'Search_File', relationId: 'other' },
      'reader',
      [404, NOT_FOUND],
    ],
    ['P16 of a malformed id', { relationId: 'x' }, 'reader', [400, 'Invalid request.']],
    ['P16 of an unknown type', { type: 'Upload' as 'Download' }, 'reader', [400, 'Invalid request.']],
    ['P16 a page below zero', { page: -1 }, 'reader', [400, 'Invalid request.']],
    ['E11 without access to the vault', {}, 'noVault', [403, NO_ACCESS]],
  ])('%s: returns no data', async (_, { relationId, ...asked }, user, refusal) => {
    const named = ids[relationId as keyof typeof ids] ?? relationId;
    const answer = await ask({ ...asked, ...(named !== undefined && { relationId: named }) }, user);
    expect([answer.status, answer.errorMessage, answer.data]).toEqual([...refusal, null]);
  });
});

describe('C14 recent searches', () => {
  beforeAll(async () => {
    await search('taxes', 1);
    await search('  letter ', 2);
    await search('Taxes', 3);
    await search('taxes', 4);
    await search('contract', 5);
    await search('   ', 6);
    await search('of somebody else', 7, 'creator');
    await search('elsewhere', 8, 'reader', RECORDS.birch);
  });
  const recent = async (query: Omit<Asked, 'type' | 'sort'> = {}, user: TestUser = 'reader') =>
    (await vault.as(user)).call(recentSearches, { query: { relationId: RECORDS.acme, ...query } });
  const words = async (query = {}) => (await recent(query)).data?.content.map(({ content }) => content);

  test('SEARCH-13, SEARCH-15 three own searches are listed, newest first, each text only one time', async () => {
    expect(await words()).toEqual(['contract', 'taxes', 'Taxes']);
    expect((await recent()).data).toMatchObject({ totalElements: 4, numberOfElements: 3 });
    expect((await recent()).data?.content[0]?.id).toMatch(/^acc[0-9A-Za-z]{15}$/);
  });

  test('more searches are on the next pages; after the last page the total is still right', async () => {
    expect(await words({ page: 1 })).toEqual(['letter']);
    expect((await recent({ page: 7 })).data).toEqual({ content: [], totalElements: 4, numberOfElements: 0 });
    expect((await words({ size: 100 }))?.length).toBe(4);
  });

  test('an account does not see searches of other accounts', async () => {
    expect((await recent({}, 'creator')).data?.content.map(({ content }) => content)).toEqual([
      'of somebody else',
    ]);
    expect((await recent({}, 'editor')).data).toEqual({ content: [], totalElements: 0, numberOfElements: 0 });
  });

  test.each([
    ['E11 in a closed record', { relationId: RECORDS.birch }, 403, NO_ACCESS],
    ['P16 with a broken id', { relationId: 'x' }, 400, 'Invalid request.'],
    ['P16 with an empty page', { size: 0 }, 400, 'Invalid request.'],
  ])('%s', async (_, query, status, text) => {
    const answer = await recent(query);
    expect([answer.status, answer.errorMessage]).toEqual([status, text]);
  });

  test('C16 the type Search_File lists every search in the record, by all accounts', async () => {
    const { data } = await ask({ type: 'Search_File', relationId: RECORDS.acme });
    expect(data?.content.map(({ accessor, content }) => [accessor, content]).slice(0, 2)).toEqual([
      ['Dan Evans', 'of somebody else'],
      ['Chloe Diaz', 'contract'],
    ]);
    expect(data?.totalElements).toBe(6);
  });
});

test.each([accessRecords, recentSearches])('any request to $name gets an answer', async (call) => {
  const valid = { type: 'Search_File', relationId: RECORDS.acme, page: 0, size: 10 };
  await mustWithstand(await vault.as('reader'), call, { valid, runs: 60 });
});
