import { useMemo, type RefObject } from 'react';
import { useEdgeScroll } from '../use-edge-scroll.ts';
import { rowDragHandlers } from './row-drag.ts';
import type { RowListProps, RowProps } from './row-props.ts';
import { useRowKeys } from './use-row-keys.ts';

/**
 * Handles keys, selection and dragging of rows, for a table and for a grid of tiles.
 * @param frame the box that scrolls
 * @param perLine returns the number of tiles in a line; absent for a table
 */
export function useRows<Row>(
  props: RowListProps<Row>,
  frame: RefObject<HTMLDivElement | null>,
  perLine?: () => number,
) {
  const { rows, rowId, rowLabel, selected, opensOnClick, faded, drag } = props;
  const ids = useMemo(() => rows.map(rowId), [rows, rowId]);
  const keys = useRowKeys({ ...props, ids, frame, ...(perLine && { perLine }) });
  useEdgeScroll(frame);

  const { onKeyDown, onFocus, onBlur, onContextMenu } = keys;
  const propsOf = (row: Row, index: number): RowProps<Row> => {
    const id = ids[index] ?? '';
    return {
      row,
      id,
      index,
      label: rowLabel(row),
      isSelected: selected.has(id),
      isActive: index === keys.activeIndex,
      opensOnClick: opensOnClick(row),
      isDraggable: drag !== undefined,
      isFaded: faded?.has(id) ?? false,
      drop: drag?.over?.id === id ? drag.over.verdict : null,
      onToggle: keys.toggle,
      onClick: keys.click,
    };
  };
  return {
    ids,
    /** returns the props of the row at an index of `rows` */
    propsOf,
    onKeyDown,
    /** handlers for the element around the rows */
    handlers: { onFocus, onBlur, onContextMenu, ...rowDragHandlers({ rows, ids, drag }) },
  };
}
