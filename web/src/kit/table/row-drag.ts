import type { DragEvent } from 'react';
import { leavesElement } from '../drag-leave.ts';
import type { DropOver } from '../drop-verdict.ts';
import { rowIdAt } from './use-kept-focus.ts';

/** Handlers for dragging rows and dropping on them. */
export interface RowDrag<Row> {
  onStart: (event: DragEvent, row: Row) => void;
  onEnd: () => void;
  /** called while items are dragged over a row; repeated while the pointer stays there */
  onOver: (event: DragEvent, row: Row) => void;
  onLeave: () => void;
  onDrop: (event: DragEvent, row: Row) => void;
  /** the row under the pointer, and whether it accepts the drop */
  over: DropOver | null;
}

interface RowDragInput<Row> {
  rows: readonly Row[];
  ids: readonly string[];
  drag: RowDrag<Row> | undefined;
}

/** Returns the handlers for the table's body, so that rows need no handlers. */
export function rowDragHandlers<Row>({ rows, ids, drag }: RowDragInput<Row>) {
  if (drag === undefined) return {};
  const withRow = (act: (event: DragEvent, row: Row) => void) => (event: DragEvent) => {
    const id = rowIdAt(event.target);
    const row = id === undefined ? undefined : rows[ids.indexOf(id)];
    if (row !== undefined) act(event, row);
  };
  return {
    onDragStart: withRow(drag.onStart),
    onDragEnd: drag.onEnd,
    onDragOver: withRow(drag.onOver),
    onDragLeave: (event: DragEvent) => {
      if (leavesElement(event)) drag.onLeave();
    },
    onDrop: withRow(drag.onDrop),
  };
}
