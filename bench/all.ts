import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { cpus, hostname, totalmem } from 'node:os';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { type Bar, barChart } from './support/chart.ts';
import { type Headline, reaches } from './support/headline.ts';
import { loadNow, printTable } from './support/report.ts';
import { median, spread } from './support/stats.ts';

/** The benches in their order, with their options and the names of their results. */
const BENCHES: readonly { args: string[]; results: string }[] = [
  { args: ['list'], results: 'list-10000' },
  { args: ['upload-small'], results: 'upload-small' },
  { args: ['upload-1g'], results: 'upload-1g' },
  { args: ['download-1g'], results: 'download-1g' },
  { args: ['zip'], results: 'zip-1073741' },
  { args: ['folder-zip'], results: 'folder-zip' },
  { args: ['purge'], results: 'purge-100000' },
  { args: ['start'], results: 'start' },
];

const RESULTS = join(import.meta.dirname, 'results');
const PAGE = join(import.meta.dirname, '../docs/performance.md');
const CHART = join(import.meta.dirname, '../docs/pictures/performance.svg');
/** The part of the page that this script writes. */
const BEGIN = '<!-- written by npm run bench -w bench -- all -->';
const END = '<!-- end of the written part -->';

interface Run {
  at: string;
  /** figures of other machines are not compared */
  machine: string;
  load: number;
  headlines: Headline[];
}

/** Runs every bench with a headline, compares with the last run of this machine, and writes docs/performance.md (SPEED-13). */
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
  const rows = headlines.map((headline) => rowOf(headline, last));
  printTable('All benches, medians (lowest..highest)', [HEAD, ...rows]);
  await save(run, rows);
}

/** A process of its own: no bench inherits the memory of another. */
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
  const text = await readFile(join(RESULTS, 'all.json'), 'utf8').catch(() => null);
  const run = text === null ? null : (JSON.parse(text) as Run);
  return run?.machine === machine ? run : null;
}

const HEAD = ['work', 'measured', 'reference in the same rounds', 'goal', 'reached', 'since the last run'];

function rowOf(headline: Headline, last: Run | null): string[] {
  const { work, unit, values, reference } = headline;
  const value = median(values);
  const compared = reference === undefined ? null : median(reference.values);
  return [
    work,
    `${spread(values, rounded)} ${unit}`,
    reference === undefined ? '' : `${reference.name}: ${spread(reference.values, rounded)}`,
    goalText(headline),
    reaches(headline, value, compared) ? 'yes' : 'no',
    changeText(headline, last),
  ];
}

function goalText({ better, goal, unit }: Headline): string {
  if ('share' in goal) return `${goal.share} of the reference`;
  return `${better === 'higher' ? 'at least' : 'at most'} ${rounded(goal.value)} ${unit}`;
}

function changeText({ work, values }: Headline, last: Run | null): string {
  const before = last?.headlines.find((headline) => headline.work === work);
  if (before === undefined) return '';
  const change = (median(values) / median(before.values) - 1) * 100;
  return `${change >= 0 ? '+' : ''}${change.toFixed(0)} %`;
}

/** Three digits, so that seconds and thousands are readable in one column. */
const rounded = (value: number): string =>
  value >= 100 ? Math.round(value).toLocaleString('en-US') : value.toPrecision(3);

function barOf(headline: Headline): Bar {
  const { work, unit, values, better, goal, reference } = headline;
  const value = median(values);
  const wanted = 'value' in goal ? goal.value : goal.share * median(reference?.values ?? []);
  return {
    label: work,
    text: `${rounded(value)} ${unit}`,
    share: better === 'higher' ? value / wanted : wanted / value,
  };
}

async function save(run: Run, rows: readonly string[][]): Promise<void> {
  await mkdir(dirname(CHART), { recursive: true });
  await writeFile(CHART, barChart('Measured beside the goals', run.headlines.map(barOf)));
  await writeFile(join(RESULTS, 'all.json'), `${JSON.stringify(run, null, 2)}\n`);
  const page = await readFile(PAGE, 'utf8');
  const [before, rest] = page.split(BEGIN);
  const after = rest?.split(END)[1];
  if (before === undefined || after === undefined) throw new Error(`${PAGE} has no written part`);
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  const rule = line(HEAD.map(() => '---'));
  const caption = `${run.at.slice(0, 10)}, ${run.machine.split(', ').slice(1).join(', ')}, load ${run.load} before.`;
  const written = [
    BEGIN,
    '',
    '![The measured figures beside the goals](pictures/performance.svg)',
    '',
    caption,
    '',
    line(HEAD),
    rule,
    ...rows.map(line),
    '',
    END,
  ];
  await writeFile(PAGE, `${before}${written.join('\n')}${after}`);
}
