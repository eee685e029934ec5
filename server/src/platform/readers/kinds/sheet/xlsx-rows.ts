import { SharedTextReader } from '../../../ooxml/index.ts';
import { attributesOf, type XmlToken } from '../../../xml/index.ts';
import {
  CellBuilder,
  type CellStyle,
  PLAIN_CELL_STYLE,
  shownAs,
  shownNumber,
  type ShownValue,
} from './cell-styles.ts';
import { type Cell, MAX_COLUMNS, MAX_MERGES, type SheetHead, type SheetPart } from './model.ts';
import { columnPixels, frozenCount, MAX_COLUMN_RUNS, rowPixels } from './sizes.ts';

export interface Workbook {
  texts: readonly string[];
  cellStyles: readonly CellStyle[];
}

type Open = Extract<XmlToken, { kind: 'open' }>;

/** Assembles the rows of a worksheet (ECMA-376 part 1, 18.3.1). */
export class WorksheetReader {
  readonly #workbook: Workbook;
  readonly #head: SheetHead;
  readonly #inline = new SharedTextReader();
  readonly #merges: Extract<SheetPart, { kind: 'tail' }>['merges'] = [];
  readonly #cellBuilder = new CellBuilder();
  #isHeadSent = false;
  #isCut = false;
  #row = -1;
  #height: number | null = null;
  #isFixed = false;
  #cells: Cell[] = [];
  #column = -1;
  #type = 'n';
  #cellStyle: CellStyle = PLAIN_CELL_STYLE;
  #value = '';
  #isValue = false;

  constructor(name: string, workbook: Workbook) {
    this.#workbook = workbook;
    this.#head = { name, widths: [], frozenRows: 0, frozenColumns: 0 };
  }

  *read(tokens: readonly XmlToken[]): Generator<SheetPart> {
    for (const token of tokens) {
      if (token.kind === 'text') {
        if (this.#isValue) this.#value += token.text;
        else this.#value += this.#inline.read(token);
        continue;
      }
      this.#inline.read(token);
      if (token.kind === 'close') yield* this.#close(token.name);
      else {
        yield* this.#open(token);
        if (token.isEmpty) yield* this.#close(token.name);
      }
    }
  }

  /**
   * A cell with only a value.
   * @param written its attributes
   */
  cell(written: string, value: string): void {
    this.#openCell(written);
    this.#value = value;
    this.#closeCell();
  }

  *end(hasDrawings: boolean): Generator<SheetPart> {
    yield* this.#sendHead();
    yield { kind: 'tail', merges: this.#merges, hasDrawings };
    if (this.#isCut) yield { kind: 'cut' };
  }

  *#sendHead(): Generator<SheetPart> {
    if (this.#isHeadSent) return;
    this.#isHeadSent = true;
    yield { kind: 'head', head: this.#head };
  }

  *#open(token: Open): Generator<SheetPart> {
    switch (token.name) {
      case 'v':
        this.#isValue = true;
        break;
      case 'c':
        this.#openCell(token.attributes);
        break;
      case 'row':
        this.#openRow(token.attributes);
        break;
      case 'sheetData':
        yield* this.#sendHead();
        break;
      case 'col':
        this.#readColumns(token.attributes);
        break;
      case 'sheetView':
        if (/showGridLines="(0|false)"/.test(token.attributes)) this.#head.hidesLines = true;
        break;
      case 'pane':
        this.#readPane(token.attributes);
        break;
      case 'mergeCell':
        this.#readMerge(token.attributes);
        break;
      default:
    }
  }

  *#close(name: string): Generator<SheetPart> {
    if (name === 'v') this.#isValue = false;
    else if (name === 'c') this.#closeCell();
    else if (name === 'row' && (this.#cells.length > 0 || this.#height !== null)) {
      const [row, height, isFixed, cells] = [this.#row, this.#height, this.#isFixed, this.#cells];
      yield { kind: 'row', row, height, isFixed, cells };
    }
  }

  #openRow(written: string): void {
    const attributes = attributesOf(written);
    const row = Number(attributes.get('r') ?? Number.NaN) - 1;
    // Rows are in order; a row number that decreases is invalid.
    this.#row = Number.isInteger(row) && row > this.#row ? row : this.#row + 1;
    this.#height = rowPixels(Number(attributes.get('ht') ?? Number.NaN));
    this.#isFixed = isTrue(attributes.get('customHeight'));
    if (isTrue(attributes.get('hidden'))) this.#height = 0;
    this.#cells = [];
    this.#column = -1;
  }

  #openCell(attributes: string): void {
    this.#column = columnOf(attribute(attributes, 'r')) ?? this.#column + 1;
    this.#type = attribute(attributes, 't') ?? 'n';
    this.#cellStyle = this.#workbook.cellStyles[Number(attribute(attributes, 's') ?? 0)] ?? PLAIN_CELL_STYLE;
    this.#value = '';
  }

  #closeCell(): void {
    if (this.#column >= MAX_COLUMNS) {
      this.#isCut = true;
      return;
    }
    const cell = this.#cellBuilder.make(this.#column, this.#shown(), this.#cellStyle);
    if (cell !== null) this.#cells.push(cell);
  }

  #shown(): ShownValue {
    const value = this.#value;
    switch (this.#type) {
      case 's':
        return shownAs(this.#workbook.texts[Number(value)] ?? '', 'left');
      case 'b':
        return shownAs(booleanOf(value), 'center');
      case 'e':
        return shownAs(value, 'center');
      case 'n':
        return this.#number(value);
      case 'd':
        return shownAs(value.replace('T', ' '), 'right');
      default:
        return shownAs(value, 'left');
    }
  }

  #number(value: string): ShownValue {
    if (value.trim() === '') return shownAs('', 'right');
    const number = Number(value);
    return Number.isNaN(number) ? shownAs(value, 'left') : shownNumber(number, this.#cellStyle);
  }

  #readColumns(written: string): void {
    const attributes = attributesOf(written);
    const from = Number(attributes.get('min')) - 1;
    const to = Math.min(Number(attributes.get('max')) - 1, MAX_COLUMNS - 1);
    if (!(from >= 0 && to >= from) || this.#head.widths.length >= MAX_COLUMN_RUNS) return;
    const characters = Number(attributes.get('width') ?? Number.NaN);
    const isHidden = isTrue(attributes.get('hidden'));
    if (!isHidden && !(characters > 0)) return;
    this.#head.widths.push([from, to, isHidden ? 0 : columnPixels(characters)]);
  }

  #readPane(written: string): void {
    const attributes = attributesOf(written);
    if (!(attributes.get('state') ?? '').startsWith('frozen')) return;
    this.#head.frozenColumns = frozenCount(Number(attributes.get('xSplit')));
    this.#head.frozenRows = frozenCount(Number(attributes.get('ySplit')));
  }

  #readMerge(written: string): void {
    const range = /^([A-Z]{1,3}\d{1,7}):([A-Z]{1,3}\d{1,7})$/.exec(attribute(written, 'ref') ?? '');
    if (range === null || this.#merges.length >= MAX_MERGES) return;
    const [from, to] = [range[1] ?? '', range[2] ?? ''];
    const merge = [rowOf(from), columnOf(from) ?? 0, rowOf(to), columnOf(to) ?? 0] as const;
    if (merge[2] >= merge[0] && merge[3] >= merge[1]) this.#merges.push([...merge]);
  }
}

function booleanOf(value: string): string {
  if (value === '') return '';
  return isTrue(value) ? 'TRUE' : 'FALSE';
}

const isTrue = (value: string | undefined) => value === '1' || value === 'true';

/** Reads one attribute without parsing the others: a sheet can have a million cells. */
function attribute(written: string, name: string): string | undefined {
  const start = written.indexOf(`${name}="`);
  if (start === -1 || (start > 0 && written.charCodeAt(start - 1) > 32))
    return attributesOf(written).get(name);
  const from = start + name.length + 2;
  const to = written.indexOf('"', from);
  return to === -1 ? undefined : written.slice(from, to);
}

const rowOf = (cell: string) => Number(/\d+$/.exec(cell)?.[0] ?? 1) - 1;

/** 'AB12' is in column 27, counted from 0; null when the name of the cell is not given. */
function columnOf(cell: string | undefined): number | null {
  if (cell === undefined) return null;
  let column = 0;
  let at = 0;
  for (; at < 3; at += 1) {
    const code = cell.charCodeAt(at);
    if (!(code >= 65 && code <= 90)) break;
    column = column * 26 + code - 64;
  }
  return at === 0 ? null : column - 1;
}
