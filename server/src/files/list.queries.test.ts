import { CompiledQuery, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FILE_SORT_FIELDS, type Item } from '@vault/contract';
import { RECORDS } from '../testing/accounts.ts';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { loadTestAccounts } from '../testing/load-test-accounts.ts';
import { seedVault } from '../testing/vault.ts';
import { firstPageText, pageStatement, type Segment } from './list.queries.ts';
import { listFolder } from './list.ts';

const FILES = 10_000;
const recordId = RECORDS.acme;
let database: TestDatabase;
let folderId: string;

beforeAll(async () => {
  database = await createTestDatabase();
  await loadTestAccounts({ database });
  const start = Date.UTC(2026, 0, 1);
  for (let part = 0; part < 10; part += 1) {
    const files = Array.from({ length: FILES / 10 }, (_, n) => {
      const number = part * 1000 + n;
      return { folder: 'Big', name: `File ${(number * 7919) % FILES}.txt`, sizeBytes: (number * 31) % 977 };
    });
    const options = { recordId, at: new Date(start + part * 60_000), by: `Person ${part % 4}` };
    const { folderIds } = await seedVault(database, files, options);
    folderId = folderIds.get('Big') ?? '';
  }
  // A second folder makes a sequential scan more expensive than the index.
  await seedVault(
    database,
    Array.from({ length: 2000 }, (_, n) => ({ folder: 'Other', name: `${n}` })),
    { recordId },
  );
  await sql`vacuum analyze item`.execute(database.kysely);
});
afterAll(() => database.drop());

interface Plan {
  'Node Type': string;
  'Index Name'?: string;
  'Actual Rows': number;
  'Rows Removed by Filter'?: number;
  Plans?: Plan[];
}

async function planOf(segment: Segment): Promise<Plan[]> {
  return nodesOf(pageStatement({ recordId, id: folderId }, [segment]));
}

async function nodesOf({ text, values }: { text: string; values: unknown[] }): Promise<Plan[]> {
  const explained = CompiledQuery.raw(`explain (analyze, format json) ${text}`, values);
  const { rows } = await database.kysely.executeQuery<Record<string, [{ Plan: Plan }]>>(explained);
  const top = Object.values(rows[0] ?? {})[0]?.[0].Plan;
  const all = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(all)];
  return top === undefined ? [] : all(top);
}

const INDEXES = {
  name: 'item_list_name',
  size: 'item_list_size',
  createddate: 'item_list_modified_at',
  uploadedBy: 'item_list_modified_by',
};

describe('G2 a page of 50 out of 10,000 files', () => {
  const orders = FILE_SORT_FIELDS.flatMap((field) =>
    [false, true].flatMap((descending) => [0, 4000].map((offset) => ({ field, descending, offset }))),
  );

  it.each(orders)('a page by $field, descending $descending, at $offset reads its index', async (order) => {
    for (const backwards of [false, true]) {
      const scan = { offset: order.offset, limit: 50, backwards };
      const nodes = await planOf({ kind: 'file', ...order, scan });
      const scans = nodes.filter((node) => node['Node Type'].includes('Scan'));

      expect(nodes.map((node) => node['Node Type'])).not.toContain('Seq Scan');
      expect(scans.map((node) => node['Index Name'])).toContain(INDEXES[order.field]);
      const window = scans.find((node) => node['Index Name'] === INDEXES[order.field]);
      // skipped rows are read from the index only; rows after the page are not read
      expect(window?.['Node Type']).toBe(order.offset === 0 ? 'Index Scan' : 'Index Only Scan');
      expect(window?.['Actual Rows']).toBe(order.offset + 50);
      expect(nodes.filter((node) => node['Rows Removed by Filter'])).toEqual([]);
      // PostgreSQL may sort the rows of the page, but not all rows of the folder.
      for (const sort of nodes.filter((node) => node['Node Type'].includes('Sort'))) {
        expect(sort['Actual Rows']).toBeLessThanOrEqual(50);
      }
    }
  });

  it.each(orders.filter(({ offset }) => offset === 0))(
    'SPEED-03 the first page by $field, descending $descending, is one statement that reads the page only',
    async (order) => {
      const nodes = await nodesOf({ text: firstPageText(order), values: [recordId, ['Big'], 50] });
      expect(nodes.map((node) => node['Node Type'])).not.toContain('Seq Scan');
      const window = nodes.filter((node) => node['Index Name'] === INDEXES[order.field]);
      expect(window.map((node) => node['Actual Rows'])).toContain(50);
      expect(Math.max(...nodes.map((node) => node['Actual Rows']))).toBe(50);
      const removes = (node: Plan) => node['Index Name'] !== undefined && node['Rows Removed by Filter'];
      expect(nodes.filter(removes)).toEqual([]);
    },
  );

  it('SPEED-03 the first page of a path, of an id and of an empty folder have the same form', async () => {
    const list = (parentFolder: string, size = 3) =>
      listFolder({ database, wopi: { can: () => false } }, recordId, { page: 0, size, parentFolder });
    expect(await list('Big')).toEqual(await list(folderId));
    const root = await list('');
    expect(root.content.map(({ name }) => name)).toEqual(['Big', 'Other']);
    expect(root).toMatchObject({ totalElements: 2, numberOfElements: 2 });
    const both = await list('', 1);
    expect(both.content.map(({ name }) => name)).toEqual(['Big']);
    await expect(list('Nowhere')).rejects.toMatchObject({ errorCode: 'NOT_FOUND' });
  });

  it.each(FILE_SORT_FIELDS)(
    'the pages by %s contain each file once, in the order of its key',
    async (field) => {
      for (const direction of ['asc', 'desc']) {
        const items: Item[] = [];
        for (let page = 0; page < FILES / 100; page += 1) {
          const sort = `${field},${direction}`;
          const { content } = await listFolder({ database, wopi: { can: () => false } }, recordId, {
            page,
            size: 100,
            sort,
            parentFolder: 'Big',
          });
          items.push(...content);
        }
        expect(new Set(items.map((item) => item.sfid)).size).toBe(FILES);
        const keyOf = (item: Item) =>
          field === 'name' || field === 'uploadedBy' ? item[field].toLowerCase() : item[field];
        for (const [index, item] of items.entries()) {
          const before = items[index - 1];
          if (before === undefined) continue;
          const [low, high] = direction === 'asc' ? [before, item] : [item, before];
          if (keyOf(low) > keyOf(high)) throw new Error(`${low.name} stands before ${high.name}`);
        }
      }
    },
  );

  it('G2 the last page is read from the end, the first from the start', async () => {
    const options = { size: 50, sort: 'size,asc', parentFolder: folderId };
    const first = await listFolder({ database, wopi: { can: () => false } }, recordId, {
      ...options,
      page: 0,
    });
    const last = await listFolder({ database, wopi: { can: () => false } }, recordId, {
      ...options,
      page: 199,
    });
    expect(first.content[0]?.size).toBe(0);
    expect(last.content.at(-1)?.size).toBe(976);
    expect(last).toMatchObject({ totalElements: FILES, numberOfElements: 50 });
  });
});
