import type { KeyboardEvent, MouseEvent } from 'react';
import type { DropVerdict } from '../drop-verdict.ts';
import type { RowDrag } from './row-drag.ts';
import type { RowMenu } from './row-menu.ts';
import type { RowIds } from './selecting.ts';

/** Props that a table and a grid of tiles share. */
export interface RowListProps<Row> {
  /** for screen readers */
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
   * Called for keys before the table uses them; a prevented event is handled.
   * @param row null while the focus is in the head (USE-10)
   * @param onRow false while an element inside the row has the focus
   */
  onRowKey?: (event: KeyboardEvent, row: Row | null, onRow: boolean) => void;
  /** right click, the menu key or Shift+F10 on a row */
  onRowMenu?: (row: Row, menu: RowMenu) => void;
  /** rows that are being removed from this list */
  faded?: RowIds;
  /** without it rows cannot be dragged */
  drag?: RowDrag<Row>;
}

/** Props that a row of a table and a tile of a grid share. */
export interface RowProps<Row> {
  row: Row;
  id: string;
  index: number;
  label: string;
  isSelected: boolean;
  /** the only row in the tab order */
  isActive: boolean;
  opensOnClick: boolean;
  isDraggable: boolean;
  isFaded: boolean;
  /** whether the current drag is accepted here; null without a drag */
  drop: DropVerdict | null;
  onToggle: (id: string, withRange: boolean) => void;
  onClick: (event: MouseEvent, id: string) => void;
}

/** @returns the attributes of the row's element, which style sheets and `useRowKeys` read */
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
