import { useMemo, type RefObject } from 'react';
import { useEdgeScroll } from '../use-edge-scroll.ts';
import { rowDragHandlers } from './row-drag.ts';
import type { RowListProps, RowProps } from './row-props.ts';
import { useRowKeys } from './use-row-keys.ts';

/**
 * Keys, selection and dragging of rows, shared by a table and a grid of tiles.
 * @param frame the box that scrolls
 * @param perLine number of rows side by side; one when left out
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
    /** props of one row, in the order of `rows` */
    propsOf,
    onKeyDown,
    /** handlers of the element around the rows */
    handlers: { onFocus, onBlur, onContextMenu, ...rowDragHandlers({ rows, ids, drag }) },
  };
}
