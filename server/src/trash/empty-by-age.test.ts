import { contract } from '@vault/contract';
import { sql } from 'kysely';
import pino from 'pino';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../testing/app.ts';
import {
  ACME,
  contentsOf,
  countersMustBeTrue,
  OWN,
  setUpItems,
  type SeededItems,
} from '../testing/seeded-items.ts';
import { lockRecord } from '../tree/index.ts';
import { emptyByAge, resumePurges } from './empty-by-age.ts';
import { purgeRecord } from './purge.ts';

const { list, restore } = contract.trash;
const DAY_MS = 24 * 60 * 60 * 1000;

let vault: TestApp;
let seeded: SeededItems;
let lines: string[];
beforeAll(async () => {
  vault = await createTestApp();
});
afterAll(() => vault.close());
beforeEach(async () => {
  lines = [];
  seeded = await setUpItems(vault, [
    { name: 'old.txt' },
    { folder: 'A', name: 'a.txt' },
    { name: 'young.txt' },
  ]);
  await trash('old.txt', 31);
  await trash('A', 30.5);
  await trash('young.txt', 29.9);
});

const editor = () => vault.as('editor');
async function trash(path: string, daysAgo: number): Promise<void> {
  const id = path === 'own' ? seeded.ownFile : seeded.id(path);
  await (await editor()).data(contract.organise.moveToTrash, { query: { ids: id } });
  const at = new Date(Date.now() - daysAgo * DAY_MS);
  await vault.database.pool.query('update trash set deleted_at = $1 where item_id = $2', [at, id]);
}
const entries = async (recordId = ACME) =>
  (await (await editor()).data(list, { params: { id: recordId }, query: { sort: 'name,asc' } })).content.map(
    ({ name }) => name,
  );
/** @param daysAhead days that the clock is ahead */
const run = (trashRetentionDays: number | null, daysAhead = 0) =>
  emptyByAge({
    ...vault.deps,
    log: pino({ level: 'info' }, { write: (line) => lines.push(line) }),
    clock: { now: () => new Date(Date.now() + daysAhead * DAY_MS) },
    settings: { trashRetentionDays },
  });
const waitingForALock = async () => {
  const { rows } = await vault.database.pool.query<{ count: number }>(
    `select count(*)::int as count from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  );
  return rows[0]?.count;
};
const jobs = async () => {
  const { rows } = await vault.database.pool.query<{ key: string }>(
    'select key from graphile_worker._private_jobs where key is not null order by key',
  );
  return rows.map(({ key }) => key);
};

test('TRASH-23 without the setting nothing is deleted', async () => {
  await run(null, 36_500);
  expect(await entries()).toEqual(['A', 'old.txt', 'young.txt']);
  expect(lines).toEqual([]);
});

test('TRASH-23 entries older than the setting are deleted in every record, with a log line', async () => {
  await trash('own', 40);
  await run(30);
  expect([await entries(), await entries(OWN)]).toEqual([['young.txt'], []]);
  expect(lines.map((line) => JSON.parse(line) as object)).toMatchObject([
    { entries: 3, days: 30, msg: 'Trash entries deleted after their retention time' },
  ]);
  expect(await jobs()).toEqual(expect.arrayContaining([`purge ${ACME}`, `purge ${OWN}`]));
  expect((await (await editor()).call(restore, { body: [seeded.id('A')] })).code).toBe(404);
  await purgeRecord(vault.deps, ACME);
  await countersMustBeTrue(vault.database);
  await run(30);
  expect(lines).toHaveLength(1);
  await run(30, 1);
  expect(await entries()).toEqual([]);
});

test('TRASH-23 an item that is restored and trashed again starts a new period', async () => {
  let running: Promise<void> | undefined;
  await vault.database.transaction(async (tx) => {
    await lockRecord(tx, ACME);
    running = run(30);
    await expect.poll(waitingForALock).toBe(1);
    await sql`update trash set deleted_at = now() where item_id = ${seeded.id('A')}`.execute(tx);
  });
  await running;
  expect(await entries()).toEqual(['A', 'young.txt']);
  expect(lines.map((line) => JSON.parse(line) as object)).toMatchObject([{ entries: 1, days: 30 }]);
});

test('TRASH-23 more entries than one batch are deleted in several batches', async () => {
  const many = Array.from({ length: 1100 }, (_, n) => ({ name: `${n}.txt` }));
  seeded = await setUpItems(vault, many);
  const ids = many.map(({ name }) => seeded.id(name));
  for (let n = 0; n < ids.length; n += 550) {
    await (
      await editor()
    ).data(contract.organise.moveToTrash, {
      query: {},
      body: { linkId: ACME, sfids: ids.slice(n, n + 550) },
    });
  }
  await run(1, 2);
  expect(await entries()).toEqual([]);
  await purgeRecord(vault.deps, ACME);
  expect(await contentsOf(vault.database)).toEqual([]);
});

test('the scheduled job adds lost purge jobs again', async () => {
  await run(30);
  await vault.database.pool.query('truncate graphile_worker._private_jobs');
  await resumePurges(vault.deps);
  expect(await jobs()).toContain(`purge ${ACME}`);
});

test('SAFE-12 TRASH-23 entries that a hold protects stay until it is lifted; others are deleted', async () => {
  await trash('own', 40);
  const auditor = await vault.as('auditor');
  const body = { record: ACME, path: '', keepYears: null, reason: 'Smith v. Jones' };
  const hold = await auditor.data(contract.holds.set, { body });
  await run(30);
  expect([await entries(), await entries(OWN)]).toEqual([['A', 'old.txt', 'young.txt'], []]);
  await auditor.data(contract.holds.lift, { params: hold });
  await run(30);
  expect(await entries()).toEqual(['young.txt']);
});
