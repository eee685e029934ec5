import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../server/src/testing/app.ts';
import { Client } from '../support/client.ts';
import { Random } from '../support/random.ts';
import { Findings } from '../support/report.ts';
import { runOperations } from './operations-run.ts';
import { runStorm } from './storm.ts';

// A slice of the campaign that takes a few seconds; docs/reliability.md has the whole run.

const SLICE = { seed: 1, operations: 100, workers: 4, compareEvery: 50 };
const STORMS = 5;
const BUSY_MACHINE = { timeout: 180_000 };

let vault: TestApp;
let client: Client;
let folder: string;
beforeAll(async () => {
  vault = await createTestApp();
  client = new Client(vault.origin, (await vault.as('everything')).token);
  folder = await mkdtemp(join(tmpdir(), 'campaign-model-'));
});
afterAll(async () => {
  await vault.close();
  await rm(folder, { recursive: true, force: true });
});

it('SAFE-10 random changes of parallel workers do what the model says', BUSY_MACHINE, async () => {
  const findings = new Findings();
  const rest = { folder, client, until: Infinity, onCompared: () => undefined };
  expect(await runOperations({ ...SLICE, ...rest }, findings)).toBeGreaterThanOrEqual(SLICE.operations);
  findings.assertNone();
});

it(
  'SAFE-10 parallel moves of folders into each other make no cycle and lose none',
  BUSY_MACHINE,
  async () => {
    const findings = new Findings();
    let moved = 0;
    for (let number = 1; number <= STORMS; number += 1) {
      moved += await runStorm({ client, random: new Random(1, number), number }, findings);
    }
    findings.assertNone();
    expect(moved).toBeGreaterThan(0);
  },
);
