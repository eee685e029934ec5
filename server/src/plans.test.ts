import pg from 'pg';
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isPlannedForValues } from './platform/database/index.ts';
import { RECORDS, USERS } from './testing/accounts.ts';
import { createTestApp, type TestApp } from './testing/app.ts';
import { createTestDatabase, type TestDatabase } from './testing/database.ts';
import { hotCalls, RECORDS_CALL } from './testing/plans/hot-calls.ts';
import { addManyRecords, openManyRecords } from './testing/plans/many-records.ts';
import {
  type ExecutedPlan,
  explainNewConnections,
  type PlanMode,
  scansOf,
  watchPlans,
} from './testing/plans/watch-plans.ts';
import { createRecordFiller, type RecordFiller } from './testing/record-items.ts';
import { openCopy } from './testing/test-server.ts';

const recordId = RECORDS.acme;
const OTHER_RECORDS = 2000;
/**
 * The record of the calls has some 100 items, and a statement may read each of them a few times. The other records have
 * 2,000 rows in the smallest table, 44,000 items and 40,000 versions.
 */
const MOST_ROWS = 1500;
const MOST_BUFFERS = 1500;

let database: TestDatabase;
let superuser: pg.Client;
let filling: TestApp;
let filler: RecordFiller;

beforeAll(async () => {
  database = await createTestDatabase();
  superuser = new pg.Client(database.target);
  await superuser.connect();
  filling = await createTestApp({ database });
  filler = await createRecordFiller(filling);
  await filler.createItems(recordId, { trashed: true, link: true });
  await superuser.query('analyze');
  await addManyRecords(superuser, { records: OTHER_RECORDS, makerId: USERS.everything.sfid });
}, 120_000);
afterAll(async () => {
  await superuser.end();
  await filling.close();
  await database.drop();
});

/** How well PostgreSQL knows the tables. */
const STATISTICS = {
  /** read when there was one record */
  stale: async () => undefined,
  missing: () =>
    superuser.query(`
      set allow_system_table_mods = on;
      delete from pg_statistic;
      update pg_class set reltuples = -1, relpages = 0 where relnamespace = 'public'::regnamespace;
      reset allow_system_table_mods`),
  fresh: () => superuser.query('analyze'),
};

describe('NODES-08 SPEED-01 SPEED-02 the statements of a call of an account that can open 2,000 other records', () => {
  const states = Object.keys(STATISTICS) as (keyof typeof STATISTICS)[];
  const phases = states.flatMap((state) => (['custom', 'generic'] as const).map((mode) => ({ state, mode })));

  it.each(phases)(
    'read rows of their record only, with $state statistics and $mode plans',
    async ({ state, mode }) => {
      await STATISTICS[state]();
      const plans = await plansOfCalls(mode);
      // A statement that is planned for its values has no generic plan.
      const relevant = plans.filter(({ text }) => mode === 'custom' || !isPlannedForValues(text));
      const wrong = relevant.filter(
        // The list of records sorts what it lists by name: the memberships of the caller.
        ({ call, rows, buffers }) => call !== RECORDS_CALL && (rows > MOST_ROWS || buffers > MOST_BUFFERS),
      );

      expect(wrong.map(describePlan)).toEqual([]);
      expect(relevant.length).toBeGreaterThan(80);
    },
    120_000,
  );
});

interface CalledPlan extends ExecutedPlan {
  call: string;
}

const describePlan = ({ call, rows, buffers, text, plan }: CalledPlan) =>
  `${call}: ${rows} rows, ${buffers} buffers: ${scansOf(plan)}: ${text.replaceAll(/\s+/g, ' ').slice(0, 400)}`;

/** Makes all calls with a server whose connections report their plans. @returns the largest plan of each statement */
async function plansOfCalls(mode: PlanMode): Promise<CalledPlan[]> {
  await explainNewConnections(superuser, database.databaseName, mode);
  const copy = openCopy(database.target, pino({ level: 'silent' }));
  const { take } = watchPlans(copy.pool);
  const vault = await createTestApp({ database: { ...database, ...copy }, blobs: filling.deps.blobs });
  try {
    const items = {
      unchanged: await filler.createItems(recordId, { trashed: true, link: true }),
      create: () => filler.createItems(USERS.everything.sfid, { trashed: true, link: true }),
    };
    await openManyRecords(superuser, USERS.everything.sfid);
    take();
    const plans = new Map<string, CalledPlan>();
    for (const { name, run } of hotCalls()) {
      await run(vault, items);
      for (const plan of take()) {
        const former = plans.get(plan.text);
        if (former === undefined || former.rows + former.buffers < plan.rows + plan.buffers) {
          plans.set(plan.text, { ...plan, call: name });
        }
      }
    }
    return [...plans.values()];
  } finally {
    await vault.close();
    await copy.close();
  }
}
