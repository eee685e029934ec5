import { setImmediate } from 'node:timers/promises';
import { TextDecoder } from 'node:util';
import { type Cell, MAX_COLUMNS, type SheetPart, shownText } from './model.ts';

const SEPARATORS = [',', ';', '\t', '|'] as const;
/** The number of first records from which the separator is detected. */
const SAMPLE_RECORDS = 50;
const SAMPLE_CHARACTERS = 64 * 1024;
/** After this many records the event loop gets a turn. */
const RECORDS_A_TURN = 2_000;
const NUMBER = /^[-+]?(\d{1,3}([,.' ]\d{3})+|\d+)([.,]\d+)?(e[-+]?\d{1,3}|\s?%)?$/i;

/** Reads comma-separated values and similar formats (RFC 4180; the separator is detected). Formulas are texts. */
export async function* readCsv(bytes: Uint8Array, extension: string): AsyncGenerator<SheetPart> {
  const { text, separator } = separated(decoded(bytes), extension);
  // Every record is a row; a text without records is an empty sheet.
  yield {
    kind: 'head',
    head: { name: extension.toUpperCase(), widths: [], frozenRows: 1, frozenColumns: 0 },
  };
  let row = 0;
  for (const record of records(text, separator)) {
    const cells = cellsOf(record);
    if (cells.length > 0) yield { kind: 'row', row, height: null, cells };
    row += 1;
    if (row % RECORDS_A_TURN === 0) await setImmediate();
  }
  yield { kind: 'tail', merges: [] };
}

const PLAIN = {};
const RIGHT = { align: 'right' } as const;

function cellsOf(record: readonly string[]): Cell[] {
  const cells: Cell[] = [];
  for (const [column, text] of record.entries()) {
    if (column >= MAX_COLUMNS) break;
    if (text !== '') cells.push({ column, text: shownText(text), style: NUMBER.test(text) ? RIGHT : PLAIN });
  }
  return cells;
}

/** Decodes UTF-8, or UTF-16 by its byte order mark; other bytes as Windows-1252, which Excel writes in the West. */
function decoded(bytes: Uint8Array): string {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

/** Excel names the separator in a separate line, `sep=;`. */
function separated(text: string, extension: string): { text: string; separator: string } {
  const named = /^sep=([^\r\n])\r?\n/i.exec(text);
  if (named?.[1] !== undefined) return { text: text.slice(named[0].length), separator: named[1] };
  return { text, separator: extension === 'tsv' ? '\t' : separatorOf(text) };
}

/** The separator that splits most of the first records into the same number of fields, more than one. */
export function separatorOf(text: string): string {
  const sample = text.slice(0, SAMPLE_CHARACTERS);
  let best: { separator: string; score: number } = { separator: ',', score: 0 };
  for (const separator of SEPARATORS) {
    const counts = new Map<number, number>();
    let total = 0;
    for (const record of records(sample, separator)) {
      counts.set(record.length, (counts.get(record.length) ?? 0) + 1);
      total += 1;
      if (total >= SAMPLE_RECORDS) break;
    }
    const [fields, count] = [...counts].reduce((most, one) => (one[1] > most[1] ? one : most), [1, 0]);
    const score = fields > 1 ? count / total + Math.min(fields, 100) / 1_000 : 0;
    if (score > best.score) best = { separator, score };
  }
  return best.separator;
}

/** The records of a text; a quoted field can contain separators, line ends and doubled quotes. */
export function* records(text: string, separator: string): Generator<string[]> {
  let record: string[] = [];
  let at = 0;
  while (at < text.length) {
    let field: string;
    if (text[at] === '"') {
      [field, at] = quotedField(text, at);
      const end = fieldEnd(text, at, separator);
      field += text.slice(at, end);
      at = end;
    } else {
      const end = fieldEnd(text, at, separator);
      field = text.slice(at, end);
      at = end;
    }
    record.push(field);
    if (text[at] === separator) {
      at += 1;
      if (at === text.length) record.push('');
      continue;
    }
    if (text[at] === '\r' && text[at + 1] === '\n') at += 1;
    at += 1;
    yield record;
    record = [];
  }
  if (record.length > 0) yield record;
}

function quotedField(text: string, start: number): [field: string, end: number] {
  let field = '';
  let at = start + 1;
  for (;;) {
    const quote = text.indexOf('"', at);
    // A quote without an end extends to the end of the text.
    if (quote === -1) return [field + text.slice(at), text.length];
    field += text.slice(at, quote);
    if (text[quote + 1] !== '"') return [field, quote + 1];
    field += '"';
    at = quote + 2;
  }
}

function fieldEnd(text: string, from: number, separator: string): number {
  let at = from;
  while (at < text.length) {
    const character = text[at];
    if (character === separator || character === '\n' || character === '\r') break;
    at += 1;
  }
  return at;
}
