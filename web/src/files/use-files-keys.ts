import type { Item } from '@vault/contract';
import type { KeyboardEvent as ReactKeyboardEvent, RefObject } from 'react';
import { keyOf } from '../commands/index.ts';
import type { SelectedRows } from '../shared/list/index.ts';
import { rowCommandOfKey } from './row-command-of-key.ts';
import type { RowCommands } from './row-commands.ts';
import { usePageKeys } from './use-page-keys.ts';

interface FilesKeysInput {
  tab: RefObject<HTMLElement | null>;
  row: RowCommands;
  selected: SelectedRows<Item>;
  rows: readonly Item[];
}

/** Handles the keys of the commands and of the selection. @returns the handler of keys that are pressed in the list */
export function useFilesKeys({ tab, row, selected, rows }: FilesKeysInput) {
  const run = (event: KeyboardEvent, place: { focused: Item | null; onRow: boolean; inTree: boolean }) => {
    const items = place.inTree ? [] : selected.current();
    const act = rowCommandOfKey({ ...row, ...place, press: event, selected: items });
    if (act === null || copiesText(event)) return;
    event.preventDefault();
    act();
  };
  usePageKeys(tab, (event, inTree) => {
    run(event, { focused: null, onRow: false, inTree });
    if (!event.defaultPrevented && !inTree && changeSelection(event, selected, rows)) event.preventDefault();
  });
  return (event: ReactKeyboardEvent, item: Item | null, onRow: boolean) => {
    // usePageKeys handles the keys in the list's header.
    if (item !== null) run(event.nativeEvent, { focused: item, onRow, inTree: false });
  };
}

/**
 * Handles Ctrl+A (selects all rows) and Escape (clears the selection), also while the focus is in the toolbar (USE-10).
 * @returns whether the key changed the selection
 */
function changeSelection(
  event: KeyboardEvent,
  { current, select, clear }: SelectedRows<Item>,
  rows: readonly Item[],
): boolean {
  const key = keyOf(event);
  if (key === 'Mod+A' && rows.length > 0) select(new Set(rows.map(({ sfid }) => sfid)));
  else if (key === 'Escape' && current().length > 0) clear();
  else return false;
  return true;
}

/** @returns whether the key copies or cuts selected text instead of rows */
function copiesText(event: KeyboardEvent): boolean {
  return 'cx'.includes(event.key.toLowerCase()) && getSelection()?.isCollapsed === false;
}
