import type { OoxmlPackage } from './package.ts';
import { attributesOf } from '../xml/index.ts';

/** The meaning of a cell's number. */
export type CellFormat = 'number' | 'day' | 'time';

const MAX_FORMATS = 100_000;
/** The built-in formats of every workbook (ECMA-376 part 1, 18.8.30). */
const BUILT_IN: [from: number, to: number, format: CellFormat][] = [
  [14, 17, 'day'],
  [18, 21, 'time'],
  [22, 22, 'day'],
  [45, 47, 'time'],
];

/** The formats that cells refer to by number, from the styles part. */
export async function cellFormats(file: OoxmlPackage, part: string): Promise<CellFormat[]> {
  const own = new Map<number, CellFormat>();
  const formats: CellFormat[] = [];
  let isCellFormats = false;
  for await (const tokens of file.tokens(part)) {
    for (const token of tokens) {
      if (token.kind === 'text') continue;
      if (token.name === 'cellXfs') isCellFormats = token.kind === 'open';
      if (token.kind === 'close' || formats.length + own.size > MAX_FORMATS) continue;
      const attributes = attributesOf(token.attributes);
      const id = Number(attributes.get('numFmtId'));
      if (token.name === 'numFmt') own.set(id, formatOf(attributes.get('formatCode') ?? ''));
      if (token.name === 'xf' && isCellFormats) formats.push(own.get(id) ?? builtIn(id));
    }
  }
  return formats;
}

const builtIn = (id: number): CellFormat =>
  BUILT_IN.find(([from, to]) => id >= from && id <= to)?.[2] ?? 'number';

/** The kind of a format, without its fixed texts and colours. */
function formatOf(code: string): CellFormat {
  const bare = code.replaceAll(/"[^"]*"|\\.|\[[^\]]*\]/g, '');
  if (/[yd]/i.test(bare)) return 'day';
  return /[hs]/i.test(bare) ? 'time' : 'number';
}

const DAY_MS = 86_400_000;
/** Day 0 of Excel. Excel treats 1900 as a leap year; only days before March 1900 are affected. */
const EXCEL_EPOCH_MS = Date.UTC(1899, 11, 30);
/** The last day of the year 9999. */
const MAX_DAY = 2_958_465;

/** A number as it is displayed: days as YYYY-MM-DD, times as HH:mm:ss, 0.1 + 0.2 as 0.3. */
export function shownNumber(text: string, format: CellFormat): string {
  const value = Number(text);
  if (text.trim() === '' || Number.isNaN(value)) return text;
  if (format === 'number' || value < 0 || value > MAX_DAY) return String(Number(value.toPrecision(15)));
  const [day = '', time = ''] = new Date(EXCEL_EPOCH_MS + Math.round(value * DAY_MS))
    .toISOString()
    .split('T');
  const clock = time.slice(0, 8);
  if (format === 'time' && value < 1) return clock;
  return clock === '00:00:00' ? day : `${day} ${clock}`;
}
