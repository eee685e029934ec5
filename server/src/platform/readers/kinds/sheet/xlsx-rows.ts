import { SHEET_ROW_PX, type SheetStyle } from '@vault/contract';
import { attributesOf, type XmlToken } from '../../../xml/index.ts';
import { type Cell, MAX_COLUMNS, MAX_MERGES, shownText, type SheetHead, type SheetPart } from './model.ts';
import { type CellLook, PLAIN_LOOK } from './xlsx-styles.ts';
import { SharedTextReader } from './xlsx-texts.ts';

export interface Workbook {
  texts: readonly string[];
  looks: readonly CellLook[];
}

const POINT_PX = 4 / 3;
/** The width of a digit of the standard font, and the margins of a cell (ECMA-376 part 1, 18.3.1.13). */
const DIGIT_PX = 7;
const CELL_MARGIN_PX = 5;
const MAX_WIDTH_PX = 1_000;
const MAX_HEIGHT_PX = 546;
const MAX_COLUMN_RUNS = 2_000;
const MAX_FROZEN = 50;

type Open = Extract<XmlToken, { kind: 'open' }>;

/** Puts the rows of a worksheet together (ECMA-376 part 1, 18.3.1). */
export class WorksheetReader {
  readonly #workbook: Workbook;
  readonly #head: SheetHead;
  readonly #inline = new SharedTextReader();
  readonly #merges: Extract<SheetPart, { kind: 'tail' }>['merges'] = [];
  readonly #styles = new Map<SheetStyle, Map<string, SheetStyle>>();
  #isHeadSent = false;
  #isCut = false;
  #row = -1;
  #height: number | null = null;
  #cells: Cell[] = [];
  #column = -1;
  #type = 'n';
  #look: CellLook = PLAIN_LOOK;
  #value = '';
  #isValue = false;

  constructor(name: string, workbook: Workbook) {
    this.#workbook = workbook;
    this.#head = { name, widths: [], frozenRows: 0, frozenColumns: 0 };
  }

  *take(tokens: readonly XmlToken[]): Generator<SheetPart> {
    for (const token of tokens) {
      if (token.kind === 'text') {
        if (this.#isValue) this.#value += token.text;
        else this.#value += this.#inline.take(token);
        continue;
      }
      this.#inline.take(token);
      if (token.kind === 'close') yield* this.#close(token.name);
      else {
        yield* this.#open(token);
        if (token.isEmpty) yield* this.#close(token.name);
      }
    }
  }

  /** A cell with a value alone. @param written its attributes */
  cell(written: string, value: string): void {
    this.#openCell(written);
    this.#value = value;
    this.#closeCell();
  }

  *end(): Generator<SheetPart> {
    yield* this.#sendHead();
    yield { kind: 'tail', merges: this.#merges };
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
        this.#takeColumns(token.attributes);
        break;
      case 'pane':
        this.#takePane(token.attributes);
        break;
      case 'mergeCell':
        this.#takeMerge(token.attributes);
        break;
      default:
    }
  }

  *#close(name: string): Generator<SheetPart> {
    if (name === 'v') this.#isValue = false;
    else if (name === 'c') this.#closeCell();
    else if (name === 'row' && (this.#cells.length > 0 || this.#height !== null)) {
      yield { kind: 'row', row: this.#row, height: this.#height, cells: this.#cells };
    }
  }

  #openRow(written: string): void {
    const attributes = attributesOf(written);
    const row = Number(attributes.get('r') ?? Number.NaN) - 1;
    // Rows stand in their order; a row that goes back is lying.
    this.#row = Number.isInteger(row) && row > this.#row ? row : this.#row + 1;
    const points = Number(attributes.get('ht') ?? Number.NaN);
    const pixels = Math.min(Math.round(points * POINT_PX), MAX_HEIGHT_PX);
    this.#height = pixels > SHEET_ROW_PX ? pixels : null;
    if (isTrue(attributes.get('hidden'))) this.#height = 0;
    this.#cells = [];
    this.#column = -1;
  }

  #openCell(attributes: string): void {
    this.#column = columnOf(attribute(attributes, 'r')) ?? this.#column + 1;
    this.#type = attribute(attributes, 't') ?? 'n';
    this.#look = this.#workbook.looks[Number(attribute(attributes, 's') ?? 0)] ?? PLAIN_LOOK;
    this.#value = '';
  }

  #closeCell(): void {
    if (this.#column >= MAX_COLUMNS) {
      this.#isCut = true;
      return;
    }
    const [text, valueAlign, color] = this.#shown();
    const { style, align } = this.#look;
    const shownAlign = align ?? valueAlign;
    if (text === '' && style.fill === undefined && style.borders === undefined) return;
    this.#cells.push({
      column: this.#column,
      text: shownText(text),
      style: this.#styleOf(style, shownAlign === 'left' ? null : shownAlign, color),
    });
  }

  /** One object for each combination, so that equal ones are found again by identity. */
  #styleOf(style: SheetStyle, align: 'right' | 'center' | null, color: string | null): SheetStyle {
    if (align === null && color === null) return style;
    const variants = this.#styles.get(style) ?? new Map<string, SheetStyle>();
    this.#styles.set(style, variants);
    const key = `${align ?? ''} ${color ?? ''}`;
    const variant = variants.get(key) ?? {
      ...style,
      ...(align === null ? {} : { align }),
      ...(color === null ? {} : { color }),
    };
    variants.set(key, variant);
    return variant;
  }

  #shown(): [text: string, align: 'left' | 'right' | 'center', color: string | null] {
    const value = this.#value;
    switch (this.#type) {
      case 's':
        return this.#text(this.#workbook.texts[Number(value)] ?? '');
      case 'b':
        return [truthOf(value), 'center', null];
      case 'e':
        return [value, 'center', null];
      case 'n':
        return this.#number(value);
      case 'd':
        return [value.replace('T', ' '), 'right', null];
      default:
        return this.#text(value);
    }
  }

  #text(value: string): [string, 'left', string | null] {
    // Formats of numbers leave texts as they are, unless they have a part for them.
    return [value, 'left', null];
  }

  #number(value: string): [string, 'left' | 'right', string | null] {
    if (value.trim() === '') return ['', 'right', null];
    const number = Number(value);
    if (Number.isNaN(number)) return [value, 'left', null];
    const { text, color } = this.#look.format.show(number);
    return [text, 'right', color];
  }

  #takeColumns(written: string): void {
    const attributes = attributesOf(written);
    const from = Number(attributes.get('min')) - 1;
    const to = Math.min(Number(attributes.get('max')) - 1, MAX_COLUMNS - 1);
    if (!(from >= 0 && to >= from) || this.#head.widths.length >= MAX_COLUMN_RUNS) return;
    const characters = Number(attributes.get('width') ?? Number.NaN);
    const isHidden = isTrue(attributes.get('hidden'));
    if (!isHidden && !(characters > 0)) return;
    const pixels = Math.min(Math.round(characters * DIGIT_PX + CELL_MARGIN_PX), MAX_WIDTH_PX);
    this.#head.widths.push([from, to, isHidden ? 0 : pixels]);
  }

  #takePane(written: string): void {
    const attributes = attributesOf(written);
    if (!(attributes.get('state') ?? '').startsWith('frozen')) return;
    const splits = (key: string) =>
      Math.max(0, Math.min(Math.trunc(Number(attributes.get(key) ?? 0)) || 0, MAX_FROZEN));
    this.#head.frozenColumns = splits('xSplit');
    this.#head.frozenRows = splits('ySplit');
  }

  #takeMerge(written: string): void {
    const range = /^([A-Z]{1,3}\d{1,7}):([A-Z]{1,3}\d{1,7})$/.exec(attribute(written, 'ref') ?? '');
    if (range === null || this.#merges.length >= MAX_MERGES) return;
    const [from, to] = [range[1] ?? '', range[2] ?? ''];
    const merge = [rowOf(from), columnOf(from) ?? 0, rowOf(to), columnOf(to) ?? 0] as const;
    if (merge[2] >= merge[0] && merge[3] >= merge[1]) this.#merges.push([...merge]);
  }
}

function truthOf(value: string): string {
  if (value === '') return '';
  return isTrue(value) ? 'TRUE' : 'FALSE';
}

const isTrue = (value: string | undefined) => value === '1' || value === 'true';

/** One attribute, without looking at the others: a sheet has a million cells. */
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
