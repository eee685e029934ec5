import { FILES_TABLE_HEIGHT } from '@vault/contract';
import { useMemo, useRef, type KeyboardEvent, type ReactNode } from 'react';
import { layoutColumns, shownColumns, type Column, type Sort } from './columns.ts';
import type { RowIds } from './selecting.ts';
import { TableHead } from './table-head.tsx';
import { TableRow } from './table-row.tsx';
import { useColumnWidths } from './use-column-widths.ts';
import { rowDragHandlers, type RowDrag } from './row-drag.ts';
import { useRowKeys } from './use-row-keys.ts';
import type { RowMenu } from './row-menu.ts';
import { useEdgeScroll } from '../use-edge-scroll.ts';
import { useKeptView } from '../use-kept-view.ts';
import { useOnChange } from '../use-on-change.ts';
import { useWidth } from '../use-width.ts';
import { rowHeightOf } from './row-height.ts';
import styles from './table.module.css';

export interface DataTableProps<Row> {
  /** for screen readers */
  label: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowId: (row: Row) => string;
  rowLabel: (row: Row) => string;
  /** changes with everything that brings other rows: the list then begins at its top */
  place: string;
  sort: Sort | null;
  onSort: (sort: Sort | null) => void;
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
  /** in place of the rows when there are none */
  empty: ReactNode;
  /** height of the rows before they scroll, in CSS pixels */
  bodyHeight?: number;
}

/**
 * A table of rows that can be sorted, resized and chosen, as one ARIA grid: one tab stop, arrow keys between
 * rows, Space chooses, Enter opens, Ctrl+A chooses all, Escape none. Its head stays in place while it scrolls.
 */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { rows, rowId, selected, onSelect, bodyHeight = FILES_TABLE_HEIGHT, drag } = props;
  const frame = useRef<HTMLDivElement>(null);
  const { chosen, resize, reset } = useColumnWidths(frame);
  const columns = shownColumns(props.columns, chosen, useWidth(frame) - CHECKBOX_WIDTH);
  const { widths, minWidth } = layoutColumns(columns, chosen);
  const ids = useMemo(() => rows.map(rowId), [rows, rowId]);
  useKeptView({ frame, ids, place: props.place, rowHeight: () => rowHeightOf(frame.current) });
  useOnChange(props.place, () => frame.current?.scrollTo({ top: 0 }));
  const keys = useRowKeys({ ...props, ids, frame });
  const dragging = rowDragHandlers({ rows, ids, drag });
  useEdgeScroll(frame);
  return (
    <div ref={frame} className={styles['frame']} style={{ '--body-height': `${bodyHeight}px` }} tabIndex={-1}>
      <table
        onKeyDown={keys.onKeyDown}
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
        <tbody onFocus={keys.onFocus} onBlur={keys.onBlur} onContextMenu={keys.onContextMenu} {...dragging}>
          {rows.map((row, index) => (
            <TableRow
              key={ids[index]}
              row={row}
              id={ids[index] ?? ''}
              index={index}
              label={props.rowLabel(row)}
              columns={columns}
              isSelected={selected.has(ids[index] ?? '')}
              isActive={index === keys.activeIndex}
              opensOnClick={props.opensOnClick(row)}
              isDraggable={drag !== undefined}
              isFaded={props.faded?.has(ids[index] ?? '') ?? false}
              drop={drag?.over?.id === ids[index] ? (drag?.over?.verdict ?? null) : null}
              onToggle={keys.toggle}
              onClick={keys.click}
            />
          ))}
        </tbody>
      </table>
      {rows.length === 0 && props.empty}
    </div>
  );
}

const CHECKBOX_WIDTH = 44;
