import type { SheetStyle } from '@vault/contract';
import type { OoxmlPackage } from '../../../ooxml/index.ts';
import { attributesOf, type XmlToken } from '../../../xml/index.ts';
import { colorOf, OFFICE_THEME } from './colors.ts';
import type { CellStyle } from './cell-styles.ts';
import { type NumberFormat, numberFormat } from './number-format.ts';
import { fontPixels, indentPixels } from './sizes.ts';

const MAX_CELL_STYLES = 65_536;
const SIDES: Partial<Record<string, number>> = { top: 0, right: 1, end: 1, bottom: 2, left: 3, start: 3 };
type Borders = NonNullable<SheetStyle['borders']>;

/** The cell styles that cells choose from by number. */
export async function readCellStyles(
  file: OoxmlPackage,
  part: string,
  { theme, is1904 }: { theme: readonly string[]; is1904: boolean },
): Promise<CellStyle[]> {
  const reader = new StylesReader(theme, is1904);
  for await (const tokens of file.tokens(part)) {
    for (const token of tokens) {
      if (token.kind === 'open') reader.open(token.name, token.attributes, token.isEmpty);
      else if (token.kind === 'close') reader.close(token.name);
    }
  }
  return reader.cellStyles;
}

/** The colours of the theme, as styles number them (ECMA-376 part 1, 20.1.6.2). */
export async function readTheme(file: OoxmlPackage, part: string): Promise<string[]> {
  const colors = new Map<string, string>();
  let name = '';
  for await (const tokens of file.tokens(part)) {
    for (const token of tokens) {
      if (token.kind !== 'open') continue;
      if (/^(dk|lt|accent)\d$|^(fol)?hlink$/i.test(token.name)) name = token.name;
      else if (/^(srgb|sys)Clr$/.test(token.name) && name !== '') {
        readColor(token, name, colors);
        name = '';
      }
    }
  }
  // Styles count the background before the text.
  const names = [
    'lt1',
    'dk1',
    'lt2',
    'dk2',
    ...[1, 2, 3, 4, 5, 6].map((n) => `accent${n}`),
    'hlink',
    'folHlink',
  ];
  return names.map((one, at) => colors.get(one) ?? OFFICE_THEME[at] ?? '000000');
}

function readColor(
  token: Extract<XmlToken, { kind: 'open' }>,
  name: string,
  colors: Map<string, string>,
): void {
  const attributes = attributesOf(token.attributes);
  const value = attributes.get('lastClr') ?? attributes.get('val') ?? '';
  if (/^[\da-f]{6}$/i.test(value) && !colors.has(name)) colors.set(name, value.toLowerCase());
}

class StylesReader {
  readonly cellStyles: CellStyle[] = [];
  readonly #theme: readonly string[];
  readonly #is1904: boolean;
  readonly #codes = new Map<number, string>();
  readonly #formats = new Map<number, NumberFormat>();
  readonly #fonts: SheetStyle[] = [];
  /** points of the first font, which is that of the workbook */
  #standardSize = Number.NaN;
  readonly #fills: (string | null)[] = [];
  readonly #borders: Borders[] = [];
  /** the list that is being read, such as 'fonts' */
  #list = '';
  #isSolid = false;
  #side: number | undefined;

  constructor(theme: readonly string[], is1904: boolean) {
    this.#theme = theme;
    this.#is1904 = is1904;
  }

  open(name: string, attributes: string, isEmpty: boolean): void {
    if (/^(numFmts|fonts|fills|borders|cellXfs|cellStyleXfs|dxfs)$/.test(name))
      this.#list = isEmpty ? '' : name;
    else if (this.#isFull) this.#list = '';
    else if (this.#list === 'numFmts') this.#code(attributes);
    else if (this.#list === 'fonts') this.#font(name, attributes);
    else if (this.#list === 'fills') this.#fill(name, attributes);
    else if (this.#list === 'borders') this.#border(name, attributes, isEmpty);
    else if (this.#list === 'cellXfs') this.#cellStyle(name, attributes);
  }

  get #isFull(): boolean {
    return (
      this.cellStyles.length + this.#fonts.length + this.#fills.length + this.#borders.length >
      MAX_CELL_STYLES
    );
  }

  close(name: string): void {
    if (name === this.#list) this.#list = '';
    if (name in SIDES) this.#side = undefined;
  }

  #code(written: string): void {
    const attributes = attributesOf(written);
    this.#codes.set(Number(attributes.get('numFmtId')), attributes.get('formatCode') ?? '');
  }

  #font(name: string, attributes: string): void {
    if (name === 'font') {
      this.#fonts.push({});
      return;
    }
    const font = this.#fonts.at(-1);
    if (font === undefined || /val="(0|false|none)"/.test(attributes)) return;
    if (name === 'b') font.bold = true;
    else if (name === 'i') font.italic = true;
    else if (name === 'u') font.underline = true;
    else if (name === 'strike') font.strike = true;
    else if (name === 'sz') this.#size(font, Number(attributesOf(attributes).get('val')));
    else if (name === 'color') {
      const color = colorOf(attributes, this.#theme);
      if (color !== null && color !== '000000') font.color = color;
    }
  }

  #size(font: SheetStyle, points: number): void {
    if (this.#fonts.length === 1) this.#standardSize = points;
    const size = fontPixels(points, this.#standardSize);
    if (size !== undefined) font.size = size;
  }

  #fill(name: string, attributes: string): void {
    if (name === 'fill') this.#fills.push(null);
    else if (name === 'patternFill')
      this.#isSolid = !/patternType="none"/.test(attributes) && /patternType=/.test(attributes);
    else if (name === 'fgColor' && this.#isSolid && this.#fills.length > 0) {
      this.#fills[this.#fills.length - 1] = colorOf(attributes, this.#theme);
    }
  }

  #border(name: string, attributes: string, isEmpty: boolean): void {
    if (name === 'border') {
      this.#borders.push(['', '', '', '']);
      return;
    }
    const borders = this.#borders.at(-1);
    const side = SIDES[name];
    if (side !== undefined) {
      const isDrawn = /style="(?!none)/.test(attributes);
      this.#side = isEmpty || !isDrawn ? undefined : side;
      if (isDrawn && borders !== undefined) borders[side] = '000000';
    } else if (name === 'color' && this.#side !== undefined && borders !== undefined) {
      borders[this.#side] = colorOf(attributes, this.#theme) ?? '000000';
    }
  }

  #cellStyle(name: string, written: string): void {
    const attributes = attributesOf(written);
    if (name === 'alignment') {
      const cellStyle = this.cellStyles.at(-1);
      if (cellStyle !== undefined) readAlignment(cellStyle, attributes);
    }
    if (name !== 'xf') return;
    const number = (key: string) => Number(attributes.get(key) ?? 0);
    const fill = this.#fills[number('fillId')] ?? null;
    const borders = this.#borders[number('borderId')];
    this.cellStyles.push({
      style: {
        ...this.#fonts[number('fontId')],
        ...(fill === null || fill === 'ffffff' ? {} : { fill }),
        ...(borders === undefined || borders.every((one) => one === '') ? {} : { borders }),
      },
      align: null,
      format: this.#formatOf(number('numFmtId')),
    });
  }

  #formatOf(id: number): NumberFormat {
    const known = this.#formats.get(id) ?? numberFormat(id, this.#codes.get(id), this.#is1904);
    this.#formats.set(id, known);
    return known;
  }
}

function readAlignment(cellStyle: CellStyle, attributes: ReadonlyMap<string, string>): void {
  const align = attributes.get('horizontal');
  if (align === 'left' || align === 'right' || align === 'center') cellStyle.align = align;
  if (align === 'centerContinuous') cellStyle.align = 'center';
  if (attributes.get('wrapText') === '1' || attributes.get('wrapText') === 'true')
    cellStyle.style.wrap = true;
  const vertical = attributes.get('vertical');
  if (vertical === 'top' || vertical === 'center') cellStyle.style.vertical = vertical;
  const indent = indentPixels(Number(attributes.get('indent')));
  if (indent > 0) cellStyle.style.indent = indent;
}
