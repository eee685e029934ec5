import { type RawBuilder, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { RECORDS } from '../testing/accounts.ts';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { fileHistory } from './file-history.queries.ts';
import { linkViews } from './link-views.queries.ts';
import type { AccessSort, Page } from './page.queries.ts';
import { ownSearchesQuery, searchesIn } from './recent-searches.queries.ts';

// Uses real PostgreSQL with 60,000 entries of 100 files and of 100 links, and 60,000 searches of 20 people.

const FILE = 'filMany00000000002';
const PERSON = { recordId: RECORDS.acme, accountId: 'usrMany00000000001' };
const NEWEST: Page = { sort: { field: 'createdAt', descending: true }, slice: { offset: 0, limit: 10 } };

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  const { kysely } = database;
  await sql`
    insert into audit_entry (at, action, outcome, record_id, actor_kind, person_id, link_id, object_kind, object_id,
      details, personal, personal_salt, personal_hash)
    select timestamptz '2026-01-01 00:00Z' + n * interval '1 second', 'file.preview', 'success', ${RECORDS.acme},
      case n % 2 when 0 then 'person' else 'visitor' end, case n % 2 when 0 then 'usrMany00000000001' end,
      case n % 2 when 1 then 'lnkMany' || lpad((n % 100)::text, 11, '0') end,
      'file', 'filMany' || lpad((n % 100)::text, 11, '0'),
      case n % 2 when 0 then '{}' else jsonb_build_object('viewId', 'acc' || lpad(n::text, 15, '0')) end,
      jsonb_build_object('name', 'Person ' || n % 20), '', sha256('')
    from generate_series(1, 60000) n`.execute(kysely);
  await sql`
    insert into recent_search (record_id, id, words, account_id, account_name, searched_at)
    select ${RECORDS.acme}, 'acc' || lpad(n::text, 15, '0'), 'word ' || n % 500,
      'usrMany' || lpad((n % 20)::text, 11, '0'), 'Person ' || n % 20,
      timestamptz '2026-01-01 00:00Z' + n * interval '1 second'
    from generate_series(1, 60000) n`.execute(kysely);
  await sql`vacuum analyze audit_entry, recent_search`.execute(kysely);
});
afterAll(() => database.drop());

async function planOf(query: RawBuilder<unknown>): Promise<string> {
  const { rows } = await sql<Record<string, string>>`explain ${query}`.execute(database.kysely);
  return rows.flatMap((row) => Object.values(row)).join('\n');
}
const sortedBy = (field: AccessSort['field'], descending: boolean): Page => ({
  ...NEWEST,
  sort: { field, descending },
});

describe('AUDIT-07 with many entries in the audit', () => {
  it.each([true, false])(
    'a page of the history by date is read in order from its index (newest first: %s)',
    async (newestFirst) => {
      const plan = await planOf(fileHistory([FILE]).page(sortedBy('createdAt', newestFirst)));
      expect(plan).toContain('audit_entry_file_access');
      expect(plan).not.toMatch(/Seq Scan|Sort/);
    },
  );

  it.each(['accessor', 'content'] as const)(
    'an order by %s reads only the entries of the file',
    async (field) => {
      const plan = await planOf(fileHistory([FILE]).page(sortedBy(field, false)));
      expect(plan).toContain('audit_entry_file_access');
      expect(plan).not.toContain('Seq Scan');
    },
  );

  it('the history of merged files reads only their entries', async () => {
    const plan = await planOf(fileHistory([FILE, 'filMany00000000004']).page(NEWEST));
    expect(plan).toContain('audit_entry_file_access');
    expect(plan).not.toContain('Seq Scan');
  });

  it('the total of the history is read from its index', async () => {
    const plan = await planOf(fileHistory([FILE]).count);
    expect(plan).toContain('audit_entry_file_access');
    expect(plan).not.toContain('Seq Scan');
  });

  it('a page and the total of the views read only the entries of the link', async () => {
    const { page, count } = linkViews('lnkMany00000000001');
    for (const query of [page(NEWEST), page(sortedBy('accessor', true)), count]) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      const plan = await planOf(query);
      expect(plan).toMatch(/audit_entry_(view|link)/);
      expect(plan).not.toContain('Seq Scan');
    }
  });

  it('recent searches of a person and of a record are read from their indexes', async () => {
    const own = await planOf(ownSearchesQuery(PERSON, { offset: 0, limit: 3 }));
    expect(own).toContain('Index Only Scan using recent_search_own');
    const all = await planOf(searchesIn(RECORDS.acme).page(NEWEST));
    expect(all).toContain('recent_search_by_time');
    expect(`${own}${all}`).not.toContain('Seq Scan');
  });
});
