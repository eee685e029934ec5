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
import { unboundScans } from './testing/plans/unbound-scans.ts';
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
      const tables = await tablesOfRecords();
      const unbound = relevant.filter((plan) => unboundScans(plan.plan, tables).some(isUnexpected(plan)));
      // With the whole plan, because such a plan can be a rare choice of PostgreSQL.
      expect(unbound.map((plan) => [describePlan(plan), JSON.stringify(plan.plan)])).toEqual([]);
    },
    120_000,
  );
});

describe('NODES-08 the tables that grow with records', () => {
  it('have the record first in their primary key, except those that are found by another key', async () => {
    const { rows } = await superuser.query<{ name: string }>(
      `
      select c.conrelid::regclass::text as name from pg_constraint c
      join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
      where c.contype = 'p' and a.attname <> 'record_id' and c.conrelid::regclass::text = any($1) order by 1`,
      [[...(await tablesOfRecords())]],
    );

    expect(rows.map(({ name }) => name)).toEqual(Object.keys(KEYS_WITHOUT_RECORD));
  });
});

/** The tables with records whose keys begin with something else, and by what a call finds their rows. */
const KEYS_WITHOUT_RECORD = {
  audit_entry: 'the order of the whole vault',
  mail: 'the mail that is sent; some belong to no record',
  upload: 'the account or the visit that sends; the record is unknown until the transfer',
} as const;

/** Statements that find the records of an account, or the record of an id that a caller names without its record. */
const FINDS_RECORD = [
  'select r.id, r.name from (select $1 as id union select record_id from membership where account_id = $2) open',
  'select id from item where external_id = $1 limit 1',
  'select file_id from version where id = $1 limit 1',
  'select record_id from link where id = $1',
  'select record_id, account_id, token_hash, is_session, accessor, name, form, entries from download_ticket where id = $1',
  'select distinct record_id from item where id = any($1::text[])',
  'select record_id, id, parent_id, kind, name, external_id,',
  'select i.record_id, i.id, case when i.lost_path is null',
];

/** Whether a scan is neither that of a table with another key nor that of a statement that finds the record. */
const isUnexpected =
  ({ text }: ExecutedPlan) =>
  (scan: string): boolean => {
    const [table = ''] = scan.split(' ');
    const plain = text.trim().replaceAll(/\s+/g, ' ');
    return !(table in KEYS_WITHOUT_RECORD) && !FINDS_RECORD.some((found) => plain.startsWith(found));
  };

async function tablesOfRecords(): Promise<Set<string>> {
  const { rows } = await superuser.query<{ name: string }>(`
    select table_name as name from information_schema.columns
    join information_schema.tables using (table_schema, table_name)
    where table_schema = 'public' and column_name = 'record_id' and table_type = 'BASE TABLE'`);
  return new Set(rows.map(({ name }) => name));
}

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
