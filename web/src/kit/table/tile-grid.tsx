import { FILES_TABLE_HEIGHT } from '@vault/contract';
import { useMemo, useRef, type ReactNode } from 'react';
import { useEdgeScroll } from '../use-edge-scroll.ts';
import { useOnChange } from '../use-on-change.ts';
import type { DataTableProps } from './data-table.tsx';
import { rowDragHandlers } from './row-drag.ts';
import { Tile } from './tile.tsx';
import { useRowKeys } from './use-row-keys.ts';
import table from './table.module.css';
import styles from './tile-grid.module.css';

export interface TileGridProps<Row> extends Omit<DataTableProps<Row>, 'columns' | 'sort' | 'onSort'> {
  /** what a tile shows; the same function while it shows the same */
  tile: (row: Row) => ReactNode;
}

/**
 * The rows of a table as tiles, with the keys and the selection of the table: one tab stop, arrow keys in both
 * directions, Space selects, Enter opens, Ctrl+A selects all, Escape none.
 */
export function TileGrid<Row>(props: TileGridProps<Row>) {
  const { rows, rowId, selected, bodyHeight = FILES_TABLE_HEIGHT, drag } = props;
  const frame = useRef<HTMLDivElement>(null);
  const tiles = useRef<HTMLDivElement>(null);
  const ids = useMemo(() => rows.map(rowId), [rows, rowId]);
  useOnChange(props.place, () => frame.current?.scrollTo({ top: 0 }));
  const keys = useRowKeys({ ...props, ids, frame, perLine: () => columnCount(tiles.current) });
  const dragging = rowDragHandlers({ rows, ids, drag });
  useEdgeScroll(frame);
  return (
    <div ref={frame} className={table['frame']} style={{ '--body-height': `${bodyHeight}px` }} tabIndex={-1}>
      <div
        ref={tiles}
        role="grid"
        aria-label={props.label}
        aria-multiselectable
        aria-rowcount={rows.length}
        className={styles['tiles']}
        onKeyDown={keys.onKeyDown}
        onFocus={keys.onFocus}
        onBlur={keys.onBlur}
        onContextMenu={keys.onContextMenu}
        {...dragging}
      >
        {rows.map((row, index) => (
          <Tile
            key={ids[index]}
            row={row}
            id={ids[index] ?? ''}
            index={index}
            label={props.rowLabel(row)}
            content={props.tile}
            isSelected={selected.has(ids[index] ?? '')}
            isActive={index === keys.activeIndex}
            opensOnClick={props.opensOnClick(row)}
            isDraggable={drag !== undefined}
            isFaded={props.faded?.has(ids[index] ?? '') ?? false}
            drop={drag?.over?.id === ids[index] ? (drag?.over?.verdict ?? null) : null}
            onToggle={keys.toggle}
            onClick={keys.click}
            onOpen={props.onOpen}
          />
        ))}
      </div>
      {rows.length === 0 && props.empty}
    </div>
  );
}

/** The computed value lists the width of each column. */
function columnCount(tiles: HTMLElement | null): number {
  return tiles === null ? 1 : getComputedStyle(tiles).gridTemplateColumns.split(' ').length;
}
