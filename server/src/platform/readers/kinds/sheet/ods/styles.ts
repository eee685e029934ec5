import type { SheetStyle } from '@vault/contract';
import type { OoxmlPackage } from '../../../../ooxml/index.ts';
import { attributesOf, type XmlToken } from '../../../../xml/index.ts';
import { type CellStyle, PLAIN_CELL_STYLE } from '../cell-styles.ts';
import { boundedIndent, boundedWidth, fontPixels, rowPixels } from '../sizes.ts';

type Open = Extract<XmlToken, { kind: 'open' }>;

/** A style of ODF 1.3 part 3, 16.2, with its inherited properties. */
export interface OdsStyle {
  cellStyle: CellStyle;
  /** the width of a column, in pixels */
  width: number | null;
  /** the height of a row, in pixels; null for the standard height */
  height: number | null;
  /** whether a person has set the height of a row */
  isFixed: boolean;
  /** whether a table is visible */
  isShown: boolean;
}

export const PLAIN_STYLE: OdsStyle = {
  cellStyle: PLAIN_CELL_STYLE,
  width: null,
  height: null,
  isFixed: false,
  isShown: true,
};

const MAX_STYLES = 65_536;
const UNIT_POINTS: Record<string, number> = { pt: 1, in: 72, cm: 72 / 2.54, mm: 72 / 25.4, px: 0.75, pc: 12 };
const POINT_PX = 4 / 3;
/** The font size when no style sets one, as in LibreOffice. */
const STANDARD_POINTS = 10;
const BOLD_WEIGHT = 600;
const ALIGNS: Partial<Record<string, CellStyle['align']>> = {
  start: 'left',
  left: 'left',
  center: 'center',
  end: 'right',
  right: 'right',
};
const SIDES: Partial<Record<string, number>> = {
  'border-top': 0,
  'border-right': 1,
  'border-bottom': 2,
  'border-left': 3,
};

/** Collects the styles of a spreadsheet by family and name. Parents come before the styles that inherit from them. */
export class OdsStyles {
  readonly #styles = new Map<string, OdsStyle>();
  #open: OdsStyle | null = null;

  /** Collects the styles of a part and skips its other content. */
  async readPart(file: OoxmlPackage, part: string): Promise<void> {
    for await (const tokens of file.tokens(part)) for (const token of tokens) this.read(token);
  }

  read(token: XmlToken): void {
    if (token.kind === 'open') this.#readOpenTag(token);
    else if (token.kind === 'close' && token.name === 'style') this.#open = null;
  }

  /** @param name undefined for the default */
  of(family: string, name: string | undefined): OdsStyle {
    return this.#styles.get(`${family} ${name ?? 'Default'}`) ?? PLAIN_STYLE;
  }

  #readOpenTag(token: Open): void {
    if (token.prefix !== 'style') return;
    if (token.name === 'style') this.#begin(token);
    else if (this.#open !== null) this.#property(token.name, attributesOf(token.attributes), this.#open);
  }

  #begin({ attributes: written, isEmpty }: Open): void {
    const attributes = attributesOf(written);
    const family = attributes.get('family') ?? '';
    if (!family.startsWith('table') || this.#styles.size >= MAX_STYLES) return;
    const { cellStyle, ...rest } = this.of(family, attributes.get('parent-style-name'));
    const style: OdsStyle = { ...rest, cellStyle: { ...cellStyle, style: { ...cellStyle.style } } };
    this.#styles.set(`${family} ${attributes.get('name') ?? ''}`, style);
    this.#open = isEmpty ? null : style;
  }

  #property(name: string, attributes: ReadonlyMap<string, string>, style: OdsStyle): void {
    switch (name) {
      case 'table-cell-properties':
        readCell(style.cellStyle.style, attributes);
        break;
      case 'text-properties':
        style.cellStyle.style = withText(style.cellStyle.style, attributes);
        break;
      case 'paragraph-properties':
        style.cellStyle.align = ALIGNS[attributes.get('text-align') ?? ''] ?? style.cellStyle.align;
        readIndent(style.cellStyle.style, attributes.get('margin-left'));
        break;
      case 'table-column-properties':
        style.width = boundedWidth(points(attributes.get('column-width')) * POINT_PX) || null;
        break;
      case 'table-row-properties':
        style.height = rowPixels(points(attributes.get('row-height')));
        style.isFixed = attributes.get('use-optimal-row-height') === 'false';
        break;
      case 'table-properties':
        style.isShown = attributes.get('display') !== 'false';
        break;
      default:
    }
  }
}

function readCell(style: SheetStyle, attributes: ReadonlyMap<string, string>): void {
  if (attributes.get('wrap-option') === 'wrap') style.wrap = true;
  const vertical = attributes.get('vertical-align');
  if (vertical !== undefined) delete style.vertical;
  if (vertical === 'top') style.vertical = 'top';
  if (vertical === 'middle') style.vertical = 'center';
  const fill = attributes.get('background-color');
  if (fill !== undefined) {
    delete style.fill;
    const color = colorOf(fill);
    if (color !== null && color !== 'ffffff') style.fill = color;
  }
  const borders: NonNullable<SheetStyle['borders']> = style.borders ? [...style.borders] : ['', '', '', ''];
  const all = attributes.get('border');
  if (all !== undefined) borders.fill(lineOf(all));
  for (const [name, side] of Object.entries(SIDES)) {
    const line = attributes.get(name);
    if (line !== undefined && side !== undefined) borders[side] = lineOf(line);
  }
  if (borders.some((one) => one !== '')) style.borders = borders;
  else delete style.borders;
}

function readIndent(style: SheetStyle, margin: string | undefined): void {
  if (margin === undefined) return;
  delete style.indent;
  const pixels = boundedIndent(points(margin) * POINT_PX);
  if (pixels > 0) style.indent = pixels;
}

function withText(style: SheetStyle, attributes: ReadonlyMap<string, string>): SheetStyle {
  const weight = attributes.get('font-weight');
  const slant = attributes.get('font-style');
  const underline = attributes.get('text-underline-style');
  const strike = attributes.get('text-line-through-style');
  const flags = [
    ['bold', weight, weight === 'bold' || Number(weight) >= BOLD_WEIGHT],
    ['italic', slant, slant !== 'normal'],
    ['underline', underline, underline !== 'none'],
    ['strike', strike, strike !== 'none'],
  ] as const;
  let changed = style;
  for (const [name, value, isOn] of flags) {
    if (value === undefined) continue;
    const { [name]: _before, ...rest } = changed;
    changed = isOn ? { ...rest, [name]: true } : rest;
  }
  changed = withSize(changed, attributes.get('font-size'));
  const color = attributes.get('color');
  if (color === undefined || attributes.get('use-window-font-color') === 'true') return changed;
  const { color: _before, ...rest } = changed;
  const found = colorOf(color);
  return found === null || found === '000000' ? rest : { ...rest, color: found };
}

function withSize(style: SheetStyle, written: string | undefined): SheetStyle {
  if (written === undefined) return style;
  const { size: _before, ...rest } = style;
  const size = fontPixels(points(written), STANDARD_POINTS);
  return size === undefined ? rest : { ...rest, size };
}

/** The six digits of `#rrggbb`; null for `transparent` and other values. */
const colorOf = (text: string): string | null => /^#([\da-f]{6})$/i.exec(text)?.[1]?.toLowerCase() ?? null;

/** The colour of a line such as `0.74pt solid #000000`; '' for none. */
function lineOf(text: string): string {
  if (/^(none|hidden|0\w*\s)/.test(text)) return '';
  return colorOf(/#[\da-f]{6}/i.exec(text)?.[0] ?? '') ?? '000000';
}

/** A length such as `2.258cm` in points; NaN for none. */
function points(length: string | undefined): number {
  const [, number = '', unit = ''] = /^(-?[\d.]+)([a-z]+)$/.exec(length ?? '') ?? [];
  return Number(number || Number.NaN) * (UNIT_POINTS[unit] ?? Number.NaN);
}
