import { FILE_SORT_FIELDS, MAX_COUNTED, SEARCH_CRITERIA, SEARCH_ITEMS } from '@vault/contract';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { RECORDS } from '../testing/accounts.ts';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { loadTestAccounts } from '../testing/load-test-accounts.ts';
import { FOLDERS, searchBySql, seedFlood, seedSearchRecord, TIMES, WORDS } from '../testing/search-record.ts';
import { findItems } from './find.ts';
import type { Search } from './search.ts';

// Uses real searches in a database with fresh statistics. The expectation is computed by one plain statement that
// checks each item of the record and shares no code with the search.
let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
  await loadTestAccounts({ database });
  await seedSearchRecord(database, RECORDS.acme, { hasTrash: false });
  await seedSearchRecord(database, RECORDS.birch, { hasTrash: true });
  await sql`analyze`.execute(database.kysely);
}, 120_000);
afterAll(() => database.drop());

/** A search without its page, and the position of the page in the results. */
const drawn = (words: readonly string[]) =>
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
    position: fc.constantFrom('first', 'second', 'middle', 'last', 'behind' as const),
  });
type Drawn = typeof drawn extends (words: never) => fc.Arbitrary<infer T> ? T : never;

/** @returns the number of the page, from 0 */
function pageAt({ search: { size }, position }: Drawn, total: number): number {
  const last = Math.max(0, Math.ceil(total / size) - 1);
  return { first: 0, second: 1, middle: Math.floor(last / 2), last, behind: last + 1 }[position];
}

async function checkSearch(recordId: string, one: Drawn): Promise<void> {
  const ids = await searchBySql(database, { ...one.search, recordId });
  const page = pageAt(one, ids.length);
  const search: Search = { ...one.search, recordId, page };
  const { rows, total } = await findItems(database.kysely, search);
  const end = (page + 1) * search.size;
  expect({ ids: rows.map(({ id }) => id), total }).toEqual({
    ids: ids.slice(end - search.size, end),
    // The total is exact up to MAX_COUNTED; above this number it is large enough for paging.
    total: Math.min(ids.length, Math.max(MAX_COUNTED, end) + 1),
  });
}

describe('a search returns the same items as a check of each item', () => {
  it('USE-01 the items are equal for 0, 1, 999, 1,000 and 1,001 results, for any filters', async () => {
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(RECORDS.acme, RECORDS.birch), drawn(WORDS), checkSearch),
      { numRuns: 200 },
    );
  }, 240_000);

  it('USE-01 USE-41 the items are equal for 100,000 results, page by page', async () => {
    await seedFlood(database, RECORDS.acme, 100_000);
    await sql`analyze`.execute(database.kysely);
    await fc.assert(
      fc.asyncProperty(drawn(['flood', 'fl', '', 'exactly']), (one) => checkSearch(RECORDS.acme, one)),
      { numRuns: 40 },
    );
  }, 240_000);
});
