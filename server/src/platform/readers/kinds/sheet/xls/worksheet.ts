import {
  CellBuilder,
  type CellStyle,
  PLAIN_CELL_STYLE,
  shownAs,
  shownNumber,
  type ShownValue,
} from '../cell-styles.ts';
import { type Cell, MAX_COLUMNS, MAX_MERGES, type SheetHead, type SheetPart } from '../model.ts';
import { columnPixels, frozenCount, MAX_COLUMN_RUNS, rowPixels } from '../sizes.ts';
import { endOf, RECORD, recordAt, substream, type XlsRecord } from './records.ts';
import { continuedText, type XlsTab, type XlsWorkbook } from './workbook.ts';

/** Widths are written in 256ths of a digit, heights in twentieths of a point. */
const WIDTH_UNITS = 256;
const HEIGHT_UNITS = 20;
const HIDDEN_ROW = 0x20;
const FIXED_HEIGHT = 0x40;
const FROZEN = 0x0008;
/** Charts and pictures among objects, which are notes and buttons too ([MS-XLS], 2.5.143). */
const DRAWN: ReadonlySet<number> = new Set([5, 8]);
const SHOWS_LINES = 0x0002;
/** The offset of the result in a formula record, and the mark of results that are not numbers ([MS-XLS], 2.5.133). */
const RESULT = 6;
const NO_NUMBER = 0xff_ff;
const ERRORS: Partial<Record<number, string>> = {
  0x00: '#NULL!',
  0x07: '#DIV/0!',
  0x0f: '#VALUE!',
  0x17: '#REF!',
  0x1d: '#NAME?',
  0x24: '#NUM!',
  0x2a: '#N/A',
};

const CELLS: ReadonlySet<number> = new Set([
  RECORD.formula,
  RECORD.mulRk,
  RECORD.mulBlank,
  RECORD.richString,
  RECORD.labelSst,
  RECORD.blank,
  RECORD.number,
  RECORD.label,
  RECORD.boolOrError,
  RECORD.rk,
]);

/** The result of a first pass over a sheet. It is needed because head and merged cells are stored after the cells. */
interface Outline {
  head: SheetHead;
  merges: [number, number, number, number][];
  heights: Map<number, number>;
  /** rows whose height a person set */
  fixed: Set<number>;
  hasDrawings: boolean;
  /** the offsets of the records with cells, by row */
  cells: number[];
}

/** The parts of one worksheet ([MS-XLS], 2.1.7.20.6). */
export function* readWorksheet(workbook: XlsWorkbook, tab: XlsTab): Generator<SheetPart> {
  const { head, merges, heights, fixed, hasDrawings, cells } = outlineOf(workbook, tab);
  yield { kind: 'head', head };
  const reader = new CellReader(workbook);
  const withoutCells = [...heights.keys()].toSorted((a, b) => a - b);
  let nextHeight = 0;
  let row = -1;
  let found: Cell[] = [];
  const rows = function* (until: number): Generator<SheetPart> {
    const isFixed = fixed.has(row);
    if (row >= 0) yield { kind: 'row', row, height: heights.get(row) ?? null, isFixed, cells: found };
    for (; (withoutCells[nextHeight] ?? Infinity) < until; nextHeight += 1) {
      const empty = withoutCells[nextHeight] ?? 0;
      if (empty > row) yield { kind: 'row', row: empty, height: heights.get(empty) ?? null, cells: [] };
    }
  };
  for (const start of cells) {
    const record = recordAt(workbook.stream, start);
    if (record === null) break;
    const at = record.data.readUInt16LE(0);
    if (at !== row) {
      yield* rows(at);
      row = at;
      found = [];
    }
    found.push(...reader.cellsOf(record));
  }
  yield* rows(Infinity);
  yield { kind: 'tail', merges, hasDrawings };
  if (reader.isCut) yield { kind: 'cut' };
}

function outlineOf({ stream }: XlsWorkbook, { name, start }: XlsTab): Outline {
  const head: SheetHead = { name, widths: [], frozenRows: 0, frozenColumns: 0 };
  const outline: Outline = {
    head,
    merges: [],
    heights: new Map(),
    fixed: new Set(),
    hasDrawings: false,
    cells: [],
  };
  let isFrozen = false;
  let isOrdered = true;
  let lastRow = 0;
  for (const { type, start: at, data } of substream(stream, start)) {
    if (CELLS.has(type)) {
      const row = data.readUInt16LE(0);
      isOrdered &&= row >= lastRow;
      lastRow = row;
      outline.cells.push(at);
    } else if (type === RECORD.columnInfo) readColumns(head, data);
    else if (type === RECORD.row) readHeight(outline, data);
    else if (type === RECORD.window2) {
      isFrozen = (data.readUInt16LE(0) & FROZEN) !== 0;
      if ((data.readUInt16LE(0) & SHOWS_LINES) === 0) head.hidesLines = true;
    } else if (type === RECORD.pane && isFrozen) {
      head.frozenColumns = frozenCount(data.readUInt16LE(0));
      head.frozenRows = frozenCount(data.readUInt16LE(2));
    } else if (type === RECORD.object) outline.hasDrawings ||= DRAWN.has(data.readUInt16LE(4));
    else if (type === RECORD.mergedCells) readMerges(outline.merges, data);
  }
  const rowAt = (at: number) => recordAt(stream, at)?.data.readUInt16LE(0) ?? 0;
  return isOrdered ? outline : { ...outline, cells: outline.cells.toSorted((a, b) => rowAt(a) - rowAt(b)) };
}

function readColumns({ widths }: SheetHead, data: Buffer): void {
  const [from, last, units] = [data.readUInt16LE(0), data.readUInt16LE(2), data.readUInt16LE(4)];
  const to = Math.min(last, MAX_COLUMNS - 1);
  const isHidden = (data.readUInt16LE(8) & 1) !== 0;
  if (to < from || widths.length >= MAX_COLUMN_RUNS || (units === 0 && !isHidden)) return;
  widths.push([from, to, isHidden ? 0 : columnPixels(units / WIDTH_UNITS)]);
}

function readHeight({ heights, fixed }: Outline, data: Buffer): void {
  const flags = data.readUInt32LE(12);
  const isHidden = (flags & HIDDEN_ROW) !== 0;
  if ((flags & FIXED_HEIGHT) !== 0) fixed.add(data.readUInt16LE(0));
  const pixels = isHidden ? 0 : rowPixels((data.readUInt16LE(6) & 0x7f_ff) / HEIGHT_UNITS);
  if (pixels !== null) heights.set(data.readUInt16LE(0), pixels);
}

function readMerges(merges: Outline['merges'], data: Buffer): void {
  const count = data.readUInt16LE(0);
  for (let n = 0; n < count && merges.length < MAX_MERGES; n += 1) {
    const at = 2 + 8 * n;
    const [row, lastRow] = [data.readUInt16LE(at), data.readUInt16LE(at + 2)];
    const [column, lastColumn] = [data.readUInt16LE(at + 4), data.readUInt16LE(at + 6)];
    if (lastRow >= row && lastColumn >= column) merges.push([row, column, lastRow, lastColumn]);
  }
}

class CellReader {
  isCut = false;
  readonly #workbook: XlsWorkbook;
  readonly #cellBuilder = new CellBuilder();

  constructor(workbook: XlsWorkbook) {
    this.#workbook = workbook;
  }

  /** The visible cells of a record. */
  *cellsOf(record: XlsRecord): Generator<Cell> {
    const { type, data } = record;
    const column = data.readUInt16LE(2);
    if (type === RECORD.mulRk || type === RECORD.mulBlank) {
      const hasValues = type === RECORD.mulRk;
      const size = hasValues ? 6 : 2;
      for (let n = 0, at = 4; at + size + 2 <= data.length; n += 1, at += size) {
        const value = hasValues ? rkNumber(data.readUInt32LE(at + 2)) : null;
        yield* this.#cell(column + n, data.readUInt16LE(at), value);
      }
    } else yield* this.#cell(column, data.readUInt16LE(4), this.#valueOf(record));
  }

  *#cell(column: number, styleIndex: number, value: number | ShownValue | null): Generator<Cell> {
    if (column >= MAX_COLUMNS) {
      this.isCut = true;
      return;
    }
    const cellStyle: CellStyle = this.#workbook.cellStyles[styleIndex] ?? PLAIN_CELL_STYLE;
    const shown = typeof value === 'number' ? shownNumber(value, cellStyle) : (value ?? shownAs('', 'left'));
    const cell = this.#cellBuilder.make(column, shown, cellStyle);
    if (cell !== null) yield cell;
  }

  #valueOf(record: XlsRecord): number | ShownValue | null {
    const { type, data } = record;
    const { texts, textOf } = this.#workbook;
    switch (type) {
      case RECORD.number:
        return data.readDoubleLE(RESULT);
      case RECORD.rk:
        return rkNumber(data.readUInt32LE(RESULT));
      case RECORD.labelSst:
        return shownAs(texts[data.readUInt32LE(RESULT)] ?? '', 'left');
      case RECORD.label:
      case RECORD.richString:
        return shownAs(textOf(data.subarray(RESULT), 2), 'left');
      case RECORD.boolOrError:
        return shownAs(booleanOrError(data[RESULT] ?? 0, data[RESULT + 1] === 1), 'center');
      case RECORD.formula:
        return this.#resultOf(record);
      default:
        return null;
    }
  }

  #resultOf(record: XlsRecord): number | ShownValue | null {
    const { data } = record;
    if (data.readUInt16LE(RESULT + 6) !== NO_NUMBER) return data.readDoubleLE(RESULT);
    const value = data[RESULT + 2] ?? 0;
    switch (data[RESULT]) {
      case 0:
        return shownAs(this.#textBehind(record), 'left');
      case 1:
        return shownAs(booleanOrError(value, false), 'center');
      case 2:
        return shownAs(booleanOrError(value, true), 'center');
      default:
        return null;
    }
  }

  /** The text result of a formula: it is in a record after the formula, or after the shared formula that follows. */
  #textBehind(formula: XlsRecord): string {
    for (const record of recordsBehind(this.#workbook.stream, formula)) {
      if (record.type === RECORD.string) return continuedText(this.#workbook, record);
      if (CELLS.has(record.type)) break;
    }
    return '';
  }
}

/** The maximum number of records after a formula: a shared formula, its continuations, and the text result. */
const MAX_BEHIND = 8;

function* recordsBehind(stream: Buffer, formula: XlsRecord): Generator<XlsRecord> {
  let record = recordAt(stream, endOf(formula));
  for (let n = 0; n < MAX_BEHIND && record !== null; n += 1) {
    yield record;
    record = recordAt(stream, endOf(record));
  }
}

function booleanOrError(value: number, isError: boolean): string {
  if (isError) return ERRORS[value] ?? '#N/A';
  return value === 0 ? 'FALSE' : 'TRUE';
}

/** A number in 30 bits: an integer or the beginning of a double, maybe hundredths ([MS-XLS], 2.5.217). */
export function rkNumber(rk: number): number {
  const bytes = Buffer.alloc(8);
  bytes.writeUInt32LE((rk & 0xff_ff_ff_fc) >>> 0, 4);
  const value = (rk & 2) === 0 ? bytes.readDoubleLE(0) : rk >> 2;
  return (rk & 1) === 0 ? value : value / 100;
}
