import { Checkbox } from 'antd';
import { memo, type MouseEvent, type ReactNode } from 'react';
import type { DropVerdict } from '../drop-verdict.ts';
import styles from './tile-grid.module.css';

interface TileProps<Row> {
  row: Row;
  id: string;
  index: number;
  label: string;
  content: (row: Row) => ReactNode;
  isSelected: boolean;
  /** the one tile that the tab key reaches */
  isActive: boolean;
  opensOnClick: boolean;
  isDraggable: boolean;
  isFaded: boolean;
  /** whether the tile takes what is dragged over it; null while nothing is */
  drop: DropVerdict | null;
  onToggle: (id: string, withRange: boolean) => void;
  onClick: (event: MouseEvent, id: string) => void;
  onOpen: (row: Row) => void;
}

/** What a click means by itself. */
const CONTROLS = 'a, button, input, label';

function PlainTile<Row>(props: TileProps<Row>) {
  const { row, id, isSelected, isActive } = props;
  return (
    // The grid handles the keys of all its tiles.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
    <div
      role="row"
      data-row-id={id}
      aria-rowindex={props.index + 1}
      aria-selected={isSelected}
      tabIndex={isActive ? 0 : -1}
      className={styles['tile']}
      data-active={isActive}
      data-opens={props.opensOnClick}
      data-faded={props.isFaded}
      data-drop={props.drop ?? undefined}
      draggable={props.isDraggable}
      onClick={(event) => props.onClick(event, id)}
      onDoubleClick={(event) => {
        if ((event.target as Element).closest(CONTROLS) === null) props.onOpen(row);
      }}
    >
      <div role="gridcell" className={styles['cell']}>
        {props.content(row)}
        <span className={styles['check']}>
          {/* Space on the tile does the same, so the checkbox is no further tab stop. */}
          <Checkbox
            aria-label={`Select ${props.label}`}
            tabIndex={-1}
            checked={isSelected}
            onChange={(change) =>
              props.onToggle(id, (change.nativeEvent as unknown as PointerEvent).shiftKey)
            }
          />
        </span>
      </div>
    </div>
  );
}

/** Memoised: one checkbox does not render all tiles again. */
export const Tile = memo(PlainTile) as typeof PlainTile;
