import type { CSSProperties } from 'react';
import type { SheetCell, SheetStyle } from '@vault/contract';
import type { Layout } from './layout.ts';

/** A cell with its place in its row. */
export interface PlacedCell {
  column: number;
  text: string;
  style: CSSProperties;
  /** the text goes on over empty neighbours */
  isSpilling: boolean;
}

interface Span {
  left: number;
  width: number;
  /** null: the height of the row */
  height: number | null;
}

/**
 * Places the cells of a row from `from` to before `to`.
 * @param origin what stands left of the first column, in pixels
 */
export function placeCells(
  cells: readonly SheetCell[],
  row: number,
  { layout, styles, from, to }: { layout: Layout; styles: readonly SheetStyle[]; from: number; to: number },
): PlacedCell[] {
  const placed: PlacedCell[] = [];
  for (const [at, [column, styleAt, text]] of cells.entries()) {
    const span = spanOf(layout, row, column);
    // What begins left of the window may reach into it.
    if (column >= to || layout.columns.size(column) === 0 || layout.covered(row, column)) continue;
    const style = styles[styleAt] ?? {};
    const next = cells.slice(at + 1).find(([, , other]) => other !== '')?.[0] ?? layout.columns.count;
    const limit = column < layout.frozenColumns ? Math.min(next, layout.frozenColumns) : next;
    const spill = text !== '' && style.align === undefined && style.wrap !== true && span.height === null;
    const width = spill
      ? Math.max(span.width, Math.min(layout.columns.start(limit) - span.left, spillOf(text)))
      : span.width;
    if (column < from && span.left + width <= layout.columns.start(from)) continue;
    placed.push({
      column,
      text,
      isSpilling: width > span.width,
      style: {
        left: span.left,
        width,
        ...(span.height === null ? {} : { height: span.height, zIndex: 1 }),
        ...looks(style),
      },
    });
  }
  return placed;
}

function spanOf(layout: Layout, row: number, column: number): Span {
  const left = layout.columns.start(column);
  const merge = layout.merges.get(row)?.find(([, first]) => first === column);
  if (merge === undefined) return { left, width: layout.columns.size(column), height: null };
  const [, , lastRow, lastColumn] = merge;
  const right = layout.columns.start(Math.min(lastColumn + 1, layout.columns.count));
  const bottom = layout.rows.start(Math.min(lastRow + 1, layout.rows.count));
  return { left, width: right - left, height: bottom - layout.rows.start(row) };
}

/** At most what the text needs. */
const spillOf = (text: string) => text.length * 9 + 12;

const known = new WeakMap<SheetStyle, CSSProperties>();

function looks(style: SheetStyle): CSSProperties {
  const made = known.get(style) ?? looksOf(style);
  known.set(style, made);
  return made;
}

function looksOf({
  align,
  bold,
  italic,
  underline,
  strike,
  wrap,
  color,
  fill,
  borders,
}: SheetStyle): CSSProperties {
  const lines = [underline && 'underline', strike && 'line-through'].filter(Boolean).join(' ');
  const sides = borders
    ?.map((one, at) => (one === '' ? null : lineAt(at, `#${one}`)))
    .filter((one) => one !== null);
  return {
    ...(align && { textAlign: align }),
    ...(bold && { fontWeight: 600 }),
    ...(italic && { fontStyle: 'italic' }),
    ...(lines !== '' && { textDecoration: lines }),
    ...(wrap && { whiteSpace: 'pre-wrap', lineHeight: '18px', overflowWrap: 'break-word' }),
    ...(color && { color: `#${color}` }),
    ...(fill && { background: `#${fill}` }),
    ...(sides && { boxShadow: sides.join(', ') }),
  };
}

/** A line on one side: top, right, bottom, left. Neighbours that both draw a line between them draw the same one. */
function lineAt(side: number, color: string): string {
  const places = ['0 -1px 0 0', 'inset -1px 0 0 0', 'inset 0 -1px 0 0', '-1px 0 0 0'];
  return `${places[side] ?? '0 0 0 0'} ${color}`;
}
