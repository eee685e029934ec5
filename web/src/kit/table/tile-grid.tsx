import { FILES_TABLE_HEIGHT } from '@vault/contract';
import { useRef, type ReactNode } from 'react';
import { useOnChange } from '../use-on-change.ts';
import type { DataTableProps } from './data-table.tsx';
import { Tile } from './tile.tsx';
import { useRows } from './use-rows.ts';
import table from './table.module.css';
import styles from './tile-grid.module.css';

export interface TileGridProps<Row> extends Omit<DataTableProps<Row>, 'columns' | 'sort' | 'onSort'> {
  /** returns the content of a tile; pass the same function while its result does not change */
  tile: (row: Row) => ReactNode;
}

/**
 * The rows of a table as tiles, with the keys and the selection of the table. The grid has one tab stop: arrow keys
 * move in both directions, Space selects, Enter opens, Ctrl+A selects all tiles, Escape clears the selection.
 */
export function TileGrid<Row>(props: TileGridProps<Row>) {
  const { rows, bodyHeight = FILES_TABLE_HEIGHT } = props;
  const frame = useRef<HTMLDivElement>(null);
  const tiles = useRef<HTMLDivElement>(null);
  const { ids, propsOf, onKeyDown, handlers } = useRows(props, frame, () => columnCount(tiles.current));
  useOnChange(props.resetKey, () => frame.current?.scrollTo({ top: 0 }));
  return (
    <div ref={frame} className={table['frame']} style={{ '--body-height': `${bodyHeight}px` }} tabIndex={-1}>
      <div
        ref={tiles}
        role="grid"
        aria-label={props.label}
        aria-multiselectable
        aria-rowcount={rows.length}
        className={styles['tiles']}
        onKeyDown={onKeyDown}
        {...handlers}
      >
        {rows.map((row, index) => (
          <Tile key={ids[index]} {...propsOf(row, index)} content={props.tile} onOpen={props.onOpen} />
        ))}
      </div>
      {rows.length === 0 && props.empty}
    </div>
  );
}

/** Returns the number of tiles in a line: the computed style lists the width of each column. */
function columnCount(tiles: HTMLElement | null): number {
  return tiles === null ? 1 : getComputedStyle(tiles).gridTemplateColumns.split(' ').length;
}
