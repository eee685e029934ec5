import { parseArgs } from 'node:util';
import { contract } from '@vault/contract';
import { Connection, encode } from './support/connection.ts';
import type { Headline } from './support/headline.ts';
import { fillRecord } from './support/million.ts';
import { must } from './support/must.ts';
import { requestFor } from './support/pipeline.ts';
import { loadNow, printTable, saveResults } from './support/report.ts';
import { searchesOf } from './support/searches.ts';
import { decimals, percentile, spread, whole } from './support/stats.ts';
import { RECORD_ID, startVault, type Vault } from './support/vault.ts';

/** Milliseconds that half of the searches may take, by the number of names. */
const GOALS = new Map([
  [100_000, 2],
  [1_000_000, 6],
]);
/** Searches of one kind in a round; the first ones are not measured. */
const CALLS = 24;
const FIRST_CALLS = 4;

/** The median of each round, by kind of search. */
type Medians = Record<string, number[]>;

/** Measures searches in records of 100,000 and 1,000,000 names, whole calls of one client (SPEED-08). */
export async function search(args: string[]): Promise<void> {
  const { values } = parseArgs({ args, options: { rounds: { type: 'string', default: '3' } } });
  const loadBefore = loadNow();
  const bySize = new Map<number, Medians>();
  for (const items of GOALS.keys()) bySize.set(items, await measure(items, Number(values.rounds)));
  const [first = {}] = bySize.values();
  const sizes = [...bySize.keys()].map((items) => `${whole(items)} names, ms`);
  const rows = Object.keys(first).map((kind) => [
    kind,
    ...[...bySize.values()].map((medians) => spread(medians[kind] ?? [], decimals(1))),
  ]);
  const table = [['search', ...sizes], ...rows];
  printTable('Searches, whole calls of one client, p50 of each round', table);
  const headlines = [...bySize].map(([items, medians]) => headline(items, medians));
  await saveResults('search', loadBefore, { table }, headlines);
}

async function measure(items: number, rounds: number): Promise<Medians> {
  const vault = await startVault();
  try {
    const database = await vault.connectDatabase();
    const record = await fillRecord(database, { recordId: RECORD_ID, items });
    await database.end();
    const connection = await Connection.open(vault.origin);
    const medians: Medians = {};
    for (let round = 0; round < rounds; round += 1) {
      for (const [kind, query] of Object.entries(searchesOf(record))) {
        (medians[kind] ??= []).push(await medianOf(vault, connection, query));
      }
    }
    connection.close();
    return medians;
  } finally {
    await vault.stop();
  }
}

async function medianOf({ client }: Vault, connection: Connection, query: object): Promise<number> {
  const input = { params: { recordId: RECORD_ID }, query: { size: '50', ...query } };
  const request = encode(requestFor(contract.files.list, input, client.token));
  const times: number[] = [];
  for (let call = 0; call < CALLS; call += 1) {
    const startedAt = performance.now();
    const { status } = await connection.send(request);
    must(status === 200, `a search got ${status}`);
    times.push(performance.now() - startedAt);
  }
  return percentile(times.slice(FIRST_CALLS), 0.5);
}

/** The slowest kind of search in each round, because each of them has the goal. */
function headline(items: number, medians: Medians): Headline {
  const byRound = (Object.values(medians)[0] ?? []).map((_, round) =>
    Math.max(...Object.values(medians).map((values) => values[round] ?? Number.NaN)),
  );
  return {
    work: `search in ${whole(items)} names, slowest kind, p50`,
    unit: 'ms',
    better: 'lower',
    values: byRound,
    goal: { value: GOALS.get(items) ?? Number.NaN },
  };
}
