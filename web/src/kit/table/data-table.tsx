import { FILES_TABLE_HEIGHT } from '@vault/contract';
import { useRef, type ReactNode } from 'react';
import { layoutColumns, shownColumns, type Column, type Sort } from './columns.ts';
import { TableHead } from './table-head.tsx';
import { TableRow } from './table-row.tsx';
import { useColumnWidths } from './use-column-widths.ts';
import type { RowListProps } from './row-props.ts';
import { useRows } from './use-rows.ts';
import { useKeptView } from '../use-kept-view.ts';
import { useOnChange } from '../use-on-change.ts';
import { useWidth } from '../use-width.ts';
import { rowHeightOf } from './row-height.ts';
import styles from './table.module.css';

export interface DataTableProps<Row> extends RowListProps<Row> {
  columns: readonly Column<Row>[];
  sort: Sort | null;
  onSort: (sort: Sort | null) => void;
  /** shown when there are no rows */
  empty: ReactNode;
  /** the rows scroll when they are higher than this, in CSS pixels */
  bodyHeight?: number;
}

/**
 * A table whose rows can be sorted and selected and whose columns can be resized. It is one ARIA grid with one tab
 * stop: arrow keys move between rows, Space selects, Enter opens, Ctrl+A selects all rows, Escape clears the selection.
 * The header stays visible while the rows scroll.
 */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { rows, selected, onSelect, bodyHeight = FILES_TABLE_HEIGHT } = props;
  const frame = useRef<HTMLDivElement>(null);
  const { chosen, resize, reset } = useColumnWidths(frame);
  const columns = shownColumns(props.columns, chosen, useWidth(frame) - CHECKBOX_WIDTH);
  const { widths, minWidth } = layoutColumns(columns, chosen);
  const { ids, propsOf, onKeyDown, handlers } = useRows(props, frame);
  useKeptView({ frame, ids, resetKey: props.resetKey, rowHeight: () => rowHeightOf(frame.current) });
  useOnChange(props.resetKey, () => frame.current?.scrollTo({ top: 0 }));
  return (
    <div ref={frame} className={styles['frame']} style={{ '--body-height': `${bodyHeight}px` }} tabIndex={-1}>
      <table
        onKeyDown={onKeyDown}
        role="grid"
        aria-label={props.label}
        aria-multiselectable
        aria-rowcount={rows.length + 1}
        className={styles['table']}
        style={{ minWidth: minWidth + CHECKBOX_WIDTH }}
      >
        <colgroup>
          <col style={{ width: CHECKBOX_WIDTH }} />
          {columns.map(({ key }) => (
            <col key={key} style={{ width: widths[key] ?? undefined }} />
          ))}
        </colgroup>
        <TableHead
          columns={columns}
          ids={ids}
          selected={selected}
          onSelect={onSelect}
          sort={props.sort}
          onSort={props.onSort}
          onResize={resize}
          onReset={reset}
        />
        <tbody {...handlers}>
          {rows.map((row, index) => (
            <TableRow key={ids[index]} {...propsOf(row, index)} columns={columns} />
          ))}
        </tbody>
      </table>
      {rows.length === 0 && props.empty}
    </div>
  );
}

const CHECKBOX_WIDTH = 44;
