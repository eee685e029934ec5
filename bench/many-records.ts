import { parseArgs } from 'node:util';
import { contract } from '@vault/contract';
import type pg from 'pg';
import { USERS } from '../server/src/testing/accounts.ts';
import { addManyRecords, openManyRecords } from '../server/src/testing/plans/many-records.ts';
import { measureConcurrent, type Measured } from './list.ts';
import { insertFiles, makeFiles } from './support/big-folder.ts';
import { must } from './support/must.ts';
import { PageRequests } from './support/page-requests.ts';
import { makeFolder } from './support/pipeline.ts';
import { loadNow, printTable, saveResults } from './support/report.ts';
import { inRounds } from './support/rounds.ts';
import { decimals, median, percentile, spread, whole } from './support/stats.ts';
import { RECORD_ID, startVault, type Vault } from './support/vault.ts';

const FOLDER = 'Ten thousand';
const ACCOUNT = USERS.everything.sfid;

/**
 * Measures the first page of a folder alternately for an account with its own few and with many more records
 * (SPEED-02).
 */
export async function manyRecords(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: { records: { type: 'string', default: '2000' }, rounds: { type: 'string', default: '5' } },
  });
  const records = Number(values.records);
  const loadBefore = loadNow();
  const vault = await startVault();
  try {
    const id = await makeFolder(vault, FOLDER);
    const database = await vault.connectDatabase();
    await insertFiles(database, { recordId: RECORD_ID, id }, makeFiles(10_000));
    await addManyRecords(database, { records, makerId: ACCOUNT });
    await database.query('analyze');
    const few = await countRecords(vault);
    const requests = new PageRequests(vault, FOLDER);
    const load = () =>
      measureConcurrent({ server: vault, requests }, () => ({ page: 0, field: 'name', descending: false }));
    const results = await inRounds(Number(values.rounds), {
      [`${few} records`]: async () => {
        await closeManyRecords(database);
        must((await countRecords(vault)) === few, 'the account has more records than before');
        return load();
      },
      [`${whole(few + records)} records`]: async () => {
        await openManyRecords(database, ACCOUNT);
        must((await countRecords(vault)) === few + records, 'the account has not all records');
        return load();
      },
    });
    await database.end();
    const head = ['the account can open', 'requests/s', 'p50 ms', 'p99 ms', 'server CPU ms'];
    const rows = Object.entries(results).map(([name, measured]) => rowOf(name, measured));
    printTable('First page of 50 of 10,000 files, 16 clients', [head, ...rows]);
    await saveResults(`many-records-${records}`, loadBefore, { rows: [head, ...rows] });
  } finally {
    await vault.stop();
  }
}

async function countRecords({ client }: Vault): Promise<number> {
  const { data } = await client.call(contract.session.records, {});
  return data?.length ?? 0;
}

async function closeManyRecords(database: pg.Client): Promise<void> {
  await database.query("delete from membership where account_id = $1 and starts_with(record_id, 'recN')", [
    ACCOUNT,
  ]);
}

function rowOf(name: string, measured: readonly Measured[]): string[] {
  const each = (take: (one: Measured) => number) => measured.map(take);
  return [
    name,
    spread(
      each(({ times, cost }) => (times.length * 1000) / cost.wallMs),
      whole,
    ),
    spread(
      each(({ times }) => percentile(times, 0.5)),
      decimals(2),
    ),
    spread(
      each(({ times }) => percentile(times, 0.99)),
      decimals(2),
    ),
    decimals(2)(median(each(({ times, cost }) => (cost.cpu * 1000) / times.length))),
  ];
}
