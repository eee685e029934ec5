import { MAX_PEOPLE_LINES } from '@vault/contract';
import { CsvError, parse } from 'csv-parse/sync';
import { importTexts } from '../texts.ts';
import { type Column, COLUMNS } from './columns.ts';

/** A line of a file: its cells by column; a column that the file does not have is absent. */
export interface CsvLine {
  /** in the file, from 1 */
  line: number;
  cells: Partial<Record<Column, string>>;
  /** it has more cells than the file has columns */
  isTooLong: boolean;
}

/**
 * Reads a CSV file with a line of column names (RFC 4180). The separator is the comma, semicolon or tab of the first
 * line, because spreadsheets write what is usual in their country.
 * @returns the lines, or why the file cannot be read, as a sentence
 */
export function readCsv(text: string): { lines: CsvLine[] } | { problem: string } {
  const rows = rowsOf(text);
  if ('problem' in rows) return rows;
  const [header, ...body] = rows.rows;
  if (header === undefined) return { problem: importTexts.noHeader };
  const columns = header.cells.map((cell) => cell.toLowerCase());
  const problem = columnsProblem(columns);
  if (problem !== null) return { problem };
  if (body.length > MAX_PEOPLE_LINES) return { problem: importTexts.tooManyLines };
  return {
    lines: body.map(({ line, cells }) => ({
      line,
      cells: Object.fromEntries(columns.map((column, n) => [column, withoutFormulaQuote(cells[n] ?? '')])),
      isTooLong: cells.slice(columns.length).some((cell) => cell !== ''),
    })),
  };
}

function columnsProblem(columns: readonly string[]): string | null {
  const unknown = columns.find((name) => !COLUMNS.some((column) => column === name));
  if (unknown !== undefined) return importTexts.unknownColumn(unknown.slice(0, 60));
  const repeated = columns.find((name, n) => columns.indexOf(name) !== n);
  if (repeated !== undefined) return importTexts.repeatedColumn(repeated);
  return columns.includes('email') ? null : importTexts.noEmailColumn;
}

interface Row {
  line: number;
  cells: string[];
}

function rowsOf(text: string): { rows: Row[] } | { problem: string } {
  try {
    const parsed: unknown = parse(text, {
      bom: true,
      delimiter: separatorOf(text),
      info: true,
      relax_column_count: true,
      skip_records_with_empty_values: true,
      trim: true,
    });
    const rows = parsed as { record: string[]; info: { lines: number } }[];
    return { rows: rows.map(({ record, info }) => ({ line: info.lines, cells: record })) };
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const { lines } = error as unknown as { lines?: number };
    return { problem: importTexts.unreadable(lines ?? 1) };
  }
}

function separatorOf(text: string): string {
  const [header = ''] = text.split(/[\r\n]/, 1);
  const count = (separator: string) => header.split(separator).length;
  return [',', ';', '\t'].reduce((best, next) => (count(next) > count(best) ? next : best));
}

/** Removes the apostrophe with which the export defuses a formula. */
const withoutFormulaQuote = (cell: string): string => cell.replace(/^'(?=[=+\-@])/, '');
