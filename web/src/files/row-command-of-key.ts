import type { Item } from '@vault/contract';
import { commandOfKey, type KeyPress } from '../commands/index.ts';
import type { RowCommands } from './row-commands.ts';

interface KeyInput extends RowCommands {
  press: KeyPress;
  /** the row that contains the focus */
  focused: Item | null;
  /** the row itself has the focus, not an element inside it */
  onRow: boolean;
  /** the rows that are selected now, without the delay of the toolbar (T-67) */
  selected: readonly Item[];
}

/**
 * Returns a function that runs the command of a key on the selected rows. Without a selection the command runs on the
 * row that contains the focus. A command that opens a file always runs on the row that itself has the focus.
 * @returns null when no command has the key, or when its command is not offered for the rows
 */
export function rowCommandOfKey(input: KeyInput): (() => void) | null {
  const { press, commands, focused, onRow, selected, contextOf } = input;
  const own = focused === null ? [] : [focused];
  return commandOfKey(press, commands, ({ opens = false }) => {
    if (opens) return contextOf(onRow ? own : []);
    return contextOf(selected.length > 0 ? selected : own);
  });
}
