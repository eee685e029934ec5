import type { Item } from '@vault/contract';
import type { KeyboardEvent as ReactKeyboardEvent, RefObject } from 'react';
import { keyOf } from '../commands/index.ts';
import { rowCommandOfKey } from './command-keys.ts';
import type { RowCommands } from './row-commands.ts';
import type { Selection } from './selection.ts';
import { usePageKeys } from './use-page-keys.ts';

interface FilesKeysInput {
  tab: RefObject<HTMLElement | null>;
  row: RowCommands;
  selection: Selection;
  rows: readonly Item[];
}

/** Handles the keys of the commands and of the selection. @returns the handler of keys that are pressed in the list */
export function useFilesKeys({ tab, row, selection, rows }: FilesKeysInput) {
  const run = (event: KeyboardEvent, place: { focused: Item | null; onRow: boolean; inTree: boolean }) => {
    const selected = place.inTree ? [] : selection.newest(rows);
    const act = rowCommandOfKey({ ...row, ...place, press: event, selected });
    if (act === null || copiesText(event)) return;
    event.preventDefault();
    act();
  };
  usePageKeys(tab, (event, inTree) => {
    run(event, { focused: null, onRow: false, inTree });
    if (!event.defaultPrevented && !inTree && changeSelection(event, selection, rows)) event.preventDefault();
  });
  return (event: ReactKeyboardEvent, item: Item | null, onRow: boolean) => {
    // usePageKeys handles the keys in the list's header.
    if (item !== null) run(event.nativeEvent, { focused: item, onRow, inTree: false });
  };
}

/**
 * Ctrl+A selects all rows and Escape none, as in the list, also from the toolbar (USE-10).
 * @returns whether the key changed the selection
 */
function changeSelection(event: KeyboardEvent, selection: Selection, rows: readonly Item[]): boolean {
  const key = keyOf(event);
  if (key === 'Mod+A' && rows.length > 0) selection.choose(new Set(rows.map(({ sfid }) => sfid)));
  else if (key === 'Escape' && selection.newest(rows).length > 0) selection.clear();
  else return false;
  return true;
}

/** @returns whether the key copies or cuts selected text instead of rows */
function copiesText(event: KeyboardEvent): boolean {
  return 'cx'.includes(event.key.toLowerCase()) && getSelection()?.isCollapsed === false;
}
