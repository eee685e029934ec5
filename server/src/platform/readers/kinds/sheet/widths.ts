import { SHEET_COLUMN_PX, type SheetTab } from '@vault/contract';
import type { Cell } from './model.ts';

/** Only the texts of this many first rows widen their columns. */
const SAMPLE_ROWS = 200;
/** The width of a digit at 13 px in the widest common font: a cut number would show another value. */
const CHARACTER_PX = 8.3;
/** Bold texts are wider. */
const BOLD = 1.12;
const MARGIN_PX = 12;
/** The maximum width that a text gives its column; a longer text is cut. */
const MAX_TEXT_PX = 320;
const MAX_NUMBER_PX = 240;
const MAX_WORD_PX = 160;

/** Cut booleans and errors are as misleading as cut numbers. */
const BOOLEAN_OR_ERROR = /^(TRUE|FALSE|#[A-Z\d/]+[!?]?)$/;

/**
 * Computes the widths of columns: those of the document, those that it omits, and room for whole numbers and for the
 * words of wrapped texts, which can be wider in the browser's font.
 */
export class WidthFinder {
  readonly #texts: number[] = [];
  readonly #numbers: number[] = [];
  readonly #words: number[] = [];

  add(row: number, { column, text, style }: Cell): void {
    const isNumber = style.align === 'right' || (style.align === 'center' && BOOLEAN_OR_ERROR.test(text));
    if (!isNumber && row >= SAMPLE_ROWS) return;
    const longest = isNumber ? this.#numbers : this.#texts;
    const share = style.bold === true ? BOLD : 1;
    const note = (lengths: number[], length: number) => {
      lengths[column] = Math.max(lengths[column] ?? 0, length * share);
    };
    note(longest, text.length);
    if (style.wrap === true) note(this.#words, Math.max(...text.split(/\s+/).map((word) => word.length)));
  }

  /** The widths of a sheet's columns; the standard width is left out. */
  of({ widths, columns }: SheetTab): SheetTab['widths'] {
    const written = new Map<number, number>();
    for (const [from, to, pixels] of widths) {
      for (let column = from; column <= Math.min(to, columns - 1); column += 1) written.set(column, pixels);
    }
    const found: SheetTab['widths'] = [];
    for (let column = 0; column < columns; column += 1) {
      const width = this.#width(column, written.get(column));
      if (width !== SHEET_COLUMN_PX) found.push([column, column, width]);
    }
    return found;
  }

  #width(column: number, written: number | undefined): number {
    const need = (longest: number | undefined, max: number) =>
      longest === undefined ? 0 : Math.min(Math.ceil(longest * CHARACTER_PX) + MARGIN_PX, max);
    if (written === 0) return 0;
    const number = need(this.#numbers[column], MAX_NUMBER_PX);
    const word = need(this.#words[column], MAX_WORD_PX);
    if (written !== undefined) return Math.max(written, number, word);
    return Math.max(SHEET_COLUMN_PX, number, need(this.#texts[column], MAX_TEXT_PX));
  }
}
