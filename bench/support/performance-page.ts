import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type Bar, barChart } from './chart.ts';
import { type Headline, shareOf } from './headline.ts';
import { median, spread } from './stats.ts';

const PAGE = join(import.meta.dirname, '../../docs/performance.md');
const CHART = join(import.meta.dirname, '../../docs/pictures/performance.svg');
/** The part of the page that is written here. */
const BEGIN = '<!-- written by npm run bench -w bench -- all -->';
const END = '<!-- end of the written part -->';

/** A run of all benches. */
export interface Run {
  /** ISO 8601 */
  at: string;
  /** figures of other machines are not compared */
  machine: string;
  /** of the machine, before the run */
  load: number;
  headlines: Headline[];
}

const HEAD = ['work', 'measured', 'reference in the same rounds', 'goal', 'reached', 'since the last run'];

/** The figures of a run, with a header. @param last the run to compare with */
export const tableOf = ({ headlines }: Run, last: Run | null): string[][] => [
  HEAD,
  ...headlines.map((headline) => rowOf(headline, last)),
];

function rowOf(headline: Headline, last: Run | null): string[] {
  const { work, unit, values, reference } = headline;
  return [
    work,
    `${spread(values, rounded)} ${unit}`,
    reference === undefined ? '' : `${reference.name}: ${spread(reference.values, rounded)}`,
    goalText(headline),
    shareOf(headline) >= 1 ? 'yes' : 'no',
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

const barOf = (headline: Headline): Bar => ({
  label: headline.work,
  text: `${rounded(median(headline.values))} ${headline.unit}`,
  share: shareOf(headline),
});

/** Writes the table and its chart into docs/performance.md. */
export async function writePage(
  run: Run,
  [head = [], ...rows]: readonly (readonly string[])[],
): Promise<void> {
  await mkdir(dirname(CHART), { recursive: true });
  await writeFile(CHART, barChart('Measured beside the goals', run.headlines.map(barOf)));
  const page = await readFile(PAGE, 'utf8');
  const [before, rest] = page.split(BEGIN);
  const after = rest?.split(END)[1];
  if (before === undefined || after === undefined) throw new Error(`${PAGE} has no written part`);
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  const rule = line(head.map(() => '---'));
  const caption = `${run.at.slice(0, 10)}, ${run.machine.split(', ').slice(1).join(', ')}, load ${run.load} before.`;
  const written = [
    BEGIN,
    '',
    '![The measured figures beside the goals](pictures/performance.svg)',
    '',
    caption,
    '',
    line(head),
    rule,
    ...rows.map(line),
    '',
    END,
  ];
  await writeFile(PAGE, `${before}${written.join('\n')}${after}`);
}
