import { parseArgs } from 'node:util';
import { contract } from '@vault/contract';
import type pg from 'pg';
import { Connection, encode } from './support/connection.ts';
import type { Headline } from './support/headline.ts';
import type { Page } from './support/big-folder.ts';
import { fillRecord } from './support/million.ts';
import { must } from './support/must.ts';
import { requestFor } from './support/pipeline.ts';
import { searchByPlainSql } from './support/plain-sql.ts';
import { loadNow, printTable, saveResults } from './support/report.ts';
import { searchedTexts, searchesOf } from './support/searches.ts';
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

const PAGE_SIZE = 50;

/** The median of each round, by kind of search. */
type Medians = Record<string, number[]>;

/** The calls of the vault, and the statement of plain SQL for the searches in the whole record. */
interface Measured {
  calls: Medians;
  plain: Medians;
}

/**
 * Measures searches in records of 100,000 and 1,000,000 names, whole calls of one client (SPEED-08), by turns with
 * plain SQL.
 */
export async function search(args: string[]): Promise<void> {
  const { values } = parseArgs({ args, options: { rounds: { type: 'string', default: '3' } } });
  const loadBefore = loadNow();
  const bySize = new Map<number, Measured>();
  for (const items of GOALS.keys()) bySize.set(items, await measure(items, Number(values.rounds)));
  const [first] = bySize.values();
  const sizes = [...bySize.keys()].flatMap((items) => [`${whole(items)} names, ms`, 'plain SQL, ms']);
  const cell = (medians: readonly number[] | undefined) =>
    medians === undefined ? '' : spread(medians, decimals(1));
  const rows = Object.keys(first?.calls ?? {}).map((kind) => [
    kind,
    ...[...bySize.values()].flatMap(({ calls, plain }) => [cell(calls[kind]), cell(plain[kind])]),
  ]);
  const table = [['search', ...sizes], ...rows];
  printTable('Searches, whole calls of one client, p50 of each round', table);
  const headlines = [...bySize].map(([items, measured]) => headline(items, measured));
  await saveResults('search', loadBefore, { table }, headlines);
}

async function measure(items: number, rounds: number): Promise<Measured> {
  const vault = await startVault();
  const database = await vault.connectDatabase();
  try {
    const record = await fillRecord(database, { recordId: RECORD_ID, items });
    const connection = await Connection.open(vault.origin);
    const measured: Measured = { calls: {}, plain: {} };
    const texts = searchedTexts(record);
    for (let round = 0; round < rounds; round += 1) {
      for (const [kind, query] of Object.entries(searchesOf(record))) {
        const request = requestOf(vault, query);
        (measured.calls[kind] ??= []).push(await medianOf(() => send(connection, request)));
        const text = texts.get(kind);
        if (text === undefined) continue;
        if (round === 0) await checkPlainSql(connection, request, { database, text });
        const bySql = () => searchByPlainSql(database, { text, size: PAGE_SIZE });
        (measured.plain[kind] ??= []).push(await medianOf(bySql));
      }
    }
    connection.close();
    return measured;
  } finally {
    await database.end();
    await vault.stop();
  }
}

function requestOf({ client }: Vault, query: object): Buffer {
  const input = { params: { recordId: RECORD_ID }, query: { size: String(PAGE_SIZE), ...query } };
  return encode(requestFor(contract.files.list, input, client.token));
}

/** @returns the body of the reply */
async function send(connection: Connection, request: Buffer): Promise<Buffer> {
  const { status, body } = await connection.send(request);
  must(status === 200, `a search got ${status}`);
  return body;
}

/** Checks that plain SQL finds the same items. */
async function checkPlainSql(
  connection: Connection,
  request: Buffer,
  { database, text }: { database: pg.Client; text: string },
): Promise<void> {
  const body = await send(connection, request);
  const { content, totalElements } = (JSON.parse(body.toString()) as { data: Page }).data;
  const { ids, total } = await searchByPlainSql(database, { text, size: PAGE_SIZE });
  must(ids.join() === content.map(({ sfid }) => sfid).join(), `plain SQL finds other items with '${text}'`);
  must(total === totalElements, `plain SQL counts ${total} items with '${text}', the vault ${totalElements}`);
}

async function medianOf(ask: () => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  for (let call = 0; call < CALLS; call += 1) {
    const startedAt = performance.now();
    await ask();
    times.push(performance.now() - startedAt);
  }
  return percentile(times.slice(FIRST_CALLS), 0.5);
}

/** The slowest kind of search in each round, because each of them has the goal. */
function headline(items: number, { calls, plain }: Measured): Headline {
  const numbers = (Object.values(calls)[0] ?? []).map((_, round) => round);
  const msOf = (medians: Medians, kind: string, round: number) => medians[kind]?.[round] ?? Number.NaN;
  const slowest = (kinds: readonly string[], round: number) =>
    kinds.toSorted((a, b) => msOf(calls, b, round) - msOf(calls, a, round))[0] ?? '';
  const [all, texts] = [Object.keys(calls), Object.keys(plain)];
  return {
    work: `search in ${whole(items)} names, slowest kind, p50`,
    unit: 'ms',
    better: 'lower',
    values: numbers.map((round) => msOf(calls, slowest(all, round), round)),
    reference: {
      name: 'plain SQL for the slowest text',
      values: numbers.map((round) => msOf(plain, slowest(texts, round), round)),
    },
    goal: { value: GOALS.get(items) ?? Number.NaN },
  };
}
