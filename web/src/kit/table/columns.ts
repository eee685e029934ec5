import type { ReactNode } from 'react';

/** One column of a table of the kit. */
export interface Column<Row> {
  key: string;
  title: string;
  /** in CSS pixels; the first column takes the remaining width, and at least this width */
  width: number;
  sortable?: boolean;
  /** numbers are aligned to the right */
  numeric?: boolean;
  /** the last column can stay visible while the others scroll below it */
  isPinned?: boolean;
  /** left out when the columns need more room than there is (USE-12) */
  isOptional?: boolean;
  /** the content of its cells may extend over the next column */
  reachesOver?: boolean;
  cell: (row: Row) => ReactNode;
}

export interface Sort {
  key: string;
  direction: 'asc' | 'desc';
}

/** UI-05 */
export const MIN_COLUMN_WIDTH = 80;
const MAX_COLUMN_WIDTH = 1600;

/** @returns the nearest width that a column may have */
export function allowedWidth(width: number): number {
  return Math.round(Math.min(MAX_COLUMN_WIDTH, Math.max(MIN_COLUMN_WIDTH, width)));
}

/** Returns the order after a click on a header: ascending, descending, then none (T-76). */
export function nextSort(sort: Sort | null, key: string): Sort | null {
  if (sort?.key !== key) return { key, direction: 'asc' };
  return sort.direction === 'asc' ? { key, direction: 'desc' } : null;
}

export interface ColumnLayout {
  /** by key; null for the one column that takes the remaining width */
  widths: Record<string, number | null>;
  /** the minimum width of all columns together, in CSS pixels */
  minWidth: number;
}

/**
 * Returns the columns that a table shows: without the optional ones when all together are wider than the table.
 * @param chosen the widths since the first drag, by key: columns with a width stay
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
 * Returns the widths of the columns. At first the first column takes the remaining width. After the first drag every
 * column has a fixed width, so that the dragged edge follows the pointer; the last one then fills a gap at the end.
 * @param chosen the widths since the first drag, by key; null before it
 */
export function layoutColumns(
  columns: readonly Pick<Column<never>, 'key' | 'width'>[],
  chosen: Readonly<Record<string, number>> | null,
): ColumnLayout {
  const filling = chosen === null ? columns[0] : columns.at(-1);
  const widths: ColumnLayout['widths'] = {};
  let minWidth = 0;
  for (const { key, width } of columns) {
    const own = chosen?.[key] ?? width;
    widths[key] = key === filling?.key ? null : own;
    minWidth += own;
  }
  return { widths, minWidth };
}
