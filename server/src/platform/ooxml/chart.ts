import type { XmlNode } from '../xml/index.ts';

/** Limits; the rest of a larger chart is omitted. */
const MAX_SERIES = 12;
const MAX_POINTS = 60;
const MAX_TEXT = 200;
const SIGNIFICANT_DIGITS = 6;

/** The data of a chart as a table. */
export interface ChartTable {
  /** '' when the chart has no title */
  title: string;
  /** the first row has the names of the series, the first column the categories; empty for a chart without data */
  rows: string[][];
}

interface Series {
  name: string;
  categories: ReadonlyMap<number, string>;
  values: ReadonlyMap<number, string>;
}

/** The data that a chart's part stores with it (ECMA-376 part 1, 21.2). @param root of the chart's part */
export function chartTable(root: XmlNode): ChartTable {
  const chart = root.find('chart');
  const title = textsOf(chart?.find('title') ?? null, 't')
    .join('')
    .trim()
    .slice(0, MAX_TEXT);
  const plotted = chart?.find('plotArea')?.children() ?? [];
  const series = plotted.flatMap((one) => one.children('ser')).map(seriesOf);
  return { title, rows: series.length === 0 ? [] : rowsOf(series) };
}

const textsOf = (node: XmlNode | null, name: string): string[] =>
  node === null ? [] : [...node.all(name)].map((one) => one.textContent);

function seriesOf(series: XmlNode, at: number): Series {
  const name = textsOf(series.find('tx'), 'v').join(' ').slice(0, MAX_TEXT);
  return {
    name: name === '' ? `Series ${at + 1}` : name,
    // A scatter chart has numbers instead of categories.
    categories: pointsOf(series.find('cat') ?? series.find('xVal')),
    values: pointsOf(series.find('val') ?? series.find('yVal')),
  };
}

function pointsOf(data: XmlNode | null): ReadonlyMap<number, string> {
  const points = new Map<number, string>();
  // The innermost level of multi-level categories is first.
  const cache = data?.find('multiLvlStrRef', 'multiLvlStrCache', 'lvl') ?? data;
  for (const point of cache?.all('pt') ?? []) {
    const at = Number(point.attribute('idx'));
    if (at >= 0 && at <= MAX_POINTS) points.set(at, shown(point.find('v')?.textContent ?? ''));
  }
  return points;
}

function shown(value: string): string {
  const number = value.trim() === '' ? Number.NaN : Number(value);
  return Number.isNaN(number)
    ? value.slice(0, MAX_TEXT)
    : String(Number(number.toPrecision(SIGNIFICANT_DIGITS)));
}

function rowsOf(all: readonly Series[]): string[][] {
  const series = all.slice(0, MAX_SERIES);
  const numbers = series.flatMap(({ categories, values }) => [...categories.keys(), ...values.keys()]);
  const count = Math.max(-1, ...numbers) + 1;
  const rows = [['', ...series.map(({ name }) => name)]];
  for (let point = 0; point < Math.min(count, MAX_POINTS); point += 1) {
    const category = series.map(({ categories }) => categories.get(point)).find((one) => one !== undefined);
    rows.push([category ?? String(point + 1), ...series.map(({ values }) => values.get(point) ?? '')]);
  }
  if (count > MAX_POINTS || all.length > MAX_SERIES) rows.push(['…']);
  return rows;
}
