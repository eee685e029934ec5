import { useCallback, useLayoutEffect, useRef, useState } from 'react';
import type { FocusEvent, KeyboardEvent, MouseEvent, RefObject } from 'react';
import { rowSelector, useKeptFocus, type KeptFocus } from './use-kept-focus.ts';
import { rangeTo, rowAfterKey, toggled, type RowIds } from './selecting.ts';

interface RowKeysInput<Row> {
  rows: readonly Row[];
  ids: readonly string[];
  place: string;
  frame: RefObject<HTMLElement | null>;
  selected: RowIds;
  onSelect: (selected: RowIds) => void;
  onOpen: (row: Row) => void;
  opensOnClick: (row: Row) => boolean;
  onRowKey?: (event: KeyboardEvent, row: Row) => void;
}

/** What stands in a row and takes clicks and keys for itself. */
const CONTROLS = 'a, button, input, label, [role="menuitem"]';

/** Moving between rows, choosing and opening them, by keys and by clicks. */
export function useRowKeys<Row>(input: RowKeysInput<Row>) {
  // Handlers stay the same while rows and selection change, so that unchanged rows are not drawn again.
  const latest = useRef(input);
  useLayoutEffect(() => {
    latest.current = input;
  });
  const anchor = useRef<string | null>(null);
  const kept = useRef<KeptFocus | null>(null);
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
    if ((event.target as Element).closest(CONTROLS) !== null) return;
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

  const onKeyDown = (event: KeyboardEvent) => {
    const { ids, rows, selected, onSelect } = input;
    const index = activeIndex;
    const id = ids[index];
    const row = rows[index];
    if (id === undefined || row === undefined) return;
    const onRow = (event.target as HTMLElement).dataset['rowId'] !== undefined;
    const next =
      event.altKey || event.ctrlKey || event.metaKey ? undefined : rowAfterKey(event.key, index, ids.length);
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
    else return input.onRowKey?.(event, row);
    event.preventDefault();
    return undefined;
  };

  const onFocus = (event: FocusEvent) => {
    const id = event.target.closest<HTMLElement>('[data-row-id]')?.dataset['rowId'];
    if (id === undefined) return;
    setActiveId(id);
    kept.current = { index: input.ids.indexOf(id), place: input.place };
  };
  const onBlur = ({ relatedTarget: next, target }: FocusEvent) => {
    // A row that went away, or a dialog about it, shall not cost the focus its place.
    const leaves = next === null ? target.isConnected : next.closest('[role="dialog"]') === null;
    if (leaves) kept.current = null;
  };
  useKeptFocus(input, kept);

  return { activeIndex, toggle, click, onKeyDown, onFocus, onBlur };
}
