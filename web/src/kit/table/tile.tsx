import { memo, type ReactNode } from 'react';
import { RowCheckbox } from './row-checkbox.tsx';
import { rowAttributes, type RowProps } from './row-props.ts';
import { ROW_CONTROLS } from './use-row-keys.ts';
import styles from './tile-grid.module.css';

interface TileProps<Row> extends RowProps<Row> {
  content: (row: Row) => ReactNode;
  onOpen: (row: Row) => void;
}

function PlainTile<Row>(props: TileProps<Row>) {
  const { row, id, label, index, content, isSelected, onToggle, onOpen } = props;
  return (
    <div
      {...rowAttributes(props)}
      role="row"
      aria-rowindex={index + 1}
      className={styles['tile']}
      onDoubleClick={(event) => {
        if ((event.target as Element).closest(ROW_CONTROLS) === null) onOpen(row);
      }}
    >
      <div role="gridcell" className={styles['cell']}>
        {content(row)}
        <span className={styles['check']}>
          <RowCheckbox id={id} label={label} isSelected={isSelected} onToggle={onToggle} />
        </span>
      </div>
    </div>
  );
}

/** The tile is memoised, so that a click on one checkbox does not render all tiles again. */
export const Tile = memo(PlainTile) as typeof PlainTile;
