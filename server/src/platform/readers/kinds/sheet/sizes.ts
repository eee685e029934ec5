import { SHEET_ROW_PX } from '@vault/contract';

const POINT_PX = 4 / 3;
/** The width of a digit of the standard font, and the margins of a cell (ECMA-376 part 1, 18.3.1.13). */
const DIGIT_PX = 7;
const CELL_MARGIN_PX = 5;
const MAX_WIDTH_PX = 1_000;
const MAX_HEIGHT_PX = 546;
/** More runs of columns with a width are left out. */
export const MAX_COLUMN_RUNS = 2_000;
const MAX_FROZEN = 50;

/** @param characters the width of a column in digits of the standard font */
export const columnPixels = (characters: number): number =>
  Math.min(Math.round(characters * DIGIT_PX + CELL_MARGIN_PX), MAX_WIDTH_PX);

export const boundedWidth = (pixels: number): number => Math.min(Math.round(pixels), MAX_WIDTH_PX);

/** The height of a row that differs from the standard; null for others. A row is never lower than the grid's rows. */
export function rowPixels(points: number): number | null {
  const pixels = Math.min(Math.round(points * POINT_PX), MAX_HEIGHT_PX);
  return pixels > SHEET_ROW_PX ? pixels : null;
}

/** The number of rows or columns that stay in sight. @param count as the document has it; NaN for none */
export const frozenCount = (count: number): number =>
  Math.max(0, Math.min(Math.trunc(count) || 0, MAX_FROZEN));
