import type { KeyboardEvent, MouseEvent } from 'react';
import type { DropVerdict } from '../drop-verdict.ts';
import type { RowDrag } from './row-drag.ts';
import type { RowMenu } from './row-menu.ts';
import type { RowIds } from './selecting.ts';

/** What a table and a grid of tiles have in common. */
export interface RowListProps<Row> {
  /** for screen readers */
  label: string;
  rows: readonly Row[];
  rowId: (row: Row) => string;
  rowLabel: (row: Row) => string;
  /** changes with everything that brings other rows: the list then begins at its top */
  resetKey: string;
  selected: RowIds;
  onSelect: (selected: RowIds) => void;
  /** what Enter does with a row, and a click on a row for which `opensOnClick` holds */
  onOpen: (row: Row) => void;
  opensOnClick: (row: Row) => boolean;
  /**
   * Keys, before the table itself uses them: what is taken is prevented.
   * @param row null while the focus is in the head (USE-10)
   * @param onRow false while something inside the row has the focus
   */
  onRowKey?: (event: KeyboardEvent, row: Row | null, onRow: boolean) => void;
  /** right click, the menu key or Shift+F10 on a row */
  onRowMenu?: (row: Row, menu: RowMenu) => void;
  /** rows that are about to go from here */
  faded?: RowIds;
  /** without it rows cannot be dragged */
  drag?: RowDrag<Row>;
}

/** What a row of a table and a tile of a grid have in common. */
export interface RowProps<Row> {
  row: Row;
  id: string;
  index: number;
  label: string;
  isSelected: boolean;
  /** the one row that the tab key reaches */
  isActive: boolean;
  opensOnClick: boolean;
  isDraggable: boolean;
  isFaded: boolean;
  /** what is dragged over it now would be taken or refused; null while nothing is */
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
