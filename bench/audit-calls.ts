import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { auditedWorks, type Work } from './support/audited-calls.ts';
import { cpuOf } from './support/cost.ts';
import { must } from './support/must.ts';
import { loadNow, printTable, saveResults } from './support/report.ts';
import { decimals, median } from './support/stats.ts';
import { startVault, type Vault } from './support/vault.ts';

const module = (name: string) => fileURLToPath(new URL(`support/${name}`, import.meta.url));

/** What the servers record: entries, one text for each entry, nothing. */
const KINDS = ['recorded', 'bare', 'plain'] as const;
type Kind = (typeof KINDS)[number];
const PRELOADS: Record<Kind, { preload?: string }> = {
  recorded: {},
  bare: { preload: module('bare-audit.ts') },
  plain: { preload: module('without-audit.ts') },
};

/** A sign-in hashes a password, so fewer of them take as long. */
const SLOW_WORK = { name: 'sign in', share: 0.1 };

interface Measured {
  /** median of the milliseconds of a work */
  latency: number;
  /** CPU milliseconds of the server and of PostgreSQL for each work */
  server: number;
  database: number;
}

/** AUDIT-04: whole works of a person, with the audit, with a bare insert instead, and without, call by call. */
export async function auditCalls(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      rounds: { type: 'string', default: '5' },
      calls: { type: 'string', default: '300' },
      only: { type: 'string', default: '' },
    },
  });
  const loadBefore = loadNow();
  const vaults = await perKind((kind) => startVault(PRELOADS[kind]));
  try {
    await createBareTable(vaults.bare);
    const prepared = await perKind((kind) => auditedWorks(vaults[kind]));
    await checkServers(vaults);
    const table = [['work', ...KINDS, 'recorded', 'bare', 'CPU recorded', 'CPU bare']];
    const figures: Record<string, Record<Kind, Measured>[]> = {};
    for (const name of Object.keys(prepared.plain.works).filter((work) => work.includes(values.only))) {
      const sides = Object.fromEntries(
        KINDS.map((kind) => [kind, { vault: vaults[kind], work: prepared[kind].works[name] as Work }]),
      ) as Record<Kind, Side>;
      const calls = Math.ceil(Number(values.calls) * (name === SLOW_WORK.name ? SLOW_WORK.share : 1));
      const rounds: Record<Kind, Measured>[] = [];
      // The round before the first is discarded.
      for (let round = 0; round <= Number(values.rounds); round += 1)
        rounds.push(await measure(sides, calls));
      figures[name] = rounds.slice(1);
      table.push([name, ...cells(rounds.slice(1))]);
    }
    for (const kind of KINDS) prepared[kind].close();
    printTable('Whole works: ms, and more time and CPU than without the audit; medians of the rounds', table);
    await saveResults('audit-calls', loadBefore, figures);
  } finally {
    await perKind((kind) => vaults[kind].stop());
  }
}

/** One after the other, because a start uses all cores. */
async function perKind<T>(make: (kind: Kind) => Promise<T>): Promise<Record<Kind, T>> {
  const made: [Kind, T][] = [];
  for (const kind of KINDS) made.push([kind, await make(kind)]);
  return Object.fromEntries(made) as Record<Kind, T>;
}

async function createBareTable(vault: Vault): Promise<void> {
  const database = await vault.connectDatabase();
  await database.query(
    'create table bare_entry (id bigint generated always as identity, text text not null)',
  );
  await database.query('grant insert on bare_entry to public');
  await database.end();
}

/** @throws when the servers do not record as expected, so that the comparison is not of equal servers */
async function checkServers(vaults: Record<Kind, Vault>): Promise<void> {
  const rowsOf = await perKind(async (kind) => {
    const database = await vaults[kind].connectDatabase();
    const countOf = async (name: string) =>
      Number((await database.query<{ n: string }>(`select count(*) as n from ${name}`)).rows[0]?.n);
    const entries = await countOf('audit_entry');
    const bare = kind === 'bare' ? await countOf('bare_entry') : 0;
    await database.end();
    return { entries: entries > 0, bare: bare > 0 };
  });
  must(
    rowsOf.recorded.entries && !rowsOf.bare.entries && !rowsOf.plain.entries && rowsOf.bare.bare,
    'a server records what another one should',
  );
}

let used = 0;

interface Side {
  vault: Vault;
  work: Work;
}

/** Measures the servers call by call in changing order, so that what the machine does besides affects all equally. */
async function measure(sides: Record<Kind, Side>, calls: number): Promise<Record<Kind, Measured>> {
  const times: Record<Kind, number[]> = { recorded: [], bare: [], plain: [] };
  const before = await perKind(async (kind) => cpuOf(sides[kind].vault));
  for (let n = 0; n < calls; n += 1) {
    used += 1;
    for (let turn = 0; turn < KINDS.length; turn += 1) {
      const kind = KINDS[(turn + n) % KINDS.length] as Kind;
      const startedAt = performance.now();
      await sides[kind].work(used);
      times[kind].push(performance.now() - startedAt);
    }
  }
  return perKind(async (kind) => {
    const { server, database } = cpuOf(sides[kind].vault);
    return {
      latency: median(times[kind]),
      server: ((server - before[kind].server) * 1000) / calls,
      database: ((database - before[kind].database) * 1000) / calls,
    };
  });
}

function cells(rounds: readonly Record<Kind, Measured>[]): string[] {
  const latency = ({ latency: ms }: Measured) => ms;
  const cpu = ({ server, database }: Measured) => server + database;
  const more = (kind: Kind, value: (one: Measured) => number): string => {
    const shares = rounds.map((round) => (value(round[kind]) / value(round.plain) - 1) * 100);
    const one = decimals(1);
    return `${one(median(shares))} % (${one(Math.min(...shares))}..${one(Math.max(...shares))})`;
  };
  return [
    ...KINDS.map((kind) => decimals(2)(median(rounds.map((round) => latency(round[kind]))))),
    more('recorded', latency),
    more('bare', latency),
    more('recorded', cpu),
    more('bare', cpu),
  ];
}
