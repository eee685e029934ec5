import { TRASH_SORT_FIELDS, type TrashSortField } from '@vault/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { RECORDS, USERS } from '../testing/accounts.ts';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { loadTestAccounts } from '../testing/load-test-accounts.ts';
import { seedVault } from '../testing/vault.ts';
import { trashStatement } from './list.queries.ts';

const ENTRIES = 5000;
const recordId = RECORDS.acme;
let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
  await loadTestAccounts({ database });
  for (const record of [recordId, RECORDS.birch]) {
    await seedVault(
      database,
      Array.from({ length: ENTRIES }, (_, n) => ({
        name: `File ${(n * 7919) % ENTRIES}.txt`,
        sizeBytes: n % 977,
      })),
      { recordId: record },
    );
  }
  await sql`
    insert into trash (record_id, item_id, original_path, deleted_at, deleted_by_id, deleted_by, kind, name, size_bytes)
    select record_id, id, 'F' || size_bytes % 100, now() - size_bytes * interval '1 minute', ${USERS.editor.sfid},
      'Person ' || size_bytes % 7, kind, name, size_bytes
    from item where kind = 'file'`.execute(database.kysely);
  await sql`vacuum analyze trash`.execute(database.kysely);
});
afterAll(() => database.drop());

interface Plan {
  'Node Type': string;
  'Index Name'?: string;
  'Actual Rows': number;
  'Rows Removed by Filter'?: number;
  Plans?: Plan[];
}

async function planOf(field: TrashSortField, descending: boolean): Promise<Plan[]> {
  const filter = { recordId, deletedById: null, nameLike: null, kind: null, from: null, before: null };
  const statement = trashStatement(filter, { sort: { field, descending }, offset: 0, limit: 10 });
  const { rows } = await sql<{ 'QUERY PLAN': [{ Plan: Plan }] }>`
    explain (analyze, format json) ${statement}`.execute(database.kysely);
  const [row] = rows as unknown as Record<string, [{ Plan: Plan }]>[];
  const top = Object.values(row ?? {})[0]?.[0].Plan;
  const all = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(all)];
  return top === undefined ? [] : all(top);
}

const INDEXES: Record<TrashSortField, string> = {
  name: 'trash_by_name',
  size: 'trash_by_size',
  originalLocation: 'trash_by_path',
  deletedAt: 'trash_by_deleted_at',
  deletedBy: 'trash_by_deleter_name',
};

it.each(TRASH_SORT_FIELDS)(
  'TRASH-21 a page by %s reads its rows from an index, up and down, and sorts nothing',
  async (field) => {
    for (const descending of [false, true]) {
      const plan = await planOf(field, descending);
      expect(plan.map((node) => node['Node Type'])).not.toContain('Sort');
      const scan = plan.at(-1);
      expect(scan?.['Index Name']).toBe(INDEXES[field]);
      expect(scan?.['Actual Rows']).toBe(10);
      expect(scan?.['Rows Removed by Filter'] ?? 0).toBe(0);
    }
  },
);
