import { SHEET_FONT_PX, SHEET_ROW_PX } from '@vault/contract';

const POINT_PX = 4 / 3;
/** The width of a digit of the standard font, and the margins of a cell (ECMA-376 part 1, 18.3.1.13). */
const DIGIT_PX = 7;
const CELL_MARGIN_PX = 5;
const MAX_WIDTH_PX = 1_000;
const MAX_HEIGHT_PX = 546;
/** The maximum number of column ranges with a width; further ranges are left out. */
export const MAX_COLUMN_RUNS = 2_000;
const MAX_FROZEN = 50;

/** @param characters the width of a column in digits of the standard font */
export const columnPixels = (characters: number): number =>
  Math.min(Math.round(characters * DIGIT_PX + CELL_MARGIN_PX), MAX_WIDTH_PX);

export const boundedWidth = (pixels: number): number => Math.min(Math.round(pixels), MAX_WIDTH_PX);

export const boundedHeight = (pixels: number): number => Math.min(pixels, MAX_HEIGHT_PX);

/** The height of a row that differs from the standard; null for others. A row is never lower than the grid's rows. */
export function rowPixels(points: number): number | null {
  const pixels = boundedHeight(Math.round(points * POINT_PX));
  return pixels > SHEET_ROW_PX ? pixels : null;
}

const MIN_FONT_PX = 9;
const MAX_FONT_PX = 48;
/** Fonts whose size differs by less than this are shown in the standard size. */
const MIN_FONT_DIFFERENCE_PX = 2;

/**
 * The height of a font in pixels, in proportion to the standard font of the document.
 * @returns undefined for about the standard size, and without a size
 */
export function fontPixels(points: number, standardPoints: number): number | undefined {
  const pixels = Math.round((SHEET_FONT_PX * points) / standardPoints);
  if (!(points > 0 && standardPoints > 0) || Math.abs(pixels - SHEET_FONT_PX) < MIN_FONT_DIFFERENCE_PX)
    return undefined;
  return Math.min(Math.max(pixels, MIN_FONT_PX), MAX_FONT_PX);
}

/** A step of indentation is the width of three spaces (ECMA-376 part 1, 18.8.1). */
const INDENT_PX = 9;
const MAX_INDENT_PX = 135;

export const boundedIndent = (pixels: number): number =>
  Math.max(0, Math.min(Math.round(pixels) || 0, MAX_INDENT_PX));

/** @param steps as the document has it; NaN for none */
export const indentPixels = (steps: number): number => boundedIndent(steps * INDENT_PX);

/** The number of frozen rows or columns. @param count as the document has it; NaN for none */
export const frozenCount = (count: number): number =>
  Math.max(0, Math.min(Math.trunc(count) || 0, MAX_FROZEN));
