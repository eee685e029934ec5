import type { CSSProperties } from 'react';
import { SHEET_FONT_PX, type SheetCell, type SheetStyle } from '@vault/contract';
import type { Layout } from './layout.ts';

/** A cell with its position in its row. */
export interface PlacedCell {
  column: number;
  text: string;
  style: CSSProperties;
  /** the style of a text that overflows into empty cells beside it; null for other texts */
  spill: CSSProperties | null;
}

interface Span {
  left: number;
  width: number;
  /** the height of a merged cell; null means the height of the row */
  height: number | null;
}

/**
 * Computes the positions and styles of the cells of a row, from column `from` (inclusive) to `to` (exclusive).
 */
export function placeCells(
  cells: readonly SheetCell[],
  row: number,
  { layout, styles, from, to }: { layout: Layout; styles: readonly SheetStyle[]; from: number; to: number },
): PlacedCell[] {
  const placed: PlacedCell[] = [];
  for (const [at, [column, styleAt, text]] of cells.entries()) {
    const span = spanOf(layout, row, column);
    // A cell left of the window is not skipped here, because its text may overflow into the window.
    if (column >= to || layout.columns.size(column) === 0 || layout.covered(row, column)) continue;
    const style = styles[styleAt] ?? {};
    const rest = cells.slice(at + 1);
    const spill = canSpill(style, text, span) ? spillOf({ text, style, span, rest, layout, styles }) : null;
    const end = span.left + (spill === null ? span.width : Number(spill.maxWidth));
    if (column < from && end <= layout.columns.start(from)) continue;
    placed.push({
      column,
      text,
      spill,
      style: {
        left: span.left,
        width: span.width,
        // The background hides the grid lines inside a merged cell.
        ...(span.height === null ? {} : { height: span.height, background: '#fff' }),
        ...(span.height === null && spill === null ? {} : { zIndex: 1 }),
        ...looks(style),
        ...(text.includes('\n') && LINES),
      },
    });
  }
  return placed;
}

const canSpill = ({ align, wrap }: SheetStyle, text: string, { height }: Span): boolean =>
  text !== '' && align === undefined && wrap !== true && height === null;

interface Spilling {
  text: string;
  style: SheetStyle;
  span: Span;
  /** the cells after the cell in its row */
  rest: readonly SheetCell[];
  layout: Layout;
  styles: readonly SheetStyle[];
}

/** Computes how far a text extends over the empty cells after it. @returns null when it fits into its cell */
function spillOf({ text, style, span, rest, layout: { columns }, styles }: Spilling): CSSProperties | null {
  const next = rest.find(([, , other]) => other !== '')?.[0] ?? columns.count;
  const room = columns.start(next) - span.left;
  const width = Math.min(room, neededBy(text, style));
  if (width <= span.width) return null;
  const isOverLooks = rest.some(
    ([column, at]) =>
      column < next && columns.start(column) < span.left + width && hasLooks(styles[at] ?? {}),
  );
  const indent = style.indent === undefined ? {} : { paddingLeft: PADDING_PX + style.indent };
  if (isOverLooks) return { maxWidth: width, ...indent };
  // The background hides the grid lines below the text, except the line after the last column.
  const cover = `linear-gradient(#fff, #fff) ${span.width - 1}px 0 / 100% 100% no-repeat`;
  return { maxWidth: width === room ? width - 1 : width, background: cover, ...indent };
}

const hasLooks = ({ fill, borders }: SheetStyle) => fill !== undefined || borders !== undefined;

function spanOf(layout: Layout, row: number, column: number): Span {
  const left = layout.columns.start(column);
  const merge = layout.merges.get(row)?.find(([, first]) => first === column);
  if (merge === undefined) return { left, width: layout.columns.size(column), height: null };
  const [, , lastRow, lastColumn] = merge;
  const right = layout.columns.start(Math.min(lastColumn + 1, layout.columns.count));
  const bottom = layout.rows.start(Math.min(lastRow + 1, layout.rows.count));
  return { left, width: right - left, height: bottom - layout.rows.start(row) };
}

/** Returns an upper bound of the width of a text, in pixels. */
const neededBy = (text: string, { size = SHEET_FONT_PX, indent = 0 }: SheetStyle) =>
  (text.length * 9 * size) / SHEET_FONT_PX + 12 + indent;

/** The horizontal padding of a cell, the same as in sheet.module.css. */
const PADDING_PX = 5;
/**
 * The style of a text of several lines: the distance of its lines is smaller than that of rows, and its first line is
 * aligned with the texts of the cells beside it.
 */
const LINES: CSSProperties = { lineHeight: '18px', paddingBlock: '2px 4px' };
const LINE_SHARE = 1.4;

const known = new WeakMap<SheetStyle, CSSProperties>();

function looks(style: SheetStyle): CSSProperties {
  const made = known.get(style) ?? looksOf(style);
  known.set(style, made);
  return made;
}

function looksOf(style: SheetStyle): CSSProperties {
  const { bold, italic, underline, strike, wrap, color, fill, borders } = style;
  const lines = [underline && 'underline', strike && 'line-through'].filter(Boolean).join(' ');
  const sides = borders
    ?.map((one, at) => (one === '' ? null : lineAt(at, `#${one}`)))
    .filter((one) => one !== null);
  return {
    ...(bold && { fontWeight: 600 }),
    ...(italic && { fontStyle: 'italic' }),
    ...(lines !== '' && { textDecoration: lines }),
    ...(wrap && { ...LINES, whiteSpace: 'pre-wrap', overflowWrap: 'break-word' }),
    ...placeOf(style),
    ...(color && { color: `#${color}` }),
    ...(fill && { background: `#${fill}` }),
    ...(sides && { boxShadow: sides.join(', ') }),
  };
}

/** Returns the size and alignment of a text in its cell. */
function placeOf({ align, vertical, indent, size }: SheetStyle): CSSProperties {
  const side = align === 'right' ? 'paddingRight' : 'paddingLeft';
  return {
    ...(align && { textAlign: align }),
    ...(vertical && { alignContent: vertical === 'top' ? 'start' : 'safe center' }),
    ...(indent && align !== 'center' && { [side]: PADDING_PX + indent }),
    ...(size && { fontSize: size }),
    ...(size && size > SHEET_FONT_PX && { lineHeight: `${Math.round(size * LINE_SHARE)}px` }),
  };
}

/**
 * Returns the shadow that draws one border of a cell. The borders of two neighbouring cells are drawn on the same
 * pixels.
 * @param side 0 top, 1 right, 2 bottom, 3 left
 */
function lineAt(side: number, color: string): string {
  const places = ['0 -1px 0 0', 'inset -1px 0 0 0', 'inset 0 -1px 0 0', '-1px 0 0 0'];
  return `${places[side] ?? '0 0 0 0'} ${color}`;
}
