import type { SheetTab } from '@vault/contract';
import { type Tracks, tracksOf } from './tracks.ts';

const ROW_PX = 24;
const COLUMN_PX = 72;
/** The height of the row with the column names. */
export const HEAD_PX = 24;
const MIN_COLUMNS = 8;
/** A column of empty cells that would be narrower than this is not added. */
const MIN_EMPTY_PX = 24;
const GUTTER_CHARACTER_PX = 8;
const GUTTER_MARGIN_PX = 16;
/** Frozen columns may take at most this share of the width. */
const MAX_FROZEN_SHARE = 0.5;
/** Frozen rows may be at most this high. */
const MAX_FROZEN_ROWS_PX = 160;
/**
 * A first column that is narrower than this is not frozen: documents use it as a margin, and its texts overflow into
 * the next columns.
 */
const MIN_FROZEN_PX = 40;

/** The positions and sizes of a sheet, in pixels. */
export interface Layout {
  rows: Tracks;
  columns: Tracks;
  /** width of the column with the row numbers */
  gutter: number;
  frozenRows: number;
  frozenColumns: number;
  merges: ReadonlyMap<number, SheetTab['merges']>;
  covered: (row: number, column: number) => boolean;
}

/** The size of the area in which a sheet is shown, in pixels. */
export interface Room {
  width: number;
  height: number;
}

/**
 * Computes the layout of a sheet. A sheet that is smaller than the window gets empty cells below and beside it, as in a
 * spreadsheet program.
 * The first row and the first column are frozen when the document freezes none (USE-30).
 */
export function layoutOf(tab: SheetTab, { width, height }: Room): Layout {
  const rows = filledTracks(tab.rows, height - HEAD_PX, { standard: ROW_PX, others: tab.heights });
  const gutter = String(rows.count).length * GUTTER_CHARACTER_PX + GUTTER_MARGIN_PX;
  const columns = columnsOf(tab, width - gutter);
  const fits = (count: number) => columns.start(count) <= (width - gutter) * MAX_FROZEN_SHARE;
  const first = columns.size(0) < MIN_FROZEN_PX ? 0 : 1;
  const frozenColumns = [tab.frozenColumns, first].find((count) => count > 0 && fits(count)) ?? 0;
  const frozenRows =
    [tab.frozenRows, 1].find((count) => count > 0 && rows.start(count) <= MAX_FROZEN_ROWS_PX) ?? 0;
  return { rows, columns, gutter, frozenRows, frozenColumns, ...mergesOf(tab) };
}

function columnsOf({ columns, widths }: SheetTab, room: number): Tracks {
  const others = widths.flatMap(([from, to, pixels]) =>
    Array.from({ length: Math.min(to, columns) - from + 1 }, (_, n): [number, number] => [from + n, pixels]),
  );
  return filledTracks(columns, room, { standard: COLUMN_PX, others, min: MIN_COLUMNS });
}

/**
 * Returns the used tracks and, after them, empty tracks that fill the window. The last empty track takes the remaining
 * space.
 */
function filledTracks(
  used: number,
  room: number,
  { standard, others, min = 1 }: { standard: number; others: [track: number, size: number][]; min?: number },
): Tracks {
  const rest = room - tracksOf(used, standard, others).start(used);
  const empty = Math.floor(rest / standard);
  const left = rest - empty * standard;
  if (rest < MIN_EMPTY_PX || used + empty < min) return tracksOf(Math.max(used, min), standard, others);
  const count = used + Math.max(empty, 1);
  const last = empty === 0 ? rest : standard + left;
  const usedOthers = others.filter(([track]) => track < used);
  return tracksOf(count, standard, last === standard ? usedOthers : [...usedOthers, [count - 1, last]]);
}

function mergesOf(tab: SheetTab): Pick<Layout, 'merges' | 'covered'> {
  const merges = new Map<number, SheetTab['merges']>();
  // Merges within one row are looked up by row. Merges over several rows are few, so they are searched linearly.
  const byRow = new Map<number, SheetTab['merges']>();
  const tall: SheetTab['merges'] = [];
  for (const merge of tab.merges) {
    const [row, , lastRow] = merge;
    merges.set(row, [...(merges.get(row) ?? []), merge]);
    if (lastRow > row) tall.push(merge);
    else byRow.set(row, [...(byRow.get(row) ?? []), merge]);
  }
  const isIn =
    (row: number, column: number) =>
    ([top, left, bottom, right]: SheetTab['merges'][number]) =>
      row >= top && row <= bottom && column >= left && column <= right && (row !== top || column !== left);
  return {
    merges,
    covered: (row, column) =>
      (byRow.get(row)?.some(isIn(row, column)) ?? false) || tall.some(isIn(row, column)),
  };
}

/** Returns the name of a column: 0 is 'A', 26 is 'AA'. */
export function columnName(column: number): string {
  const letter = String.fromCodePoint(65 + (column % 26));
  return column < 26 ? letter : columnName(Math.floor(column / 26) - 1) + letter;
}
