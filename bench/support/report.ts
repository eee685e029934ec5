import { mkdir, writeFile } from 'node:fs/promises';
import { cpus, loadavg, totalmem } from 'node:os';
import { join } from 'node:path';
import type { Headline } from './headline.ts';

const RESULTS = join(import.meta.dirname, '../results');

/** Prints a table for docs/performance.md. The first row is its header. */
export function printTable(title: string, rows: readonly (readonly string[])[]): void {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const line = (row: readonly string[]) =>
    `| ${row.map((cell, n) => cell.padEnd(widths[n] ?? 0)).join(' | ')} |`;
  const [head = [], ...body] = rows;
  const rule = `|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|`;
  console.log([`\n${title}`, '', line(head), rule, ...body.map(line)].join('\n'));
}

/** Returns the current load of the machine, because other load distorts the figures. */
export function loadNow(): number {
  return Number((loadavg()[0] ?? 0).toFixed(2));
}

/** Writes figures and facts about the machine to `bench/results/<name>.json`. @param headlines those of `all` */
export async function saveResults(
  name: string,
  loadBefore: number,
  figures: unknown,
  headlines: readonly Headline[] = [],
): Promise<void> {
  const facts = {
    bench: name,
    at: new Date().toISOString(),
    node: process.version,
    cores: cpus().length,
    memoryGiB: Math.round(totalmem() / 1024 ** 3),
    load: { before: loadBefore, after: loadNow() },
    headlines,
    figures,
  };
  await mkdir(RESULTS, { recursive: true });
  await writeFile(join(RESULTS, `${name}.json`), `${JSON.stringify(facts, null, 2)}\n`);
  console.log(`\nload ${facts.load.before} before, ${facts.load.after} after; bench/results/${name}.json`);
}
