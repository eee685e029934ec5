import type { Item } from '@vault/contract';
import { commandOfKey, type KeyPress } from '../commands/index.ts';
import type { RowCommands } from './row-commands.ts';

interface KeyInput extends RowCommands {
  press: KeyPress;
  /** the row that contains the focus */
  focused: Item | null;
  /** the row itself has the focus, not an element inside it */
  onRow: boolean;
  /** the selected rows, without delay (T-67) */
  selected: readonly Item[];
}

/**
 * Returns the action of a key: its command on the selected rows, or without a selection on the row that contains the
 * focus. A command that opens a file always acts on the row that itself has the focus.
 * @returns null when no command has the key, or the command is not offered here
 */
export function rowCommandOfKey(input: KeyInput): (() => void) | null {
  const { press, commands, focused, onRow, selected, contextOf } = input;
  const own = focused === null ? [] : [focused];
  return commandOfKey(press, commands, ({ opens = false }) => {
    if (opens) return contextOf(onRow ? own : []);
    return contextOf(selected.length > 0 ? selected : own);
  });
}
