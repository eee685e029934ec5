import { useMemo, useRef, type ReactNode } from 'react';
import { useKeptView } from '../use-kept-view.ts';
import { useOnChange } from '../use-on-change.ts';
import { useWidth } from '../use-width.ts';
import { layoutColumns, shownColumns, type Column, type Sort } from './columns.ts';
import { cellClass } from './cell-class.ts';
import { HeaderCell } from './table-head.tsx';
import { rowHeightOf } from './row-height.ts';
import { useColumnWidths } from './use-column-widths.ts';
import styles from './table.module.css';

interface PlainTableProps<Row> {
  /** name of the table for screen readers */
  label: string;
  /** the columns; no other table on the page has columns with these keys */
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowId: (row: Row) => string;
  /** changes when the list shows other rows: the list then starts at its top */
  resetKey: string;
  sort?: Sort | null;
  onSort?: (sort: Sort | null) => void;
  /** shown when there are no rows */
  empty: ReactNode;
  /** the rows scroll when they are higher than this, in CSS pixels */
  bodyHeight: number;
}

/** A read-only table without selection; its headers sort and resize columns like those of the files list. */
export function PlainTable<Row>(props: PlainTableProps<Row>) {
  const { rows, rowId, sort = null, onSort = () => undefined, bodyHeight } = props;
  const frame = useRef<HTMLDivElement>(null);
  const { chosen, resize, reset } = useColumnWidths(frame);
  const columns = shownColumns(props.columns, chosen, useWidth(frame));
  const { widths, minWidth } = layoutColumns(columns, chosen);
  const ids = useMemo(() => rows.map(rowId), [rows, rowId]);
  useKeptView({ frame, ids, resetKey: props.resetKey, rowHeight: () => rowHeightOf(frame.current) });
  useOnChange(props.resetKey, () => frame.current?.scrollTo({ top: 0 }));
  return (
    <div ref={frame} className={styles['frame']} style={{ '--body-height': `${bodyHeight}px` }} tabIndex={-1}>
      <table aria-label={props.label} className={styles['table']} style={{ minWidth }}>
        <colgroup>
          {columns.map(({ key }) => (
            <col key={key} style={{ width: widths[key] ?? undefined }} />
          ))}
        </colgroup>
        <thead>
          <tr>
            {columns.map((column) => (
              <HeaderCell
                key={column.key}
                column={column}
                sort={sort}
                onSort={onSort}
                onResize={resize}
                onReset={reset}
              />
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={rowId(row)} className={styles['row']}>
              {columns.map((column) => (
                <td key={column.key} className={cellClass(column)} data-label={column.title}>
                  {column.cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {rows.length === 0 && props.empty}
    </div>
  );
}
