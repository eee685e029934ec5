import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { changeTime, fillAudit, placeOf } from './support/audit-entries.ts';
import { pageTimes } from './support/audit-pages.ts';
import { must } from './support/must.ts';
import { loadNow, printTable, saveResults } from './support/report.ts';
import { decimals, spread, whole } from './support/stats.ts';
import { startVault, type Vault } from './support/vault.ts';

const COMMAND = fileURLToPath(new URL('../server/src/vault.ts', import.meta.url));
const ms = decimals(2);

/** AUDIT-04, AUDIT-05: what an entry costs, and pages and the verification of many entries. */
export async function audit(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: { entries: { type: 'string', default: '10000000' }, rounds: { type: 'string', default: '500' } },
  });
  const loadBefore = loadNow();
  const vault = await startVault();
  try {
    const database = await vault.connectDatabase();
    const change = await timesOfChanges(database, Number(values.rounds));
    const entries = Number(values.entries);
    const bytes = await fillAudit(database, entries);
    const middle = await placeOf(database, Math.ceil(entries / 2));
    await database.end();
    // Before the pages, because the job of the server chains the entries at the same time.
    const chainedAndVerified = await verify(vault);
    const pages = await pageTimes(vault.origin, middle);
    const verified = await verify(vault);
    printTable(`${whole(entries)} entries, ${whole(bytes / 2 ** 20)} MiB`, [
      ['work', 'ms'],
      ['a transaction of one row', spread(change.plain, ms)],
      ['the same with an entry', spread(change.recorded, ms)],
      ...pages.map(([name, times]) => [`a page of ${name}`, spread(times, ms)]),
      ['chaining and verification', whole(chainedAndVerified)],
      ['verification', whole(verified)],
    ]);
    const figures = { entries, bytes, change, pages, chainedAndVerified, verified };
    await saveResults(`audit-${entries}`, loadBefore, figures);
  } finally {
    await vault.stop();
  }
}

/** Alternately without and with an entry. */
async function timesOfChanges(database: Parameters<typeof changeTime>[0], rounds: number) {
  const times = { plain: [] as number[], recorded: [] as number[] };
  for (let round = 0; round < rounds; round += 1) {
    times.plain.push(await changeTime(database, false));
    times.recorded.push(await changeTime(database, true));
  }
  return times;
}

/** @returns the milliseconds of `npm run vault -- audit verify` @throws when something does not match */
async function verify({ databaseLog }: Vault): Promise<number> {
  const startedAt = performance.now();
  const child = spawn(process.execPath, [COMMAND, 'audit', 'verify'], {
    cwd: dirname(databaseLog),
    env: { ...process.env, DATA_DIR: dirname(databaseLog) },
    stdio: 'inherit',
  });
  const [code] = (await once(child, 'exit')) as [number | null];
  must(code === 0, `audit verify ended with ${code}`);
  return performance.now() - startedAt;
}
