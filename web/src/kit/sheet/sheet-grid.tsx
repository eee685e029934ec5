import { useEffect, useMemo, useRef, useState } from 'react';
import type { SheetTab } from '@vault/contract';
import { columnName, HEAD_PX, type Layout, layoutOf, type Room } from './layout.ts';
import type { OpenSheet } from './open-sheet.ts';
import { SheetRow } from './sheet-row.tsx';
import { useRows } from './use-rows.ts';
import { useWindow } from './use-window.ts';
import styles from './sheet.module.css';

interface SheetGridProps {
  sheet: OpenSheet;
  tab: SheetTab;
  label: string;
  onFailure: () => void;
}

/** One sheet as a virtualised grid: only the visible cells are in the page (USE-30). */
export function SheetGrid({ sheet, tab, label, onFailure }: SheetGridProps) {
  const box = useRef<HTMLDivElement>(null);
  const room = useRoom(box);
  const layout = useMemo(() => layoutOf(tab, room), [tab, room]);
  const { rows, columns, gutter, frozenRows } = layout;
  const frozen = useMemo(() => Array.from({ length: frozenRows }, (_, row) => row), [frozenRows]);
  const head = HEAD_PX + rows.start(frozenRows);
  const seen = useWindow(box, layout, head);
  const { cellsOf, failed } = useRows({ sheet, tab, fromRow: seen.fromRow, toRow: seen.toRow });
  useEffect(() => {
    if (failed) onFailure();
  }, [failed, onFailure]);
  const shared = { layout, looks: sheet.index.styles, fromColumn: seen.fromColumn, toColumn: seen.toColumn };
  const whole = gutter + columns.start(columns.count);
  const hasLines = tab.hidesLines !== true;
  const lines = hasLines ? <ColumnLines layout={layout} from={seen.fromColumn} to={seen.toColumn} /> : null;
  return (
    <div
      ref={box}
      className={styles['scroller']}
      // In a sheet that is scrolled horizontally, texts are cut at the edge of the frozen columns.
      data-moved={seen.isMoved}
      role="region"
      aria-label={label}
      // A scrollable area must be reachable by keyboard.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      data-keeps-arrows
    >
      <div
        className={styles['canvas']}
        role="table"
        aria-label={tab.name}
        aria-rowcount={rows.count}
        aria-colcount={columns.count}
        data-lines={hasLines}
        style={{
          width: whole,
          height: HEAD_PX + rows.start(rows.count),
          '--lines': hasLines ? paneLines(layout) : 'none',
        }}
      >
        <div className={styles['head']} role="rowgroup">
          {lines}
          <ColumnNames layout={layout} from={seen.fromColumn} to={seen.toColumn} />
          {frozen.map((row) => (
            <SheetRow key={row} row={row} cells={cellsOf(row)} top={null} {...shared} />
          ))}
        </div>
        {lines}
        <div role="rowgroup">
          {rowsInSight(seen.fromRow, seen.toRow, tab.merges).map((row) => (
            <SheetRow key={row} row={row} cells={cellsOf(row)} top={HEAD_PX + rows.start(row)} {...shared} />
          ))}
        </div>
      </div>
    </div>
  );
}

/** Returns the rows of the window, and the rows above it whose merged cells extend into the window. */
function rowsInSight(from: number, to: number, merges: SheetTab['merges']): number[] {
  const above = merges.filter(([row, , lastRow]) => row < from && lastRow >= from).map(([row]) => row);
  return [...new Set(above), ...Array.from({ length: Math.max(0, to - from) }, (_, n) => from + n)];
}

interface ColumnsProps {
  layout: Layout;
  from: number;
  to: number;
}

const numbers = (from: number, to: number) =>
  Array.from({ length: Math.max(0, to - from) }, (_, n) => from + n);

function ColumnNames({ layout, from, to }: ColumnsProps) {
  const { columns, gutter, frozenColumns } = layout;
  const name = (column: number, shift: number) => (
    <div
      key={column}
      role="columnheader"
      aria-colindex={column + 1}
      className={styles['name']}
      style={{ left: shift + columns.start(column), width: columns.size(column) }}
    >
      {columnName(column)}
    </div>
  );
  const shown = (list: number[], shift: number) =>
    list.filter((column) => columns.size(column) > 0).map((column) => name(column, shift));
  return (
    <div className={styles['names']} role="row" style={{ height: HEAD_PX }}>
      <div
        className={styles['frozen']}
        role="presentation"
        style={{ width: gutter + columns.start(frozenColumns) }}
      >
        <div className={styles['corner']} role="presentation" style={{ width: gutter }} />
        <div className={styles['pane']} role="presentation" style={{ width: columns.start(frozenColumns) }}>
          {shown(numbers(0, frozenColumns), 0)}
        </div>
      </div>
      {shown(numbers(from, to), gutter)}
    </div>
  );
}

/** The lines between the columns, below the cells. */
function ColumnLines({ layout: { columns, gutter, frozenColumns }, from, to }: ColumnsProps) {
  return (
    <div className={styles['lines']} aria-hidden>
      {numbers(Math.max(from, frozenColumns), to).map((column) => (
        <i key={column} style={{ left: gutter + columns.start(column + 1) - 1 }} />
      ))}
    </div>
  );
}

/** Returns the lines between the frozen columns, as a background. */
function paneLines({ columns, frozenColumns }: Layout): string {
  const lines = numbers(0, frozenColumns - 1).map(
    (column) => `linear-gradient(#e6e8ec, #e6e8ec) ${columns.start(column + 1) - 1}px 0 / 1px 100% no-repeat`,
  );
  return lines.length === 0 ? 'none' : lines.join(', ');
}

function useRoom(box: React.RefObject<HTMLDivElement | null>): Room {
  const [room, setRoom] = useState<Room>({ width: 1200, height: 600 });
  useEffect(() => {
    const frame = box.current;
    if (frame === null) return undefined;
    const observer = new ResizeObserver(() =>
      setRoom({ width: frame.clientWidth, height: frame.clientHeight }),
    );
    observer.observe(frame);
    return () => observer.disconnect();
  }, [box]);
  return room;
}
