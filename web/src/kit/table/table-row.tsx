import { Checkbox } from 'antd';
import { memo, type MouseEvent } from 'react';
import type { DropVerdict } from '../drop-verdict.ts';
import { cellClass } from './cell-class.ts';
import type { Column } from './columns.ts';
import styles from './table.module.css';

interface TableRowProps<Row> {
  row: Row;
  id: string;
  index: number;
  label: string;
  columns: readonly Column<Row>[];
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

function PlainTableRow<Row>(props: TableRowProps<Row>) {
  const { row, id, label, columns, isSelected, isActive } = props;
  return (
    <tr
      data-row-id={id}
      aria-rowindex={props.index + 2}
      aria-selected={isSelected}
      tabIndex={isActive ? 0 : -1}
      className={styles['row']}
      data-active={isActive}
      data-opens={props.opensOnClick}
      data-faded={props.isFaded}
      data-drop={props.drop ?? undefined}
      draggable={props.isDraggable}
      onClick={(event) => props.onClick(event, id)}
    >
      <td className={styles['check']}>
        {/* Space on the row does the same, so the checkbox is no further tab stop. */}
        <Checkbox
          aria-label={`Select ${label}`}
          tabIndex={-1}
          checked={isSelected}
          onChange={(change) => props.onToggle(id, (change.nativeEvent as unknown as PointerEvent).shiftKey)}
        />
      </td>
      {columns.map((column) => (
        <td key={column.key} className={cellClass(column)} data-label={column.title}>
          {column.cell(row)}
        </td>
      ))}
    </tr>
  );
}

/** Fifty rows shall not be drawn again because one checkbox changed. */
export const TableRow = memo(PlainTableRow) as typeof PlainTableRow;
