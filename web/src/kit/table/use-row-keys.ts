import { useCallback, useLayoutEffect, useRef, useState } from 'react';
import type { FocusEvent, KeyboardEvent, MouseEvent, RefObject } from 'react';
import { rowIdAt, rowSelector, useKeptFocus, type KeptFocus } from './use-kept-focus.ts';
import { menuByKey, menuByPointer } from './row-menu.ts';
import type { RowListProps } from './row-props.ts';
import { rangeTo, rowAfterKey, toggled } from './selecting.ts';

interface RowKeysInput<Row> extends RowListProps<Row> {
  ids: readonly string[];
  frame: RefObject<HTMLElement | null>;
  /** returns the number of tiles in a line; absent for a table */
  perLine?: () => number;
}

/** The row on which a key acts. */
interface KeySubject<Row> {
  row: Row;
  id: string;
  onRow: boolean;
  /** index from which the arrow keys move; -1 is the header */
  from: number;
}

/** Elements of a row that handle clicks and keys themselves. */
export const ROW_CONTROLS = 'a, button, input, label, [role="menuitem"]';

/** Handles the keys and clicks that move between rows, select rows and open rows. */
export function useRowKeys<Row>(input: RowKeysInput<Row>) {
  // The handlers read the newest input from a ref. They stay the same functions, so that unchanged rows are not
  // rendered again.
  const latest = useRef(input);
  useLayoutEffect(() => {
    latest.current = input;
  });
  const anchor = useRef<string | null>(null);
  const kept = useRef<KeptFocus | null>(null);
  useLayoutEffect(() => {
    // The row can have moved since it got the focus, because rows above it were added or removed.
    const index = input.ids.indexOf(rowIdAt(document.activeElement) ?? '');
    if (kept.current !== null && index >= 0) kept.current = { index, resetKey: input.resetKey };
  }, [input.ids, input.resetKey]);
  const [activeId, setActiveId] = useState<string | null>(null);
  const activeIndex = Math.max(0, activeId === null ? 0 : input.ids.indexOf(activeId));

  const toggle = useCallback((id: string, withRange: boolean) => {
    const { ids, selected, onSelect } = latest.current;
    if (withRange) onSelect(new Set([...selected, ...rangeTo(ids, anchor.current, id)]));
    else onSelect(toggled(selected, id));
    anchor.current = id;
    setActiveId(id);
  }, []);

  const click = useCallback((event: MouseEvent, id: string) => {
    if ((event.target as Element).closest(ROW_CONTROLS) !== null) return;
    const { ids, rows, selected, onSelect, onOpen, opensOnClick } = latest.current;
    const row = rows[ids.indexOf(id)];
    if (row === undefined) return;
    setActiveId(id);
    if (event.shiftKey) return onSelect(rangeTo(ids, anchor.current, id));
    anchor.current = id;
    if (event.ctrlKey || event.metaKey) return onSelect(toggled(selected, id));
    if (opensOnClick(row)) return onOpen(row);
    return onSelect(new Set([id]));
  }, []);

  const focusRow = (id: string | undefined) => {
    if (id === undefined) return;
    setActiveId(id);
    input.frame.current?.querySelector<HTMLElement>(rowSelector(id))?.focus();
  };

  /** @returns whether the table handled the key */
  const takeKey = (event: KeyboardEvent, { row, id, onRow, from }: KeySubject<Row>) => {
    const { ids, selected, onSelect } = input;
    const isHeld = event.altKey || event.ctrlKey || event.metaKey;
    const next = isHeld ? undefined : rowAfterKey(event.key, from, ids.length, input.perLine?.());
    const nextId = next === undefined ? undefined : ids[next];
    if (nextId !== undefined) {
      if (event.shiftKey) {
        anchor.current ??= id;
        onSelect(rangeTo(ids, anchor.current, nextId));
      } else anchor.current = nextId;
      focusRow(nextId);
    } else if (event.key === ' ' && onRow) toggle(id, event.shiftKey);
    else if (event.key === 'Enter' && onRow) input.onOpen(row);
    else if (event.key === 'a' && (event.ctrlKey || event.metaKey)) onSelect(new Set(ids));
    else if (event.key === 'Escape' && selected.size > 0) onSelect(new Set());
    else return false;
    return true;
  };

  const onKeyDown = (event: KeyboardEvent) => {
    const id = input.ids[activeIndex];
    const row = input.rows[activeIndex];
    if (id === undefined || row === undefined) return;
    const onRow = (event.target as HTMLElement).dataset['rowId'] !== undefined;
    const inHead = rowIdAt(event.target) === undefined;
    const menu = menuByKey(event);
    if (menu !== null) input.onRowMenu?.(row, menu);
    else input.onRowKey?.(event, inHead ? null : row, onRow);
    // From the header, the arrow keys start above the first row.
    const from = inHead ? -1 : activeIndex;
    if (!event.defaultPrevented && takeKey(event, { row, id, onRow, from })) event.preventDefault();
  };

  const onContextMenu = (event: MouseEvent) => {
    const id = rowIdAt(event.target);
    const row = id === undefined ? undefined : input.rows[input.ids.indexOf(id)];
    const menu = menuByPointer(event);
    if (row !== undefined && menu !== null) input.onRowMenu?.(row, menu);
  };

  const onFocus = (event: FocusEvent) => {
    const id = rowIdAt(event.target);
    if (id === undefined) return;
    setActiveId(id);
    kept.current = { index: input.ids.indexOf(id), resetKey: input.resetKey };
  };
  const onBlur = ({ relatedTarget: next, target }: FocusEvent) => {
    // The position is kept when the focused row is removed and when a dialog takes the focus.
    const leaves = next === null ? target.isConnected : next.closest('[role="dialog"]') === null;
    if (leaves) kept.current = null;
  };
  useKeptFocus(input, kept);

  return { activeIndex, toggle, click, onKeyDown, onContextMenu, onFocus, onBlur };
}
