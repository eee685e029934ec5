import type { ReactNode } from 'react';

/** One column of a table of the kit. */
export interface Column<Row> {
  key: string;
  title: string;
  /** in CSS pixels; for the column that takes the remaining width, the minimum */
  width: number;
  /** takes the remaining width; the first column does when no column is filling */
  isFilling?: boolean;
  sortable?: boolean;
  /** the column contains numbers, which are aligned to the right */
  numeric?: boolean;
  /** the column stays visible while the others scroll below it; only for the last column */
  isPinned?: boolean;
  /** hidden when there is not enough room for all columns (USE-12) */
  isOptional?: boolean;
  /** the contents of its cells may extend over the next column */
  reachesOver?: boolean;
  cell: (row: Row) => ReactNode;
}

export interface Sort {
  key: string;
  direction: 'asc' | 'desc';
}

/** In CSS pixels (UI-05). */
export const MIN_COLUMN_WIDTH = 80;
const MAX_COLUMN_WIDTH = 1600;

/** Returns the nearest width that a column may have. */
export function allowedWidth(width: number): number {
  return Math.round(Math.min(MAX_COLUMN_WIDTH, Math.max(MIN_COLUMN_WIDTH, width)));
}

/** Returns the order after a click on a header: ascending, descending, then none (T-76). */
export function nextSort(sort: Sort | null, key: string): Sort | null {
  if (sort?.key !== key) return { key, direction: 'asc' };
  return sort.direction === 'asc' ? { key, direction: 'desc' } : null;
}

export interface ColumnLayout {
  /** widths by key; null for the column that takes the remaining width */
  widths: Record<string, number | null>;
  /** the minimum width of all columns together, in CSS pixels */
  minWidth: number;
}

/**
 * Returns the columns that a table shows. Optional columns are hidden when all columns together are wider than the
 * table.
 * @param chosen the widths by key since the user first resized a column: all columns in it stay visible; null before
 * @param room width of the table without its checkboxes, in CSS pixels
 */
export function shownColumns<C extends Pick<Column<never>, 'key' | 'width' | 'isOptional'>>(
  columns: readonly C[],
  chosen: Readonly<Record<string, number>> | null,
  room: number,
): readonly C[] {
  const required = columns.filter(({ isOptional }) => isOptional !== true);
  if (required.length === columns.length) return columns;
  if (chosen !== null) return columns.filter(({ key, isOptional }) => isOptional !== true || key in chosen);
  const total = columns.reduce((sum, { width }) => sum + width, 0);
  return total > room ? required : columns;
}

/**
 * Returns the widths of the columns. At first one column takes the remaining width. After the user has resized a
 * column, every column has a fixed width, so that the dragged edge follows the pointer, and the last column fills a gap
 * at the end.
 * @param chosen the widths by key since the user first resized a column; null before
 */
export function layoutColumns(
  columns: readonly Pick<Column<never>, 'key' | 'width' | 'isFilling'>[],
  chosen: Readonly<Record<string, number>> | null,
): ColumnLayout {
  const first = columns.find(({ isFilling }) => isFilling === true) ?? columns[0];
  const filling = chosen === null ? first : columns.at(-1);
  const widths: ColumnLayout['widths'] = {};
  let minWidth = 0;
  for (const { key, width } of columns) {
    const own = chosen?.[key] ?? width;
    widths[key] = key === filling?.key ? null : own;
    minWidth += own;
  }
  return { widths, minWidth };
}
