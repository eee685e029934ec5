import type { SheetStyle, SheetTab } from '@vault/contract';

/** The data of a sheet that precedes its rows. */
export type SheetHead = Pick<SheetTab, 'name' | 'widths' | 'frozenRows' | 'frozenColumns' | 'hidesLines'>;

export interface Cell {
  column: number;
  text: string;
  style: SheetStyle;
}

export interface SheetRowPart {
  kind: 'row';
  row: number;
  /** the height of the row in pixels; null for the standard height */
  height: number | null;
  /** whether a person has set the height; it then does not follow the texts of the row */
  isFixed?: boolean;
  cells: Cell[];
}

/** A workbook piece by piece: each sheet's head, its rows, and its tail. Rows without cells and height are left out. */
export type SheetPart =
  | { kind: 'head'; head: SheetHead }
  | SheetRowPart
  | { kind: 'tail'; merges: SheetTab['merges']; hasDrawings?: boolean }
  | { kind: 'cut' };

/** A sheet above these limits is truncated, with a note. */
export const MAX_TABS = 256;
export const MAX_ROWS = 200_000;
export const MAX_COLUMNS = 1_000;
export const MAX_CELLS = 1_500_000;
export const MAX_MERGES = 20_000;
/** The limit for all texts that cells share, together. */
export const MAX_SHARED_CHARACTERS = 60_000_000;
/** The memory of one shared text in addition to its characters. */
export const SHARED_TEXT_CHARACTERS = 32;
/** A longer text of a cell ends in an ellipsis. */
export const MAX_CELL_CHARACTERS = 2_000;

/** A text as a cell shows it. */
export function shownText(text: string): string {
  const whole = text.toWellFormed();
  return whole.length > MAX_CELL_CHARACTERS ? `${whole.slice(0, MAX_CELL_CHARACTERS)}…` : whole;
}
