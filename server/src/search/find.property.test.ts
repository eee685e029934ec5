import { FILE_SORT_FIELDS, MAX_COUNTED, SEARCH_CRITERIA, SEARCH_ITEMS } from '@vault/contract';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { RECORDS } from '../testing/accounts.ts';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { loadTestAccounts } from '../testing/load-test-accounts.ts';
import { FOLDERS, searchBySql, seedFlood, seedSearchRecord, TIMES, WORDS } from '../testing/search-record.ts';
import { withoutIndexes } from '../testing/without-indexes.ts';
import { findItems } from './find.ts';
import type { Search } from './search.ts';

// Uses real searches in a database with fresh statistics. The expectation is computed by one plain statement that
// checks each item of the record and shares no code with the search.
let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
  await loadTestAccounts({ database });
  await withoutIndexes(database, ['item', 'document_text'], async () => {
    await seedSearchRecord(database, RECORDS.acme, { hasTrash: false });
    await seedSearchRecord(database, RECORDS.birch, { hasTrash: true });
  });
  await sql`analyze`.execute(database.kysely);
}, 120_000);
afterAll(() => database.drop());

const POSITIONS = ['first', 'second', 'middle', 'last', 'behind'] as const;

/** A search without its page, and the positions of pages in the results: the expectation is computed once for them. */
const drawn = (words: readonly string[], pages: number) =>
  fc.record({
    search: fc.record({
      words: fc.constantFrom(...words),
      criteria: fc.constantFrom(...SEARCH_CRITERIA),
      items: fc.constantFrom(...SEARCH_ITEMS),
      folderId: fc.constantFrom(null, ...Object.values(FOLDERS)),
      from: fc.constantFrom(null, ...TIMES),
      to: fc.constantFrom(null, ...TIMES),
      size: fc.constantFrom(10, 50, 100),
      sort: fc.record({ field: fc.constantFrom(...FILE_SORT_FIELDS), descending: fc.boolean() }),
    }),
    positions: fc.subarray([...POSITIONS], { minLength: pages, maxLength: pages }),
  });
type Drawn = ReturnType<typeof drawn> extends fc.Arbitrary<infer T> ? T : never;

/** @returns the number of the page, from 0 */
function pageAt(position: (typeof POSITIONS)[number], size: number, total: number): number {
  const last = Math.max(0, Math.ceil(total / size) - 1);
  return { first: 0, second: 1, middle: Math.floor(last / 2), last, behind: last + 1 }[position];
}

async function checkSearch(recordId: string, { search, positions }: Drawn): Promise<void> {
  const ids = await searchBySql(database, { ...search, recordId });
  for (const position of positions) {
    await checkPage({ ...search, recordId, page: pageAt(position, search.size, ids.length) }, ids);
  }
}

async function checkPage(search: Search, ids: readonly string[]): Promise<void> {
  const { rows, total } = await findItems(database.kysely, search);
  const end = (search.page + 1) * search.size;
  expect({ ids: rows.map(({ id }) => id), total }).toEqual({
    ids: ids.slice(end - search.size, end),
    // The total is exact up to MAX_COUNTED; above this number it is large enough for paging.
    total: Math.min(ids.length, Math.max(MAX_COUNTED, end) + 1),
  });
}

describe('a search returns the same items as a check of each item', () => {
  it('USE-01 the items are equal for 0, 1, 999, 1,000 and 1,001 results, for any filters', async () => {
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(RECORDS.acme, RECORDS.birch), drawn(WORDS, 2), checkSearch),
      { numRuns: 100 },
    );
  }, 240_000);

  it('USE-01 USE-41 the items are equal for 100,000 results, page by page', async () => {
    await withoutIndexes(database, ['item'], () => seedFlood(database, RECORDS.acme, 100_000));
    await sql`analyze`.execute(database.kysely);
    await fc.assert(
      fc.asyncProperty(drawn(['flood', 'fl', '', 'exactly'], 3), (one) => checkSearch(RECORDS.acme, one)),
      { numRuns: 12 },
    );
  }, 240_000);
});
