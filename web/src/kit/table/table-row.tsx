import { memo } from 'react';
import { cellClass } from './cell-class.ts';
import type { Column } from './columns.ts';
import { RowCheckbox } from './row-checkbox.tsx';
import { rowAttributes, type RowProps } from './row-props.ts';
import styles from './table.module.css';

interface TableRowProps<Row> extends RowProps<Row> {
  columns: readonly Column<Row>[];
}

function PlainTableRow<Row>(props: TableRowProps<Row>) {
  const { row, id, label, index, columns, isSelected, onToggle } = props;
  return (
    <tr {...rowAttributes(props)} aria-rowindex={index + 2} className={styles['row']}>
      <td className={styles['check']}>
        <RowCheckbox id={id} label={label} isSelected={isSelected} onToggle={onToggle} />
      </td>
      {columns.map((column) => (
        <td key={column.key} className={cellClass(column)} data-label={column.title}>
          {column.cell(row)}
        </td>
      ))}
    </tr>
  );
}

/** The row is memoised, so that a click on one checkbox does not render all rows again. */
export const TableRow = memo(PlainTableRow) as typeof PlainTableRow;
