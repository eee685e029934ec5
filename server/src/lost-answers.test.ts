import { contract } from '@vault/contract';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { sweepAllBlobs, sweepReleased } from './blobs/index.ts';
import { createOfficeStage, type OfficeStage } from './testing/office-stage.ts';
import type { Client } from './testing/client.ts';
import { fileOf } from './testing/damage.ts';
import { type Acknowledged, type Pipeline, PIPELINES } from './testing/faults/pipelines.ts';
import { createProxiedDatabase, type ProxiedDatabase } from './testing/faults/proxied-database.ts';

// One lost connection at a time, before and after every statement of every pipeline that stores or removes bytes.
// Real: PostgreSQL behind a proxy that cuts, HTTP, the blob store, the scanner, the WOPI protocol.

const HOUR_MS = 3_600_000;

let proxied: ProxiedDatabase;
let stage: OfficeStage;
let ada: Client;
beforeAll(async () => {
  proxied = await createProxiedDatabase();
  stage = await createOfficeStage({ database: proxied.database });
  ada = await stage.vault.as('everything');
});
afterEach(() => proxied.proxy.disarm());
afterAll(async () => {
  await stage.close();
  await proxied.database.drop();
});

let runs = 0;
const prepare = async (pipeline: Pipeline) => {
  runs += 1;
  const context = { stage, vault: stage.vault, database: proxied.direct, ada };
  return pipeline.prepare({ ...context, id: `run ${runs}` });
};

/** How many statements a run without a fault sends. */
async function countStatements(pipeline: Pipeline): Promise<number> {
  const run = await prepare(pipeline);
  const before = proxied.proxy.statements.length;
  await run();
  return proxied.proxy.statements.length - before;
}

async function bytesOf(name: string): Promise<Buffer> {
  const { id } = await fileOf({ database: proxied.direct }, name);
  const reply = await ada.fetch(contract.download.version.path.replace(':sfid', id), { method: 'POST' });
  return reply.ok ? Buffer.from(await reply.arrayBuffer()) : Buffer.from(`status ${reply.status}`);
}

async function mustBeIntact(acknowledged: Acknowledged, where: string): Promise<void> {
  for (const [name, bytes] of acknowledged) {
    expect({ where, name, isIntact: (await bytesOf(name)).equals(bytes) }).toEqual({
      where,
      name,
      isIntact: true,
    });
  }
}

/** Deletes whatever may be deleted, as after two days. */
async function sweepEverything(): Promise<void> {
  const clock = { now: () => new Date(Date.now() + 49 * HOUR_MS) };
  await sweepReleased({ ...stage.vault.parts, clock });
  await sweepAllBlobs({ ...stage.vault.parts, clock });
}

describe.each(PIPELINES)('$name', (pipeline) => {
  it.each(['cutBefore', 'cutAfter'] as const)(
    'SAFE-20 loses nothing acknowledged with %s at any statement',
    async (fault) => {
      const total = await countStatements(pipeline);
      const faultsBefore = proxied.proxy.faults.length;
      const all: Acknowledged = new Map();
      for (let statement = 1; statement <= total; statement += 1) {
        const run = await prepare(pipeline);
        void proxied.proxy.arm(fault, { statement });
        const acknowledged = await run();
        proxied.proxy.disarm();
        const where = `${fault} ${statement}: ${proxied.proxy.faults.at(-1)?.statement.text}`;
        await mustBeIntact(acknowledged, where);
        for (const [name, bytes] of acknowledged) all.set(name, bytes);
      }
      // The last ones may not be reached: some statements depend on what is under way.
      expect(proxied.proxy.faults.length - faultsBefore).toBeGreaterThan(total / 2);
      await sweepEverything();
      await mustBeIntact(all, 'after the sweep');
    },
  );
});
