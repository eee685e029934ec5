import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../server/src/testing/database.ts';
import { crash } from './crash.ts';

/** A slice of the campaign; docs/reliability.md has the long runs, which also kill the database. */
const SLICE = { seed: 2, operations: 120, workers: 16, operationsBeforeKill: 20, operationsPerCycle: 60 };
const BUSY_MACHINE = { timeout: 900_000 };

let database: TestDatabase;
let folder: string;
beforeAll(async () => {
  database = await createTestDatabase();
  folder = await mkdtemp(join(tmpdir(), 'campaign-crash-'));
});
afterAll(async () => {
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});

it('SAFE-07 a killed server loses nothing acknowledged and does nothing by half', BUSY_MACHINE, async () => {
  const { findings, operations, cycles } = await crash({
    ...SLICE,
    folder,
    env: { DATABASE_URL: database.url },
  });
  findings.assertNone();
  expect(operations.sent).toBe(SLICE.operations);
  expect(cycles).toBeGreaterThan(1);
});
