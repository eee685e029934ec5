import { type RawBuilder, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { RECORDS } from '../testing/accounts.ts';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { accessCountQuery, accessQuery, type AccessSort, ownSearchesQuery } from './list.queries.ts';

// Uses real PostgreSQL with 60,000 access records of 101 relations and 20 people.

const FILE = { recordId: RECORDS.acme, kind: 'Download', relationId: 'filMany00000000002' } as const;
const PERSON = { recordId: RECORDS.acme, accessorId: 'usrMany00000000001' };
const FIRST = { offset: 0, limit: 10 };

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  await sql`
    insert into access (record_id, id, kind, relation_id, content, accessor_id, accessor, created_at)
    select ${RECORDS.acme}, 'acc' || lpad(n::text, 15, '0'),
      case n % 2 when 0 then 'Download' else 'Search_File' end,
      case n % 2 when 0 then 'filMany' || lpad((n % 100)::text, 11, '0') else ${RECORDS.acme} end,
      'word ' || n % 500, 'usrMany' || lpad((n % 20)::text, 11, '0'), 'Person ' || n % 20,
      timestamptz '2026-01-01 00:00Z' + n * interval '1 second'
    from generate_series(1, 60000) n`.execute(database.kysely);
  await sql`vacuum analyze access`.execute(database.kysely);
});
afterAll(() => database.drop());

async function planOf(query: RawBuilder<unknown>): Promise<string> {
  const { rows } = await sql<Record<string, string>>`explain ${query}`.execute(database.kysely);
  return rows.flatMap((row) => Object.values(row)).join('\n');
}

describe('with many access records', () => {
  test.each([true, false])(
    'a page by date is read in order from its index (newest first: %s)',
    async (descending) => {
      const plan = await planOf(
        accessQuery(FILE, { sort: { field: 'createdAt', descending }, slice: FIRST }),
      );
      expect(plan).toContain('access_by_relation');
      expect(plan).not.toMatch(/Seq Scan|Sort/);
    },
  );

  test.each<AccessSort['field']>(['accessor', 'content'])(
    'an order by %s reads only the records of the file',
    async (field) => {
      const plan = await planOf(accessQuery(FILE, { sort: { field, descending: false }, slice: FIRST }));
      expect(plan).toContain('access_by_relation');
      expect(plan).not.toContain('Seq Scan');
    },
  );

  test('HISTORY-03 the total is counted in the index only', async () => {
    expect(await planOf(accessCountQuery(FILE))).toContain('Index Only Scan using access_by_relation');
  });

  test('own searches are read from an index, without reading searches of other accounts', async () => {
    const plan = await planOf(ownSearchesQuery(PERSON, { offset: 0, limit: 3 }));
    expect(plan).toContain('Index Only Scan using access_own_searches');
    expect(plan).not.toContain('Seq Scan');
  });
});
