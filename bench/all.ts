import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { cpus, hostname, totalmem } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Headline } from './support/headline.ts';
import { type Run, tableOf, writePage } from './support/performance-page.ts';
import { loadNow, printTable } from './support/report.ts';

/** The benches in their order, with their options and the names of their results. */
const BENCHES: readonly { args: string[]; results: string }[] = [
  { args: ['list'], results: 'list-10000' },
  { args: ['upload-small'], results: 'upload-small' },
  { args: ['upload-1g'], results: 'upload-1g' },
  { args: ['download-1g'], results: 'download-1g' },
  { args: ['zip'], results: 'zip-1073741' },
  { args: ['folder-zip'], results: 'folder-zip' },
  { args: ['search'], results: 'search' },
  { args: ['copy'], results: 'copy' },
  { args: ['mixed'], results: 'mixed' },
  { args: ['purge'], results: 'purge-100000' },
  { args: ['browser'], results: 'browser' },
  { args: ['browser-upload'], results: 'browser-upload' },
  { args: ['start'], results: 'start' },
  { args: ['stop'], results: 'stop' },
];

const RESULTS = join(import.meta.dirname, 'results');
const LAST_RUN = join(RESULTS, 'all.json');

/**
 * Runs every bench with a headline, compares with the last run of this machine, and writes docs/performance.md
 * (SPEED-13). With --only, it prints the figures of these benches and writes nothing.
 */
export async function all(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: { rounds: { type: 'string', default: '3' }, only: { type: 'string', multiple: true } },
  });
  const load = loadNow();
  const headlines: Headline[] = [];
  for (const bench of BENCHES) {
    if (values.only !== undefined && !values.only.includes(bench.args[0] ?? '')) continue;
    await runBench([...bench.args, '--rounds', values.rounds]);
    headlines.push(...(await headlinesOf(bench.results)));
  }
  const machine = `${hostname()}, ${cpus().length} cores, ${Math.round(totalmem() / 1024 ** 3)} GiB`;
  const run: Run = { at: new Date().toISOString(), machine, load, headlines };
  const last = await lastRunOf(machine);
  const table = tableOf(run, last);
  printTable('All benches, medians (lowest..highest)', table);
  if (values.only !== undefined) return;
  await writeFile(LAST_RUN, `${JSON.stringify(run, null, 2)}\n`);
  await writePage(run, table);
}

/** Each bench runs in a new process, so that its memory does not count for the next one. */
async function runBench(args: readonly string[]): Promise<void> {
  const script = join(import.meta.dirname, 'run.ts');
  const child = spawn(process.execPath, [script, ...args], { stdio: 'inherit' });
  const [code] = (await once(child, 'exit')) as [number | null];
  if (code !== 0) throw new Error(`the bench ${args.join(' ')} has failed`);
}

async function headlinesOf(results: string): Promise<Headline[]> {
  const text = await readFile(join(RESULTS, `${results}.json`), 'utf8');
  return (JSON.parse(text) as { headlines: Headline[] }).headlines;
}

async function lastRunOf(machine: string): Promise<Run | null> {
  const text = await readFile(LAST_RUN, 'utf8').catch(() => null);
  const run = text === null ? null : (JSON.parse(text) as Run);
  return run?.machine === machine ? run : null;
}
