import { Checkbox } from 'antd';
import { useRef } from 'react';
import { ResizeHandle } from '../resize-handle.tsx';
import { listTexts } from '../list-texts.ts';
import { cellClass } from './cell-class.ts';
import { MIN_COLUMN_WIDTH, nextSort, type Column, type Sort } from './columns.ts';
import { headState, type RowIds } from './selecting.ts';
import { SortMark } from './sort-mark.tsx';
import styles from './table.module.css';

interface TableHeadProps<Row> {
  columns: readonly Column<Row>[];
  ids: readonly string[];
  selected: RowIds;
  onSelect: (selected: RowIds) => void;
  sort: Sort | null;
  onSort: (sort: Sort | null) => void;
  onResize: (key: string, width: number) => void;
  onReset: () => void;
}

export function TableHead<Row>(props: TableHeadProps<Row>) {
  const { ids, selected, onSelect } = props;
  const state = headState(ids, selected);
  return (
    <thead>
      <tr>
        <th className={styles['check']} aria-label={listTexts.selectAll}>
          <Checkbox
            aria-label={listTexts.selectAll}
            checked={state === 'all'}
            indeterminate={state === 'some'}
            disabled={ids.length === 0}
            onChange={() => onSelect(state === 'all' ? new Set() : new Set(ids))}
          />
        </th>
        {props.columns.map((column) => (
          <HeaderCell key={column.key} column={column} {...props} />
        ))}
      </tr>
    </thead>
  );
}

const ARIA_SORT = { asc: 'ascending', desc: 'descending' } as const;

type HeaderCellProps<Row> = Pick<TableHeadProps<Row>, 'sort' | 'onSort' | 'onResize' | 'onReset'> & {
  column: Column<Row>;
};

/** One header: its title, the sort button, and the edge that resizes the column (UI-04). */
export function HeaderCell<Row>({ column, sort, onSort, onResize, onReset }: HeaderCellProps<Row>) {
  const { key, title } = column;
  const cell = useRef<HTMLTableCellElement>(null);
  const direction = sort?.key === key ? sort.direction : null;
  return (
    <th
      ref={cell}
      data-column={key}
      className={cellClass(column)}
      aria-label={title}
      aria-sort={direction === null ? undefined : ARIA_SORT[direction]}
    >
      {column.sortable === true ? (
        <button type="button" className={styles['sort']} onClick={() => onSort(nextSort(sort, key))}>
          <span className={styles['title']}>{title}</span>
          <SortMark direction={direction} />
        </button>
      ) : (
        <span className={styles['title']}>{title}</span>
      )}
      <ResizeHandle
        label={listTexts.columnWidth(title)}
        measure={() => cell.current?.offsetWidth ?? 0}
        min={MIN_COLUMN_WIDTH}
        max={1600}
        onResize={(width) => onResize(key, width)}
        onReset={onReset}
      />
    </th>
  );
}
