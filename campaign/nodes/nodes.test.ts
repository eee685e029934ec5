import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../server/src/testing/database.ts';
import { runNodes } from './nodes-run.ts';
import { type SharedServices, connectServices } from './shared-services.ts';

// A slice of the campaign on a shared folder; docs/reliability.md has the long runs, with S3 and the other faults.

/** The seed chooses a rolling restart, then a kill. */
const SLICE = { seed: 19, nodes: 2, workers: 4, cycles: 2 };
const FAULTS = { kill: 1, 'rolling restart': 1, freeze: 0, 'slow database': 0, 'failing S3': 0 };
const BUSY_MACHINE = { timeout: 300_000 };

let database: TestDatabase;
let services: SharedServices;
let folder: string;
beforeAll(async () => {
  database = await createTestDatabase();
  services = await connectServices(database.url, null);
  folder = await mkdtemp(join(tmpdir(), 'campaign-nodes-'));
});
afterAll(async () => {
  await services.close();
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});

it(
  'NODES-04 while servers are replaced and killed, a client that retries sees no failed call',
  BUSY_MACHINE,
  async () => {
    const { findings, faults, mails } = await runNodes({ ...SLICE, folder, services, faults: FAULTS });
    findings.assertNone();
    expect(faults).toEqual({ 'rolling restart': 1, kill: 1 });
    expect(mails.sent).toBeGreaterThan(0);
  },
);
