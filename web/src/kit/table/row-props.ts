import type { KeyboardEvent, MouseEvent } from 'react';
import type { DropVerdict } from '../drop-verdict.ts';
import type { RowDrag } from './row-drag.ts';
import type { RowMenu } from './row-menu.ts';
import type { RowIds } from './selecting.ts';

/** The props that a table and a grid of tiles have in common. */
export interface RowListProps<Row> {
  /** name of the list for screen readers */
  label: string;
  rows: readonly Row[];
  rowId: (row: Row) => string;
  rowLabel: (row: Row) => string;
  /** changes when the list shows other rows: the list then starts at its top */
  resetKey: string;
  selected: RowIds;
  onSelect: (selected: RowIds) => void;
  /** called by Enter on a row, and by a click on a row for which `opensOnClick` is true */
  onOpen: (row: Row) => void;
  opensOnClick: (row: Row) => boolean;
  /**
   * Called for each key before the table handles it. The table ignores the key when the event is prevented.
   * @param row null while the focus is in the head (USE-10)
   * @param onRow false while an element inside the row has the focus
   */
  onRowKey?: (event: KeyboardEvent, row: Row | null, onRow: boolean) => void;
  /** called by a right click, the menu key or Shift+F10 on a row */
  onRowMenu?: (row: Row, menu: RowMenu) => void;
  /** rows that are shown faded, because they are being removed from this list */
  faded?: RowIds;
  /** handlers for dragging; without them rows cannot be dragged */
  drag?: RowDrag<Row>;
}

/** The props that a row of a table and a tile of a grid have in common. */
export interface RowProps<Row> {
  row: Row;
  id: string;
  index: number;
  label: string;
  isSelected: boolean;
  /** true for the only row that the Tab key reaches */
  isActive: boolean;
  opensOnClick: boolean;
  isDraggable: boolean;
  isFaded: boolean;
  /** whether this row accepts the current drag; null without a drag */
  drop: DropVerdict | null;
  onToggle: (id: string, withRange: boolean) => void;
  onClick: (event: MouseEvent, id: string) => void;
}

/** Returns the attributes of the row's element, which style sheets and `useRowKeys` read. */
export function rowAttributes<Row>(props: RowProps<Row>) {
  return {
    'data-row-id': props.id,
    'aria-selected': props.isSelected,
    tabIndex: props.isActive ? 0 : -1,
    'data-active': props.isActive,
    'data-opens': props.opensOnClick,
    'data-faded': props.isFaded,
    'data-drop': props.drop ?? undefined,
    draggable: props.isDraggable,
    onClick: (event: MouseEvent) => props.onClick(event, props.id),
  };
}
