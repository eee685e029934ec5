import { SHEET_COLUMN_PX, SHEET_FONT_PX, SHEET_ROW_PX, type SheetTab } from '@vault/contract';
import type { Cell, SheetRowPart } from './model.ts';
import { boundedHeight } from './sizes.ts';

/** The average width of a character as a share of its font's height. */
const CHARACTER_SHARE = 0.5;
const BOLD = 1.08;
const PADDING_PX = 10;
/** A line has at least this many characters, also in a very narrow column. */
const MIN_ROOM = 4;
/** The line height, as in the style sheet of the grid (web/src/kit/sheet). */
const LINE_SHARE = 1.4;
const LINE_MARGIN_PX = 5;
/** The limit for texts that are stored until the widths are known; rows after it keep the heights of the document. */
const MAX_CHARACTERS = 2_000_000;

/**
 * Computes the heights of rows: those of the document, and room for the text lines of rows without a fixed height, as
 * spreadsheet programs do when they open a document.
 */
export class HeightFinder {
  readonly #heights = new Map<number, number>();
  readonly #fitted: { row: number; cells: Cell[] }[] = [];
  #characters = 0;

  add({ row, height, isFixed, cells }: SheetRowPart): void {
    if (height !== null) this.#heights.set(row, height);
    if (isFixed === true || height === 0 || this.#characters >= MAX_CHARACTERS) return;
    const tall = cells.filter(
      ({ text, style }) => text !== '' && (style.wrap || style.size || text.includes('\n')),
    );
    if (tall.length === 0) return;
    this.#fitted.push({ row, cells: tall });
    for (const { text } of tall) this.#characters += text.length;
  }

  /** @param tab with its widths and merged cells; a merged cell does not change the height of its row */
  of({ widths, merges }: Pick<SheetTab, 'widths' | 'merges'>): SheetTab['heights'] {
    const pixels = new Map(widths.map(([column, , width]) => [column, width]));
    const merged = new Set(merges.map(([row, column]) => `${row},${column}`));
    for (const { row, cells } of this.#fitted) {
      const needs = cells
        .filter(({ column }) => !merged.has(`${row},${column}`))
        .map((cell) => neededBy(cell, pixels.get(cell.column)));
      const height = boundedHeight(Math.max(0, ...needs));
      if (height > Math.max(this.#heights.get(row) ?? 0, SHEET_ROW_PX)) this.#heights.set(row, height);
    }
    return [...this.#heights].toSorted(([one], [other]) => one - other);
  }
}

/** @param width of the column in pixels */
function neededBy({ text, style }: Cell, width = SHEET_COLUMN_PX): number {
  const size = style.size ?? SHEET_FONT_PX;
  const room =
    (width - PADDING_PX - (style.indent ?? 0)) / (size * CHARACTER_SHARE * (style.bold ? BOLD : 1));
  const lines = style.wrap ? linesOf(text, Math.max(MIN_ROOM, room)) : text.split('\n').length;
  return lines * Math.round(size * LINE_SHARE) + LINE_MARGIN_PX;
}

/** The number of lines of a text that is wrapped at words. @param room characters of a line */
function linesOf(text: string, room: number): number {
  let lines = 0;
  for (const paragraph of text.split('\n')) {
    let used = 0;
    lines += 1;
    for (const { length } of paragraph.split(' ')) {
      if (used > 0 && used + 1 + length > room) {
        lines += 1;
        used = 0;
      }
      used += (used > 0 ? 1 : 0) + length;
      // A word that is longer than a line is broken.
      for (; used > room; used -= room) lines += 1;
    }
  }
  return lines;
}
