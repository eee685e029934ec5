import { memo } from 'react';
import type { SheetCell, SheetStyle } from '@vault/contract';
import { placeCells, type PlacedCell } from './cells.ts';
import type { Layout } from './layout.ts';
import styles from './sheet.module.css';

interface SheetRowProps {
  row: number;
  /** null while the cells load */
  cells: readonly SheetCell[] | null;
  layout: Layout;
  looks: readonly SheetStyle[];
  fromColumn: number;
  toColumn: number;
  /** position from the top in pixels; null for frozen rows, which the browser positions */
  top: number | null;
}

/** A row of a sheet: its number, the frozen columns, and the columns of the window. */
export const SheetRow = memo(({ row, cells, layout, looks, fromColumn, toColumn, top }: SheetRowProps) => {
  const { frozenColumns, columns, gutter } = layout;
  const height = layout.rows.size(row);
  if (height === 0) return null;
  const place = (from: number, to: number) =>
    cells === null ? [] : placeCells(cells, row, { layout, styles: looks, from, to });
  const width = columns.start(frozenColumns);
  // A merged cell in the frozen columns must be above the rows that it covers.
  const isTall = layout.merges
    .get(row)
    ?.some(([, column, lastRow]) => column < frozenColumns && lastRow > row);
  return (
    <div
      role="row"
      aria-rowindex={row + 1}
      className={styles['row']}
      data-pending={cells === null}
      style={{ height, ...(top === null ? { position: 'relative' } : { top }) }}
    >
      <div
        className={styles['frozen']}
        role="presentation"
        data-tall={isTall}
        style={{ width: gutter + width }}
      >
        <div className={styles['number']} role="rowheader" style={{ width: gutter }}>
          {row + 1}
        </div>
        <div className={styles['pane']} role="presentation" style={{ width }}>
          <Cells placed={place(0, frozenColumns)} shift={0} />
        </div>
      </div>
      <Cells
        placed={place(Math.max(fromColumn, frozenColumns), toColumn).filter(
          (one) => one.column >= frozenColumns,
        )}
        shift={gutter}
      />
    </div>
  );
});
SheetRow.displayName = 'SheetRow';

function Cells({ placed, shift }: { placed: readonly PlacedCell[]; shift: number }) {
  return placed.map(({ column, text, style, spill }) => (
    <div
      key={column}
      role="cell"
      aria-colindex={column + 1}
      className={styles['cell']}
      data-spilling={spill !== null}
      style={{ ...style, left: Number(style.left) + shift }}
    >
      {spill === null ? (
        text
      ) : (
        <span className={styles['spill']} style={spill}>
          {text}
        </span>
      )}
    </div>
  ));
}
