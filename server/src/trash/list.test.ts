import { type CallInput, contract } from '@vault/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { USERS } from '../testing/accounts.ts';
import { E11, P1, P16 } from '../testing/answers.ts';
import { createTestApp, type TestApp } from '../testing/app.ts';
import { mustWithstand } from '../testing/hostile.ts';
import { ACME, CLOSED, setUpItems, type SeededItems } from '../testing/seeded-items.ts';

const { list, deleters, restore, remove } = contract.trash;
const { moveToTrash } = contract.organise;
type Query = NonNullable<CallInput<typeof list>['query']>;

let vault: TestApp;
let seeded: SeededItems;
const NAMES = { ada: USERS.everything, ben: USERS.colleague };
const P14 = {
  status: 400,
  code: 400,
  data: null,
  errorMessage: 'Please enter start date',
  errorCode: 'START_DATE_REQUIRED' as const,
};

beforeAll(async () => {
  vault = await createTestApp();
});
afterAll(() => vault.close());
beforeEach(async () => {
  seeded = await setUpItems(
    vault,
    [
      { name: 'root.txt', sizeBytes: 1 },
      { name: 'Invoice 100%.pdf', sizeBytes: 1536 },
      { folder: 'A', name: 'a.txt', sizeBytes: 10 },
      { folder: 'A/B', name: 'invoice_b.docx', sizeBytes: 20 },
      { folder: 'A/B', name: 'empty', sizeBytes: 0 },
    ],
    { folders: ['C'] },
  );
});

/** Trashes an item at a given time by a given user. */
async function trash(path: string, at: string, user: 'everything' | 'colleague' = 'everything') {
  await (await vault.as(user)).data(moveToTrash, { query: { ids: seeded.id(path) } });
  await sql`update trash set deleted_at = ${at} where item_id = ${seeded.id(path)}`.execute(
    vault.database.kysely,
  );
}
async function trashAll() {
  await trash('root.txt', '2026-03-01T10:00:00.000Z');
  await trash('Invoice 100%.pdf', '2026-03-01T23:59:59.500Z', 'colleague');
  await trash('A/B/invoice_b.docx', '2026-03-02T00:00:00.000Z');
  await trash('A/B', '2026-03-02T08:00:00.000Z', 'colleague');
  await trash('A', '2026-03-03T08:00:00.000Z');
}
const ask = async (query: Query, recordId = ACME) =>
  (await vault.as('reader')).call(list, { params: { id: recordId }, query });
const page = async (query: Query = {}) =>
  (await vault.as('reader')).data(list, { params: { id: ACME }, query });
const names = async (query: Query = {}) => (await page(query)).content.map(({ name }) => name);
const NEWEST_FIRST = ['A', 'B', 'invoice_b.docx', 'Invoice 100%.pdf', 'root.txt'];

describe('C34 the list', () => {
  it('DATA-17 contract 10.8 the list shows what was deleted, from where, when and by whom', async () => {
    await trash('A/B/invoice_b.docx', '2026-03-02T00:00:00.123Z', 'colleague');
    await trash('A', '2026-03-03T08:00:00.000Z');
    expect(await page()).toEqual({
      content: [
        {
          id: seeded.id('A'),
          name: 'A',
          contentType: 'folder',
          // The size does not include items that were trashed before the folder.
          fileSizeString: '10.0 bytes',
          originalLocation: '',
          deletedAt: '2026-03-03T08:00:00.000Z',
          deletedBy: { id: NAMES.ada.sfid, name: 'Ada Byron' },
        },
        {
          id: seeded.id('A/B/invoice_b.docx'),
          name: 'invoice_b.docx',
          contentType: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
          fileSizeString: '20.0 bytes',
          originalLocation: 'A/B',
          deletedAt: '2026-03-02T00:00:00.123Z',
          deletedBy: { id: NAMES.ben.sfid, name: 'Ben Carter' },
        },
      ],
      totalElements: 2,
      numberOfElements: 2,
    });
  });

  it('T-75 sizes are texts with one decimal, even for empty files', async () => {
    await trash('A/B/empty', '2026-03-01T10:00:00.000Z');
    await trash('Invoice 100%.pdf', '2026-03-01T11:00:00.000Z');
    await trash('C', '2026-03-01T12:00:00.000Z');
    expect((await page()).content.map(({ fileSizeString }) => fileSizeString)).toEqual([
      '0.0 bytes',
      '1.5 KB',
      '0.0 bytes',
    ]);
  });

  it('D-24 a folder is one entry; the items below it are not listed', async () => {
    await trash('A', '2026-03-03T08:00:00.000Z');
    expect(await names()).toEqual(['A']);
  });

  it('TRASH-21 the list sorts by each column, newest first by default and for unknown orders', async () => {
    await trashAll();
    for (const sort of [undefined, 'deletedAt,desc', 'kind,asc', 'name,up', 'name,asc,asc', '']) {
      expect(await names({ sort })).toEqual(NEWEST_FIRST);
    }
    expect(await names({ sort: 'name,asc' })).toEqual([
      'A',
      'B',
      'Invoice 100%.pdf',
      'invoice_b.docx',
      'root.txt',
    ]);
    expect(await names({ sort: 'size,desc' })).toEqual([
      'Invoice 100%.pdf',
      'invoice_b.docx',
      'A',
      'root.txt',
      'B',
    ]);
    expect(await names({ sort: 'originalLocation,desc' }).then((all) => all.slice(0, 2))).toEqual([
      'invoice_b.docx',
      'B',
    ]);
    expect(await names({ sort: 'deletedAt,asc' })).toEqual(NEWEST_FIRST.toReversed());
    const byDeleter = (await page({ sort: 'deletedBy,asc' })).content.map(({ deletedBy }) => deletedBy.name);
    expect(byDeleter).toEqual(['Ada Byron', 'Ada Byron', 'Ada Byron', 'Ben Carter', 'Ben Carter']);
  });

  it.each(['name', 'size', 'originalLocation', 'deletedAt', 'deletedBy', 'none'])(
    'T-09 pages by %s do not overlap and miss nothing, from either end',
    async (field) => {
      const many = Array.from({ length: 23 }, (_, n) => ({ folder: `F${n % 3}`, name: `${n % 5}.txt`, n }));
      seeded = await setUpItems(
        vault,
        many.map(({ folder, name, n }) => ({ folder, name: `${n}-${name}`, sizeBytes: n % 4 })),
      );
      const ids = many.map(({ folder, name, n }) => seeded.id(`${folder}/${n}-${name}`));
      await (await vault.as('editor')).data(moveToTrash, { query: { ids: ids.join(',') } });
      for (const sort of [`${field},asc`, `${field},desc`]) {
        const found: string[] = [];
        for (let n = 0; n < 6; n += 1) {
          // oxlint-disable-next-line no-await-in-loop -- page after page
          const { content, totalElements, numberOfElements } = await page({ page: n, size: 5, sort });
          expect([totalElements, numberOfElements]).toEqual([23, content.length]);
          found.push(...content.map(({ id }) => id));
        }
        const whole = (await page({ size: 100, sort })).content.map(({ id }) => id);
        expect(found).toEqual(whole);
        expect(whole.toSorted()).toEqual(ids.toSorted());
      }
      expect(await page({ page: 1_000_000_000, size: 100 })).toMatchObject({
        content: [],
        totalElements: 23,
      });
    },
  );

  it('TRASH-03 TRASH-09 the list can be limited to the entries of one user', async () => {
    await trashAll();
    expect(await names({ deletedBy: NAMES.ben.sfid })).toEqual(['B', 'Invoice 100%.pdf']);
    expect(await page({ deletedBy: USERS.reader.sfid })).toMatchObject({ content: [], totalElements: 0 });
    expect(await page({ deletedBy: NAMES.ada.sfid, page: 1, size: 2 })).toMatchObject({ totalElements: 3 });
  });

  it.each([
    ['INVOICE', ['invoice_b.docx', 'Invoice 100%.pdf']],
    ['  invoice ', ['invoice_b.docx', 'Invoice 100%.pdf']],
    ['%', ['Invoice 100%.pdf']],
    ['_', ['invoice_b.docx']],
    ['\\', []],
    ['.txt', ['root.txt']],
    ['', NEWEST_FIRST],
  ])(
    'TRASH-05 the name contains %j, case is ignored, % and _ are literal',
    async (itemNameLike, expected) => {
      await trashAll();
      expect(await names({ itemNameLike })).toEqual(expected);
    },
  );

  it('TRASH-01 TRASH-02 LIMIT-30 the list has files, folders, or both by default', async () => {
    await trashAll();
    expect(await names({ types: 'FILE' })).toEqual(['invoice_b.docx', 'Invoice 100%.pdf', 'root.txt']);
    expect(await names({ types: 'FOLDER' })).toEqual(['A', 'B']);
    expect(await names({ types: 'FILE,FOLDER' })).toEqual(NEWEST_FIRST);
    expect(await names()).toEqual(NEWEST_FIRST);
  });

  it('TRASH-06 TRASH-07 a time span includes both ends, with the complete last second', async () => {
    await trashAll();
    expect(await names({ from: '2026-03-01 10:00:00', to: '2026-03-01 23:59:59' })).toEqual([
      'Invoice 100%.pdf',
      'root.txt',
    ]);
    expect(await names({ from: '2026-03-02 00:00:00', to: '2026-03-02 00:00:00' })).toEqual([
      'invoice_b.docx',
    ]);
    expect(await names({ from: '2026-03-02 08:00:01' })).toEqual(['A']);
    expect(await names({ to: '2026-03-01 09:59:59' })).toEqual([]);
    expect(await names({ from: '2026-03-03 00:00:00', to: '2026-03-01 00:00:00' })).toEqual([]);
    expect(await names({ from: '0000-01-01 00:00:00', to: '9999-12-31 23:59:59' })).toEqual(NEWEST_FIRST);
  });

  it('all filters combine', async () => {
    await trashAll();
    const query = {
      types: 'FILE',
      deletedBy: NAMES.ada.sfid,
      itemNameLike: 'invoice',
      from: '2026-03-01 00:00:00',
    } as const;
    expect(await page(query)).toMatchObject({ content: [{ name: 'invoice_b.docx' }], totalElements: 1 });
  });

  it('a restored item is not listed', async () => {
    await trashAll();
    await (await vault.as('editor')).data(restore, { body: [seeded.id('A'), seeded.id('root.txt')] });
    expect(await names()).toEqual(['B', 'invoice_b.docx', 'Invoice 100%.pdf']);
  });

  it.each<[string, Query, typeof P16]>([
    ['a page below zero', { page: -1 }, P16],
    ['a page size of zero', { size: 0 }, P16],
    ['an unknown type', { types: 'LINK' as 'FILE' }, P16],
    ['a malformed user', { deletedBy: 'x' }, P16],
    ['a name that is too long', { itemNameLike: 'x'.repeat(401) }, P16],
    ['P14 a malformed start', { from: 'yesterday' }, P14],
    ['P14 a start without a time', { from: '2026-03-01' }, P14],
    ['P14 a date that does not exist', { from: '2026-02-30 25:00:00' }, P14],
    ['P14 an empty end', { to: '' }, P14],
  ])('the list refuses %s', async (_, query, expected) => {
    expect(await ask(query)).toEqual(expected);
  });

  it('PERM-21 the list can be read by all users who can read the record, and by no others', async () => {
    await trashAll();
    expect(await vault.anonymous.call(list, { params: { id: ACME } })).toEqual(P1);
    for (const user of ['noVault', 'outsider'] as const) {
      // oxlint-disable-next-line no-await-in-loop
      expect(await (await vault.as(user)).call(list, { params: { id: ACME } })).toEqual(E11);
    }
    expect(await ask({}, CLOSED)).toEqual(E11);
    expect(await ask({ page: -1 }, CLOSED)).toEqual(E11);
    expect((await ask({})).code).toBe(200);
  });

  it('the list withstands random requests', async () => {
    await trashAll();
    const valid = { id: ACME, deletedBy: NAMES.ada.sfid, types: 'FILE', from: '2026-03-01 00:00:00' };
    await mustWithstand(await vault.as('reader'), list, { valid });
  });
});

describe('C35 users with deleted items', () => {
  const who = async () => (await vault.as('reader')).data(deleters, { params: { ownerId: ACME } });

  it('TRASH-04 each user with an entry is listed one time, ordered by name', async () => {
    expect(await who()).toEqual([]);
    await trashAll();
    const [ada, ben] = [
      { id: NAMES.ada.sfid, name: 'Ada Byron' },
      { id: NAMES.ben.sfid, name: 'Ben Carter' },
    ];
    expect(await who()).toEqual([ada, ben]);
    await (await vault.as('editor')).data(restore, { body: [seeded.id('A/B')] });
    expect(await who()).toEqual([ada, ben]);
    await (await vault.as('editor')).data(remove, { query: { ids: seeded.id('Invoice 100%.pdf') } });
    expect(await who()).toEqual([ada]);
  });

  it('a user whose name has changed is listed with the newest name', async () => {
    await trashAll();
    await sql`
      update trash set deleted_by = 'Zoe Byron' where item_id = ${seeded.id('A')}`.execute(
      vault.database.kysely,
    );
    expect(await who()).toEqual([
      { id: NAMES.ben.sfid, name: 'Ben Carter' },
      { id: NAMES.ada.sfid, name: 'Zoe Byron' },
    ]);
  });

  it('the list of users can be read by all users who can read the record', async () => {
    const params = { ownerId: ACME };
    expect(await vault.anonymous.call(deleters, { params })).toEqual(P1);
    expect(await (await vault.as('noVault')).call(deleters, { params })).toEqual(E11);
    expect(await (await vault.as('reader')).call(deleters, { params: { ownerId: CLOSED } })).toEqual(E11);
  });
});
