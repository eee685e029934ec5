import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { auditedWorks, type Work } from './support/audited-calls.ts';
import { costOf } from './support/cost.ts';
import { loadNow, printTable, saveResults } from './support/report.ts';
import { inRounds } from './support/rounds.ts';
import { decimals, median } from './support/stats.ts';
import { startVault, type Vault } from './support/vault.ts';

const WITHOUT_AUDIT = fileURLToPath(new URL('support/without-audit.mjs', import.meta.url));
/** A sign-in hashes a password, so fewer of them take as long. */
const SLOW_WORK = { name: 'sign in', share: 0.1 };

interface Measured {
  /** median of the milliseconds of a work */
  latency: number;
  /** CPU milliseconds of the server and of PostgreSQL for each work */
  server: number;
  database: number;
}

/** AUDIT-04: whole works of a person, with and without the audit, alternately on two servers. */
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
  const recorded = await startVault();
  const plain = await startVault({ preload: WITHOUT_AUDIT });
  try {
    const [withAudit, without] = [await auditedWorks(recorded), await auditedWorks(plain)];
    await checkServers(recorded, plain);
    const table = [['work', 'ms', 'without', 'CPU ms', 'without', 'latency', 'CPU']];
    const figures: Record<string, Record<string, Measured[]>> = {};
    for (const [name, work] of Object.entries(withAudit.works)) {
      const other = without.works[name];
      if (!name.includes(values.only) || other === undefined) continue;
      const calls = Math.ceil(Number(values.calls) * (name === SLOW_WORK.name ? SLOW_WORK.share : 1));
      const results = await inRounds(Number(values.rounds), {
        recorded: () => measure(recorded, work, calls),
        plain: () => measure(plain, other, calls),
      });
      figures[name] = results;
      table.push([name, ...cells(results)]);
    }
    withAudit.close();
    without.close();
    printTable('Whole works with and without the audit, medians of the rounds', table);
    await saveResults('audit-calls', loadBefore, figures);
  } finally {
    await recorded.stop();
    await plain.stop();
  }
}

/** @throws when the servers do not record as expected, so that the comparison is not of two equal servers */
async function checkServers(recorded: Vault, plain: Vault): Promise<void> {
  for (const [vault, expected] of [
    [recorded, true],
    [plain, false],
  ] as const) {
    const database = await vault.connectDatabase();
    const { rows } = await database.query<{ entries: number }>(
      'select count(*)::int as entries from audit_entry',
    );
    await database.end();
    if ((rows[0]?.entries ?? 0) > 0 !== expected)
      throw new Error(`expected a server that records: ${expected}`);
  }
}

let used = 0;

async function measure(vault: Vault, work: Work, calls: number): Promise<Measured> {
  const times: number[] = [];
  const { cost } = await costOf(vault, async () => {
    for (let n = 0; n < calls; n += 1) {
      const startedAt = performance.now();
      await work((used += 1));
      times.push(performance.now() - startedAt);
    }
  });
  return {
    latency: median(times),
    server: (cost.cpu * 1000) / calls,
    database: (cost.databaseCpu * 1000) / calls,
  };
}

function cells({ recorded, plain }: Record<'recorded' | 'plain', Measured[]>): string[] {
  const latency = ({ latency: ms }: Measured) => ms;
  const cpu = ({ server, database }: Measured) => server + database;
  const of = (list: Measured[], value: (one: Measured) => number) => median(list.map(value));
  const ms = decimals(2);
  return [
    ms(of(recorded, latency)),
    ms(of(plain, latency)),
    ms(of(recorded, cpu)),
    ms(of(plain, cpu)),
    more(recorded.map(latency), plain.map(latency)),
    more(recorded.map(cpu), plain.map(cpu)),
  ];
}

/** How much more the one takes than the other: median, lowest and highest of the rounds. */
function more(recorded: number[], plain: number[]): string {
  const shares = recorded.map((value, round) => (value / (plain[round] ?? Number.NaN) - 1) * 100);
  const one = decimals(1);
  return `${one(median(shares))} % (${one(Math.min(...shares))}..${one(Math.max(...shares))})`;
}
