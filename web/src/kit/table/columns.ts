import type { ReactNode } from 'react';

/** One column of a table of the kit. */
export interface Column<Row> {
  key: string;
  title: string;
  /** in CSS pixels; the first column takes what is left, and never less than this */
  width: number;
  sortable?: boolean;
  /** numbers stand at the right */
  numeric?: boolean;
  /** the last column can stay in sight while the others move below it */
  isPinned?: boolean;
  /** where the columns need more room than there is, this one is left out (USE-12) */
  isOptional?: boolean;
  /** what stands in its cells may reach over the next column */
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

/** A width that a column may have. */
export function allowedWidth(width: number): number {
  return Math.round(Math.min(MAX_COLUMN_WIDTH, Math.max(MIN_COLUMN_WIDTH, width)));
}

/** The order after a press on a header: ascending, descending, then none at all (T-76). */
export function nextSort(sort: Sort | null, key: string): Sort | null {
  if (sort?.key !== key) return { key, direction: 'asc' };
  return sort.direction === 'asc' ? { key, direction: 'desc' } : null;
}

export interface ColumnLayout {
  /** by key; null for the one column that takes what is left */
  widths: Record<string, number | null>;
  /** the least width of all of them together, in CSS pixels */
  minWidth: number;
}

/**
 * The columns that a table shows: without the optional ones when all of them together are wider than the table.
 * @param chosen the widths since the first drag, by key: what had a width then stays
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
 * Where the columns stand. At first the first one takes what is left. From the first drag on every column has
 * a width of its own, so that the dragged edge follows the pointer; the last one then fills a gap at the end.
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
