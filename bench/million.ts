import { parseArgs } from 'node:util';
import { type CallInput, contract, type Endpoint } from '@vault/contract';
import { explainEverything, accessOf, statementsOf } from './support/explain.ts';
import { fillRecord, type LargeRecord } from './support/million.ts';
import { must } from './support/must.ts';
import { loadNow, printTable, saveResults } from './support/report.ts';
import { EVERYWHERE, searchesOf } from './support/searches.ts';
import { decimals, median, spread } from './support/stats.ts';
import { RECORD_ID, startVault, type Vault } from './support/vault.ts';

interface Asked {
  vault: Vault;
  record: LargeRecord;
  rounds: number;
}

const ms = decimals(1);

/** Measures a record with a million items: lists, tree, search, and changes of folders with many items below them. */
export async function million(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: { items: { type: 'string', default: '1000000' }, rounds: { type: 'string', default: '5' } },
  });
  const loadBefore = loadNow();
  const vault = await startVault();
  try {
    const database = await vault.connectDatabase();
    const record = await fillRecord(database, { recordId: RECORD_ID, items: Number(values.items) });
    await database.end();
    console.log(`${record.items} items, ${record.folders} folders of them`);
    const asked = { vault, record, rounds: Number(values.rounds) };
    const changes = await measureChanges(asked);
    await explainEverything(vault);
    const reads = await measureReads(asked);
    await saveResults(`million-${record.items}`, loadBefore, { record, changes, reads });
  } finally {
    await vault.stop();
  }
}

/** @returns the milliseconds of a call @throws when the call fails */
async function time<E extends Endpoint>({ vault }: Asked, endpoint: E, input: CallInput<E>): Promise<number> {
  const startedAt = performance.now();
  const reply = await vault.client.call(endpoint, input);
  must(reply.code === 200, `${endpoint.name} got ${reply.code} ${reply.errorMessage}`);
  return performance.now() - startedAt;
}

/** Measures rename and move of a full and of an empty folder, and the copy of 10,000 files. */
async function measureChanges(asked: Asked) {
  const { organise } = contract;
  const { record, rounds } = asked;
  const make = (name: string) =>
    time(asked, organise.createFolder, { params: { recordId: RECORD_ID }, query: { name, path: '' } });
  for (const name of ['Empty', 'Target']) await make(name);
  const rename = (from: string, to: string) =>
    time(asked, organise.renameFolder, {
      params: { linkId: RECORD_ID },
      query: { path: '', oriFolderName: from, newFolderName: to },
    });
  const move = (path: string, target: string) =>
    time(asked, organise.move, { body: { linkId: RECORD_ID, sfids: [], paths: [path], path: target } });
  const times: Record<string, number[]> = {};
  const note = (name: string, value: number) => (times[name] ??= []).push(value);
  for (let round = 0; round <= rounds; round += 1) {
    for (const [what, name] of [
      ['empty', 'Empty'],
      ['full', record.deep.name],
    ] as const) {
      const renamed = (await rename(name, `${name} renamed`)) + (await rename(`${name} renamed`, name));
      const moved = (await move(name, 'Target')) + (await move(`Target/${name}`, ''));
      if (round === 0) continue;
      note(`rename, ${what}`, renamed / 2);
      note(`move, ${what}`, moved / 2);
    }
    await make(`Copies ${round}`);
    const copied = await time(asked, organise.copy, {
      body: { linkId: RECORD_ID, sfids: [], paths: [record.flat.name], path: `Copies ${round}` },
    });
    if (round > 0) note('copy of 10,000 files', copied);
  }
  const of = (name: string) => times[name] ?? [];
  const ratio = (what: string) => decimals(2)(median(of(`${what}, full`)) / median(of(`${what}, empty`)));
  const head = ['change of a folder', 'empty, ms', `with ${record.deep.below} items below, ms`, 'ratio'];
  const rows = ['rename', 'move'].map((what) => [
    what,
    spread(of(`${what}, empty`), ms),
    spread(of(`${what}, full`), ms),
    ratio(what),
  ]);
  const copy = ['copy of 10,000 files', '', spread(of('copy of 10,000 files'), ms), ''];
  printTable('Changes, whole calls', [head, ...rows, copy]);
  return [head, ...rows, copy];
}

/** Measures reads: the calls, the time in PostgreSQL, and the indexes that PostgreSQL uses. */
async function measureReads(asked: Asked) {
  const { vault, record, rounds } = asked;
  const { flat } = record;
  const params = { recordId: RECORD_ID };
  const list = (query: object) => () =>
    time(asked, contract.files.list, { params, query: { size: 50, ...query } });
  const reads: Record<string, () => Promise<number>> = {
    'list, first page of 10,000': list({ parentFolder: flat.name }),
    'list, middle page of 10,000': list({ parentFolder: flat.name, page: 100 }),
    'list, the root': list({}),
    [`tree of ${record.folders} folders`]: () => time(asked, contract.tree.folders, { params }),
    ...Object.fromEntries(
      Object.entries(searchesOf(record)).map(([what, query]) => [`search ${what}`, list(query)]),
    ),
    'search of the last day': list({ name: '', ...EVERYWHERE, startTime: record.lastDay }),
  };
  const head = ['read', 'call, ms', 'in PostgreSQL, ms', 'reads'];
  const rows = [];
  for (const [name, read] of Object.entries(reads)) {
    for (let n = 0; n < 6; n += 1) await read();
    const calls: number[] = [];
    const database: number[] = [];
    const used = new Set<string>();
    for (let n = 0; n < rounds; n += 1) {
      const statements = await statementsOf(vault, async () => calls.push(await read()));
      database.push(statements.reduce((sum, statement) => sum + statement.ms, 0));
      for (const { plan } of statements) for (const index of accessOf(plan)) used.add(index);
    }
    rows.push([name, spread(calls, ms), spread(database, ms), [...used].join(', ')]);
  }
  printTable('Reads; EXPLAIN (ANALYZE) of all statements of a call, with the cost of measuring', [
    head,
    ...rows,
  ]);
  return [head, ...rows];
}
