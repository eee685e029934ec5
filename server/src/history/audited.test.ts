import { contract } from '@vault/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { redactPerson } from '../audit/index.ts';
import { addAccesses, type TestAccess } from '../testing/accesses.ts';
import { RECORDS, USERS } from '../testing/accounts.ts';
import { E11 } from '../testing/answers.ts';
import { createTestApp, type TestApp } from '../testing/app.ts';
import { storeMergedFiles } from './index.ts';

// C119 and the audit behind C16: files and links that no longer exist, merges, views of several entries, redaction.

const { activity } = contract;
const VERSION = '7d44cf0a-2b3c-4a9e-8a1f-0123456789ab';
const minute = (n: number) => new Date(Date.UTC(2026, 10, 20, 10, n));

let vault: TestApp;
beforeAll(async () => {
  vault = await createTestApp();
});
afterAll(() => vault.close());

const list = async (type: 'Download' | 'Link_View', relationId: string, sort = 'createdDate,asc') =>
  (await vault.as('auditor')).data(activity.accessRecords, { query: { type, relationId, sort } });

const preview = (fileId: string, who: string, at: number): TestAccess => ({
  recordId: RECORDS.acme,
  action: 'file.preview',
  fileId,
  who,
  at: minute(at),
  details: { versionId: VERSION },
});

describe('AUDIT-07 C119 the history of files that no longer exist', () => {
  const merge = async (sourceId: string, targetId: string) =>
    vault.database.transaction((tx) => storeMergedFiles(tx, RECORDS.acme, [{ sourceId, targetId }]));

  it('AUDIT-07 D-13 a chain of merges has the history of all its files', async () => {
    const first = 'filChainOne0000000';
    const second = 'filChainTwo0000000';
    const third = 'filChainThree00000';
    await addAccesses(vault.database, [
      preview(first, 'Ada', 1),
      preview(second, 'Ben', 2),
      { ...preview(third, 'Chloe', 3), action: 'file.download' },
    ]);
    await merge(first, second);
    await merge(second, third);
    const { content, totalElements } = await list('Download', third);
    expect(totalElements).toBe(3);
    expect(content.map(({ accessor, content: kind }) => `${accessor} ${kind}`)).toEqual([
      'Ada Preview',
      'Ben Preview',
      'Chloe Download',
    ]);
    expect(content[0]).toEqual({
      id: expect.stringMatching(/^acc\d{15}$/),
      createdDate: '2026-11-20T10:01:00.000Z',
      accessor: 'Ada',
      content: 'Preview',
      versionId: VERSION,
    });
  });

  it('AUDIT-02 AUDIT-07 an access whose personal data was removed stays, without a name', async () => {
    const fileId = 'filRedacted0000000';
    const linkId = 'lnkRedacted0000000';
    await addAccesses(vault.database, [
      { ...preview(fileId, 'eve@example.test', 1), linkId, details: { viewId: 'acc000000000000001' } },
      preview(fileId, 'Ben', 2),
    ]);
    await redactPerson({ database: vault.database }, { accountId: null, email: 'eve@example.test' });
    const accessors = async (type: 'Download' | 'Link_View', id: string) =>
      (await list(type, id)).content.map(({ accessor }) => accessor);
    expect(await accessors('Download', fileId)).toEqual(['Removed', 'Ben']);
    expect(await accessors('Link_View', linkId)).toEqual(['Removed']);
  });

  it('AUDIT-07 an unknown id has no history, and people without the right are refused', async () => {
    expect(await list('Download', 'filNobody000000000')).toMatchObject({ content: [], totalElements: 0 });
    const query = { type: 'Download' as const, relationId: 'filNobody000000000' };
    expect(await (await vault.as('everything')).call(activity.accessRecords, { query })).toMatchObject(E11);
    const searches = { type: 'Search_File' as 'Download', relationId: USERS.everything.sfid };
    const auditor = await vault.as('auditor');
    expect(await auditor.call(activity.accessRecords, { query: searches })).toMatchObject({ code: 400 });
  });
});

describe('AUDIT-07 the views of a link', () => {
  const linkId = 'lnkSomething000000';
  const view = (viewId: string, action: TestAccess['action'], at: number, more: object = {}): TestAccess => ({
    recordId: RECORDS.acme,
    action,
    linkId,
    who: null,
    at: minute(at),
    details: { viewId, ...more },
  });

  beforeAll(async () => {
    await addAccesses(vault.database, [
      view('acc00000000000000A', 'link.open', 1),
      { ...view('acc00000000000000B', 'file.upload', 2, { shownAs: 'b.pdf' }), givenAs: 'Gil' },
      view('acc00000000000000C', 'link.page', 3, { isAutomatic: true }),
      view('acc00000000000000D', 'office.open', 4, { shownAs: 'plan.docx' }),
      { ...view('acc00000000000000B', 'file.upload', 5, { shownAs: 'In/a.pdf' }), givenAs: 'Gil' },
      { ...view('acc00000000000000E', 'link.open', 6), details: {} },
      ...Array.from({ length: 60 }, (_, n) =>
        view('acc00000000000000F', 'file.download', 7, { shownAs: `${n}.txt` }),
      ),
    ]);
  });

  it('USE-13 AUDIT-07 the entries of a view are one row, with its names in order and its last time', async () => {
    const { content, totalElements } = await list('Link_View', linkId);
    expect(totalElements).toBe(5);
    expect(
      content.map(({ content: kind, fileNames = [] }) => [kind, ...fileNames.slice(0, 2)].join(' ')),
    ).toEqual(['View', 'Automatic', 'Preview plan.docx', 'Upload b.pdf In/a.pdf', 'Download 0.txt 1.txt']);
    expect(content[3]).toMatchObject({
      id: 'acc00000000000000B',
      createdDate: '2026-11-20T10:05:00.000Z',
      accessor: 'Public',
      fileCount: 2,
      givenAs: 'Gil',
    });
    expect(content[4]).toMatchObject({ fileCount: 60 });
    expect(content[4]?.fileNames).toHaveLength(50);
  });

  it.each(['createdDate,desc', 'accessor,asc', 'content,desc'])(
    'LINKVIEWS-01 pages by %s have each view once',
    async (sort) => {
      const auditor = await vault.as('auditor');
      const pages = await Promise.all(
        [0, 1, 2, 3, 4, 5].map((page) =>
          auditor.data(activity.accessRecords, {
            query: { type: 'Link_View', relationId: linkId, sort, page, size: 1 },
          }),
        ),
      );
      expect(new Set(pages.flatMap(({ content }) => content.map(({ id }) => id))).size).toBe(5);
      expect(pages.map(({ totalElements }) => totalElements)).toEqual([5, 5, 5, 5, 5, 5]);
    },
  );
});
