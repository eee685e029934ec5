import { attributesOf, type XmlToken } from '../../../../xml/index.ts';
import { CellBuilder, PLAIN_CELL_STYLE, shownAs, shownNumber, type ShownValue } from '../cell-styles.ts';
import {
  type Cell,
  MAX_COLUMNS,
  MAX_MERGES,
  MAX_ROWS,
  MAX_CELL_CHARACTERS,
  type SheetHead,
  type SheetPart,
} from '../model.ts';
import type { OdsStyles } from './styles.ts';

type Open = Extract<XmlToken, { kind: 'open' }>;
type Attributes = ReadonlyMap<string, string>;

/** Value types that are aligned right; their texts are those of the document (ODF 1.3 part 3, 19.387). */
const RIGHT: ReadonlySet<string> = new Set(['float', 'percentage', 'currency', 'date', 'time']);
/** Elements in a cell whose texts do not belong to the cell. */
const APART: ReadonlySet<string> = new Set([
  'annotation',
  'frame',
  'custom-shape',
  'g',
  'control',
  'note',
  'ruby-text',
]);
/** Empty cells that only have a style are repeated to the edge of the sheet by some writers. */
const MAX_EMPTY_RUN = 100;

interface OpenCell {
  attributes: Attributes;
  isCovered: boolean;
  paragraphs: string[];
}

/** Assembles the rows of one table (ODF 1.3 part 3, 9.1). */
export class TableReader {
  readonly #styles: OdsStyles;
  readonly #head: SheetHead;
  readonly #cellBuilder = new CellBuilder();
  readonly #merges: Extract<SheetPart, { kind: 'tail' }>['merges'] = [];
  /** names of the styles of cells, by column */
  readonly #columnStyles: (string | undefined)[] = [];
  #columns = 0;
  #isHeadSent = false;
  #isCut = false;
  #hasDrawings = false;
  #row = 0;
  #column = 0;
  #rowAttributes: Attributes = new Map();
  #cells: Cell[] = [];
  #cell: OpenCell | null = null;
  /** elements inside of a cell that are skipped */
  #apart = 0;
  #paragraph: string | null = null;

  constructor(head: SheetHead, styles: OdsStyles) {
    this.#head = head;
    this.#styles = styles;
  }

  *read(token: XmlToken): Generator<SheetPart> {
    if (this.#apart > 0) this.#passOver(token);
    else if (token.kind === 'text') {
      if (this.#paragraph !== null) this.#write(token.text);
    } else if (token.kind === 'open') {
      yield* this.#open(token);
      if (token.isEmpty) yield* this.#close(token.name);
    } else yield* this.#close(token.name);
  }

  *end(): Generator<SheetPart> {
    yield* this.#sendHead();
    yield { kind: 'tail', merges: this.#merges, hasDrawings: this.#hasDrawings };
    if (this.#isCut) yield { kind: 'cut' };
  }

  #passOver(token: XmlToken): void {
    if (token.kind === 'open' && token.name === 'frame') this.#hasDrawings = true;
    if (token.kind === 'open' && !token.isEmpty) this.#apart += 1;
    else if (token.kind === 'close') this.#apart -= 1;
  }

  *#sendHead(): Generator<SheetPart> {
    if (this.#isHeadSent) return;
    this.#isHeadSent = true;
    yield { kind: 'head', head: this.#head };
  }

  *#open(token: Open): Generator<SheetPart> {
    if (this.#cell !== null) {
      this.#inCell(token);
      return;
    }
    switch (token.name) {
      case 'table-column':
        this.#readColumns(attributesOf(token.attributes));
        break;
      case 'table-row':
        yield* this.#sendHead();
        this.#rowAttributes = attributesOf(token.attributes);
        this.#cells = [];
        this.#column = 0;
        break;
      case 'table-cell':
      case 'covered-table-cell': {
        const attributes = attributesOf(token.attributes);
        this.#cell = { attributes, isCovered: token.name !== 'table-cell', paragraphs: [] };
        break;
      }
      case 'shapes':
      case 'forms':
        this.#apart = token.isEmpty ? 0 : 1;
        break;
      default:
    }
  }

  #inCell(token: Open): void {
    // A table inside of a cell is skipped as well.
    if (token.name === 'frame') this.#hasDrawings = true;
    if (APART.has(token.name) || token.name === 'table') this.#apart = token.isEmpty ? 0 : 1;
    else if (token.name === 'p' || token.name === 'h') this.#paragraph = '';
    else if (token.name === 's')
      this.#write(' '.repeat(bounded(attributesOf(token.attributes).get('c'), MAX_CELL_CHARACTERS)));
    else if (token.name === 'tab') this.#write('\t');
    else if (token.name === 'line-break') this.#write('\n');
  }

  #write(text: string): void {
    if (this.#paragraph !== null && this.#paragraph.length <= MAX_CELL_CHARACTERS) this.#paragraph += text;
  }

  *#close(name: string): Generator<SheetPart> {
    if (name === 'p' || name === 'h') {
      if (this.#paragraph !== null) this.#cell?.paragraphs.push(this.#paragraph);
      this.#paragraph = null;
    } else if (name === 'table-cell' || name === 'covered-table-cell') this.#closeCell();
    else if (name === 'table-row') yield* this.#closeRow();
  }

  #readColumns(attributes: Attributes): void {
    const from = this.#columns;
    this.#columns += bounded(attributes.get('number-columns-repeated'), MAX_COLUMNS);
    if (from >= MAX_COLUMNS) return;
    const to = Math.min(this.#columns, MAX_COLUMNS) - 1;
    for (let column = from; column <= to; column += 1)
      this.#columnStyles[column] = attributes.get('default-cell-style-name');
    const { width } = this.#styles.of('table-column', attributes.get('style-name'));
    const isHidden = isInvisible(attributes);
    if (isHidden || width !== null) this.#head.widths.push([from, to, isHidden ? 0 : (width ?? 0)]);
  }

  #closeCell(): void {
    const cell = this.#cell;
    this.#cell = null;
    if (cell === null) return;
    const { attributes } = cell;
    const repeated = bounded(attributes.get('number-columns-repeated'), Infinity);
    const from = this.#column;
    this.#column += repeated;
    if (from >= MAX_COLUMNS) {
      this.#isCut ||= cell.paragraphs.length > 0;
      return;
    }
    this.#readMerge(from, attributes);
    const shown = cell.isCovered ? shownAs('', 'left') : shownOf(cell);
    if (shown.text === '' && repeated > MAX_EMPTY_RUN) return;
    const to = Math.min(from + repeated, MAX_COLUMNS);
    for (let column = from; column < to; column += 1) {
      const made = this.#cellBuilder.make(column, shown, this.#cellStyleOf(column, attributes));
      if (made !== null) this.#cells.push(made);
    }
  }

  #cellStyleOf(column: number, attributes: Attributes) {
    const own = attributes.get('style-name') ?? this.#rowAttributes.get('default-cell-style-name');
    return this.#styles.of('table-cell', own ?? this.#columnStyles[column]).cellStyle;
  }

  #readMerge(column: number, attributes: Attributes): void {
    const columns = bounded(attributes.get('number-columns-spanned'), MAX_COLUMNS);
    const rows = bounded(attributes.get('number-rows-spanned'), MAX_ROWS);
    if ((columns > 1 || rows > 1) && this.#merges.length < MAX_MERGES)
      this.#merges.push([this.#row, column, this.#row + rows - 1, column + columns - 1]);
  }

  *#closeRow(): Generator<SheetPart> {
    const repeated = bounded(this.#rowAttributes.get('number-rows-repeated'), Infinity);
    const first = this.#row;
    this.#row += repeated;
    const isHidden = isInvisible(this.#rowAttributes);
    const { height: own, isFixed } = this.#styles.of('table-row', this.#rowAttributes.get('style-name'));
    const height = isHidden ? 0 : own;
    const hasTexts = this.#cells.some(({ text }) => text !== '');
    const isFiller = !hasTexts && repeated > MAX_EMPTY_RUN && !isHidden;
    if (isFiller || (this.#cells.length === 0 && height === null)) return;
    const last = Math.min(first + repeated, MAX_ROWS);
    if (first + repeated > last && hasTexts) this.#isCut = true;
    for (let row = first; row < last; row += 1)
      yield { kind: 'row', row, height, isFixed, cells: [...this.#cells] };
  }
}

/** The text of a cell. Some writers store a value without a text: it is shown in the format General. */
function shownOf({ attributes, paragraphs }: OpenCell): ShownValue {
  const type = attributes.get('value-type') ?? 'string';
  const text = paragraphs.join('\n');
  const align = RIGHT.has(type) ? 'right' : 'left';
  if (text !== '' || paragraphs.length > 0) return shownAs(text, type === 'boolean' ? 'center' : align);
  const value = attributes.get('value');
  if (value !== undefined && !Number.isNaN(Number(value)))
    return shownNumber(Number(value), PLAIN_CELL_STYLE);
  const other =
    attributes.get('date-value') ?? attributes.get('time-value') ?? attributes.get('string-value');
  return shownAs((other ?? attributes.get('boolean-value')?.toUpperCase() ?? '').replace('T', ' '), align);
}

const isInvisible = (attributes: Attributes): boolean =>
  /^(collapse|filter)$/.test(attributes.get('visibility') ?? '');

/** A number of repetitions, 1 by default. */
function bounded(text: string | undefined, max: number): number {
  const count = Math.trunc(Number(text ?? 1));
  return count >= 1 ? Math.min(count, max) : 1;
}
