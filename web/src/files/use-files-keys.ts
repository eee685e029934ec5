import type { Item } from '@vault/contract';
import type { KeyboardEvent as ReactKeyboardEvent, RefObject } from 'react';
import { commandOfKey } from './command-keys.ts';
import type { RowCommands } from './row-commands.ts';
import type { Selection } from './selection.ts';
import { usePageKeys } from './use-page-keys.ts';

interface FilesKeysInput {
  tab: RefObject<HTMLElement | null>;
  row: RowCommands;
  selection: Selection;
  rows: readonly Item[];
}

/** The keys of the commands. @returns the handler of those that are pressed on a row */
export function useFilesKeys({ tab, row, selection, rows }: FilesKeysInput) {
  const run = (event: KeyboardEvent, place: { focused: Item | null; onRow: boolean; inTree: boolean }) => {
    const selected = place.inTree ? [] : selection.newest(rows);
    const act = commandOfKey({ ...row, ...place, press: event, selected });
    if (act === null || copiesText(event)) return;
    event.preventDefault();
    act();
  };
  usePageKeys(tab, (event, inTree) => run(event, { focused: null, onRow: false, inTree }));
  return (event: ReactKeyboardEvent, item: Item, onRow: boolean) =>
    run(event.nativeEvent, { focused: item, onRow, inTree: false });
}

/** Who has marked text and copies means the text. */
function copiesText(event: KeyboardEvent): boolean {
  return 'cx'.includes(event.key.toLowerCase()) && getSelection()?.isCollapsed === false;
}
