import type { Item } from '@vault/contract';
import { isOffered, keyOf, type BoundCommand, type KeyPress } from '../commands/index.ts';
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
export function commandOfKey(input: KeyInput): (() => void) | null {
  const { press, commands, focused, onRow, selected, contextOf } = input;
  const key = keyOf(press);
  const own = focused === null ? [] : [focused];
  const subjectOf = ({ opens = false }: BoundCommand) => {
    if (opens) return onRow ? own : [];
    return selected.length > 0 ? selected : own;
  };
  for (const command of commands) {
    if (command.keys?.includes(key) !== true) continue;
    const context = contextOf(subjectOf(command));
    if (isOffered(command, context)) return () => command.perform(context);
  }
  return null;
}
