import type { SheetStyle } from '@vault/contract';
import { PALETTE, PALETTE_START } from '../colors.ts';
import type { CellStyle } from '../cell-styles.ts';
import { type NumberFormat, numberFormat } from '../number-format.ts';
import { fontPixels, indentPixels } from '../sizes.ts';

/** The data of a record XF, which has 20 bytes in BIFF8 and 16 in BIFF5 ([MS-XLS], 2.5.20). */
interface RawCellStyle {
  font: number;
  format: number;
  align: number;
  wrap: boolean;
  vertical: SheetStyle['vertical'] | undefined;
  indent: number;
  pattern: number;
  fill: number;
  /** top, right, bottom, left: the style of the line and its colour */
  lines: [style: number, color: number][];
}

const MAX_CELL_STYLES = 65_536;
const ALIGNS: Partial<Record<number, CellStyle['align']>> = {
  1: 'left',
  2: 'center',
  3: 'right',
  6: 'center',
};
const VERTICALS: Partial<Record<number, SheetStyle['vertical']>> = { 0: 'top', 1: 'center' };
const ITALIC = 0x0002;
const STRIKE = 0x0008;
const BOLD_WEIGHT = 600;
/** Font numbers skip this number ([MS-XLS], 2.5.129). */
const NO_FONT = 4;
/** Colours from this number on are chosen by the system. */
const SYSTEM_COLORS = 64;

/** Collects fonts, formats, colours and the cell styles made of them. */
export class CellStyleReader {
  is1904 = false;
  readonly #isUnicode: boolean;
  readonly #codes = new Map<number, string>();
  readonly #fonts: (SheetStyle & { colorIndex: number })[] = [];
  readonly #palette = [...PALETTE];
  readonly #raw: RawCellStyle[] = [];
  #standardHeight = 0;

  constructor(isUnicode: boolean) {
    this.#isUnicode = isUnicode;
  }

  addFormat(id: number, code: string): void {
    if (this.#codes.size < MAX_CELL_STYLES) this.#codes.set(id, code);
  }

  addFont(data: Buffer): void {
    if (this.#fonts.length >= MAX_CELL_STYLES) return;
    const flags = data.readUInt16LE(2);
    // Sizes are written in twentieths of a point; the first font is that of the workbook.
    const height = data.readUInt16LE(0);
    if (this.#fonts.length === 0) this.#standardHeight = height;
    const size = fontPixels(height, this.#standardHeight);
    this.#fonts.push({
      colorIndex: data.readUInt16LE(4),
      ...(data.readUInt16LE(6) >= BOLD_WEIGHT ? { bold: true } : {}),
      ...((flags & ITALIC) === 0 ? {} : { italic: true }),
      ...((data[10] ?? 0) === 0 ? {} : { underline: true }),
      ...((flags & STRIKE) === 0 ? {} : { strike: true }),
      ...(size === undefined ? {} : { size }),
    });
  }

  setPalette(data: Buffer): void {
    const count = Math.min(data.readUInt16LE(0), this.#palette.length);
    for (let n = 0; n < count; n += 1) this.#palette[n] = data.subarray(2 + 4 * n, 5 + 4 * n).toString('hex');
  }

  addCellStyle(data: Buffer): void {
    if (this.#raw.length < MAX_CELL_STYLES)
      this.#raw.push(this.#isUnicode ? readBiff8Style(data) : readBiff5Style(data));
  }

  /** The cell styles by number. They are built at the end, because the palette follows them. */
  end(): CellStyle[] {
    const formats = new Map<number, NumberFormat>();
    return this.#raw.map((raw) => {
      const format =
        formats.get(raw.format) ?? numberFormat(raw.format, this.#codes.get(raw.format), this.is1904);
      formats.set(raw.format, format);
      return { style: this.#styleOf(raw), align: ALIGNS[raw.align] ?? null, format };
    });
  }

  #styleOf({ font: number, wrap, vertical, indent, pattern, fill, lines }: RawCellStyle): SheetStyle {
    const font = this.#fonts[number > NO_FONT ? number - 1 : number];
    const { colorIndex = SYSTEM_COLORS, ...style }: SheetStyle & { colorIndex?: number } = font ?? {};
    const color = this.#color(colorIndex);
    if (color !== null && color !== '000000') style.color = color;
    if (wrap) style.wrap = true;
    if (vertical !== undefined) style.vertical = vertical;
    if (indent > 0) style.indent = indent;
    const filled = pattern === 0 ? null : this.#color(fill);
    if (filled !== null && filled !== 'ffffff') style.fill = filled;
    const drawn = lines.map(([line, index]) => (line === 0 ? '' : (this.#color(index) ?? '000000')));
    if (drawn.some((one) => one !== '')) style.borders = drawn as NonNullable<SheetStyle['borders']>;
    return style;
  }

  /** @returns null for colours of the system */
  #color(index: number): string | null {
    if (index >= SYSTEM_COLORS) return null;
    return this.#palette[index < PALETTE_START ? index : index - PALETTE_START] ?? null;
  }
}

/** `count` bits of a number, from bit `from` on */
const bits = (value: number, from: number, count: number): number => (value >>> from) & (2 ** count - 1);

function readBiff8Style(data: Buffer): RawCellStyle {
  const indent = indentPixels(bits(data[8] ?? 0, 0, 4));
  const [lines, more, fill] = [data.readUInt32LE(10), data.readUInt32LE(14), data.readUInt16LE(18)];
  return {
    ...common(data),
    indent,
    pattern: bits(more, 26, 6),
    fill: bits(fill, 0, 7),
    lines: [
      [bits(lines, 8, 4), bits(more, 0, 7)],
      [bits(lines, 4, 4), bits(lines, 23, 7)],
      [bits(lines, 12, 4), bits(more, 7, 7)],
      [bits(lines, 0, 4), bits(lines, 16, 7)],
    ],
  };
}

function readBiff5Style(data: Buffer): RawCellStyle {
  const [fill, bottom] = [data.readUInt16LE(8), data.readUInt16LE(10)];
  const [lines, sides] = [data.readUInt16LE(12), data.readUInt16LE(14)];
  return {
    ...common(data),
    // BIFF5 has no indentation.
    indent: 0,
    pattern: bits(bottom, 0, 6),
    fill: bits(fill, 0, 7),
    lines: [
      [bits(lines, 0, 3), bits(lines, 9, 7)],
      [bits(lines, 6, 3), bits(sides, 7, 7)],
      [bits(bottom, 6, 3), bits(bottom, 9, 7)],
      [bits(lines, 3, 3), bits(sides, 0, 7)],
    ],
  };
}

function common(data: Buffer) {
  const alignment = data[6] ?? 0;
  return {
    font: data.readUInt16LE(0),
    format: data.readUInt16LE(2),
    align: bits(alignment, 0, 3),
    wrap: bits(alignment, 3, 1) === 1,
    vertical: VERTICALS[bits(alignment, 4, 3)],
  };
}
