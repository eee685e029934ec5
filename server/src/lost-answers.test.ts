import { contract } from '@vault/contract';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { sweepAllBlobs, sweepReleased } from './blobs/index.ts';
import { createOfficeTestSetup, type OfficeTestSetup } from './testing/office-test-setup.ts';
import type { Client } from './testing/client.ts';
import { fileOf } from './testing/damage.ts';
import { type Acknowledged, type Pipeline, PIPELINES } from './testing/faults/pipelines.ts';
import { isCommit, isOfRequest, type Trigger } from './testing/faults/database-proxy.ts';
import type { SentStatement } from './testing/faults/proxied-connection.ts';
import { createProxiedDatabase, type ProxiedDatabase } from './testing/faults/proxied-database.ts';

// Each run drops the connection one time. For each pipeline that stores or deletes bytes, the runs drop it before each
// COMMIT, and after each COMMIT and each other change outside of a transaction. With EVERY_STATEMENT=true they also
// drop it before and after each other statement, which PostgreSQL only rolls back. Real: PostgreSQL behind a proxy that
// drops connections, HTTP, the blob store, the scanner, the WOPI protocol.

const HOUR_MS = 3_600_000;

let proxied: ProxiedDatabase;
let setup: OfficeTestSetup;
let ada: Client;
beforeAll(async () => {
  proxied = await createProxiedDatabase();
  setup = await createOfficeTestSetup({ database: proxied.database });
  ada = await setup.vault.as('everything');
});
afterEach(() => proxied.proxy.disarm());
afterAll(async () => {
  await setup.close();
  await proxied.database.drop();
});

let runs = 0;
const prepare = async (pipeline: Pipeline) => {
  runs += 1;
  const context = { setup, vault: setup.vault, database: proxied.direct, ada };
  return pipeline.prepare({ ...context, id: `run ${runs}` });
};

type Fault = 'cutBefore' | 'cutAfter';
const CLOSES_EVERY_CONNECTION = process.env['EVERY_STATEMENT'] === 'true';

/**
 * The positions of the cuts: before each COMMIT; after each statement that PostgreSQL keeps when the connection is lost
 * then.
 */
async function placesOf(pipeline: Pipeline, fault: Fault): Promise<Trigger[]> {
  const { proxy } = proxied;
  const run = await prepare(pipeline);
  const before = proxy.statements.length;
  await run();
  const sent = proxy.statements.slice(before).filter(isOfRequest);
  if (CLOSES_EVERY_CONNECTION) return sent.map((_, index) => ({ statement: index + 1 }));
  const commits = sent.filter(isCommit).map((_, index) => ({ commit: index + 1 }));
  return fault === 'cutAfter' ? [...commits, ...changesAlone(sent)] : commits;
}

/** The positions of statements outside of transactions that change something. */
function changesAlone(sent: readonly SentStatement[]): Trigger[] {
  const inTransaction = new Set<string>();
  return sent.flatMap(({ application, text }, index) => {
    const command = /^\w+/.exec(text.trim())?.[0].toLowerCase() ?? '';
    if (command === 'begin' || command === 'start') inTransaction.add(application);
    const isAlone = !inTransaction.has(application) && command !== 'select';
    if (command === 'commit' || command === 'rollback') inTransaction.delete(application);
    return isAlone ? [{ statement: index + 1 }] : [];
  });
}

async function bytesOf(name: string): Promise<Buffer> {
  const { id } = await fileOf({ database: proxied.direct }, name);
  const reply = await ada.fetch(contract.download.version.path.replace(':sfid', id), { method: 'POST' });
  return reply.ok ? Buffer.from(await reply.arrayBuffer()) : Buffer.from(`status ${reply.status}`);
}

/** @returns the files whose bytes are not those that the vault acknowledged */
async function damaged(acknowledged: Acknowledged): Promise<string[]> {
  const names: string[] = [];
  for (const [name, bytes] of acknowledged) {
    // oxlint-disable-next-line no-await-in-loop -- all at once would need more connections than the pool has
    if (!(await bytesOf(name)).equals(bytes)) names.push(name);
  }
  return names;
}

/**
 * Deletes all blobs that a sweep can delete, as after two days. It uses no proxied connection: with the short limits of
 * these a busy machine ended one as dead during the sweep.
 */
async function sweepEverything(): Promise<void> {
  const clock = { now: () => new Date(Date.now() + 49 * HOUR_MS) };
  const deps = { ...setup.vault.deps, database: proxied.direct, clock };
  await sweepReleased(deps);
  await sweepAllBlobs(deps);
}

/** One run for each statement of a pipeline takes long on a busy machine; in ms. */
const MOST = 240_000;

describe.each(PIPELINES)('$name', (pipeline) => {
  it.each(['cutBefore', 'cutAfter'] as const)(
    'SAFE-20 loses no acknowledged bytes with %s at any position',
    { timeout: MOST },
    async (fault) => {
      const places = await placesOf(pipeline, fault);
      const faultsBefore = proxied.proxy.faults.length;
      const all: Acknowledged = new Map();
      const cuts = new Map<string, string>();
      for (const place of places) {
        const run = await prepare(pipeline);
        void proxied.proxy.arm(fault, place);
        const acknowledged = await run();
        proxied.proxy.disarm();
        const where = `${fault} ${JSON.stringify(place)}: ${proxied.proxy.faults.at(-1)?.statement.text}`;
        for (const [name, bytes] of acknowledged) {
          all.set(name, bytes);
          cuts.set(name, where);
        }
      }
      // The last positions may not be reached: some statements depend on concurrent work.
      expect(proxied.proxy.faults.length - faultsBefore).toBeGreaterThan(places.length / 2);
      await sweepEverything();
      // Bytes that are lost at a cut stay lost, so one check at the end finds them and the cut.
      expect((await damaged(all)).map((name) => [name, cuts.get(name)])).toEqual([]);
    },
  );
});
