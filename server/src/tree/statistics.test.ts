import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { RECORDS } from '../testing/accounts.ts';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { loadTestAccounts } from '../testing/load-test-accounts.ts';
import { seedVault } from '../testing/vault.ts';
import { refreshStatistics } from './statistics.queries.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
  await loadTestAccounts({ database });
});
afterAll(() => database.drop());

const putFiles = (folder: string, count: number) =>
  seedVault(
    database,
    Array.from({ length: count }, (_, n) => ({ folder, name: `${n}.txt` })),
    { recordId: RECORDS.acme },
  );

async function waitingJobs(): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select task_identifier as name from graphile_worker.jobs`.execute(database.kysely);
  return rows.map(({ name }) => name);
}

/** The number of items that PostgreSQL plans with; -1 when it has never counted. */
async function knownItems(): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select reltuples::int as count from pg_class where relname = 'item'`.execute(database.kysely);
  return rows[0]?.count ?? 0;
}

it('SPEED-03 a change of many items adds one job that refreshes the statistics, a small one adds none', async () => {
  await putFiles('few', 999);
  expect(await waitingJobs()).toEqual([]);

  await putFiles('many', 1000);
  await putFiles('more', 1000);
  expect(await waitingJobs()).toEqual(['refresh-statistics']);

  const before = await knownItems();
  await refreshStatistics(database.kysely);
  expect([before, await knownItems()]).toEqual([-1, expect.any(Number)]);
  expect(await knownItems()).toBeGreaterThan(2999);
});
